// A Generals bot. It makes a random legal move: write something better in choose().

#include <chrono>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

enum Kind { empty = 1, city, capital, mountain };

// What you know of a cell. Where it is not seen, `empty` can be anybody's capital too, `city` a mountain or a captured
// capital, and owner and army are 0. Owner 0 is nobody.
struct Cell {
    int seen = 0, kind = empty, owner = 0, army = 0;
};

struct Player {
    int army = 0, land = 0;  // no land: that player is out
};

struct Move {
    int option;  // 1: all but one unit, 2: half of them
    int row, column, to_row, to_column;

    std::string text() const {
        std::string text = std::to_string(option);
        for (int number : {row, column, to_row, to_column}) text += ' ' + std::to_string(number);
        return text;
    }
};

// Reads a number; 0 at the end of the input. A large map has thousands of them in each turn, for which `std::cin >>` takes
// five times as long.
static int hear_number() {
    std::streambuf &input = *std::cin.rdbuf();
    int letter = input.sbumpc(), number = 0;
    while (letter != EOF && (letter < '0' || letter > '9')) letter = input.sbumpc();
    for (; letter >= '0' && letter <= '9'; letter = input.sbumpc()) number = number * 10 + (letter - '0');
    return number;
}

// Rows, columns and players are counted from 1.
class Board {
public:
    int rows = 0, columns = 0, players = 0, me = 0;

    const Cell &at(int row, int column) const { return cells[(row - 1) * columns + column - 1]; }

    const Player &player(int number) const { return statistics[number - 1]; }

    bool is_open(int row, int column) const {
        return row >= 1 && row <= rows && column >= 1 && column <= columns && at(row, column).kind != mountain;
    }

    // Every legal move that moves something. All that borders on your cells is seen.
    std::vector<Move> legal_moves() const {
        std::vector<Move> moves;
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= columns; column++) {
                if (at(row, column).owner != me || at(row, column).army < 2) continue;
                for (auto [down, right] : {std::pair(-1, 0), std::pair(0, -1), std::pair(0, 1), std::pair(1, 0)}) {
                    if (!is_open(row + down, column + right)) continue;
                    for (int option : {1, 2}) moves.push_back({option, row, column, row + down, column + right});
                }
            }
        }
        return moves;
    }

    // Once: the size of the map, how many play, and which of them you are.
    bool hear_header() {
        rows = hear_number(), columns = hear_number(), players = hear_number(), me = hear_number();
        cells.resize(rows * columns);
        statistics.resize(players);
        return players > 0;
    }

    // Each turn begins with 1. Returns false with 0, or at the end of the input: then it is over.
    bool hear() {
        if (hear_number() != 1) return false;
        for (Player &player : statistics) player.army = hear_number(), player.land = hear_number();
        for (Cell &cell : cells) {
            cell = Cell{};
            cell.seen = hear_number(), cell.kind = hear_number();
            if (cell.seen && cell.kind != mountain) cell.owner = hear_number(), cell.army = hear_number();
        }
        return true;
    }

private:
    std::vector<Cell> cells;
    std::vector<Player> statistics;
};

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves; there is at least one.
static Move choose(const std::vector<Move> &moves, const Board &, std::mt19937 &random) {
    return moves[random() % moves.size()];
}
// ---------------------------------------------------------------------------------------------------------------

int main() {
    // Without this, every letter is read one by one through C's stdin.
    std::ios::sync_with_stdio(false);
    std::mt19937 random(static_cast<unsigned>(std::chrono::system_clock::now().time_since_epoch().count()));
    Board board;
    if (!board.hear_header()) return 0;
    while (board.hear()) {
        std::vector<Move> moves = board.legal_moves();
        std::string move = moves.empty() ? "-1" : choose(moves, board, random).text();
        std::cerr << "I play " << move << '\n';  // stderr is the bot's chat
        // std::endl flushes. A line ended by '\n' stays in a buffer of this program and nobody hears it.
        std::cout << move << std::endl;
    }
}
