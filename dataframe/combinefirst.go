package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// CombineFirst is the values of the frame, and those of another where one is missing, under the labels of
// both, which ascend.
func (d *DataFrame) CombineFirst(other *DataFrame) *DataFrame {
	return FrameOf(apply(&combineFirst{}, d, other))
}

// CombineFirst is the values of the series, and those of another where one is missing, under the labels of
// both, which ascend.
func (s *Series) CombineFirst(other *Series) *Series {
	return SeriesOf(apply(&combineFirst{}, s, other))
}

// Updated is the frame with the values of another that are not missing in the place of its own, met by label.
func (d *DataFrame) Updated(other *DataFrame) *DataFrame {
	return FrameOf(apply(&updated{}, d, other))
}

// Updated is the series with the values of another that are not missing in the place of its own, met by
// label.
func (s *Series) Updated(other *Series) *Series { return SeriesOf(apply(&updated{}, s, other)) }

type combineFirst struct {
	op.Recipe `known:"columns 0 1"`
}

type updated struct{ op.Recipe }

func init() {
	op.Register[combineFirst](op.Doc{
		Name: "dataframe.combine_first", Like: "pandas.DataFrame.combine_first", Methods: "DataFrame.combine_first Series.combine_first", Sig: "combine_first(df, other)",
		Summary: "These values, and those of the other where one is missing, under the labels of both",
	})
	op.Register[updated](op.Doc{
		Name: "dataframe.update", Like: "pandas.DataFrame.update", Methods: "DataFrame.update Series.update", Gives: "moved", Forms: "df=in:settled other=in:settled",
		Sig: "update(df, other, join='left', overwrite=True, filter_func=None, errors='ignore')", Series: "(other)",
		Summary: "Put the values of the other that are not missing in the place of these", Text: "Rows and columns meet by label.",
	})
}

func (o *combineFirst) Build(h, other Handle) (Handle, error) {
	switch x := h.(type) {
	case *Series:
		y, ok := other.(*Series)
		if !ok {
			break
		}
		labels := IndexOf(apply(&axes.GetIndex{}, h)).Union(IndexOf(apply(&axes.GetIndex{}, other)))
		return presentOf(x.Reindex(labels), y.Reindex(labels), colsOf(x)[0], colsOf(y)[0]), nil
	case *DataFrame:
		y, ok := other.(*DataFrame)
		if !ok {
			break
		}
		both := apply(&align{Join: "outer", Axis: new(int)}, x, y) // labels may repeat, those of series not
		a, b := FrameOf(both), FrameOf(op.Value{N: both.N, I: 1})
		mine, theirs := schema.LabelsOf(colsOf(x)), schema.LabelsOf(colsOf(y))
		names := slices.Clone(mine)
		for _, n := range theirs {
			if !slices.ContainsFunc(mine, n.Same) {
				names = append(names, n)
			}
		}
		out := a.Iloc(pick.AllPlaces, []int{})
		for _, n := range names {
			inX, inY := slices.ContainsFunc(mine, n.Same), slices.ContainsFunc(theirs, n.Same)
			switch {
			case inX && inY:
				l, r := colsOf(x)[slices.IndexFunc(mine, n.Same)], colsOf(y)[slices.IndexFunc(theirs, n.Same)]
				out = out.Assign(C{n, presentOf(a.Col(n), b.Col(n), l, r)})
			case inX:
				out = out.Assign(C{n, a.Col(n)})
			default:
				out = out.Assign(C{n, b.Col(n)})
			}
		}
		return out, nil
	}
	return nil, errs.New(errs.Type, "a %s is not combined with a %s", h.Value().Meta().Kind, other.Value().Meta().Kind)
}

// presentOf is a, and b where that is missing; l and r are what they are of. Where neither dtype holds a
// missing value none is left, so the dtype is that of both, which that of numbers always is.
func presentOf(a, b *Series, l, r op.Col) *Series {
	out := a.Where(a.NotNA(), b)
	numbers := l.Is.IsReal() && r.Is.IsReal() && !l.Is.Null && !r.Is.Null
	if (frame.CanMiss(l.Is) || frame.CanMiss(r.Is)) && !numbers {
		return out
	}
	if d, err := dtype.Promote(l.Is, r.Is); err == nil {
		return out.AsType(d)
	}
	return out
}

func (o *updated) Build(h, other Handle) (Handle, error) {
	labels := IndexOf(apply(&axes.GetIndex{}, h))
	switch x := h.(type) {
	case *Series:
		if y, ok := other.(*Series); ok {
			b := y.Reindex(labels)
			return x.Mask(b.NotNA(), b), nil
		}
	case *DataFrame:
		y, ok := other.(*DataFrame)
		if !ok {
			break
		}
		b, out := y.Reindex(labels), x
		for _, n := range schema.LabelsOf(colsOf(x)) {
			if slices.ContainsFunc(schema.LabelsOf(colsOf(y)), n.Same) {
				out = out.Assign(C{n, x.Col(n).Mask(b.Col(n).NotNA(), b.Col(n))})
			}
		}
		return out, nil
	}
	return nil, errs.New(errs.Type, "a %s is not updated by a %s", h.Value().Meta().Kind, other.Value().Meta().Kind)
}
