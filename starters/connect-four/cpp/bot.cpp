// A Connect Four bot. It plays a random legal column: write something better in choose().

#include <array>
#include <chrono>
#include <iostream>
#include <random>
#include <vector>

constexpr int columns = 7;
constexpr int rows = 6;

enum class Cell { empty, me, them };

class Board {
public:
    bool is_open(int column) const {
        return column >= 0 && column < columns && cells[column][rows - 1] == Cell::empty;
    }

    std::vector<int> open_columns() const {
        std::vector<int> open;
        for (int column = 0; column < columns; column++) {
            if (is_open(column)) open.push_back(column);
        }
        return open;
    }

    // Returns false if the column does not exist or is full.
    bool drop(int column, Cell player) {
        if (!is_open(column)) return false;
        int row = 0;
        while (cells[column][row] != Cell::empty) row++;
        cells[column][row] = player;
        return true;
    }

private:
    // cells[column][row], row 0 at the bottom.
    std::array<std::array<Cell, rows>, columns> cells{};
};

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return a column, 0 (left) to 6 (right), that is not full. There is at least one.
static int choose(const Board &board, std::mt19937 &random) {
    std::vector<int> open = board.open_columns();
    return open[random() % open.size()];
}
// ---------------------------------------------------------------------------------------------------------------

// Reads the other player's column and drops it. Returns false at the end of the game (0, -1, -2 or -3).
static bool hear_move(Board &board) {
    int column = 0;
    return (std::cin >> column) && board.drop(column - 1, Cell::them);
}

int main() {
    std::mt19937 random(static_cast<unsigned>(std::chrono::system_clock::now().time_since_epoch().count()));
    Board board;
    int place = 0;

    // std::endl flushes. A line ended by '\n' stays in a buffer of this program and nobody hears it.
    std::cout << 'p' << std::endl;
    if (!(std::cin >> place)) return 0;
    if (place == 2) {
        std::cout << '?' << std::endl;
        if (!hear_move(board)) return 0;
    }
    while (!board.open_columns().empty()) {
        int column = choose(board, random);
        board.drop(column, Cell::me);
        std::cerr << "I play " << column + 1 << '\n';  // stderr is the bot's chat
        std::cout << column + 1 << std::endl;
        if (!hear_move(board)) break;
    }
}
