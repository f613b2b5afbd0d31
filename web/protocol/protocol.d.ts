// Made from the types of `web/protocol/src/`: `BOTYARD_DECLARE=1 cargo xtask cargo test --workspace --lib scripts_know`.

/** A rung that a build has beaten. Kept with the build and exported with it: names must not change. */
export type BeatenRung = {
/** The rung, by the name of its bot. */
rung: string,
/** How many different games were played. */
games: number,
/** Two for each game won, one for each draw. */
halfPoints: number, };

/** Identifies a bot among all bots of the page.
 *
 * Menus and messages hold it as text, which is read once. */
export type BotKey = string;

/** How the games of a build have ended. */
export type BuildGames = {
/** Whether it had no turn of its own in the last match that the page has shown. */
isSilent: boolean,
/** How many games it has played. */
games: number,
/** How many games it has lost by a fault of its own. */
failed: number, };

/** Identifies a build that is kept. */
export type BuildId = {
/** The game that it plays. */
game: string,
/** The name of its file. */
name: string,
/** Which file of that name it is, from 1. */
number: number, };

/** The builds of a game. */
export type BuildList = {
/** Whether the browser lets a page watch files and folders. */
canWatch: boolean,
/** The name of the file that is or was watched. */
watched: string | null,
/** The builds. */
builds: Array<ListedBuild>, };

/** Whether a script can be parsed. */
export type CheckResult = {
/** The number of the check. */
number: number,
/** The interpreter's stderr if it cannot be parsed, or else empty. A check that failed for
 * another reason has no text: a run shows why. */
errors: string,
/** The error that it reports. */
error: ScriptError | null, };

/** A variable of a module's environment. */
export type EnvironmentVariable = {
/** Its name. */
name: string,
/** Its value. */
value: string, };

/** Why a game was lost. */
export type Explanation = {
/** How the address of its replay ends. */
link: string,
/** The sentence on its last fault. */
cause: string, };

/** The answer to [`ToMatchWorker::MakeBot`]. */
export type FolderAnswer = { "bot": string } | { "refused": string };

/** A message of the script. */
export type FromBotStore = { "type": "listed" } | { "type": "kept",
/** The build. */
build: BuildId,
/** The SHA-256 of its file. */
sha256: string,
/** Its games. */
games: BuildGames,
/** The rungs that it has beaten. */
beaten: Array<BeatenRung>, } | { "type": "removed",
/** The build. */
build: BuildId,
/** The SHA-256 of its file. */
sha256: string, } | { "type": "trimmed",
/** The build. */
build: BuildId,
/** The SHA-256 of its file. */
sha256: string, } | { "type": "module",
/** The build. */
build: BuildId,
/** Why there is no file; `None` if there is one. */
missing: MissingModule | null, } | { "type": "notice",
/** The sentence. */
text: string, } | { "type": "error",
/** The sentence. */
text: string, };

/** A message from the editor. */
export type FromEditor = { "type": "run",
/** The game that it is for. */
game: string,
/** The name of its file. */
file: string,
/** Whether a series is to be played, and not a match. */
isSeries: boolean, } | { "type": "draft",
/** The game that it is for. */
game: string,
/** The name of its file. */
file: string,
/** The SHA-256 of its text; empty where the browser cannot compute it. */
sha256: string,
/** Whether it has come with a link. */
isFromLink: boolean, } | { "type": "check",
/** Comes back with the answer. */
number: number,
/** The path of the file that is parsed, with all that it imports. */
path: string, } | { "type": "try",
/** Comes back with the answer. */
number: number,
/** All that it can read. */
input: string,
/** The name of its first file, by which its language is known. */
file: string, } | { "type": "setUp",
/** The game that it is for. */
game: string,
/** The seed and the seats. */
setup: SharedSetup,
/** The game's settings as JSON; `None` if they stay. */
settings: string | null, } | { "type": "opponents",
/** The game that it is for. */
game: string,
/** The bots. */
keys: Array<BotKey>, } | { "type": "openLoss",
/** The draft's seat. */
seat: number, } | { "type": "explain",
/** The game that was played. */
game: string,
/** How the address of its replay ends. */
link: string, } | { "type": "report",
/** The game that was played. */
game: string,
/** The draft's build. */
key: BotKey, };

