"""forager, a Generals bot: it takes what lies beside its armies, the most valuable first. If there is nothing, its
largest army goes to the nearest thing to take: a capital that it has seen, else an enemy's land, else anything.

sys.stdin has the lines that the bot is sent, print() answers, and what goes to sys.stderr is the bot's chat, which never
counts as a move.

Two seconds have to last for up to 1,000 moves. So a cell is a number here, row by row from the top left, and each line
of the board is taken apart only once, however often it comes.
"""

import sys
import time
from itertools import islice

EMPTY, CITY, CAPITAL, MOUNTAIN = 1, 2, 3, 4
NOBODY, UNSEEN = 0, -1
# With less than this left of the two seconds, it does not look for ways any more.
RESERVE = 0.2
START = time.perf_counter()


class Cells(dict):
    """What the lines of a board say: the kind of a cell, its owner and its army."""

    def __missing__(self, line):
        is_seen, kind, *rest = map(int, line.split())
        if not is_seen or kind == MOUNTAIN:
            # Under fog "0 2" is a mountain or a city.
            cell = (MOUNTAIN if kind == CITY else kind, UNSEEN, 0)
        else:
            cell = (kind, *rest)
        self[line] = cell
        return cell


def hear():
    """The numbers of the next line; none at the end of the input."""
    return list(map(int, sys.stdin.readline().split()))


class Forager:
    def __init__(self, rows, columns, players, me):
        self.size, self.columns, self.players, self.me = rows * columns, columns, players, me
        self.lines = Cells()
        self.capitals = set()
        self.replies = 0
        self.beside = [self.neighbours(cell) for cell in range(self.size)]

    def neighbours(self, cell):
        """The cells above, below, to the left and to the right."""
        column = cell % self.columns
        near = [cell - self.columns, cell + self.columns]
        near += [cell - 1] if column > 0 else []
        near += [cell + 1] if column < self.columns - 1 else []
        return [other for other in near if 0 <= other < self.size]

    def hear_board(self):
        self.totals = [hear()[0] for _ in range(self.players)]
        lines = self.lines
        self.board = [lines[line] for line in islice(sys.stdin, self.size)]
        for cell, (kind, owner, _) in enumerate(self.board):
            if kind == CAPITAL and owner != self.me:
                self.capitals.add(cell)
            elif owner != UNSEEN:
                self.capitals.discard(cell)

    def prize(self, to, force):
        """What it is worth to go there with so many units; 0 if that takes nothing."""
        kind, owner, army = self.board[to]
        if owner == self.me or owner == UNSEEN or force <= army:
            return 0
        if owner == NOBODY:
            # A city pays off after twice as many rounds as its army has units. The smallest army that can takes it.
            return (2_000 if kind == CITY else 1_000) - force / 1_000
        return (9_000 if kind == CAPITAL else 4_000 if kind == CITY else 3_000) + force / 1_000

    def way(self, start, is_wanted):
        """The first step of a shortest way from here to a cell that is wanted; None if there is no way. It tries all cells
        one step away, then two, and so on."""
        force = self.board[start][2] - 1
        known, cells = {start: start}, [start]
        for cell in cells:
            for near in self.beside[cell]:
                kind, owner, army = self.board[near]
                if near in known or kind == MOUNTAIN or (owner != self.me and army >= force):
                    continue
                known[near] = near if cell == start else known[cell]
                if is_wanted(near):
                    return known[near]
                cells.append(near)
        return None

    def choose(self):
        """From where an army goes, and where to; None if none does."""
        board, me = self.board, self.me
        armies = [cell for cell in range(self.size) if board[cell][1] == me and board[cell][2] > 1]
        best, most = None, 0
        for cell in armies:
            force = board[cell][2] - 1
            for to in self.beside[cell]:
                if board[to][1] != me and (worth := self.prize(to, force)) > most:
                    best, most = (cell, to), worth
        has_time = 2 + self.replies / 1_000 - (time.perf_counter() - START) > RESERVE
        if not armies or not has_time or most >= 3_000:
            return best
        largest = max(armies, key=lambda cell: board[cell][2])
        wishes = [lambda cell: board[cell][1] > NOBODY and board[cell][1] != me, lambda cell: board[cell][1] != me]
        # It goes for a capital if it has more than half of what the strongest enemy has in all.
        strongest = max((total for player, total in enumerate(self.totals, 1) if player != me), default=0)
        if self.capitals and board[largest][2] > strongest / 2:
            wishes.insert(0, self.capitals.__contains__)
        elif best:
            return best
        for is_wanted in wishes:
            if (to := self.way(largest, is_wanted)) is not None:
                return largest, to
        return best

    def place(self, cell):
        """The place of a cell as the game counts it, from 1."""
        return f"{cell // self.columns + 1} {cell % self.columns + 1}"

    def play(self):
        while hear() == [1]:  # with 0, or at the end of the input, it is over
            self.hear_board()
            move = self.choose()
            # 1: all of the army but one unit go.
            print(f"1 {self.place(move[0])} {self.place(move[1])}" if move else "-1", flush=True)
            self.replies += 1


if header := hear():  # once: the size of the map, how many play, and which of them we are
    Forager(*header).play()
