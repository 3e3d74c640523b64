package spill

import (
	"iter"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Store keeps frames outside memory: parts that are appended to and read back in order. What Read gives is
// borrowed until f returns.
type Store interface {
	Append(part int, v any) error
	Read(part int, f func(v any) error) error
	Drop(part int) error
}

// Batches are the bounds of the batches in which n rows are sent to parts: a sixteenth of them, but 4 to 64
// Ki rows.
func Batches(n int) iter.Seq2[int, int] {
	batch := min(1<<16, max(1<<12, n>>4))
	return func(yield func(lo, hi int) bool) {
		for lo := 0; lo < n; lo += batch {
			if !yield(lo, min(lo+batch, n)) {
				return
			}
		}
	}
}

// Parts is how many parts n rows are cut into: about 64 Ki rows each, from 16 to 256.
func Parts(n int) int { return min(256, max(16, n>>16)) }

// Numbered is f with the numbers of its rows as one more column, without a name, and a fresh index.
func Numbered(f *frame.Frame) (*frame.Frame, error) { return NumberedFrom(f, 0) }

// NumberedFrom is Numbered for rows of which the first has number lo.
func NumberedFrom(f *frame.Frame, lo int) (*frame.Frame, error) {
	n := len(f.Cols)
	return frame.New(nil, append(f.Names[:n:n], frame.Label{}), append(f.Cols[:n:n], frame.NewRangeColumn(dtype.Int64, int64(lo), 1, f.NRows))...)
}

// Columns is a frame of columns without names.
func Columns(cols ...*frame.Column) (*frame.Frame, error) {
	return frame.New(nil, make([]frame.Label, len(cols)), cols...)
}

// Load is the rows of a part in the order in which they were sent, in memory of al, and nil when it has none.
// The part is dropped.
func Load(al mem.Allocator, s Store, part int) (*frame.Frame, error) {
	var runs []*frame.Frame
	err := s.Read(part, func(v any) error {
		f, err := v.(*frame.Frame).Clone(al)
		runs = append(runs, f)
		return err
	})
	if err != nil || runs == nil {
		return nil, err
	}
	f, err := frame.ConcatFrames(al, runs...)
	if err != nil {
		return nil, err
	}
	return f, s.Drop(part)
}

// cut appends the rows of f to the parts that to names, in their order.
func cut(al mem.Allocator, s Store, f *frame.Frame, to []int32, parts int) error {
	b, err := al.Alloc(4 * len(to))
	if err != nil {
		return err
	}
	rows, next := mem.View[int32](b, 0, len(to)), make([]int, parts+1)
	for _, p := range to {
		next[p+1]++
	}
	for p := range parts {
		next[p+1] += next[p]
	}
	for i, p := range to {
		rows[next[p]] = int32(i)
		next[p]++
	}
	lo := 0
	for p, hi := range next[:parts] {
		if lo < hi {
			if err := send(al, s, p, f, rows[lo:hi]); err != nil {
				return err
			}
		}
		lo = hi
	}
	return nil
}

func send(al mem.Allocator, s Store, part int, f *frame.Frame, rows []int32) error {
	a := NewArena(al)
	defer a.Free()
	g, err := frame.Take(a, f, rows)
	if err != nil {
		return err
	}
	return s.Append(part, g)
}
