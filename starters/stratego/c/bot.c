// A Stratego bot. It makes a random legal move: write something better in choose().

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 10, ROWS = 4, LINE = 256, MOVES = 40 * 4 * 9 };

// Your army as RED sees it: the first line stands at the top edge of the board, the last one is the front. The pieces are
// 1 (marshal) to 9 (scout), s (spy), B (bomb) and F (flag).
static const char *ARMY[ROWS] = {"BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"};

static const struct { const char *word; int x, y; } DIRECTIONS[4] = {
    {"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0},
};

// `steps` is 1 but for scouts, which go as far as nothing is in their way.
struct move { int x, y, direction, steps; };

// board[y][x] is your own piece, '.' (empty), '#' (an enemy) or '+' (water).
static char board[SIZE][LINE];
// What came of your last move and of the enemy's, such as "4 6 UP KILLS 3 5".
static char mine[LINE], theirs[LINE];

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the `count` legal moves. There is at least one.
static struct move choose(const struct move *moves, int count) {
    return moves[rand() % count];
}
// ---------------------------------------------------------------------------------------------------------------

// How many squares a piece can go that way, onto an enemy included.
static int reach(int x, int y, int direction) {
    char piece = board[y][x];
    if (!strchr("123456789s", piece)) return 0;
    int farthest = piece == '9' ? SIZE - 1 : 1;
    for (int steps = 1; steps <= farthest; steps++) {
        x += DIRECTIONS[direction].x;
        y += DIRECTIONS[direction].y;
        char there = x >= 0 && x < SIZE && y >= 0 && y < SIZE ? board[y][x] : '+';
        if (there == '#') return steps;
        if (there != '.') return steps - 1;
    }
    return farthest;
}

static int legal_moves(struct move *moves) {
    int count = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            for (int direction = 0; direction < 4; direction++) {
                int farthest = reach(x, y, direction);
                for (int steps = 1; steps <= farthest; steps++) {
                    moves[count++] = (struct move){x, y, direction, steps};
                }
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

// Reads a line without its newline; of a longer one than fits, its beginning: an enemy's words are repeated as they came.
// Returns 0 at the end of the match.
static int hear(char *line) {
    int length = 0, byte;
    while ((byte = getchar()) != '\n') {
        if (byte == EOF) return 0;
        if (length < LINE - 1) line[length++] = (char)byte;
    }
    line[length] = 0;
    return strcmp(line, "QUIT") != 0 && strncmp(line, "QUIT ", 5) != 0;
}

static int hear_board(void) {
    for (int y = 0; y < SIZE; y++) {
        if (!hear(board[y])) return 0;
    }
    return 1;
}

static void write_move(char *line, struct move move) {
    int length = snprintf(line, LINE, "%d %d %s", move.x, move.y, DIRECTIONS[move.direction].word);
    if (move.steps > 1) snprintf(line + length, LINE - length, " %d", move.steps);
}

int main(void) {
    static struct move moves[MOVES];
    char line[LINE];
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    srand((unsigned)(now.tv_sec ^ now.tv_nsec));

    // The colour, then the opponent's name, the width and the height of the board.
    if (!hear(line)) return 0;
    int red = strncmp(line, "RED ", 4) == 0;
    for (int row = 0; row < ROWS; row++) say(ARMY[red ? row : ROWS - 1 - row]);

    // START, or the first move of RED and what came of it; later our own move, then the enemy's.
    while (hear(theirs) && hear_board()) {
        int count = legal_moves(moves);
        if (count == 0) {
            strcpy(line, "NO_MOVE");
        } else {
            write_move(line, choose(moves, count));
        }
        fprintf(stderr, "I play %s\n", line);  // stderr is the bot's chat
        say(line);
        if (!hear(mine)) break;
    }
    return 0;
}
