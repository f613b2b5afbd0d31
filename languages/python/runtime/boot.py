# Runs once, when the interpreter is made: imports what bots use, prepares the streams, and stops the program in the call
# of `os._exit`. Each run of a bot goes on with `resume`.

import sys, random, math, collections, heapq, itertools, functools, copy, time, json, dataclasses, typing, re, enum, os
import abc, array, bisect, collections.abc, contextlib, datetime, decimal, fractions, io, operator, queue, statistics
import string, struct, textwrap, traceback, types, copyreg, linecache, importlib

BOT = "/bot.py"


class Input(io.FileIO):
    """Before the bot waits for input, what it has printed is sent: also where no line has ended."""

    def readinto(self, buffer):
        sys.stdout.flush()
        return super().readinto(buffer)


def stream(raw, buffer, **options):
    return io.TextIOWrapper(buffer(raw), encoding="utf-8", errors="surrogateescape", newline="\n", **options)


sys.stdin = sys.__stdin__ = stream(Input(0, "r", closefd=False), io.BufferedReader)
sys.stdout = sys.__stdout__ = stream(io.FileIO(1, "w", closefd=False), io.BufferedWriter, line_buffering=True)
sys.path[0] = "/"
sys.argv = [BOT]
sys.dont_write_bytecode = True


def report(fault):
    """Prints a traceback of the bot's own lines: those of this file come first in it."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    traceback.print_exception(type(fault), fault, trace)


def run():
    """Runs the bot; returns the exit status."""
    import __main__

    scope = {"__name__": "__main__", "__file__": BOT, "__builtins__": __builtins__}
    try:
        with open(BOT, "rb") as file:
            code = compile(file.read(), BOT, "exec")
        exec(code, scope)
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
    importlib.invalidate_caches()
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
