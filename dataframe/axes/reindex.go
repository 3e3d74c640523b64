package axes

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Reindex is the second input under the labels of the first.
type Reindex struct{ FillValue any }

func (o *Reindex) Infer(in []op.Meta) ([]op.Meta, error) {
	to, m := in[0], in[1]
	if len(to.Index.Levels) != len(m.Index.Levels) {
		return nil, errs.New(errs.Invalid, "labels of %d levels for an index of %d", len(to.Index.Levels), len(m.Index.Levels))
	}
	out, err := cells.EachType(m, func(_ int, c op.Col) (op.Type, error) {
		if w, _ := cells.Wider(o.FillValue, c.Is); w != c.Is {
			return op.Pending(c.Is, w), nil
		}
		return c.Type, nil
	})
	if err != nil {
		return nil, err
	}
	out[0].Dims, out[0].Index = slices.Clone(to.Dims), to.Index
	out[0].Index.Levels = slices.Clone(to.Index.Levels)
	if len(m.Index.Levels) == 1 && to.Index.Levels[0].Name.IsNil() {
		out[0].Index.Levels[0].Name = m.Index.Levels[0].Name
	}
	return out, nil
}

// Tile brings the rows to those of the labels.
func (o *Reindex) Tile(t *op.Tiler) error { return t.Out(t.Align(op.Left, t.In(0), t.In(1))) }

// Look passes: the rows are those of the labels.
func (*Reindex) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*Reindex) Labels(int) op.Look { return op.Passes }

// MeetsLabels of both.
func (*Reindex) MeetsLabels([]op.Meta) bool { return true }

func (o *Reindex) Exec(x *op.Exec) error {
	e, to, f := chunk.Env(x), x.Frame(0), x.Frame(1)
	at := chunk.EveryRow(to.NRows)
	if x.Stage == op.Final {
		if !f.Index.IsUnique() {
			return errs.New(errs.Invalid, "cannot reindex on an axis with duplicate labels")
		}
		var err error
		if at, err = e.Reindex(to.Index, f.Index); err != nil {
			return err
		}
	}
	keep, some := make([]bool, len(at)), false
	for i, r := range at {
		keep[i] = r >= 0
		some = some || r < 0
	}
	out := f.Select(cells.All(len(f.Cols))...)
	out.NRows, out.Ord = to.NRows, to.Ord
	for i := range f.Cols {
		c, err := f.Cols[i].Take(x.Mem(), at) // undecided: rows still go back to their chunks
		if err != nil {
			return err
		}
		if some && !frame.IsMissing(o.FillValue) {
			d, v := cells.Wider(o.FillValue, f.Cols[i].DType)
			if f.Cols[i].Rows == 0 {
				c, err = column.Single(v, d)
				if err == nil {
					c, err = e.Repeat(c, len(at))
				}
			} else if c, err = f.Cols[i].Take(x.Mem(), floored(at)); err == nil {
				c, err = e.Cast(c, d)
			}
			if err == nil {
				c, err = e.Put(keep, c, v)
			}
			if err != nil {
				return err
			}
		}
		out.Cols[i] = c
	}
	ix := to.Index
	if ix.NLevels() == 1 && ix.Names[0].IsNil() {
		ix = ix.WithNames(f.Index.Names[0])
	}
	out, err := chunk.KeptLabels(x, out.WithIndex(ix))
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// floored are places with the first one in the place of none.
func floored(at []int64) []int64 {
	out := slices.Clone(at)
	for i, r := range out {
		out[i] = max(0, r)
	}
	return out
}
