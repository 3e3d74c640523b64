package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// DropRows drops rows of f that are equal to others in the compared columns.
func DropRows(x *op.Exec, f *frame.Frame, at []int, keep any) (*frame.Frame, error) {
	if len(at) == 0 {
		return f, nil
	}
	rows, err := keptRows(x, f, at, keep)
	if err != nil {
		return nil, err
	}
	return chunk.SomeRows(x, f, rows)
}

// keptRows are the rows that stay, ascending, in memory of x. Where the memory to compare all rows at once is
// refused, they are compared part by part, by the hash of what is compared: equal rows are in one part.
func keptRows(x *op.Exec, f *frame.Frame, at []int, keep any) (rows []int64, err error) {
	err = x.Try(func(y *op.Exec) error {
		rows, err = keptOf(y, f.Select(at...).Cols, keep, x.Stage == op.Map)
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return rows, err
	}
	few, err := spill.Columns(f.Select(at...).Cols...)
	if err != nil {
		return nil, err
	}
	return chunk.RowsByParts(x, few, len(at), func(z *op.Exec, f *frame.Frame) (*frame.Frame, error) {
		return comparing(z, f, keep, true)
	}, func(z *op.Exec, f *frame.Frame) (*frame.Frame, error) {
		return comparing(z, f, keep, x.Stage == op.Map)
	})
}

// comparing is the rows of f that stay, all columns but the last being compared.
func comparing(x *op.Exec, f *frame.Frame, keep any, first bool) (*frame.Frame, error) {
	rows, err := keptOf(x, f.Cols[:len(f.Cols)-1], keep, first)
	if err != nil {
		return nil, err
	}
	return chunk.SomeRows(x, f, rows)
}

// keptOf are the rows that stay of columns. Where none of equal rows stays, a chunk keeps two for the others
// to see.
func keptOf(x *op.Exec, cols []*frame.Column, keep any, chunk bool) (rows []int64, err error) {
	if len(cols) == 1 {
		if k := missingKinds(cols[0]); k != nil {
			cols = []*frame.Column{cols[0], k}
		}
	}
	err = x.Briefly(func(y *op.Exec) error {
		n, err := hash.Number(y.Mem(), hash.Appearance, false, cols)
		if err != nil {
			return err
		}
		e := equal{n, n.IDs[0]}
		kept := e.kept(keep, chunk)
		b, err := x.Mem().Alloc(8 * len(kept))
		if err != nil {
			return err
		}
		rows = mem.View[int64](b, 0, len(kept))
		copy(rows, kept)
		return nil
	})
	return rows, err
}

// missingKinds tells missing objects apart, None, NaN, NA and NaT, as pandas does where one column is
// compared; nil for a column that has one kind of them at most.
func missingKinds(c *frame.Column) *frame.Column {
	if c.Objects == nil || !c.HasNulls() {
		return nil
	}
	kinds, some, several := make([]int8, c.Rows), int8(0), false
	for i, v := range c.Objects {
		if !frame.IsMissing(v) {
			continue
		}
		switch v.(type) {
		case nil:
			kinds[i] = 1
		case frame.Missing:
			kinds[i] = 2
		case frame.Timestamp, frame.Timedelta:
			kinds[i] = 3
		default:
			kinds[i] = 4
		}
		several = several || some != 0 && some != kinds[i]
		some = kinds[i]
	}
	if !several {
		return nil
	}
	return frame.Of(kinds)
}

// equal is rows numbered by what they hold.
type equal struct {
	*hash.Numbers
	ids []int32
}

func (e equal) kept(keep any, chunk bool) []int64 {
	switch {
	case keep == "last":
		return e.last()
	case keep == false && chunk:
		return e.upTo(2)
	case keep == false:
		return e.alone()
	}
	return e.First
}

// last are the last rows of every kind, ascending.
func (e equal) last() []int64 {
	rows := make([]int64, 0, e.N)
	seen := make([]bool, e.N)
	for i := len(e.ids) - 1; i >= 0; i-- {
		if id := e.ids[i]; !seen[id] {
			seen[id] = true
			rows = append(rows, int64(i))
		}
	}
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	return rows
}

// upTo are the first k rows of every kind.
func (e equal) upTo(k int32) []int64 {
	var rows []int64
	n := make([]int32, e.N)
	for i, id := range e.ids {
		if n[id]++; n[id] <= k {
			rows = append(rows, int64(i))
		}
	}
	return rows
}

// alone are the rows that no other equals.
func (e equal) alone() []int64 {
	var rows []int64
	n := make([]int32, e.N)
	for _, id := range e.ids {
		n[id]++
	}
	for i, id := range e.ids {
		if n[id] == 1 {
			rows = append(rows, int64(i))
		}
	}
	return rows
}
