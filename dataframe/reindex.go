package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ReindexOptions are the options of Reindex.
type ReindexOptions struct {
	Columns []any // of a frame: the columns of the result too. The default is those that it has
	Fill    any   // in rows and columns of labels that are not there. The default is a missing value
}

// Reindex is the rows under other labels: an *Index, or labels in a slice; nil keeps the rows. What a label
// has no row for is missing. Errors: Invalid for row labels that come twice in d.
func (d *DataFrame) Reindex(labels any, o ...ReindexOptions) *DataFrame {
	d = only(d, o)
	p := one(o)
	if p.Columns != nil {
		ls, err := schema.LabelsIn(p.Columns)
		if err != nil {
			return FrameOf(bad("dataframe.reindex", err))
		}
		d = FrameOf(apply(&reindexColumns{Columns: ls, FillValue: p.Fill}, d))
	}
	return FrameOf(reindexed(d, labels, p))
}

// Reindex is the rows under other labels. See DataFrame.Reindex.
func (s *Series) Reindex(labels any, o ...ReindexOptions) *Series {
	s = only(s, o)
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

// reindexLike is a frame or series under the labels of another one.
type reindexLike struct {
	op.Recipe `known:"columns 0 1"`
}

func (o *reindexLike) Build(h, other Handle) (Handle, error) {
	switch x := h.(type) {
	case *DataFrame:
		if y, ok := other.(*DataFrame); ok {
			return x.ReindexLike(y), nil
		}
	case *Series:
		return x.Reindex(IndexOf(apply(&axes.GetIndex{}, other))), nil
	}
	return nil, errs.New(errs.Type, "a %s is not put under the labels of a %s", h.Value().Meta().Kind, other.Value().Meta().Kind)
}

func reindexed(h Handle, labels any, p ReindexOptions) op.Value {
	const name = "dataframe.reindex"
	if labels == nil {
		return h.Value()
	}
	fill, ok := chunk.ScalarOf(p.Fill)
	if !ok {
		return bad(name, errs.New(errs.Type, "a %T as fill_value", p.Fill))
	}
	to, ok := labels.(*Index)
	if !ok {
		to = NewIndex(labels)
	}
	return apply(&axes.Reindex{FillValue: fill}, to, h)
}

// reindexColumns is a frame with other columns.
type reindexColumns struct {
	op.Recipe `known:"columns"`
	Columns   []frame.Label
	FillValue any
}

func init() {
	op.Register[reindexLike](op.Doc{
		Name: "dataframe.reindex_like", Like: "pandas.DataFrame.reindex_like", Methods: "DataFrame.reindex_like Series.reindex_like", Forms: "df=in:settled other=in:settled",
		Sig: "reindex_like(df, other, method=None, copy=None, limit=None, tolerance=None)", Summary: "Under the labels of another frame or series",
	})
	op.Register[axes.Reindex](op.Doc{
		Name: "dataframe.reindex_rows", Face: "inner", Like: "pandas.DataFrame.reindex", Sig: "reindex_rows(labels, df, fill_value=None)", Summary: "Rows under other labels",
	})
	op.Register[reindexColumns](op.Doc{
		Name: "dataframe.reindex_columns", Face: "inner", Like: "pandas.DataFrame.reindex", Sig: "reindex_columns(df, columns, fill_value=None)", Summary: "Frame with other columns",
	})
}

func (o *reindexColumns) Build(d *DataFrame) (*DataFrame, error) {
	m := d.Value().Meta()
	var fill any = chunk.Nan
	if o.FillValue != nil {
		fill = o.FillValue
	}
	var at []int
	next := len(m.Cols)
	for _, l := range o.Columns {
		ps, _ := schema.PlacesNamed(m, l)
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
	return d.Iloc(pick.AllPlaces, append([]int{}, at...)).labeled(o.Columns), nil
}
