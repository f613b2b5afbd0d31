# Runs once, when the interpreter is made: imports what bots use, prepares the streams, and stops the program in the call
# of `os._exit`. Each run of a bot goes on with `resume`.

import sys

# What Python itself has needed before a script runs, or has built in everywhere. All other modules of the library are
# found after the bot's own of the same name.
BEFORE_SCRIPTS = {*sys.modules, "atexit", "errno", "faulthandler", "gc", "itertools"}

import random, math, collections, heapq, itertools, functools, copy, time, json, dataclasses, typing, re, enum, os
import abc, array, bisect, collections.abc, contextlib, datetime, decimal, fractions, io, operator, queue, reprlib
import statistics, string, struct, textwrap, traceback, types, copyreg, linecache

BOT = "/bot.py"
FOLDER = "/"
# Where the library is, and where it was when it was compiled.
LIBRARY = tuple(os.path.dirname(file) + "/" for file in (os.__file__, heapq.merge.__code__.co_filename))
# How many of the calls through C a bot does not have.
TAKEN_CALLS = 200
# The deepest calls that a bot can ask for: they and what is printed of them fit into its memory.
DEEPEST_CALLS = 50_000
# The most calls that a traceback shows, which takes longer than the calls took: the last ones.
SHOWN_CALLS = 1_000


class Input(io.FileIO):
    """Before the bot waits for input, what it has printed is sent: also where no line has ended."""

    def readinto(self, buffer):
        sys.stdout.flush()
        return super().readinto(buffer)


def stream(raw, buffer, **options):
    return io.TextIOWrapper(buffer(raw), encoding="utf-8", errors="surrogateescape", **options)


sys.stdin = sys.__stdin__ = stream(Input(0, "r", closefd=False), io.BufferedReader)
stdout = io.FileIO(1, "w", closefd=False)
sys.stdout = sys.__stdout__ = stream(stdout, io.BufferedWriter, newline="\n", line_buffering=True)
sys.path[0] = FOLDER
sys.argv = [BOT]
sys.dont_write_bytecode = True


def is_own(call):
    """Whether a line of a traceback is one of the bot's."""
    return call.filename.startswith(FOLDER) and not call.filename.startswith(LIBRARY)


def show_variables(*_, **__):
    """In place of a debugger, which would read what is meant for the bot: shows where it is, and its variables."""
    frame = sys._getframe(1)
    shown = ", ".join(f"{name}={reprlib.repr(value)}" for name, value in frame.f_locals.items() if name[:2] != "__")
    print(f"breakpoint at {os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}: {shown}", file=sys.stderr)


def report_own(unraisable):
    """Reports an error in a `__del__` of the bot's; after an error, those of the library have further ones."""
    if any(is_own(call) for call in traceback.extract_tb(unraisable.exc_traceback)):
        sys.__unraisablehook__(unraisable)


set_recursion_limit = sys.setrecursionlimit


def limit_recursion(limit, /):
    """In place of `sys.setrecursionlimit`: endless recursion is to end by an error, before memory and time do."""
    set_recursion_limit(min(limit, DEEPEST_CALLS))


sys.setrecursionlimit = limit_recursion
sys.breakpointhook = show_variables
sys.unraisablehook = report_own

NETWORK = "bots have no network, which asyncio needs too: they read lines of stdin and print lines to stdout"
PROGRAMS = "a bot cannot start programs"
THREADS = "a bot has one thread: compute in the one that reads the input, and look at time.perf_counter()"
# What there is in place of modules that are not here.
MISSING_MODULES = {
    **dict.fromkeys(("ssl", "_ssl", "requests", "urllib3", "aiohttp", "httpx", "websockets"), NETWORK),
    **dict.fromkeys(("multiprocessing", "_multiprocessing", "concurrent.futures.thread"), THREADS),
    "concurrent.futures.process": THREADS,
    **dict.fromkeys(("curses", "readline", "tkinter", "pygame"), "bots have no terminal and no window"),
}
# What there is in place of what fails, by a part of the message.
FAILURES = (
    ("can't start new thread", THREADS),
    ("unable to start watchdog thread", THREADS),
    ("does not support processes", PROGRAMS),
    ("'os' has no attribute 'system'", PROGRAMS),
    ("'os' has no attribute 'fork'", PROGRAMS),
    ("'signal' has no attribute 'alarm'", "bots have no timers: look at time.perf_counter() while you search"),
    ("'signal' has no attribute 'setitimer'", "bots have no timers: look at time.perf_counter() while you search"),
    ("'_socket' has no attribute", NETWORK),
    ("[Errno 58] Not supported", NETWORK),
)


