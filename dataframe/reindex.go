package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// ReindexOptions are the options of Reindex.
type ReindexOptions struct {
	Columns []any // of a frame: the columns of the result too. The default is those that it has
	Fill    any   // in rows and columns of labels that are not there. The default is a missing value
}

// Reindex is the rows under other labels: an *Index, or labels in a slice; nil keeps the rows. What a label has no row for is missing. Errors: Invalid for row labels
// that come twice in d.
func (d *DataFrame) Reindex(labels any, o ...ReindexOptions) *DataFrame {
	p := one(o)
	if p.Columns != nil {
		ls, err := labelsIn(p.Columns)
		if err != nil {
			return FrameOf(bad("dataframe.reindex", err))
		}
		d = FrameOf(apply(&reindexColumns{Columns: ls, FillValue: p.Fill}, d))
	}
	return FrameOf(reindexed(d, labels, p))
}

// Reindex is the rows under other labels. See DataFrame.Reindex.
func (s *Series) Reindex(labels any, o ...ReindexOptions) *Series {
	return SeriesOf(reindexed(s, labels, one(o)))
}

// ReindexLike is the frame with the labels of another one on both sides.
func (d *DataFrame) ReindexLike(other *DataFrame) *DataFrame {
	cols := make([]any, 0)
	for _, l := range other.Columns() {
		cols = append(cols, l)
	}
	return d.Reindex(other.Index(), ReindexOptions{Columns: cols})
}

// ReindexLike is the series under the labels of another one.
func (s *Series) ReindexLike(other *Series) *Series { return s.Reindex(other.Index()) }

func reindexed(h Handle, labels any, p ReindexOptions) op.Value {
	const name = "dataframe.reindex"
	if labels == nil {
		return h.Value()
	}
	fill, ok := scalarOf(p.Fill)
	if !ok {
		return bad(name, errs.New(errs.Type, "a %T as fill_value", p.Fill))
	}
	to, ok := labels.(*Index)
	if !ok {
		to = NewIndex(labels)
	}
	return apply(&reindex{FillValue: fill}, to, h)
}

// reindex is the second input under the labels of the first.
type reindex struct{ FillValue any }

// reindexColumns is a frame with other columns.
type reindexColumns struct {
	op.Recipe
	Columns   []frame.Label
	FillValue any
}

func init() {
	op.Register[reindex](op.Doc{
		Name: "dataframe.reindex", Face: "inner", Like: "pandas.DataFrame.reindex", Sig: "reindex(labels, df, fill_value=None)", Summary: "Rows under other labels",
	})
	op.Register[reindexColumns](op.Doc{
		Name: "dataframe.reindex_columns", Face: "inner", Like: "pandas.DataFrame.reindex", Sig: "reindex_columns(df, columns, fill_value=None)", Summary: "Frame with other columns",
	})
}

func (o *reindex) Infer(in []op.Meta) ([]op.Meta, error) {
	to, m := in[0], in[1]
	if len(to.Index.Levels) != len(m.Index.Levels) {
		return nil, errs.New(errs.Invalid, "labels of %d levels for an index of %d", len(to.Index.Levels), len(m.Index.Levels))
	}
	out, err := eachType(m, func(_ int, c op.Col) (op.Type, error) {
		if w, _ := wider(o.FillValue, c.Is); w != c.Is {
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
func (o *reindex) Tile(t *op.Tiler) error { return t.Out(t.Align(op.Left, t.In(0), t.In(1))) }

// Look passes: the rows are those of the labels.
func (*reindex) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*reindex) Labels(int) op.Look { return op.Passes }

// MeetsLabels of both.
func (*reindex) MeetsLabels([]op.Meta) bool { return true }

func (o *reindex) Exec(x *op.Exec) error {
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
	out := f.Select(all(len(f.Cols))...)
	out.NRows, out.Ord = to.NRows, to.Ord
	for i := range f.Cols {
		c, err := f.Cols[i].Take(x.Mem(), at) // undecided: rows still go back to their chunks
		if err != nil {
			return err
		}
		if some && !frame.IsMissing(o.FillValue) {
			d, v := wider(o.FillValue, f.Cols[i].DType)
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
	out, err := keptLabels(x, out.WithIndex(ix))
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

func (o *reindexColumns) Build(d *DataFrame) (*DataFrame, error) {
	if err := closed(d); err != nil {
		return nil, err
	}
	m := d.Value().Meta()
	var fill any = nan
	if o.FillValue != nil {
		fill = o.FillValue
	}
	var at []int
	next := len(m.Cols)
	for _, l := range o.Columns {
		ps, _ := placesNamed(m, l)
		switch {
		case len(ps) > 1:
			return nil, errs.New(errs.Invalid, "cannot reindex on an axis with duplicate labels")
		case len(ps) == 1:
			at = append(at, ps[0])
		default:
			d = d.Assign(C{frame.Tup("new", next), fill})
			at = append(at, next)
			next++
		}
	}
	return d.Iloc(allPlaces, append([]int{}, at...)).labeled(o.Columns), nil
}
