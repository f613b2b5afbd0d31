"""A Connect Four bot. It plays a random legal column: write something better in choose()."""

import random
import sys

COLUMNS, ROWS = 7, 6
EMPTY, ME, THEM = ".", "X", "O"

# board[column][row], row 0 at the bottom.
board = [[EMPTY] * ROWS for _ in range(COLUMNS)]


# ----------------------------------------------------------------------------------------------------------------
# CHOOSE YOUR MOVE HERE: return a column, 0 (left) to 6 (right), that is not full. There is at least one.
def choose():
    return random.choice(open_columns())
# ----------------------------------------------------------------------------------------------------------------


def open_columns():
    return [column for column in range(COLUMNS) if board[column][-1] == EMPTY]


def drop(column, player):
    board[column][board[column].index(EMPTY)] = player


def say(line):
    # In the sandbox each line is sent as it ends; `python3 bot.py` keeps it in a buffer unless it is flushed.
    print(line, flush=True)


def hear_move():
    """Reads the other player's column and drops it; False at the end of the game (0, -1, -2 or -3)."""
    line = sys.stdin.readline().strip()
    if not line.isdigit() or int(line) - 1 not in open_columns():
        return False
    drop(int(line) - 1, THEM)
    return True


def main():
    say("p")
    place = sys.stdin.readline().strip()
    if place not in ("1", "2"):
        return
    if place == "2":
        say("?")
        if not hear_move():
            return
    while open_columns():
        column = choose()
        drop(column, ME)
        print(f"I play {column + 1}", file=sys.stderr)  # stderr is the bot's chat
        say(column + 1)
        if not hear_move():
            return


main()
