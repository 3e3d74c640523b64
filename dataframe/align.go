package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// align is two frames or series under the same labels. Whether their row labels are equal already it asks:
// then they stay in their order.
type align struct {
	op.Deferred
	Join      string
	Axis      *int
	FillValue any
}

// aligned is align where it is known whether the row labels are equal.
type aligned struct {
	op.Recipe
	Join      string
	Axis      *int
	FillValue any
	Equal     bool // labels of rows are equal
	Repeat    bool // labels of rows repeat on a side
}

func init() {
	op.Register[align](op.Doc{
		Name: "dataframe.align", Like: "pandas.DataFrame.align", Methods: "DataFrame.align Series.align", Gives: "2", Summary: "Both under the same labels",
		Sig:  "align(df, other, join='outer', axis=None, level=None, copy=None, fill_value=None)",
		Text: "The labels are those of both (outer, ascending), of one side (left, right), or those that both have (inner). An axis aligns rows or columns alone.",
	})
	op.Register[aligned](op.Doc{
		Name: "dataframe.aligned", Face: "inner", Gives: "2", Summary: "Both under the same labels", Sig: "aligned(df, other, join='outer', axis=None, fill_value=None, equal=False, repeat=False)",
	})
}

// Normalize refuses what does not depend on data.
func (o *align) Normalize([]op.Meta) error {
	if !slices.Contains([]string{"outer", "left", "right", "inner"}, o.Join) {
		return errs.New(errs.Invalid, "do not recognize join method %s", o.Join)
	}
	return nil
}

// Infer is that of labels that differ.
func (o *align) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Open || in[1].Open {
		out := slices.Clone(in)
		for i := range out {
			out[i] = op.NewFrame(op.Sym("align", in...), in[i].Index.Derive("align", in...))
			out[i].Kind, out[i].Open = in[i].Kind, true
		}
		return out, nil
	}
	return op.Expressed(&aligned{Join: o.Join, Axis: o.Axis, FillValue: o.FillValue}, in)
}

func (o *align) Build(a *op.Asker, x, y Handle) (Handle, Handle, error) {
	p := &aligned{Join: o.Join, Axis: o.Axis, FillValue: o.FillValue, Equal: true}
	if rows := o.Axis == nil || *o.Axis == 0; !rows || schema.SameIndex(x.Value().Meta(), y.Value().Meta()) {
		return p.Build(x, y)
	}
	same, left, right := indexIn(x).Equals(indexIn(y)), indexIn(x).IsUnique(), indexIn(y).IsUnique()
	if err := a.Need(op.Values, same, left, right); err != nil {
		return nil, nil, err
	}
	p.Equal = fetchedBool(a.Value(same))
	p.Repeat = !p.Equal && !(fetchedBool(a.Value(left)) && fetchedBool(a.Value(right)))
	return p.Build(x, y)
}

func (o *aligned) Build(x, y Handle) (Handle, Handle, error) {
	out, fill := []Handle{x, y}, o.FillValue
	if x.Value().Meta().Kind != op.Frame || y.Value().Meta().Kind != op.Frame {
		fill = nil // what misses beside a series is filled below
	}
	switch rows := o.Axis == nil || *o.Axis == 0; {
	case o.Equal || !rows:
	case o.Repeat:
		for i, h := range out {
			out[i] = besideEach(h, []Handle{y, x}[i], o.Join, i == 1, fill)
		}
	default:
		to := indexIn(x)
		switch o.Join {
		case "right":
			to = indexIn(y)
		case "inner":
			to = to.Intersection(indexIn(y))
		case "left":
		default:
			to = to.Union(indexIn(y))
		}
		for i, h := range out {
			out[i] = valued(reindexed(h, to, ReindexOptions{Fill: fill}))
		}
	}
	if p, q := x.Value().Meta(), y.Value().Meta(); p.Kind == op.Frame && q.Kind == op.Frame && (o.Axis == nil || *o.Axis == 1) {
		names := joinedLabels(schema.LabelsOf(p.Cols), schema.LabelsOf(q.Cols), o.Join)
		for i, h := range out {
			out[i] = FrameOf(apply(&reindexColumns{Columns: names, FillValue: o.FillValue}, h))
		}
	}
	if o.FillValue != nil && !(x.Value().Meta().Kind == op.Frame && y.Value().Meta().Kind == op.Frame) { // beside a series what missed before is filled too
		for i, h := range out {
			if s, ok := h.(*Series); ok {
				out[i] = s.FillNA(o.FillValue)
			} else {
				out[i] = FrameOf(h.Value()).FillNA(o.FillValue)
			}
		}
	}
	return out[0], out[1], nil
}

// besideEach is the rows of h once for each row of other under the same label, where labels repeat. right
// says that h is the right one of both.
func besideEach(h, other Handle, how string, right bool, fill any) Handle {
	d := frameIn(h)
	n := len(colsOf(d))
	there := frame.Tup("there", n)
	d = d.Assign(C{there, true})
	met, bare := d, frameIn(other).Iloc(pick.AllPlaces, []int{})
	if right {
		met = bare.Join(d, JoinOptions{How: how})
	} else {
		met = d.Join(bare, JoinOptions{How: how})
	}
	out := met.Iloc(pick.AllPlaces, chunk.Places(0, n))
	if fill != nil {
		out = out.Where(met.IlocCol(n).NotNA(), fill)
	}
	if s, ok := h.(*Series); ok {
		return out.IlocCol(0).Rename(colsOf(s)[0].Name)
	}
	return out
}

// frameIn is a frame itself, or a series as one.
func frameIn(h Handle) *DataFrame {
	if s, ok := h.(*Series); ok {
		return s.ToFrame()
	}
	return FrameOf(h.Value())
}

// joinedLabels are the labels of columns that meet: those of both ascend, unless they are equal.
func joinedLabels(a, b []frame.Label, how string) []frame.Label {
	switch {
	case how == "left" || slices.EqualFunc(a, b, frame.Label.Same):
		return a
	case how == "right":
		return b
	case how == "inner":
		return labelsAmong(a, b)
	}
	all := append(slices.Clone(a), labelsWithout(b, a)...)
	slices.SortStableFunc(all, frame.Label.Compare)
	return all
}

// indexIn is the row labels of a frame or series.
func indexIn(h Handle) *Index {
	if d, ok := h.(*DataFrame); ok {
		return d.Index()
	}
	return SeriesOf(h.Value()).Index()
}

// fetchedBool is a fetched truth value.
func fetchedBool(v any) bool {
	if a, ok := v.(*nd.Array); ok {
		v, _ = chunk.GoValue(a)
	}
	return v == true
}
