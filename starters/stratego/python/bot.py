"""A Stratego bot. It makes a random legal move: write something better in choose()."""

import random
import sys

# Your army as RED sees it: the first line stands at the top edge of the board, the last one is the front. The pieces are
# 1 (marshal) to 9 (scout), s (spy), B (bomb) and F (flag).
ARMY = ["BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"]

DIRECTIONS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
EMPTY, ENEMY, WATER = ".", "#", "+"
MOBILE = "123456789s"


# ----------------------------------------------------------------------------------------------------------------
# CHOOSE YOUR MOVE HERE. board[y][x] is your own piece, "." (empty), "#" (an enemy) or "+" (water); `told` are the lines
# that came before it, such as "4 6 UP KILLS 3 5". Return one of the moves.
def choose(moves, board, told):
    return random.choice(moves)
# ----------------------------------------------------------------------------------------------------------------


def legal_moves(board):
    """Every legal move, such as "4 6 UP" or, for a scout, "4 6 UP 3"."""
    moves = []
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            for word, way in DIRECTIONS.items():
                for steps in range(1, reach(board, x, y, piece, way) + 1):
                    moves.append(f"{x} {y} {word}" if steps == 1 else f"{x} {y} {word} {steps}")
    return moves


def reach(board, x, y, piece, way):
    """How many squares a piece can go that way, onto an enemy included."""
    farthest = 0 if piece not in MOBILE else 9 if piece == "9" else 1
    for steps in range(1, farthest + 1):
        x, y = x + way[0], y + way[1]
        there = board[y][x] if 0 <= y < len(board) and 0 <= x < len(board[y]) else WATER
        if there == ENEMY:
            return steps
        if there != EMPTY:
            return steps - 1
    return farthest


def say(line):
    # In the sandbox each line is sent as it ends; `python3 bot.py` keeps it in a buffer unless it is flushed.
    print(line, flush=True)


def hear():
    """The next line; QUIT at the end of the input too."""
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else "QUIT"


def is_over(line):
    return line == "QUIT" or line.startswith("QUIT ")


def main():
    # An enemy's words are repeated as they came: bytes that are no text, and carriage returns, which do not end a line.
    sys.stdin.reconfigure(errors="replace", newline="\n")
    colour = hear().split()[0]  # then the opponent's name, the width and the height of the board
    if is_over(colour):
        return
    for row in ARMY if colour == "RED" else reversed(ARMY):
        say(row)
    told = [hear()]  # START, or the first move of RED and what came of it
    while not is_over(told[-1]):
        board = [hear() for _ in range(10)]
        moves = legal_moves(board)
        move = choose(moves, board, told) if moves else "NO_MOVE"
        print(f"I play {move}", file=sys.stderr)  # stderr is the bot's chat
        say(move)
        told = [hear()]  # our move and what came of it
        if not is_over(told[-1]):
            told.append(hear())  # the same of the enemy's


main()
