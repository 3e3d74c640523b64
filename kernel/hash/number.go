package hash

import (
	"math/bits"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// An Order says how distinct keys are numbered.
type Order uint8

const (
	Appearance Order = iota // by their first row
	Sorted                  // ascending, first key first; missing values last; categories by code
)

// Numbers are rows numbered by their keys.
type Numbers struct {
	IDs   [][]int32 // of every piece, the number of each row's keys; -1 where it is dropped
	N     int       // distinct keys
	First []int64   // of every number, its first row, counted over the pieces end to end
}

// Number numbers the distinct rows of key columns. Pieces are lists of columns that mean the same keys (the two sides of a join); each has
// as many columns. With dropNull rows with a missing key get -1; without, missing values are equal to each other.
//
// Each key becomes codes: small ranges of integers and dictionaries directly, others by a table. Codes of several keys are packed to one word
// per row, which is numbered through an array where the product of the cardinalities is small, else through a table.
func Number(al mem.Allocator, order Order, dropNull bool, pieces ...[]*frame.Column) (*Numbers, error) {
	n, err := check(pieces)
	if err != nil {
		return nil, err
	}
	acc, free, err := scratch[uint64](al, n)
	if err != nil {
		return nil, err
	}
	defer free()
	code, free2, err := scratch[int32](al, n)
	if err != nil {
		return nil, err
	}
	defer free2()
	ids, _, err := scratch[int32](al, n)
	if err != nil {
		return nil, err
	}
	clear(acc)
	clear(ids) // while keys are packed: -1 for dropped rows
	card := uint64(1)
	cols := make([]*frame.Column, len(pieces))
	for k := range pieces[0] {
		for i := range pieces {
			cols[i] = pieces[i][k]
		}
		m, err := encode(al, order == Sorted, cols, code)
		if err != nil {
			return nil, err
		}
		if hi, _ := bits.Mul64(card, m+1); hi != 0 || card*(m+1) > 1<<62 {
			card = squeeze(order, acc, ids)
		}
		card = fold(acc, code, ids, card, m, dropNull)
	}
	num := &Numbers{}
	num.N, num.First, err = assign(al, order, acc, ids, card)
	if err != nil {
		return nil, err
	}
	for _, p := range pieces {
		r := p[0].Rows
		num.IDs = append(num.IDs, ids[:r:r])
		ids = ids[r:]
	}
	return num, nil
}

func check(pieces [][]*frame.Column) (rows int, err error) {
	if len(pieces) == 0 || len(pieces[0]) == 0 {
		return 0, errs.New(errs.Internal, "numbers of no key")
	}
	for _, p := range pieces {
		if len(p) != len(pieces[0]) {
			return 0, errs.New(errs.Internal, "%d keys and %d", len(p), len(pieces[0]))
		}
		for _, c := range p {
			if c.Rows != p[0].Rows {
				return 0, errs.New(errs.Internal, "keys of %d and %d rows", c.Rows, p[0].Rows)
			}
		}
		rows += p[0].Rows
	}
	if rows >= 1<<31 {
		return 0, errs.New(errs.Invalid, "cannot number %d rows at once; chunks hold fewer than 2**31", rows)
	}
	return rows, nil
}

// fold appends the codes of a key of cardinality m to the words, whose cardinality it returns. A missing code is m, the greatest.
func fold(acc []uint64, code, ids []int32, card, m uint64, dropNull bool) uint64 {
	missing := false
	for i, c := range code {
		switch {
		case c >= 0:
			acc[i] = acc[i]*(m+1) + uint64(c)
		case dropNull:
			ids[i] = -1
		default:
			acc[i] = acc[i]*(m+1) + m
			missing = true
		}
	}
	if missing || m == 0 {
		return card * (m + 1)
	}
	if card == 1 { // a single key without missing values packs tight
		return m
	}
	return card * (m + 1)
}

// squeeze numbers the words so far, to make room.
func squeeze(order Order, acc []uint64, ids []int32) uint64 {
	t := newWordTable(len(acc))
	for i, w := range acc {
		if ids[i] >= 0 {
			acc[i] = uint64(t.number(w))
		}
	}
	if order == Sorted {
		rank := ranks(t.keys)
		for i := range acc {
			if ids[i] >= 0 {
				acc[i] = uint64(rank[acc[i]])
			}
		}
	}
	return uint64(len(t.keys))
}

// ranks is the place of every key in ascending order.
func ranks(keys []uint64) []int32 {
	perm := make([]int32, len(keys))
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortFunc(perm, func(a, b int32) int {
		if keys[a] < keys[b] {
			return -1
		}
		return 1
	})
	rank := make([]int32, len(keys))
	for r, i := range perm {
		rank[i] = int32(r)
	}
	return rank
}

// assign turns words into numbers, in ids, where rows that are dropped have -1 already.
func assign(al mem.Allocator, order Order, acc []uint64, ids []int32, card uint64) (n int, first []int64, err error) {
	if card <= uint64(max(4*len(acc), 1<<12)) && card <= 1<<28 {
		return assignDirect(al, order, acc, ids, int(card))
	}
	t := newWordTable(len(acc))
	for i, w := range acc {
		if ids[i] >= 0 {
			ids[i] = t.number(w)
		}
	}
	if order == Sorted {
		rank := ranks(t.keys)
		for i, id := range ids {
			if id >= 0 {
				ids[i] = rank[id]
			}
		}
	}
	first, err = firsts(al, ids, len(t.keys))
	return len(t.keys), first, err
}

func assignDirect(al mem.Allocator, order Order, acc []uint64, ids []int32, card int) (n int, first []int64, err error) {
	num, free, err := scratch[int32](al, card)
	if err != nil {
		return 0, nil, err
	}
	defer free()
	clear(num) // number + 1
	if order == Sorted {
		for i, w := range acc {
			if ids[i] >= 0 {
				num[w] = 1
			}
		}
		for w, seen := range num {
			if seen != 0 {
				n++
				num[w] = int32(n)
			}
		}
	}
	for i, w := range acc {
		if ids[i] < 0 {
			continue
		}
		if num[w] == 0 {
			n++
			num[w] = int32(n)
		}
		ids[i] = num[w] - 1
	}
	first, err = firsts(al, ids, n)
	return n, first, err
}

// firsts is the first row of every number.
func firsts(al mem.Allocator, ids []int32, n int) ([]int64, error) {
	first, _, err := scratch[int64](al, n)
	if err != nil {
		return nil, err
	}
	for i := len(ids) - 1; i >= 0; i-- {
		if id := ids[i]; id >= 0 {
			first[id] = int64(i)
		}
	}
	return first, nil
}
