// A Stratego bot. It makes a random legal move: write something better in
// choose().
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
)

const size = 10

// Your army as RED sees it: the first line stands at the top edge of the board,
// the last one is the front. The pieces are 1 (marshal) to 9 (scout), s (spy),
// B (bomb) and F (flag).
var army = []string{"BFB887878B", "7B5B6s8B76", "6543592546", "9949919939"}

var directions = []struct {
	word        string
	right, down int
}{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}

// Only scouts make more than one step. The direction is one of `directions`.
type move struct{ x, y, direction, steps int }

// board[y][x] is your own piece, '.' (empty), '#' (an enemy) or '+' (water).
var board [size]string

// -----------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves. There is at least one.
func choose(moves []move) move {
	return moves[rand.Intn(len(moves))]
}

// -----------------------------------------------------------------------------

func legalMoves() []move {
	var moves []move
	for y := range board {
		for x := range board[y] {
			for direction := range directions {
				for steps := 1; steps <= reach(x, y, direction); steps++ {
					moves = append(moves, move{x, y, direction, steps})
				}
			}
		}
	}
	return moves
}

// How many squares a piece can go that way, onto an enemy included.
func reach(x, y, direction int) int {
	piece := board[y][x]
	if !strings.ContainsRune("123456789s", rune(piece)) {
		return 0
	}
	farthest := 1
	if piece == '9' {
		farthest = size - 1
	}
	for steps := 1; steps <= farthest; steps++ {
		x += directions[direction].right
		y += directions[direction].down
		switch there(x, y) {
		case '#':
			return steps
		case '.':
		default:
			return steps - 1
		}
	}
	return farthest
}

// What stands on a square; water outside of the board.
func there(x, y int) byte {
	if y < 0 || y >= size || x < 0 || x >= len(board[y]) {
		return '+'
	}
	return board[y][x]
}

var input = bufio.NewReader(os.Stdin)

// Reads a line, which may be an enemy's and hold any bytes. Returns false at the
// end of the match.
func hear() (string, bool) {
	line, err := input.ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	return line, err == nil && line != "QUIT" && !strings.HasPrefix(line, "QUIT ")
}

func hearBoard() bool {
	for y := range board {
		line, isOn := hear()
		if !isOn {
			return false
		}
		board[y] = line
	}
	return true
}

func (move move) String() string {
	text := fmt.Sprint(move.x, move.y, " ", directions[move.direction].word)
	if move.steps > 1 {
		text += fmt.Sprint(" ", move.steps)
	}
	return text
}

func main() {
	// The colour, then the opponent's name, the width and the height of the board.
	line, isOn := hear()
	if !isOn {
		return
	}
	isRed := strings.HasPrefix(line, "RED ")
	for row := range army {
		if isRed {
			fmt.Println(army[row])
		} else {
			fmt.Println(army[len(army)-1-row])
		}
	}
	for {
		// START, or RED's first move and what came of it; later the enemy's move.
		if _, isOn := hear(); !isOn || !hearBoard() {
			return
		}
		answer := "NO_MOVE"
		if moves := legalMoves(); len(moves) > 0 {
			answer = choose(moves).String()
		}
		fmt.Fprintln(os.Stderr, "I play", answer) // stderr is the bot's chat
		fmt.Println(answer)
		if _, isOn := hear(); !isOn { // our move and what came of it
			return
		}
	}
}
