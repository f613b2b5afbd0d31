// What `transcript.js` shows of the inspected bot: the page's updates of it, and the readers of
// maps that games have.

export type Stream = "stdin" | "stdout" | "stderr" | "ended" | "remark";

/**
 * Turns played with it, turns played when it was asked, its number, its description, and whether it
 * was a fault.
 */
export type Turn = [after: number, asked: number, number: number, words: string, isFault: boolean];

/** Turns played before it, its stream, its text, and what is shown of that, once it was shown. */
export type Passage = [turn: number, stream: Stream, text: string, shown?: string];

/**
 * The data of the inspected bot. And of its game: how many lines come with a bot's first answer (0:
 * all the output of a turn is one), the hint above the words, and the script that reads the maps in
 * an input, if any.
 */
export interface InspectedBot {
  turns: Turn[];
  passages: Passage[];
  length: number;
  isOver: boolean;
  firstLines: number;
  hint: string;
  mapScript: string;
}

/**
 * An update is one list: the hint above the words, the script of the maps, seven numbers, five
 * parts for each new turn, and three for each new passage.
 */
export type Update = [
  hint: string, script: string, isNew: number, isOtherGame: number, firstLines: number, known: number, length: number, hasEnded: number, newTurns: number,
  ...parts: (number | string)[],
];

/** A passage, or a part of one that was printed late, or after the end. */
export interface Part {
  turn: number;
  stream: Stream;
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
