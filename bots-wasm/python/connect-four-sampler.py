"""sampler, a Connect Four bot: before each of its moves it plays some hundred games to their end, with random moves on
both sides, and takes the column after which it has won the most of them. It knows nothing else of the game but how a
player wins.

input() reads the next line that the bot is sent, print() answers, and what goes to sys.stderr is the bot's chat, which
never counts as a move.
"""

import math
import random
import sys

COLUMNS, ROWS = 7, 6

# How many games it plays before a move. With four times as many it judges twice as exactly.
SAMPLES = 250

# The stones of a player are the bits of one number: a column has 7 of them, the lowest cell first. The last bit of each
# column stays 0, so that no line of stones goes on in the next column.
HEIGHT = ROWS + 1
BOTTOM = [1 << HEIGHT * column for column in range(COLUMNS)]
TOP = [bottom << ROWS - 1 for bottom in BOTTOM]
WHOLE = [(bottom << ROWS) - bottom for bottom in BOTTOM]
# How far apart the bits of two neighbours are: above each other, beside each other, and in the two diagonals.
NEIGHBOURS = (1, HEIGHT, HEIGHT - 1, HEIGHT + 1)


def has_four(stones):
    """Whether four of these stones are in a row."""
    for apart in NEIGHBOURS:
        pairs = stones & stones >> apart
        if pairs & pairs >> 2 * apart:
            return True
    return False


def free_cell(taken, column):
    """The lowest free cell of a column, as a bit: adding 1 to 0111 gives 1000."""
    return taken + BOTTOM[column] & WHOLE[column]


def open_columns(taken):
    return [column for column in range(COLUMNS) if not taken & TOP[column]]


def sample(mover, other):
    """Plays to the end with random moves. Returns 1 if the player who moves first wins, -1 if they lose, 0 for a draw."""
    worth, columns = 1, open_columns(mover | other)
    while columns:
        column = random.choice(columns)
        cell = free_cell(mover | other, column)
        mover |= cell
        if has_four(mover):
            return worth
        if cell == TOP[column]:
            columns.remove(column)
        mover, other, worth = other, mover, -worth
    return 0


def sensible_columns(me, them):
    """The columns to choose from: one that wins at once; else one where they would win at once; else all."""
    taken = me | them
    columns = open_columns(taken)
    for stones in me, them:
        if winning := [column for column in columns if has_four(stones | free_cell(taken, column))]:
            return winning
    return columns


def choose(me, them):
    """Samples the columns and returns the best of them."""
    columns = sensible_columns(me, them)
    won, tried = dict.fromkeys(columns, 0), dict.fromkeys(columns, 0)

    def promise(column):
        """How good a column may be: the less often it was tried, the more it may have been bad luck (UCB1)."""
        if not tried[column]:
            return math.inf
        return won[column] / tried[column] + math.sqrt(2 * math.log(count) / tried[column])

    for count in range(1, SAMPLES + 1 if len(columns) > 1 else 2):
        # Most of the games go to the columns that do best.
        column = max(columns, key=promise)
        won[column] -= sample(them, me | free_cell(me | them, column))
        tried[column] += 1
    column = max(columns, key=tried.get)
    print(f"{column + 1}: {won[column]:+} in {tried[column]} games", file=sys.stderr)
    return column


def hear_cell(taken):
    """Reads the other player's column and returns the cell; None at the end of the game (0, -1, -2 or -3)."""
    line = sys.stdin.readline().strip()
    if not line.isdigit() or int(line) - 1 not in open_columns(taken):
        return None
    return free_cell(taken, int(line) - 1)


def main():
    me = them = 0
    print("p", flush=True)
    if sys.stdin.readline().strip() == "2":
        print("?", flush=True)
        them = hear_cell(0)
        if them is None:
            return
    while open_columns(me | them):
        column = choose(me, them)
        me |= free_cell(me | them, column)
        print(column + 1, flush=True)
        cell = hear_cell(me | them)
        if cell is None:
            return
        them |= cell


main()