def hint(fault):
    """What there is in place of what a bot has missed, if this is why it failed."""
    if (own := own_in_place_of_library(fault)) is not None:
        return f"the bot's own {own} takes the place of the library's module: give it another name if you mean that one"
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        known = MISSING_MODULES.get(fault.name) or MISSING_MODULES.get(fault.name.partition(".")[0])
        if known:
            return known
        if fault.name.partition(".")[0].lstrip("_") in sys.stdlib_module_names:
            return "the sandbox has no such thing for this module"
        return (
            "bots have Python's standard library, and modules of their own beside the script; "
            "your own Python, with all that is installed, plays as \"cmd:python3 bot.py\""
        )
    message = str(fault)
    return next((hint for part, hint in FAILURES if part in message), None)


def own_in_place_of_library(fault):
    """The bot's own module that lacks something, if the library has one of its name."""
    match fault:
        case AttributeError(obj=types.ModuleType(__name__=name, __file__=str(file))): pass
        case ImportError(name=str(name), path=str(file)): pass
        case _: return None
    return os.path.basename(file) if name in sys.stdlib_module_names and not file.startswith(LIBRARY) else None


def chain(fault):
    """An error and those that it came from, each once."""
    left, known = [fault], set()
    while left:
        fault = left.pop()
        if fault is not None and id(fault) not in known:
            known.add(id(fault))
            yield fault
            left += fault.__cause__, fault.__context__, *(getattr(fault, "exceptions", None) or ())


def last_calls(call):
    """The end of a traceback."""
    later = call
    for _ in range(SHOWN_CALLS):
        later = later and later.tb_next
    while later:
        call, later = call.tb_next, later.tb_next
    return call


def report(fault):
    """Prints a traceback of the bot's own lines, and what helps."""
    # The bot's own modules of these names do not read tracebacks.
    sys.modules.update(library_modules)
    for part in chain(fault):
        part.__traceback__ = last_calls(part.__traceback__)
    told = traceback.TracebackException.from_exception(fault, compact=True)
    # Neither the lines of the library nor those of this file.
    for part in chain(told):
        part.stack[:] = [call for call in part.stack if is_own(call)]
    print(*told.format(), sep="", end="", file=sys.stderr)
    if (helps := hint(fault)) is not None:
        print("hint:", helps, file=sys.stderr)


def prefer_own_modules():
    """Has a module of the bot's imported in place of one of the library that has the same name."""
    own = {name.removesuffix(".py") for name in os.listdir(FOLDER)} - BEFORE_SCRIPTS
    if not own.isdisjoint(sys.builtin_module_names):
        # The finder of files comes after that of modules that are built in.
        sys.meta_path.insert(0, sys.meta_path[-1])
    for name in [name for name in sys.modules if name.partition(".")[0] in own]:
        del sys.modules[name]


def run():
    """Runs the bot as the program's main module; returns the exit status."""
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__ = BOT
    try:
        with open(BOT, "rb") as file:
            code = compile(file.read(), BOT, "exec")
        exec(code, main.__dict__)
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except BaseException as fault:
        try:
            report(fault)
        except (MemoryError, RecursionError):
            # The calls of the traceback hold what has used the memory up, or the bot has allowed few calls.
            fault.__traceback__ = None
            print(f"{type(fault).__name__}: {fault}", file=sys.stderr)
    return 1


def resume():
    random.seed()
    # What was known of the bot's folder before there were files in it. All of them would cost 0.1 s.
    sys.path_importer_cache.pop(FOLDER, None)
    prefer_own_modules()
    status = run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status & 255)


library_modules = dict(sys.modules)
# The interpreter is resumed as a call of `exec` with these arguments.
arguments = (resume.__code__, globals())


class Stop:
    def __repr__(self):
        sys.stderr.write(f"{id(exec)} {id(arguments)}\n")
        sys.stderr.flush()
        os._exit(99)


# Python allows 500 calls through C within each other, more than the sandbox's stack has room for. It goes on as if it were
# within some of them already, so that deep recursion is an error of its own.
nested = Stop()
for _ in range(TAKEN_CALLS):
    nested = [nested]
repr(nested)
