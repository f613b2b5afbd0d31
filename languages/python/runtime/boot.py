# Runs once, when the interpreter is made: imports what bots use, prepares the streams, and stops the program in the call
# of `os._exit`. Each run of a bot goes on with `resume`.

import sys, random, math, collections, heapq, itertools, functools, copy, time, json, dataclasses, typing, re, enum, os
import abc, array, bisect, collections.abc, contextlib, datetime, decimal, fractions, io, operator, queue, reprlib
import statistics, string, struct, textwrap, traceback, types, copyreg, linecache

BOT = "/bot.py"
FOLDER = "/"


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
    return os.path.dirname(call.filename) == FOLDER


def show_variables(*_, **__):
    """In place of a debugger, which would read what is meant for the bot: shows where it is, and its variables."""
    frame = sys._getframe(1)
    shown = ", ".join(f"{name}={reprlib.repr(value)}" for name, value in frame.f_locals.items() if name[:2] != "__")
    print(f"breakpoint at {os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}: {shown}", file=sys.stderr)


def report_own(unraisable):
    """Reports an error in a `__del__` of the bot's; after an error, those of the library have further ones."""
    if any(is_own(call) for call in traceback.extract_tb(unraisable.exc_traceback)):
        sys.__unraisablehook__(unraisable)


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
    """What there is in place of what a bot has missed here, if this is why it failed."""
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


def keep_own_lines(told):
    """Leaves the lines of the library out of a traceback, and those of this file."""
    left = [told]
    while left:
        fault = left.pop()
        fault.stack[:] = [call for call in fault.stack if is_own(call)]
        left += [other for other in (fault.__cause__, fault.__context__, *(fault.exceptions or ())) if other]


def report(fault):
    """Prints a traceback of the bot's own lines, and what helps."""
    told = traceback.TracebackException.from_exception(fault, compact=True)
    keep_own_lines(told)
    print(*told.format(), sep="", end="", file=sys.stderr)
    if (helps := hint(fault)) is not None:
        print("hint:", helps, file=sys.stderr)


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
        report(fault)
    return 1


def resume():
    random.seed()
    # What was known of the bot's folder before there were files in it. All of them would cost 0.1 s.
    sys.path_importer_cache.pop(FOLDER, None)
    status = run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status & 255)


# The interpreter is resumed as a call of `exec` with these arguments.
arguments = (resume.__code__, globals())
sys.stderr.write(f"{id(exec)} {id(arguments)}\n")
sys.stderr.flush()
os._exit(99)
