// Reads the map in an input of a Generals bot, for its transcript. Does not know how it is shown.

// The map in an input, if it holds one. `first` is the bot's first input, which begins with the
// size of the map.
/** @type {import("../../../page/js/inspected_bot").ReadMaps} */
export const readMaps = (text, first) => {
  const header = /^(\d+) (\d+) (\d+) \d+\n/.exec(first);
  if (!header) return;
  const [rows, columns, players] = header.slice(1).map(Number);
  const lines = text.replace(/^\d+ \d+ \d+ \d+\n/, "").trimEnd().split("\n");
  if (lines[0] !== "1" || lines.length !== 1 + players + rows * columns) return;
  /** @type {(line: string, cell: number) => import("../../../page/js/inspected_bot").MapCell} */
  const read = (line, cell) => {
    const [isSeen, kind, owner, army] = line.split(" ").map(Number);
    const place = `row ${Math.floor(cell / columns) + 1}, column ${cell % columns + 1}`;
    if (!isSeen) return { cell, sign: kind === 2 ? "?" : "·", style: "faint", words: `${place}: not seen${kind === 2 ? ", a mountain or a city" : ""}` };
    if (kind === 4) return { cell, sign: "▲", style: "", words: `${place}: mountain` };
    const what = ["", "", "city", "capital"][kind] ?? "";
    const side = owner ? `of-side generals-side-${(owner - 1) % 8 + 1}` : "";
    const whose = owner ? ` of player ${owner}` : "";
    return { cell, sign: `${["", "", "⌂", "♛"][kind] ?? ""}${army || ""}`, style: side, words: `${place}: ${what || "ground"}${whose}, army ${army}` };
  };
  const cells = lines.slice(1 + players).map(read);
  return [{ rows: () => Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns)) }];
};
