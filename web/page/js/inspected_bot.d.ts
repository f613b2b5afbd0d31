// What `transcript.js` shows of the inspected bot, and the readers of maps that games have.

import type { TranscriptPassage, TranscriptTurn } from "../../protocol/protocol";

/** What is shown of its text, once it was shown, is kept with it. */
export type Passage = TranscriptPassage & { shown?: string };

/**
 * The data of the inspected bot. And of its game: how many lines come with a bot's first answer (0:
 * all the output of a turn is one), the hint above the words, and the script that reads the maps in
 * an input, if any.
 */
export interface InspectedBot {
  turns: TranscriptTurn[];
  passages: Passage[];
  length: number;
  isOver: boolean;
  firstLines: number;
  hint: string;
  mapScript: string;
}

/** A passage, or a part of one that was printed late, or after the end. */
export interface Part {
  turn: number;
  stream: TranscriptPassage["stream"];
  text: string;
  late?: boolean;
  end?: boolean;
}

/** Its number among all, and the text as it is shown. */
export interface ShownPart extends Part {
  nth: number;
  shown: string;
  /** Of an input that is not in the transcript: the data that the game's script needs. */
  places?: string;
}

/** A turn, by the number of turns played with it, or what follows the last: its name and parts. */
export interface Group<OfPart = ShownPart> {
  after: number | undefined;
  name: string;
  parts: OfPart[];
}

/** A place of the searched text. */
export interface Hit {
  group: Group;
  part: ShownPart;
  at: number;
}

/** A cell: its number on the board, its text, its class and its description. */
export interface MapCell {
  cell: number;
  sign: string;
  style: string;
  words: string;
}

/** A map: its name and its cell on the board, where an input has several, and its rows. */
export interface InputMap {
  name?: string;
  cell?: number;
  rows: () => MapCell[][];
}

/** Reads the maps in an input; `places` are data of the page, or the bot's first input. */
export type ReadMaps = (text: string, places: string) => InputMap[] | undefined;

/** The elements of a transcript. */
export interface TranscriptParts {
  search: HTMLInputElement;
  /** How many finds there are. */
  count: HTMLElement;
  /** Shows the map of a turn. */
  grid: HTMLButtonElement;
  /** Runs the bot with the input that is shown. */
  tries: HTMLButtonElement;
  copies: HTMLButtonElement;
  tools: HTMLElement;
  /** The turns with their words. */
  body: HTMLElement;
}
