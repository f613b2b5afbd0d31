// Reads the map that a bot of Generals is given, for its transcript. Knows nothing of how it is
// shown.

// The map in an input: its rows, each cell with its text, its class and what it is. `first` is the
// bot's first input, which begins with the size of the map. `undefined` if the input holds none.
export const readMap = (text, first) => {
  const header = /^(\d+) (\d+) (\d+) \d+\n/.exec(first);
  if (!header) return;
  const [rows, columns, players] = header.slice(1).map(Number);
  const lines = text.replace(/^\d+ \d+ \d+ \d+\n/, "").trimEnd().split("\n");
  if (lines[0] !== "1" || lines.length !== 1 + players + rows * columns) return;
  return lines.slice(1 + players).map((line, at) => {
    const [isSeen, kind, owner, army] = line.split(" ").map(Number);
    const place = `row ${Math.floor(at / columns) + 1}, column ${at % columns + 1}`;
    if (!isSeen) return { sign: kind === 2 ? "?" : "·", style: "fog", words: `${place}: not seen${kind === 2 ? ", a mountain or a city" : ""}` };
    if (kind === 4) return { sign: "▲", style: "", words: `${place}: mountain` };
    const what = ["", "", "city", "capital"][kind] ?? "";
    const side = owner ? `side generals-side-${(owner - 1) % 8 + 1}` : "";
    const whose = owner ? ` of player ${owner}` : "";
    return { sign: `${["", "", "⌂", "♛"][kind] ?? ""}${army || ""}`, style: side, words: `${place}: ${what || "ground"}${whose}, army ${army}` };
  }).reduce((table, cell, at) => (at % columns ? table.at(-1).push(cell) : table.push([cell]), table), []);
};