/** A message from a match worker. */
export type FromMatchWorker = { "host": unknown } | { "series": unknown };

/** The line of a game, under the key of the game. */
export type KeptLine = {
/** The unit of the game in the schedule. */
unit: number,
/** Which game of the unit it is. */
rotation: number,
/** How often it was void before. */
voids: number,
/** The line. */
line: string, };

/** A verdict that is kept. */
export type KeptVerdictText = {
/** The number of the case. */
case: number,
/** The key of the bot. */
bot: string,
/** The verdict as text. */
text: string, };

/** A build in a list. */
export type ListedBuild = {
/** The name of its file. */
name: string,
/** Which file of that name it is, from 1. */
number: number,
/** The SHA-256 of its file. */
sha256: string,
/** When it was first kept, as text. */
since: string,
/** The visitor's note on it. */
note: string,
/** The results of running it, as text, if it is a draft that was run. */
results: string | null,
/** How many files came with it. */
files: number,
/** Why its results mean little for other builds, as text; empty if they mean something. */
failure: string, };

/** A case that is kept. */
export type ListedCase = {
/** Its number. */
id: number,
/** Its text. */
text: string, };

/** A series that is kept. */
export type ListedSeries = {
/** Its number. */
id: number,
/** Its description as JSON text. */
description: string, };

/** A series with its games. */
export type LoadedSeries = {
/** Its description as JSON text. */
description: string,
/** The lines of its games. */
lines: Array<string>, };

/** The value of a button that has a bot of the match read an input of the manual. */
export type ManualInput = {
/** The seat of the bot. */
seat: number,
/** All that it reads. */
input: string, };

/** How a match ended for a player. */
export type MatchEnding = "won" | "drawn" | "lost";

/** Why the file of a build cannot be had. */
export type MissingModule = "removed" | "silent";

/** A source that is to be opened, which may have been opened before. */
export type OpenSource = {
/** Differs each time, so that it is opened again. A link has no number: it is opened once. */
number: number | null,
/** The source. */
source: Source, };

/** A bot that a draft can play against. */
export type Opponent = {
/** Identifies it. */
key: string,
/** Its name. */
name: string, };

/** A draft's match that is over. */
export type PlayedMatch = {
/** The number of the run. */
run: number,
/** How it ended for the draft. */
ending: MatchEnding,
/** How many faults the draft had. */
faults: number,
/** The names of the others. */
opponents: Array<string>, };

/** What a report on a run of a draft is on. */
export type ReportSubject = "series" | "cases";

/** A request of the editor on a run. Another series may be shown by now: the run is then shown
 * again, unless only a report is requested. */
export type RunRequest = "stop" | "go-on" | { "open": {
/** Its number, from 1. */
number: number, } } | "report";

/** What has come of a run so far. */
export type RunResult = {
/** The number of the run. */
run: number,
/** The name of the bot's file. */
bot: string,
/** Whether its match is over. */
isOver: boolean,
/** The page's sentence on the match. */
words: string,
/** The bot's stderr when it was stopped. */
stderr: string,
/** The error that it reports, if the match is over. */
error: ScriptError | null,
/** Why no series of it is played; `None` if one is. */
obstacle: string | null,
/** Whether it has lost because its time was up. */
isLate: boolean, };

/** The error that stopped a script. */
export type ScriptError = {
/** What went wrong, in a sentence. */
sentence: string,
/** Where it happened, if the interpreter has printed that. */
place: ScriptPlace | null,
/** The value that was thrown, if it is not an error. */
thrown: string | null,
/** The name of a file that is imported and does not exist. */
missingFile: string | null,
/** Whether the script has only computed for long, which is a problem if its time was up. */
isLoop: boolean, };

/** A place in a script. */
export type ScriptPlace = {
/** The file, as the interpreter names it. */
file: string,
/** The line, from 1. */
line: number,
/** The column, from 1. */
column: number | null, };

/** The match that is set up, for a link to a draft. */
export type SharedSetup = {
/** The seed, which a number of JavaScript cannot hold. */
seed: string,
/** For each seat the file of the bot if all visitors have it, [`OWN_SEAT`] if it is the draft,
 * or an empty text. */
seats: Array<string>, };

