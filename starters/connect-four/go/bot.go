// A Connect Four bot. It plays a random legal column: write something better in choose().
package main

import (
	"fmt"
	"math/rand"
	"os"
)

const (
	columns = 7
	rows    = 6

	empty = 0
	me    = 1
	them  = 2
)

// board[column][row], row 0 at the bottom.
var board [columns][rows]int

// -----------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return a column, 0 (left) to 6 (right), that is not
// full. There is at least one.
func choose() int {
	open := openColumns()
	return open[rand.Intn(len(open))]
}

// -----------------------------------------------------------------------------

func openColumns() []int {
	var open []int
	for column := range board {
		if board[column][rows-1] == empty {
			open = append(open, column)
		}
	}
	return open
}

// Returns false if the column does not exist or is full.
func drop(column, player int) bool {
	if column < 0 || column >= columns {
		return false
	}
	for row := range board[column] {
		if board[column][row] == empty {
			board[column][row] = player
			return true
		}
	}
	return false
}

// Reads the other player's column and drops it. Returns false at the end of the
// game (0, -1, -2 or -3) and of the input.
func hearMove() bool {
	var column int
	_, err := fmt.Scan(&column)
	return err == nil && drop(column-1, them)
}

func main() {
	fmt.Println("p")
	var place int
	if _, err := fmt.Scan(&place); err != nil {
		return
	}
	if place == 2 {
		fmt.Println("?")
		if !hearMove() {
			return
		}
	}
	for len(openColumns()) > 0 {
		column := choose()
		drop(column, me)
		fmt.Fprintln(os.Stderr, "I play", column+1) // stderr is the bot's chat
		fmt.Println(column + 1)
		if !hearMove() {
			return
		}
	}
}
