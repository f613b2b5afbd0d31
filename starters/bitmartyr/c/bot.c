// A BitMartyr bot. Its units take what they can: write something better in choose().
//
// The program is started afresh for every turn. It reads what its units see, prints an action for each, and ends:
// nothing is remembered from one turn to the next.
//
//     cc -O2 bot.c -o bot                                        an ordinary executable
//     clang-19 --target=wasm32-wasi -O2 -s bot.c -o bot.wasm     a WASI module

#include <stdio.h>
#include <stdlib.h>

enum { SIGHT = 2, SIDE = 2 * SIGHT + 1 };

enum action { STAY, UP, RIGHT, DOWN, LEFT, DIE };

// How many turns are over. The same for all units of a run.
static int turn;

// What the unit sees, row by row from above: health of your own units above 0, of others below, empty cells 0.
static int sight[SIDE][SIDE];

// The cell so far to the right and so far down, -2 to 2 each; at(0, 0) is the unit itself. The board has no edge.
static int at(int right, int down) {
    return sight[SIGHT + down][SIGHT + right];
}

// The cell that an action leads to.
static int next(enum action action) {
    static const int steps[][2] = {{0, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}};
    return at(steps[action][0], steps[action][1]);
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. Whoever moves leaves a clone of one health less. Where several meet the one of most
// health lives, and equals kill each other, of one team too.
static enum action choose(void) {
    int health = at(0, 0);
    enum action open[4];
    int count = 0;
    for (enum action action = UP; action <= LEFT; action++) {
        int cell = next(action);
        if (cell < 0 && -cell < health) return action;  // weaker than we
        if (cell == 0) open[count++] = action;
    }
    return count > 0 && health > 1 ? open[rand() % count] : STAY;
}
// ---------------------------------------------------------------------------------------------------------------

// Reads a number. Returns 0 at the end of the input. A turn has thousands of numbers: scanf would take its time.
static int hear(int *number) {
    int letter = getchar(), sign = 1, value = 0;
    while (letter != EOF && letter != '-' && (letter < '0' || letter > '9')) letter = getchar();
    if (letter == EOF) return 0;
    if (letter == '-') {
        sign = -1;
        letter = getchar();
    }
    for (; letter >= '0' && letter <= '9'; letter = getchar()) value = value * 10 + (letter - '0');
    *number = sign * value;
    return 1;
}

// Reads what the next unit sees. Returns 0 when there is none.
static int hear_unit(void) {
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        if (!hear(&sight[cell / SIDE][cell % SIDE])) return 0;
    }
    return 1;
}

int main(void) {
    // First a random number, the greatest that it could be, and how many turns are over.
    int random, greatest;
    if (!hear(&random) || !hear(&greatest) || !hear(&turn)) return 0;
    srand((unsigned)random);  // so a match can be repeated
    while (hear_unit()) putchar('0' + choose());
    return 0;
}