/** A source from which a draft is made. */
export type Source = { "type": "new",
/** The language, as addresses name it. */
language: string, } | { "type": "link",
/** The part of the address. */
payload: string, } | { "type": "bundled",
/** The name of its file. */
file: string, } | { "type": "build",
/** The name of its file. */
file: string,
/** Identifies the build: its number can differ in the browser's store. Empty if it is not
 * known. */
sha256: string,
/** Its text; `None` if only the browser's store may have it. */
text: string | null, } | { "type": "served",
/** The name of its file. */
file: string,
/** Where it can be fetched. */
address: string, } | { "type": "file",
/** The text of the file. */
text: string, };

/** The answer to a [`StoreRequest`], as the value of the key `answer` of a message to the program. */
export type StoreAnswer = {
/** The number of the request. */
number: number,
/** The result, or the browser's name for the error. */
result: { Ok: unknown } | { Err: string }, };

/** A request to the document. */
export type StoreRequest = { "type": "list" } | { "type": "add",
/** Its description as JSON text. */
description: string,
/** Whether the editor has run it: such series replace only each other. */
isRun: boolean, } | { "type": "describe",
/** The number of the series. */
id: number,
/** Its description as JSON text. */
description: string,
/** Whether the editor has run it. */
isRun: boolean, } | { "type": "addLines",
/** The number of the series. */
id: number,
/** The lines. */
lines: Array<KeptLine>, } | { "type": "remove",
/** The number of the series. */
id: number, } | { "type": "load",
/** The number of the series. */
id: number, } | { "type": "listCases" } | { "type": "addCase",
/** The text of the case. */
text: string, } | { "type": "removeCase",
/** The number of the case. */
id: number, } | { "type": "listVerdicts" } | { "type": "keepVerdict" } & KeptVerdictText | { "type": "removeVerdicts",
/** The number of the case. */
case: number | null,
/** The bot. */
bot: string | null, } | { "type": "interpreter",
/** The name of its file, without its ending. */
name: string, } | { "type": "bots",
/** What it is to do. */
request: ToBotLibrary, } | { "type": "drawPng",
/** The picture. */
svg: string, } | { "type": "drawPixels",
/** The picture. */
svg: string, } | { "type": "keepGif" };

/** A request to the script that keeps the visitor's bots, of a program or of the editor. */
export type ToBotLibrary = { "type": "list",
/** The game. */
game: string, } | { "type": "afterBuild",
/** Replaces it first, if there is one. */
choice: string | null, } | { "type": "note",
/** The build. */
build: BuildId,
/** The note. */
note: string, } | { "type": "keepResults",
/** The game that it plays. */
game: string,
/** The name of its file. */
name: string,
/** The SHA-256 of its file. */
sha256: string,
/** The results, as text. */
results: string, } | { "type": "text",
/** The build. */
build: BuildId, } | { "type": "trim",
/** The game. */
game: string,
/** The name of their files. */
name: string,
/** How many stay. */
most: number, } | { "type": "watch",
/** The game that is shown. */
game: string,
/** Whether it is a folder. */
isFolder: boolean, } | { "type": "watchAgain",
/** The game that is shown. */
game: string, } | { "type": "unwatch",
/** The game that is shown. */
game: string, } | { "type": "addFolder" } | { "type": "export" };

/** A request of the page. */
export type ToBotStore = { "type": "add",
/** The build; it gets the next free number if another tab has kept another file under its
 * own. */
build: BuildId,
/** The SHA-256 of the file. */
sha256: string, } | { "type": "load",
/** The build. */
build: BuildId, } | { "type": "keepGames",
/** The build. */
build: BuildId,
/** Identifies it, if another tab has changed its number. */
sha256: string,
/** Whether it fails in nearly all of its games. */
hasFailed: boolean,
/** Its games. */
games: BuildGames, } | { "type": "keepBeaten",
/** The build. */
build: BuildId,
/** Identifies it, if another tab has changed its number. */
sha256: string,
/** The rung, in place of an earlier result of the same. */
beaten: BeatenRung, } | { "type": "remove",
/** The build. */
build: BuildId,
/** Identifies it, if another tab has changed its number. */
sha256: string, } | { "type": "restore",
/** The build. */
build: BuildId,
/** It is kept only if it is the file of this SHA-256. */
sha256: string, };

