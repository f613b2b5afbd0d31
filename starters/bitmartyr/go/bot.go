// A BitMartyr bot. Its units take what they can: write something better in
// choose().
//
// The program is started afresh for every turn. It reads what its units see,
// prints an action for each, and ends: nothing is remembered from one turn to
// the next.
package main

import (
	"io"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

const (
	stay = iota
	up
	right
	down
	left
	die
)

// So far to the right, so far down, for each action.
var steps = [...][2]int{stay: {0, 0}, up: {0, -1}, right: {1, 0}, down: {0, 1}, left: {-1, 0}}

// What a unit sees, row by row from above: the health of your own units above
// 0, of others below, empty cells 0.
type sight []int

// The cell so far to the right and so far down, -2 to 2 each; at(0, 0) is the
// unit itself. The board has no edge.
func (cells sight) at(right, down int) int {
	return cells[12+5*down+right]
}

// -----------------------------------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. Whoever moves leaves a clone of one health
// less. Where several meet the one of most health lives, and equals kill each
// other, of one team too. `turn` is how many turns are over.
func choose(cells sight, turn int) int {
	health := cells.at(0, 0)
	var open []int
	for action := up; action <= left; action++ {
		cell := cells.at(steps[action][0], steps[action][1])
		if cell < 0 && -cell < health {
			return action // weaker than we
		}
		if cell == 0 {
			open = append(open, action)
		}
	}
	if health == 1 || len(open) == 0 {
		return stay
	}
	return open[rand.Intn(len(open))]
}

// -----------------------------------------------------------------------------

func main() {
	// First a random number, the greatest that it could be, and how many turns
	// are over; then 25 numbers for each unit.
	input, _ := io.ReadAll(os.Stdin)
	words := strings.Fields(string(input))
	numbers := make([]int, len(words))
	for nth, word := range words {
		numbers[nth], _ = strconv.Atoi(word)
	}
	if len(numbers) < 3 {
		return
	}
	turn, seen := numbers[2], numbers[3:]
	var actions strings.Builder
	for ; len(seen) >= 25; seen = seen[25:] {
		actions.WriteString(strconv.Itoa(choose(seen[:25], turn)))
	}
	os.Stdout.WriteString(actions.String())
}
