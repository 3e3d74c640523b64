package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// What scans of columns carry from chunk to chunk is one row: a value for each column and, where they are
// counted, how many rows went missing, in a column for each behind those of values.

// CarriedMeta describes the row of values that m describes, with its counts if they are not there yet and
// wanted.
func CarriedMeta(m op.Meta, counted bool) op.Meta {
	out := m.WithRows(op.Dim{N: 1})
	out.Index = op.FreshRange(out.Dims[0])
	if !counted {
		return out
	}
	out.Kind, out.Cols = op.Frame, slices.Clone(m.Cols)
	for i := range m.Cols {
		out.Cols = append(out.Cols, op.Col{Name: missedName(i), Type: op.T(dtype.Int64)})
	}
	return out
}

// PutCarried puts such a row: the values have names, missed has their counts or nothing.
func PutCarried(x *op.Exec, names []frame.Label, values []*frame.Column, missed []int64) error {
	for i, n := range missed {
		names, values = append(names, missedName(i)), append(values, frame.Of([]int64{n}))
	}
	out, err := frame.New(frame.NewRange(0, 1, 1), names, values...)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

func missedName(i int) frame.Label { return frame.Tup("missed", i) }
