// A message of the editor to the page's program: see `message` in `web/page/src/bot_storage.rs`.

/** The bytes are a draft, all its files in one; the number is that of a check or of a trial. */
export type EditorMessage =
  | ["run", game: string, file: string, isSeries: boolean, bytes: Uint8Array]
  | ["draft", game: string, file: string, sha256: string, origin: string]
  | ["check", game: string, path: string, number: number, bytes: Uint8Array]
  | ["try", game: string, input: string, number: number, bytes: Uint8Array]
  | ["setUp", game: string, setup: string, settings?: string]
  | ["opponents", game: string, keys: string]
  | ["loss", game: string, _: "", seat: number]
  | ["explain", game: string, link: string]
  | ["report", run: string];

/** Sends the page a message. */
export type Tell = (message: EditorMessage) => void;
