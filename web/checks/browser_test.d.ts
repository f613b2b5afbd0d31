// What the scripts of browser cases put into the window for the cases, and for each other.

/** Set by `settling.js` in documents; its part in workers has no more than `WorkerSettling`. */
declare var settling: import("../../e2e/src/settling.js").Settling | undefined;
/** How many games a series plays at most, in its worker. */
declare var heldGames: number | null | undefined;

interface Window {
  settling?: import("../../e2e/src/settling.js").Settling;
  /** The click that `element.js` watches. */
  expectedClick?: import("../../e2e/src/element.js").WatchedClick;
  lab: import("../../e2e/tests/browsers/worker/worker.js").Lab;
  measureBudget: (plain: string, metered: string, names: import("../../e2e/src/bin/budget/budget.js").BudgetNames, rounds: number) => Promise<object>;
  exchangeBytes: (module: string, question: string, turns: number, workers: number) => Promise<number>;
}
