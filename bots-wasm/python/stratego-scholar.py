"""scholar, a Stratego bot: it keeps notes on every enemy, of the ranks that it may have. Each thing that an enemy does
rules some of them out. It attacks where the ranks that are left promise a gain, and asks with cheap pieces where its
notes are empty.

sys.stdin has the lines that the bot is sent, print() answers, and what goes to sys.stderr is the bot's chat, which never
counts as a move.
"""

import math
import random
import re
import sys
from collections import Counter, deque

# The army as RED sees it, the front last: 1 (marshal) to 9 (scout), s (spy), B (bomb) and F (flag).
ARMY = ["8B7FB78B87", "7B5B4B8589", "6693s26594", "9491369959"]

DIRECTIONS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
EMPTY, ENEMY = ".", "#"
MOBILE = "123456789s"
RANKS = frozenset(MOBILE + "BF")

# What the loss of a piece costs.
VALUE = {"1": 10, "2": 9, "3": 8, "4": 7, "5": 6, "6": 5, "7": 4, "8": 4, "9": 2, "s": 4, "B": 3, "F": 100}
# What it is worth to learn who an enemy is, for each halving of what it may be.
NEWS = 0.4

# How many enemies of each rank have not been met; and the notes: the ranks that the enemy in a place may have.
unmet = Counter("".join(ARMY))
notes = {}

MOVE = re.compile(r"(\d+) (\d+) (UP|DOWN|LEFT|RIGHT)(?: (\d+))? ([A-Z]+)(?: (.) (.))?")


def fight(piece, rank):
    """What it brings to attack a piece of this rank."""
    if piece == rank:
        return 0
    is_won = rank in "Fs" or (piece == "8" if rank == "B" else rank == "1" if piece == "s" else piece < rank)
    return VALUE[rank] if is_won else -VALUE[piece]


def gain(piece, ranks):
    """What it brings on average to attack an enemy that may have these ranks."""
    if len(ranks) == 1:
        return fight(piece, *ranks)
    count = sum(unmet[rank] for rank in ranks)
    if count == 0:
        return 0
    expected = sum(unmet[rank] * fight(piece, rank) for rank in ranks) / count
    return expected + NEWS * math.log2(len(ranks))


def take_note(line, is_ours):
    """Notes what a line such as "4 6 UP KILLS 3 5" or "4 6 UP 3 OK" tells of an enemy."""
    found = MOVE.match(line)
    if not found:
        return  # START or NO_MOVE
    x, y, direction, steps, outcome, attacker, defender = found.groups()
    right, down = DIRECTIONS[direction]
    start, steps = (int(x), int(y)), int(steps or 1)
    end = (start[0] + steps * right, start[1] + steps * down)
    if is_ours and outcome == "OK":
        return
    # Who stood in our way, or who came.
    ranks = notes.pop(end if is_ours else start, RANKS)
    if outcome != "OK":
        rank = defender if is_ours else attacker
        if len(ranks) > 1:
            unmet[rank] -= 1
        ranks = frozenset(rank)
    elif steps > 1:
        unmet["9"] -= len(ranks) > 1
        ranks = frozenset("9")  # nobody else goes so far
    else:
        ranks = ranks & frozenset(MOBILE)  # bombs and the flag cannot move
    if outcome == "OK" or outcome == ("DIES" if is_ours else "KILLS"):
        notes[end] = ranks


def legal_moves(board):
    """All moves: the piece, its place, the words of the move, the place where it ends, and what is there."""
    for (x, y), piece in board.items():
        if piece not in MOBILE:
            continue
        for direction, (right, down) in DIRECTIONS.items():
            # A scout goes as far as it can see.
            for steps in range(1, 10 if piece == "9" else 2):
                end = (x + steps * right, y + steps * down)
                target = board.get(end)
                if target not in (EMPTY, ENEMY):
                    break
                words = f"{x} {y} {direction}" + (f" {steps}" if steps > 1 else "")
                yield piece, (x, y), words, end, target
                if target == ENEMY:
                    break


def choose(board, trail):
    enemies = {place: notes.get(place, RANKS) for place, cell in board.items() if cell == ENEMY}
    # What was worked out once for a piece and an enemy holds for all like them.
    pieces = set(board.values()) & set(MOBILE)
    gains = {(piece, ranks): gain(piece, ranks) for piece in pieces for ranks in set(enemies.values())}

    def outlook(piece, place):
        """What a piece can hope for in a place: the best attack, which is worth the less the farther away it is."""
        return max(gains[piece, ranks] / (1 + math.dist(place, enemy)) for enemy, ranks in enemies.items())

    def worth(move):
        piece, start, _, end, target = move
        if target == ENEMY:
            return gains[piece, enemies[end]]
        # Whoever walks to and fro gets nowhere.
        return outlook(piece, end) - outlook(piece, start) - trail.count((piece, end))

    moves = list(legal_moves(board))
    if not moves or not enemies:
        return moves[0][2] if moves else "NO_MOVE"
    random.shuffle(moves)  # of equal moves any
    best = max(moves, key=worth)
    trail.append(best[:2])
    print(f"{best[0]}: {best[2]}, worth {worth(best):.1f}", file=sys.stderr)
    return best[2]


def hear():
    """The next line; QUIT at the end of the input too."""
    return sys.stdin.readline().rstrip("\n") or "QUIT"


def main():
    # An enemy's words are repeated as they came: bytes that are no text, and carriage returns.
    sys.stdin.reconfigure(errors="replace", newline="\n")
    colour = hear().split()[0]  # then the opponent's name, the width and the height of the board
    if colour == "QUIT":
        return
    print(*(ARMY if colour == "RED" else reversed(ARMY)), sep="\n", flush=True)
    trail = deque(maxlen=12)
    line = hear()  # START, or the first move of RED and what came of it
    while not line.startswith("QUIT"):
        take_note(line, is_ours=False)
        board = {(x, y): cell for y in range(10) for x, cell in enumerate(hear())}
        print(choose(board, trail), flush=True)
        line = hear()  # our move and what came of it
        if not line.startswith("QUIT"):
            take_note(line, is_ours=True)
            line = hear()  # the same of the enemy's


main()
