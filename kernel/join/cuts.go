package join

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	pick "github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
)

// looked is how many rows are looked at first to see whether keys repeat.
const looked = 1 << 14

// Repeats is how many rows the most frequent key has. Of long columns, keys of which none comes twice among
// rows drawn from all of them count as unique: what follows from the number must not need it to be exact.
func Repeats(al mem.Allocator, keys []*frame.Column) (int, error) {
	if n := keys[0].Rows; n > 4*looked {
		rows := make([]int64, looked)
		for i, row := range pick.Draws(n, looked) {
			rows[i] = row
		}
		some := make([]*frame.Column, len(keys))
		for i, c := range keys {
			var err error
			if some[i], err = c.Take(al, rows); err != nil {
				return 0, err
			}
		}
		if most, err := repeats(al, some); most < 2 || err != nil {
			return most, err
		}
	}
	return repeats(al, keys)
}

func repeats(al mem.Allocator, keys []*frame.Column) (int, error) {
	a := spill.NewArena(al)
	defer a.Free()
	num, err := hash.Number(a, hash.Appearance, false, keys)
	switch {
	case err != nil:
		return 0, err
	case num.N == keys[0].Rows:
		return min(num.N, 1), nil
	}
	count, err := counts(a, num.IDs[0], num.N)
	if err != nil {
		return 0, err
	}
	most := int32(0)
	for _, c := range count {
		most = max(most, c)
	}
	return int(most), nil
}

func counts(al mem.Allocator, ids []int32, n int) ([]int32, error) {
	count, err := alloc[int32](al, n)
	if err != nil {
		return nil, err
	}
	clear(count)
	for _, id := range ids {
		count[id]++
	}
	return count, nil
}

// Cuts are the lengths of runs of left rows, all of them together, each of which meets at most so many right
// rows or is one row. A row that meets none counts as one that meets one.
func Cuts(al mem.Allocator, left, right []*frame.Column, most int) (lengths []int, err error) {
	a := spill.NewArena(al)
	defer a.Free()
	num, err := hash.Number(a, hash.Appearance, false, left, right)
	if err != nil {
		return nil, err
	}
	count, err := counts(a, num.IDs[1], num.N)
	if err != nil {
		return nil, err
	}
	first, sum := 0, 0
	for i, id := range num.IDs[0] {
		n := max(1, int(count[id]))
		if sum += n; sum > most && i > first {
			lengths = append(lengths, i-first)
			first, sum = i, n
		}
	}
	return append(lengths, left[0].Rows-first), nil
}
