// What `mod.rs` writes into a match as one file (`StandaloneMatch`), and `viewer.js` reads.

export interface StandaloneTurn {
  round: number;
  /** The seat that had the turn, counted from 0. */
  seat: number;
  /** The action, or the fault. */
  words: string;
  isFault: boolean;
  /** The time that it took, in milliseconds. */
  used: number;
}

export interface StandalonePassage {
  round: number;
  /** The bot's seat, counted from 0. */
  seat: number;
  /** The name of the stream. */
  stream: string;
  text: string;
}

export interface StandaloneMatch {
  title: string;
  /** The sign is a drawing in SVG. */
  players: { name: string, sign: string }[];
  /** Who has won, in a sentence; empty if nobody has. */
  verdict: string;
  /** The turn that is shown first. */
  first: number;
  width: number;
  height: number;
  /** Drawings: see `frames.rs`. */
  boards: { pieces: string[], frames: number[][] };
  turns: StandaloneTurn[];
  passages: StandalonePassage[];
}
