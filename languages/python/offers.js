// What the protocols of all games need of Python, for the completion in the editor.

import { offer } from "../../web/editor/src/bot_api.js";

/** @type {import("../../web/editor/src/bot_api.js").Offer[]} */
export const OFFERS = [
  offer("input", "() -> str", "The next line that the bot is sent, without its end; EOFError after the last."),
  offer("print", "(*values, file=sys.stdout, flush=False)", "Writes a line; it is sent at once. To sys.stderr it is chat, and never counts as a move."),
  offer("sys", "module", "import sys", [
    offer("stdin", "TextIO", "The lines that the bot is sent."),
    offer("stdout", "TextIO", "What is written here is the bot's answer."),
    offer("stderr", "TextIO", "The bot's chat, which never counts as a move."),
    offer("exit", "(status=0)", "Ends the bot."),
    offer("setrecursionlimit", "(limit)", "How deep calls may be: 50,000 at most."),
  ]),
  offer("random", "module", "import random: it draws from the match's seed.", [
    offer("choice", "(sequence)", "One of these values."),
    offer("randrange", "(stop) -> int", "A number from 0 to below this one."),
    offer("random", "() -> float", "A number from 0 to below 1."),
    offer("shuffle", "(list)", "Puts a list into another order."),
  ]),
  offer("time", "module", "import time: it is the match's clock.", [
    offer("perf_counter", "() -> float", "The seconds that the bot has computed, as the sandbox counts them."),
  ]),
];
