// A BitMartyr bot. Its units take what they can: write something better in choose().
//
// The program is started afresh for every turn. It reads what its units see, prints an action for each, and ends:
// nothing is remembered from one turn to the next.
//
//     c++ -std=c++17 -O2 bot.cpp -o bot                                                      an ordinary executable
//     clang++-19 --target=wasm32-wasi -std=c++17 -O2 -s -fno-exceptions bot.cpp -o bot.wasm  a WASI module

#include <array>
#include <iostream>
#include <random>
#include <vector>

enum class Action { stay, up, right, down, left, die };

constexpr Action moves[] = {Action::up, Action::right, Action::down, Action::left};

// Reads a number. Returns false at the end of the input. A turn has thousands of numbers, for which `std::cin >>` takes
// twice as long.
static bool hear_number(int &number) {
    std::streambuf &input = *std::cin.rdbuf();
    int letter = input.sbumpc(), value = 0;
    while (letter != EOF && letter != '-' && (letter < '0' || letter > '9')) letter = input.sbumpc();
    if (letter == EOF) return false;
    bool is_negative = letter == '-';
    if (is_negative) letter = input.sbumpc();
    for (; letter >= '0' && letter <= '9'; letter = input.sbumpc()) value = value * 10 + (letter - '0');
    number = is_negative ? -value : value;
    return true;
}

// What a unit sees: the health of your own units above 0, of others below, empty cells 0.
class Sight {
public:
    // The cell so far to the right and so far down, -2 to 2 each. The board has no edge.
    int at(int right, int down) const { return cells[12 + 5 * down + right]; }

    // The unit's own health, 1 to 5.
    int health() const { return at(0, 0); }

    // The cell that an action leads to.
    int next(Action action) const {
        switch (action) {
            case Action::up: return at(0, -1);
            case Action::right: return at(1, 0);
            case Action::down: return at(0, 1);
            case Action::left: return at(-1, 0);
            default: return at(0, 0);
        }
    }

    // Reads what the next unit sees. Returns false when there is none.
    bool hear() {
        for (int &cell : cells) {
            if (!hear_number(cell)) return false;
        }
        return true;
    }

private:
    std::array<int, 25> cells{};  // row by row from above
};

// What all units of a run share.
struct Moment {
    int turn = 0;  // how many turns are over
    std::mt19937 random;

    // First a random number, the greatest that it could be, and how many turns are over.
    bool hear() {
        int number = 0, greatest = 0;
        if (!hear_number(number) || !hear_number(greatest) || !hear_number(turn)) return false;
        random.seed(static_cast<unsigned>(number));  // so a match can be repeated
        return true;
    }
};

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. Whoever moves leaves a clone of one health less. Where several meet the one of most
// health lives, and equals kill each other, of one team too.
static Action choose(const Sight &sight, Moment &moment) {
    std::vector<Action> open;
    for (Action move : moves) {
        int cell = sight.next(move);
        if (cell < 0 && -cell < sight.health()) return move;  // weaker than we
        if (cell == 0) open.push_back(move);
    }
    return open.empty() || sight.health() == 1 ? Action::stay : open[moment.random() % open.size()];
}
// ---------------------------------------------------------------------------------------------------------------

int main() {
    // Without this, every letter is read one by one through C's stdin.
    std::ios::sync_with_stdio(false);
    Moment moment;
    if (!moment.hear()) return 0;
    Sight sight;
    while (sight.hear()) std::cout << static_cast<int>(choose(sight, moment));
    std::cout << std::endl;
}
