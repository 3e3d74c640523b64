package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/op"
)

// dropRows drops rows of f that are equal to others in the compared columns.
func dropRows(x *op.Exec, f *frame.Frame, at []int, keep any) (*frame.Frame, error) {
	if len(at) == 0 {
		return f, nil
	}
	rows, err := keptRows(x, f, at, keep)
	if err != nil || len(rows) == f.NRows {
		return f, err
	}
	return f.Take(x.Mem(), rows)
}

// keptRows are the rows that stay, ascending. Where the memory to compare all rows at once is refused, they are compared part by part, by the hash of
// what is compared: equal rows are in one part.
func keptRows(x *op.Exec, f *frame.Frame, at []int, keep any) (rows []int64, err error) {
	cols := make([]*frame.Column, len(at))
	for i, k := range at {
		cols[i] = f.Cols[k]
	}
	whole := func(y *op.Exec, cols []*frame.Column) (rows []int64, err error) {
		err = y.Briefly(func(z *op.Exec) error {
			e, err := equalRows(z, cols)
			if err != nil {
				return err
			}
			rows = slices.Clone(e.kept(keep, x.Stage == op.Map))
			return nil
		})
		return rows, err
	}
	if rows, err = whole(x, cols); !errs.Is(err, errs.Pressure) {
		return rows, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		hs, err := hash.Rows(y.Mem(), cols...)
		if err != nil {
			return err
		}
		order, bounds, err := hash.Partition(y.Mem(), hs, spillParts)
		if err != nil {
			return err
		}
		for p := range spillParts {
			part := order[bounds[p]:bounds[p+1]]
			err := y.Briefly(func(z *op.Exec) error {
				few := make([]*frame.Column, len(cols))
				for i, c := range cols {
					if few[i], err = c.Take(z.Mem(), part); err != nil {
						return err
					}
				}
				kept, err := whole(z, few)
				for _, r := range kept {
					rows = append(rows, part[r])
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	slices.Sort(rows)
	return rows, err
}

// equal is rows numbered by what they hold.
type equal struct {
	*hash.Numbers
	ids []int32
}

func equalRows(x *op.Exec, cols []*frame.Column) (equal, error) {
	n, err := hash.Number(x.Mem(), hash.Appearance, false, cols)
	if err != nil {
		return equal{}, err
	}
	return equal{n, n.IDs[0]}, nil
}

// kept are the rows that stay. Where none of equal rows stays, a chunk keeps two for the others to see.
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
