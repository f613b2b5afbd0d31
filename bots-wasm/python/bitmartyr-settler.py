"""settler, a BitMartyr bot: its units go where there is room, and leave a clone behind wherever they have been. No two
of them ever go into the same cell: there they would kill each other.

The program is started afresh for every turn. It reads what its units see, prints an action for each, and ends: nothing
is remembered from one turn to the next.
"""

import sys

STAY, UP, RIGHT, DOWN, LEFT = range(5)
STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}  # so far to the right, so far down

# A unit sees 25 cells, five rows of five, and stands in the middle of them.
SEEN = 25


def place(right, down):
    """The number of the cell that is so far to the right and so far down, -2 to 2 each."""
    return 12 + 5 * down + right


HERE = place(0, 0)
# For each step the cell that it leads to, and the cells from which others may step there too, with their steps.
AHEAD = {step: place(*way) for step, way in STEPS.items()}
OTHERS = {
    step: [(other, place(right - far, down - deep)) for other, (far, deep) in STEPS.items() if other != step]
    for step, (right, down) in STEPS.items()
}


def choose(sight, turn):
    """The action of a unit. In `sight` are the health of our units above 0, of others below, and 0 where nobody is."""
    health = sight[HERE]
    best, most = STAY, 0
    for step, cell in AHEAD.items():
        worth = value(sight, step, health, sight[cell])
        if worth > most and has_right_of_way(sight, step, turn):
            best, most = step, worth
    return best


def value(sight, step, health, there):
    """What it is worth to go there; 0 if it is better to stay."""
    if there > 0:
        return 0
    if there < 0:
        # A weaker enemy dies. An equal one dies with us, but our clone stays behind; a unit of health 1 leaves none.
        is_worth_it = -there < health or -there == health > 1
        return 10 - there if is_worth_it else 0
    if health == 1:
        return 0
    # The more room there is around an empty cell, the better: an enemy there is as good, as long as it is weaker.
    beside = [sight[near] for _, near in OTHERS[step]]
    room = sum(near == 0 or -health < near < 0 for near in beside)
    is_dangerous = any(near < -health for near in beside)
    return 1 if is_dangerous else 2 + room


def has_right_of_way(sight, step, turn):
    """Whether no other unit of ours goes into the same cell: all of them know the order that the steps have in this turn."""
    order = (step + turn) % 4
    return all(sight[near] <= 0 or (other + turn) % 4 > order for other, near in OTHERS[step])


def main():
    # First a random number, the greatest that it could be, and how many turns are over; then the units.
    numbers = list(map(int, sys.stdin.read().split()))
    if len(numbers) < 3:
        return
    turn, cells = numbers[2], numbers[3:]
    units = [cells[start:start + SEEN] for start in range(0, len(cells) - SEEN + 1, SEEN)]
    print("".join(str(choose(sight, turn)) for sight in units))


main()
