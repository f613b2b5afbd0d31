# A bot that runs the scripts of `SCRIPTS`, which stands before this text: `=== NAME` and the script. It says which of them
# do not end in an error of Python.

import gc, sys, types

print("p")
input()
scripts = SCRIPTS.split("=== ")[1:]
ended, limit = 0, sys.getrecursionlimit()
for script in scripts:
    name, script = script.split("\n", 1)
    try:
        exec(compile(script, "script", "exec"), types.ModuleType("__main__").__dict__)
        print(name, "ended without an error", file=sys.stderr)
    except (RecursionError, MemoryError):
        ended += 1
    sys.stdout = sys.__stdout__
    sys.setrecursionlimit(limit)
    gc.collect()
print(f"{ended} of {len(scripts)} ended in an error", file=sys.stderr)
