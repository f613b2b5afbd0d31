// Reads the maps in an input of a BitMartyr bot for its transcript: the surroundings of its team's
// units. Does not know how they are shown.

// How many cells a unit sees in a row, and in all.
const ROW = 5, SIGHT = ROW * ROW;

// The maps in an input, one for each unit. `places` comes with the input (`TurnInput` in unit.rs):
// the rows and the columns of the board, the number of the team, and the cells of its units.
/** @type {import("../../../page/js/inspected_bot").ReadMaps} */
export const readMaps = (text, places) => {
  const [rows, columns, team, ...units] = places.split(" ").map(Number);
  // A run may read three numbers about the turn first.
  const numbers = text.split("\n").flatMap(run => {
    const all = run.split(" ").filter(Boolean).map(Number);
    return all.slice(all.length % SIGHT);
  });
  // The board has no edge, and where it is small, a unit sees a cell more than once.
  /** @type {(at: number, side: number) => number} */
  const wrap = (at, side) => (at % side + side) % side;
  /** @param {number} cell */
  const nameOf = cell => `row ${Math.floor(cell / columns) + 1}, column ${cell % columns + 1}`;
  /** @type {(unit: number, number: number, at: number) => import("../../../page/js/inspected_bot").MapCell} */
  const read = (unit, number, at) => {
    const row = wrap(Math.floor(unit / columns) + Math.floor(at / ROW) - 2, rows);
    const cell = row * columns + wrap(unit + at % ROW - 2, columns);
    const isCentre = at === (SIGHT - 1) / 2;
    const whose = isCentre ? "this unit" : number > 0 ? "unit of this team" : "unit of another team";
    const words = `${nameOf(cell)}: ${number ? `${whose}, health ${Math.abs(number)}` : "empty"}`;
    const style = number > 0 ? `of-side bitmartyr-side-${team}${isCentre ? " centre" : ""}` : number ? "" : "faint";
    return { cell, sign: String(number).replace("-", "−"), style, words };
  };
  return units.map((unit, nth) => {
    const seen = () => numbers.slice(nth * SIGHT, (nth + 1) * SIGHT).map((number, at) => read(unit, number, at));
    /** @param {import("../../../page/js/inspected_bot").MapCell[]} cells */
    const inRows = cells => Array.from({ length: ROW }, (_, row) => cells.slice(row * ROW, (row + 1) * ROW));
    return { name: nameOf(unit), cell: unit, rows: () => inRows(seen()) };
  });
};
