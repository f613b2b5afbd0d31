// A Generals bot. It makes a random legal move: write something better in
// choose().
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

const (
	empty    = 1
	city     = 2
	capital  = 3
	mountain = 4
)

// Of an army all but one unit go, or half of them.
const (
	all  = 1
	half = 2
)

// What you know of a cell. If it is not seen, empty can be anybody's capital
// too, city a mountain or a captured capital, and owner and army are 0. Owner 0
// is nobody.
type cell struct {
	isSeen            bool
	kind, owner, army int
}

type player struct{ army, land int }

// Rows and columns are counted from 1.
type move struct{ option, row, column, toRow, toColumn int }

// board[row-1][column-1].
var board [][]cell

// players[p-1] has the army and the land of player p; land is 0 for those who
// are out.
var players []player

var me int

// -----------------------------------------------------------------------------
// CHOOSE YOUR MOVE HERE: return one of the moves. There is at least one.
func choose(moves []move) move {
	return moves[rand.Intn(len(moves))]
}

// -----------------------------------------------------------------------------

// Every legal move that moves something. All that borders on your cells is seen.
func legalMoves() []move {
	var moves []move
	for row := range board {
		for column, from := range board[row] {
			if from.owner != me || from.army < 2 {
				continue
			}
			for _, way := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
				toRow, toColumn := row+way[0], column+way[1]
				if toRow < 0 || toRow >= len(board) || toColumn < 0 || toColumn >= len(board[row]) {
					continue
				}
				if board[toRow][toColumn].kind != mountain {
					moves = append(moves,
						move{all, row + 1, column + 1, toRow + 1, toColumn + 1},
						move{half, row + 1, column + 1, toRow + 1, toColumn + 1})
				}
			}
		}
	}
	return moves
}

var input = bufio.NewReader(os.Stdin)

// The next line's numbers; none at the end of the input.
func hear() []int {
	line, _ := input.ReadString('\n')
	words := strings.Fields(line)
	numbers := make([]int, len(words))
	for nth, word := range words {
		numbers[nth], _ = strconv.Atoi(word)
	}
	return numbers
}

func hearTurn() {
	for nth := range players {
		if numbers := hear(); len(numbers) == 2 {
			players[nth] = player{numbers[0], numbers[1]}
		}
	}
	for row := range board {
		for column := range board[row] {
			numbers := append(hear(), 0, 0, 0, 0)
			board[row][column] = cell{numbers[0] == 1, numbers[1], numbers[2], numbers[3]}
		}
	}
}

func main() {
	// Once: the size of the map, how many play, and which of them you are.
	setup := hear()
	if len(setup) < 4 {
		return
	}
	board, players, me = make([][]cell, setup[0]), make([]player, setup[2]), setup[3]
	for row := range board {
		board[row] = make([]cell, setup[1])
	}
	// Each turn begins with 1. With 0, or at the end of the input, it is over.
	for next := hear(); len(next) > 0 && next[0] == 1; next = hear() {
		hearTurn()
		answer := "-1"
		if moves := legalMoves(); len(moves) > 0 {
			move := choose(moves)
			answer = fmt.Sprint(move.option, move.row, move.column, move.toRow, move.toColumn)
		}
		fmt.Fprintln(os.Stderr, "I play", answer) // stderr is the bot's chat
		fmt.Println(answer)
	}
}
