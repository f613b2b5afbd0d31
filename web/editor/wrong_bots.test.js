// Wrong bots, some for each step: each is the step's own bot with a mistake that a beginner makes,
// or that prints what the lines beside the step show without having read any. Its check refuses it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COURSES, botAfter, firstMistake } from "../testing/step_bots.js";

/**
 * The number of the step, what is wrong with the bot, and the change that makes it wrong.
 * @typedef {[step: number, mistake: string, from: string | RegExp, to: string]} WrongBot
 */

const ARMY = "(isRed ? ARMY : ARMY.toReversed()).forEach(row => print(row));";

/** @type {Record<string, WrongBot[]>} */
const WRONG = {
  "connect-four": [
    [1, "it greets in capitals", 'print("p")', 'print("P")'],
    [2, "it does not read its place", "const place = readline();\n", ""],
    [3, "it does not read the other's column", '  print("?");\n  readline();', '  print("?");'],
    [3, "it is always second", 'if (place === "2") {', "{"],
    [3, "it compares text with a number", '"2"', "2"],
    [4, "it plays three moves, whatever it reads", "while (true)", "for (let nth = 0; nth < 3; nth += 1)"],
    [4, "it ends with a loss only", "theirs <= 0", "theirs === -2"],
    [4, "it does not end with a draw", "theirs <= 0", "theirs < 0"],
    [5, "it plays one column", "return openColumns()[0]", "return 1"],
    [5, "it takes the columns in turn", "return openColumns()[0]", "return board.flat().length / 2 % 7 + 0.5"],
    [5, "it forgets their stones", "board[theirs].push", "[].push"],
    [5, "its columns have seven rows", "length < 6", "length < 7"],
    [6, "it blocks in two columns only", 'open.find(column => wins(column, "O"))', '[1, 7].find(column => wins(column, "O"))'],
    [6, "it sees threes on top of each other only", "[[1, 0], [0, 1], [1, 1], [1, -1]]", "[[0, 1]]"],
    [6, "it blocks before it wins", "mine ?? theirs", "theirs ?? mine"],
    [7, "it thinks aloud", "console.error(`Nothing", "print(`Nothing"],
    [7, "it thinks nothing", /console\.error\(.*\)/g, "0"],
    [8, "it times its first move only", "console.error(`${(p", "if (board.flat().length === 0) console.error(`${(p"],
    [8, "it does not name the unit", " ms`", "`"],
  ],
  stratego: [
    [1, "it sets up as RED", ARMY, "ARMY.forEach(row => print(row));"],
    [1, "it has eleven bombs", "7529654694", "BBBBB54694"],
    [2, "it does not read the board", /for .*readline\(\);.*\n/, ""],
    [2, "it moves RED's front as BLUE", 'isRed ? "0 3 DOWN" : "0 6 UP"', '"0 3 DOWN"'],
    [3, "it moves bombs", '"123456789s"', '"B123456789s"'],
    [3, "it goes into water", 'target === "."', 'target === "+" || target === "."'],
    [3, "it has no word for no move", 'return "NO_MOVE"', 'return "0 0 DOWN"'],
    [4, "it plays two turns, whatever it reads", "while (!isOver(line))", "for (let nth = 0; nth < 2; nth += 1)"],
    [4, "it does not read what came of its move", "if (isOver(hear())) return;", ""],
    [5, "it attacks forward only", 'target === "#"', 'target === "#" && direction === forward'],
    [5, "it attacks with everything", '"1s".includes(piece) ? 0 : 10', "10"],
    [6, "it forgets whom it met", "if (rank) ranks.set(to, rank);", ""],
    [6, "it leaves everybody alone whom it met", "? 20 : -20", "? -20 : -20"],
    [7, "it thinks aloud", "console.error(", "print("],
    [8, "it does not name the unit", " ms`", "`"],
  ],
  generals: [
    [1, "it prints another word for it", 'print("-1")', 'print("pass")'],
    [2, "it answers once", "while (hear()[0] === 1)", "if (hear()[0] === 1)"],
    [2, "it knows one map only", "rows * columns", "9"],
    [2, "it knows two players only", "player < count", "player < 2"],
    [3, "it plays the move beside the step", 'return "-1";\n', 'return "-1";\n  return "1 1 1 1 2";\n'],
    [3, "it moves a single unit", "from.army < 2", "from.army < 1"],
    [3, "it takes itself for player 1", "from.owner !== me", "from.owner !== 1"],
    [4, "it always goes down", "to.kind !== MOUNTAIN", "to.row > row"],
    [4, "it takes cities for mountains", "to.kind !== MOUNTAIN", "to.kind !== CITY"],
    [5, "it attacks whatever comes of it", "if (force <= to.army) return -1;", ""],
    [5, "it walks among its own", "return force * Math.random()", "return 5000"],
    [6, "it attacks to the right", "to.kind === CAPITAL ? 1e6", "to.column > 2 ? 1e6"],
    [6, "it leaves cities alone", "to.kind === CITY ? 300", "to.kind === CITY ? -300"],
    [7, "it thinks nothing", /console\.error\(.*\);/, ""],
    [8, "it does not name the unit", " ms`", "`"],
  ],
  bitmartyr: [
    [1, "it prints what is no action", "print(1)", "print(7)"],
    [2, "it acts with three units, however many there are", "actions += choose();", 'actions = "111";'],
    [2, "it acts once", "start += 25", "start += 1000"],
    [3, "it goes down", "const open = STEPS.find", "const open = [STEPS[2]].find"],
    [3, "it goes where somebody is if no cell is empty", ": STAY", ": UP"],
    [4, "it attacks to the right only", "const prey = STEPS.find", "const prey = [STEPS[1]].find"],
    [4, "it attacks whom it meets", "&& -sight(right, down) < health", ""],
    [5, "all stay", "health > 1", "health > 5"],
    [5, "the weakest go, too", "health > 1", "health > 0"],
    [6, "all go up", "Math.floor(Math.random() * open.length)", "0"],
    [6, "they go anywhere", "return open[Math.floor(Math.random() * open.length)][0]", "return 1 + Math.floor(Math.random() * 4)"],
    [7, "it thinks aloud", "console.error(", "print("],
    [8, "it does not name the unit", " ms`", "`"],
  ],
};

for (const [game, course] of Object.entries(COURSES)) {
  test(`${game}: the checks refuse bots that are wrong`, () => {
    for (const [step, mistake, from, to] of WRONG[game]) {
      const right = botAfter(course, step), wrong = right.replace(from, to);
      assert.notEqual(wrong, right, `step ${step}, ${mistake}: the bot of the step has changed`);
      assert.ok(firstMistake(wrong, course.steps[step - 1].checks), `step ${step}, ${mistake}`);
    }
    assert.deepEqual([...new Set(WRONG[game].map(([step]) => step))], [1, 2, 3, 4, 5, 6, 7, 8], "each step has one");
  });
}
