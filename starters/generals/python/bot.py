"""A Generals bot. It makes a random legal move: write something better in choose()."""

import random
import sys
from functools import cache
from itertools import islice

EMPTY, CITY, CAPITAL, MOUNTAIN = "1", "2", "3", "4"
ALL, HALF = 1, 2  # how much of an army goes: all but one unit, or half of it


# ----------------------------------------------------------------------------------------------------------------
# CHOOSE YOUR MOVE HERE: return one of the moves, such as (ALL, 4, 5, 4, 6): from row 4, column 5 to row 4, column 6. There is
# at least one. board[row - 1][column - 1] is the cell in the protocol's words: ("1", kind, owner, army) where you see it,
# ("1", MOUNTAIN), or ("0", EMPTY) and ("0", CITY) under fog. players[p - 1] is (army, land) of player p; `me` is your number.
def choose(moves, board, players, me):
    return random.choice(moves)
# ----------------------------------------------------------------------------------------------------------------


def legal_moves(board, me):
    """Every legal move that moves something. All that borders on your cells is seen."""
    moves, mine = [], str(me)
    for row, cells in enumerate(board, 1):
        for column, cell in enumerate(cells, 1):
            if len(cell) < 4 or cell[2] != mine or int(cell[3]) < 2:
                continue
            for to_row, to_column in (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column):
                if is_open(board, to_row, to_column):
                    moves.append((ALL, row, column, to_row, to_column))
                    moves.append((HALF, row, column, to_row, to_column))
    return moves


def is_open(board, row, column):
    return 1 <= row <= len(board) and 1 <= column <= len(board[0]) and board[row - 1][column - 1][1] != MOUNTAIN


def say(line):
    # In the sandbox each line is sent as it ends; `python3 bot.py` keeps it in a buffer unless it is flushed.
    print(line, flush=True)


def hear():
    """The words of the next line; none at the end of the input."""
    return sys.stdin.readline().split()


@cache
def words(line):
    """The words of a cell's line. A large map has thousands of them in each turn, and most are equal to others."""
    return tuple(line.split())


def main():
    header = hear()  # once: the size of the map, how many play, and which of them you are
    if not header:
        return
    rows, columns, count, me = map(int, header)
    while hear() == ["1"]:  # with 0, or at the end of the input, it is over
        players = [tuple(map(int, hear())) for _ in range(count)]
        board = [[words(line) for line in islice(sys.stdin, columns)] for _ in range(rows)]
        moves = legal_moves(board, me)
        move = choose(moves, board, players, me) if moves else [-1]
        line = " ".join(map(str, move))
        print(f"I play {line}", file=sys.stderr)  # stderr is the bot's chat
        say(line)


main()
