// A Connect Four bot. It plays a random legal column: write something better in choose().

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, EMPTY = 0, ME = 1, THEM = 2 };

// board[column][row], row 0 at the bottom.
static int board[COLUMNS][ROWS];

// Returns 0 if the column does not exist or is full.
static int drop(int column, int player) {
    if (column < 0 || column >= COLUMNS) return 0;
    for (int row = 0; row < ROWS; row++) {
        if (board[column][row] == EMPTY) {
            board[column][row] = player;
            return 1;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return a column, 0 (left) to 6 (right), that is not full. There is at least one.
static int choose(void) {
    int open[COLUMNS], count = 0;
    for (int column = 0; column < COLUMNS; column++) {
        if (board[column][ROWS - 1] == EMPTY) open[count++] = column;
    }
    return open[rand() % count];
}
// ---------------------------------------------------------------------------------------------------------------

static int board_is_full(void) {
    for (int column = 0; column < COLUMNS; column++) {
        if (board[column][ROWS - 1] == EMPTY) return 0;
    }
    return 1;
}

// Without fflush the line stays in a buffer of this program and nobody hears it.
static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

// Reads the other player's column and drops it. Returns 0 at the end of the game (0, -1, -2 or -3).
static int hear_move(void) {
    int column;
    return scanf("%d", &column) == 1 && drop(column - 1, THEM);
}

int main(void) {
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    srand((unsigned)(now.tv_sec ^ now.tv_nsec));

    int place;
    say("p");
    if (scanf("%d", &place) != 1) return 0;
    if (place == 2) {
        say("?");
        if (!hear_move()) return 0;
    }
    while (!board_is_full()) {
        int column = choose();
        drop(column, ME);
        fprintf(stderr, "I play %d\n", column + 1);  // stderr is the bot's chat
        char line[16];
        snprintf(line, sizeof line, "%d", column + 1);
        say(line);
        if (!hear_move()) break;
    }
    return 0;
}
