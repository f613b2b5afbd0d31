// A Generals bot. It makes a random legal move: write something better in choose().

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 50, PLAYERS = 64, MOVES = SIDE * SIDE * 4 * 2 };
enum { EMPTY = 1, CITY, CAPITAL, MOUNTAIN };
enum { ALL = 1, HALF = 2 };

// What you know of a cell. Where `seen` is 0, EMPTY can be anybody's capital too, CITY a mountain or a captured capital,
// and owner and army are 0. Owner 0 is nobody.
struct cell { int seen, kind, owner, army; };
struct player { int army, land; };
// ALL but one unit, or HALF of them, from one cell to a neighbour.
struct move { int option, row, column, to_row, to_column; };

// Rows, columns and players are counted from 1. player[p].land is 0 for those who are out.
static int rows, columns, players, me;
static struct cell board[SIDE + 1][SIDE + 1];
static struct player player[PLAYERS + 1];

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the `count` moves. There is at least one.
static struct move choose(const struct move *moves, int count) {
    return moves[rand() % count];
}
// ---------------------------------------------------------------------------------------------------------------

static int is_open(int row, int column) {
    return row >= 1 && row <= rows && column >= 1 && column <= columns && board[row][column].kind != MOUNTAIN;
}

// Every legal move that moves something. All that borders on your cells is seen.
static int legal_moves(struct move *moves) {
    static const int ways[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    int count = 0;
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++) {
            if (board[row][column].owner != me || board[row][column].army < 2) continue;
            for (int way = 0; way < 4; way++) {
                int to_row = row + ways[way][0], to_column = column + ways[way][1];
                if (!is_open(to_row, to_column)) continue;
                moves[count++] = (struct move){ALL, row, column, to_row, to_column};
                moves[count++] = (struct move){HALF, row, column, to_row, to_column};
            }
        }
    }
    return count;
}

// Without fflush the line stays in a buffer of this program and nobody hears it.
static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

// Reads a number; 0 at the end of the input. A large map has thousands of them: scanf would take its time.
static int hear(void) {
    int letter = getchar(), number = 0;
    while (letter != EOF && (letter < '0' || letter > '9')) letter = getchar();
    for (; letter >= '0' && letter <= '9'; letter = getchar()) number = number * 10 + (letter - '0');
    return number;
}

static void hear_board(void) {
    for (int number = 1; number <= players; number++) {
        player[number].army = hear();
        player[number].land = hear();
    }
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++) {
            struct cell cell = {0};
            cell.seen = hear();
            cell.kind = hear();
            if (cell.seen && cell.kind != MOUNTAIN) {
                cell.owner = hear();
                cell.army = hear();
            }
            board[row][column] = cell;
        }
    }
}

int main(void) {
    static struct move moves[MOVES];
    char line[80];
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    srand((unsigned)(now.tv_sec ^ now.tv_nsec));

    // Once: the size of the map, how many play, and which of them you are.
    rows = hear();
    columns = hear();
    players = hear();
    me = hear();
    if (rows > SIDE || columns > SIDE || players > PLAYERS) return 1;

    // Each turn begins with 1. With 0, or at the end of the input, it is over.
    while (hear() == 1) {
        hear_board();
        int count = legal_moves(moves);
        if (count == 0) {
            snprintf(line, sizeof line, "-1");
        } else {
            struct move move = choose(moves, count);
            snprintf(line, sizeof line, "%d %d %d %d %d", move.option, move.row, move.column, move.to_row, move.to_column);
        }
        fprintf(stderr, "I play %s\n", line);  // stderr is the bot's chat
        say(line);
    }
    return 0;
}
