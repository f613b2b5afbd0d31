// A Stratego bot. It makes a random legal move: write something better in choose().

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <random>
#include <string>
#include <vector>

constexpr int size = 10;

// Your army as RED sees it: the first line stands at the top edge of the board, the last one is the front. The pieces are
// 1 (marshal) to 9 (scout), s (spy), B (bomb) and F (flag).
static std::array<std::string, 4> army{"BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"};

struct Direction {
    std::string word;
    int x, y;
};

static const std::array<Direction, 4> directions{{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}};

struct Move {
    int x, y;
    Direction direction;
    int steps;  // 1 but for scouts, which go as far as nothing is in their way

    std::string text() const {
        std::string text = std::to_string(x) + ' ' + std::to_string(y) + ' ' + direction.word;
        return steps == 1 ? text : text + ' ' + std::to_string(steps);
    }
};

class Board {
public:
    // Your own piece, '.' (empty), '#' (an enemy) or '+' (water; beyond the edge too).
    char at(int x, int y) const {
        return x >= 0 && x < size && y >= 0 && y < size ? rows[y][x] : '+';
    }

    std::vector<Move> legal_moves() const {
        std::vector<Move> moves;
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                for (const Direction &direction : directions) {
                    int farthest = reach(x, y, direction);
                    for (int steps = 1; steps <= farthest; steps++) moves.push_back({x, y, direction, steps});
                }
            }
        }
        return moves;
    }

    // Returns false if the input ends before the board does.
    bool hear() {
        for (std::string &row : rows) {
            if (!std::getline(std::cin, row) || row.size() < size) return false;
        }
        return true;
    }

private:
    std::array<std::string, size> rows;

    // How many squares a piece can go that way, onto an enemy included.
    int reach(int x, int y, const Direction &direction) const {
        char piece = at(x, y);
        if (std::string("123456789s").find(piece) == std::string::npos) return 0;
        int farthest = piece == '9' ? size - 1 : 1;
        for (int steps = 1; steps <= farthest; steps++) {
            char there = at(x + steps * direction.x, y + steps * direction.y);
            if (there == '#') return steps;
            if (there != '.') return steps - 1;
        }
        return farthest;
    }
};

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves; there is at least one. `mine` and `theirs` are the last moves and what
// came of them, such as "4 6 UP KILLS 3 5".
static Move choose(const std::vector<Move> &moves, const Board &, const std::string & /*mine*/,
                   const std::string & /*theirs*/, std::mt19937 &random) {
    return moves[random() % moves.size()];
}
// ---------------------------------------------------------------------------------------------------------------

// Reads a line. Returns false at the end of the match.
static bool hear(std::string &line) {
    return std::getline(std::cin, line) && line != "QUIT" && line.rfind("QUIT ", 0) != 0;
}

int main() {
    std::mt19937 random(static_cast<unsigned>(std::chrono::system_clock::now().time_since_epoch().count()));
    Board board;
    std::string line, mine, theirs;

    // The colour, then the opponent's name, the width and the height of the board.
    if (!hear(line)) return 0;
    if (line.rfind("RED ", 0) != 0) std::reverse(army.begin(), army.end());
    // std::endl flushes. A line ended by '\n' stays in a buffer of this program and nobody hears it.
    for (const std::string &row : army) std::cout << row << std::endl;

    // START, or the first move of RED and what came of it; later our own move, then the enemy's.
    while (hear(theirs) && board.hear()) {
        std::vector<Move> moves = board.legal_moves();
        std::string move = moves.empty() ? "NO_MOVE" : choose(moves, board, mine, theirs, random).text();
        std::cerr << "I play " << move << '\n';  // stderr is the bot's chat
        std::cout << move << std::endl;
        if (!hear(mine)) break;
    }
}
