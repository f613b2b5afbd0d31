# A bot of Connect Four that runs the scripts of `SCRIPTS`, which stands before this text: `=== NAME`, the script, and what
# it prints after `--- prints`. It says which of them print something else. Its columns follow from all that was printed
# and, if `IS_CHARGED`, from what each script cost: where it plays the same match, that was the same.

import contextlib, hashlib, io, sys, time, types


def printed_by(script):
    module = sys.modules["script"] = types.ModuleType("script")
    module.say = print
    sys.stdin = io.StringIO("1\n")
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(printed):
        try:
            exec(compile(script, "script", "exec"), module.__dict__)
        except BaseException as fault:
            print(type(fault).__name__, fault)
    sys.stdin = sys.__stdin__
    return printed.getvalue()


print("p")
room = [6] * 7
if input() == "2":
    print("?")
    room[int(input()) - 1] -= 1

scripts = SCRIPTS.split("=== ")[1:]
alike, all_of_it = 0, hashlib.sha256()
for script in scripts:
    name, script = script.split("\n", 1)
    script, expected = script.split("\n--- prints\n")
    start = time.perf_counter_ns()
    printed = printed_by(script)
    charge = time.perf_counter_ns() - start if IS_CHARGED else 0
    all_of_it.update(f"{printed}{charge}".encode())
    alike += printed == expected
    if printed != expected:
        print(f"{name} printed\n{printed}and not\n{expected}", file=sys.stderr)
print(f"{alike} of {len(scripts)} alike", file=sys.stderr)

digits = int.from_bytes(all_of_it.digest(), "big")
while True:
    open_columns = [column for column in range(7) if room[column]]
    digits, digit = divmod(digits, len(open_columns))
    room[open_columns[digit]] -= 1
    print(open_columns[digit] + 1)
    theirs = input()
    if theirs not in list("1234567"):
        break
    room[int(theirs) - 1] -= 1