/** A message of a program to the document. */
export type ToDocument = { "type": "ask",
/** Comes back with the answer. */
number: number,
/** What is asked for. */
request: StoreRequest, } | { "type": "report",
/** What the report is on. */
about: ReportSubject,
/** The report as JSON text. */
report: string, } | { "type": "relay",
/** Where the worker's program is; or the socket's address and the first message, with a
 * blank between them. */
address: string, };

/** What the page shows its editor. */
export type ToEditor = {
/** The game that is shown. */
game: string,
/** The match that is set up. */
setup: SharedSetup,
/** The match that a run would play, in a sentence; `None` if no draft is open, or no match can
 * be played. */
plan: string | null,
/** The bots among which the opponents of runs are chosen. */
opponents: Array<Opponent>,
/** The source that is to be opened. */
source: OpenSource | null,
/** The result of the last run, once there is one. */
result: RunResult | null,
/** The match of the last run, once it is over. */
played: PlayedMatch | null,
/** The bots that the series of the last run waits for, in words. */
waits: string | null,
/** The answer to [`FromEditor::Check`]. */
checked: CheckResult | null,
/** The answer to [`FromEditor::Try`]. */
tried: TryResult | null,
/** The answer to [`FromEditor::Explain`]. */
explained: Explanation | null, };

/** A message to a match worker. */
export type ToMatchWorker = { "host": unknown } | { "series": unknown } | { "wasiTest": WasiTest } | { "makeBot": {
/** The folder's name. */
folder: string,
/** The paths of the files within it, in their order. */
paths: Array<string>, } };

/** A message from the page to the program of series. */
export type ToSeries = { "run": {
/** The game of the run. */
game: string,
/** The key of the draft's build. */
key: string,
/** What is requested. */
request: RunRequest, } } | "bots-noted" | { "answer": StoreAnswer };

/** Text that the bot has read or written at one time. */
export type TranscriptPassage = {
/** How many turns were played before it. */
turn: number,
/** Where the text was. */
stream: TranscriptStream,
/** The text. */
text: string, };

/** Where a text was. */
export type TranscriptStream = "stdin" | "stdout" | "stderr" | "ended" | "remark";

/** A turn of the bot. */
export type TranscriptTurn = {
/** How many turns have been played with it. */
after: number,
/** How many turns had been played when it was asked. */
asked: number,
/** Its number, as people count. */
number: number,
/** Its description. */
words: string,
/** Whether it was a fault. */
isFault: boolean, };

/** The data of the inspected bot that the script does not have yet. */
export type TranscriptUpdate = {
/** Whether the script's data is about another match or another bot. */
isNew: boolean,
/** Whether the script's data is about another game, or it has none. */
isOtherGame: boolean,
/** The hint above the words; empty if there is none. */
hint: string,
/** The script that reads the maps in an input; empty if inputs have no maps. */
mapScript: string,
/** How many lines come with the bot's first answer; 0 if all the output of a turn is one. */
firstLines: number,
/** How many of the script's passages stay as they are. */
known: number,
/** Those behind them. */
passages: Array<TranscriptPassage>,
/** The bot's turns that are new. */
turns: Array<TranscriptTurn>,
/** How many turns the match has. */
length: number,
/** Whether no turns will follow. */
isOver: boolean, };

/** How a script has run outside any match. */
export type TryResult = {
/** The number of the trial. */
number: number,
/** Why it did not end of its own accord without an error; empty if it did. */
why: string,
/** Its output. */
stdout: string,
/** Its text on stderr. */
stderr: string,
/** The error that it reports. */
error: ScriptError | null, };

/** A folder that a module can open. */
export type WasiFolder = {
/** The path under which the module sees it. */
path: string,
/** The paths of its files within it, in the order in which they come beside the message. */
files: Array<string>, };

/** How a module is run by a test of WASI. */
export type WasiTest = {
/** Comes back with the answer, a [`FromHost::Tried`]. */
id: number,
/** Its arguments, beginning with its own name. */
args: Array<string>,
/** Its environment. */
env: Array<EnvironmentVariable>,
/** The preopened folders. */
folders: Array<WasiFolder>,
/** Its time limit, in milliseconds of virtual time. */
limitMs: number, };
