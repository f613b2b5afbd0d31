"""A BitMartyr bot. Its units take what they can: write something better in choose().

The program is started afresh for every turn. It reads what its units see, prints an action for each, and ends: nothing
is remembered from one turn to the next.
"""

import random
import sys

STAY, UP, RIGHT, DOWN, LEFT, DIE = range(6)
STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}  # so far to the right, so far down


# ----------------------------------------------------------------------------------------------------------------
# CHOOSE THE UNIT'S ACTION HERE. `sight` has 25 numbers, see at(): the health of your own units above 0, of others below, empty
# cells 0. Whoever moves leaves a clone of one health less. Where several meet the one of most health lives, and equals
# kill each other, of one team too. `turn` is how many turns are over.
def choose(sight, turn):
    health = at(sight, 0, 0)
    cells = {move: at(sight, *step) for move, step in STEPS.items()}
    for move, cell in cells.items():
        if cell < 0 and -cell < health:  # weaker than we
            return move
    open_moves = [move for move, cell in cells.items() if cell == 0]
    return random.choice(open_moves) if open_moves and health > 1 else STAY
# ----------------------------------------------------------------------------------------------------------------


def at(sight, right, down):
    """The cell so far to the right and so far down, -2 to 2 each; at(sight, 0, 0) is the unit. The board has no edge."""
    return sight[12 + 5 * down + right]


def main():
    # First a random number, the greatest that it could be, and how many turns are over; then the units.
    numbers = list(map(int, sys.stdin.read().split()))
    if len(numbers) < 3:
        return
    number, _, turn = numbers[:3]
    random.seed(number)  # so a match can be repeated
    units = [numbers[start:start + 25] for start in range(3, len(numbers) - 24, 25)]
    print("".join(str(choose(sight, turn)) for sight in units))


main()
