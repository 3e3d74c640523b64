package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Clip puts bounds in the place of values beyond them; nil and missing bounds are none. A bound is a single
// value, or a series or frame whose rows are met by label; a series bounds all columns of a frame.
func (d *DataFrame) Clip(lower, upper any) *DataFrame { return FrameOf(clipped(d, lower, upper)) }

// Clip puts bounds in the place of values beyond them. See DataFrame.Clip.
func (s *Series) Clip(lower, upper any) *Series { return SeriesOf(clipped(s, lower, upper)) }

func clipped(h Handle, lower, upper any) op.Value {
	in, o := []Handle{h}, &clip{}
	if h.Value().Meta().Kind == op.Frame {
		o.Axis = new(int)
	}
	for i, b := range []any{lower, upper} {
		w := op.WrittenOf(b)
		if by, ok := b.(Handle); ok {
			w.V = op.In(len(in))
			in = append(in, by)
		} else if s, ok := chunk.ScalarOf(b); ok {
			w.V = s
		} else {
			return bad("dataframe.clip", errs.New(errs.Type, "a %T as a bound", b))
		}
		*[]*op.Written{&o.Lower, &o.Upper}[i] = w
	}
	return apply(o, in...)
}

type clip struct {
	op.Deferred
	Lower, Upper op.Written
	Axis         *int
}

func init() {
	op.Register[clip](op.Doc{
		Name: "dataframe.clip", Like: "pandas.DataFrame.clip", Methods: "DataFrame.clip Series.clip",
		Sig: "clip(df, lower=None, upper=None, *, axis=None, inplace=False, **kwargs)", Summary: "Values within bounds",
		Text: "A bound is a single value, or has a value for each row (axis 0, the default of a series), for each column (axis 1), or is a frame.",
	})
}

// Infer knows the dtypes but for those of bounds by column, which may make floats of integers.
func (o *clip) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.byRow(in) {
		return op.Expressed(o, in)
	}
	return cells.EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		if c.Is.IsInteger() {
			return op.Pending(c.Is, dtype.Float64), nil
		}
		return op.T(c.Is), nil
	})
}

// byRow reports that no bound is by column.
func (o *clip) byRow(in []op.Meta) bool {
	if in[0].Kind != op.Frame || o.Axis != nil && *o.Axis == 0 {
		return true
	}
	for _, m := range in[1:] {
		if m.Kind != op.Frame && len(m.Dims) < 2 {
			return false
		}
	}
	_, l := inList(o.Lower.V)
	_, u := inList(o.Upper.V)
	return !l && !u
}

func (o *clip) Build(a *op.Asker, h Handle, more []Handle) (Handle, error) {
	lo, hi := ordered(meant(o.Lower, 1, more), meant(o.Upper, 1, more))
	for i, b := range []any{lo, hi} {
		next, err := o.within(a, h, b, i == 1)
		if err != nil {
			return nil, err
		}
		h = next
	}
	return h, nil
}

// within is h with a bound.
func (o *clip) within(a *op.Asker, h Handle, bound any, upper bool) (Handle, error) {
	if v, ok := chunk.ScalarOf(bound); ok {
		return overFrame(h, func(d *DataFrame) (*DataFrame, error) { return d.clip(v, upper), nil })
	}
	d, whole := h.(*DataFrame)
	if !whole || twoAxes(bound) {
		return clippedBy(h, bound, upper)
	}
	s, labels := bound.(*Series)
	if labels = labels && s.Name() != cells.Listed; o.Axis == nil && labels {
		return nil, errs.New(errs.Invalid, "Must specify axis=0 or 1")
	}
	if o.Axis == nil || *o.Axis == 1 {
		return d.clippedColumns(a, bound, upper)
	}
	bound, err := labeledAs(d.IlocCol(0), bound)
	if err != nil {
		return nil, err
	}
	return clippedBy(h, bound, upper)
}

// twoAxes reports a frame, a matrix, or a list of lists.
func twoAxes(v any) bool {
	switch v := v.(type) {
	case Handle:
		return v.Value().Meta().Kind == op.Frame || len(v.Value().Meta().Dims) == 2
	case op.List:
		return len(v) > 0 && !isScalar(v[0])
	}
	return false
}

func isScalar(v any) bool { _, ok := chunk.ScalarOf(v); return ok }

// clippedColumns is d with a bound for each column: of a series that of the column's label, else that at its
// place.
func (d *DataFrame) clippedColumns(a *op.Asker, bound any, upper bool) (Handle, error) {
	if err := closed(d); err != nil {
		return nil, err
	}
	cols := colsOf(d)
	bounds := make([]any, len(cols))
	if x, ok := bound.(*Index); ok {
		bound = x.ToSeries().Rename(cells.Listed)
	}
	if t, ok := bound.(*tensor.Tensor); ok && len(t.Value().Meta().Dims) == 1 {
		l, err := elementsOf(a, t, len(cols))
		if err != nil {
			return nil, err
		}
		bound = l
	}
	s, series := bound.(*Series)
	if series {
		if err := a.Need(op.Values, s); err != nil {
			return nil, err
		}
		f := a.Value(s).(*frame.Frame)
		if s.Name() == cells.Listed {
			l := make(op.List, f.NRows)
			for r := range l {
				l[r] = f.Cols[0].Cell(r)
			}
			bound, series = l, false
		}
		labels := schema.LabelsOfRows(f.Index.Level(0))
		for i, c := range cols {
			for r, l := range labels {
				if series && l.Same(c.Name) {
					bounds[i] = f.Cols[0].Cell(r)
				}
			}
		}
	}
	if l, ok := inList(bound); ok && len(l) == len(cols) {
		copy(bounds, l)
	} else if ok {
		return nil, errs.New(errs.Invalid, "Unable to coerce to Series, length must be %d: given %d", len(cols), len(l))
	} else if !series {
		return nil, errs.New(errs.Invalid, "bounds by column are a series, or a list of %d values", len(cols))
	}
	names := d.Columns()
	out := d.labeled(placeLabels(len(cols)))
	for i, b := range bounds {
		if b != nil && !frame.IsMissing(b) {
			out = out.Assign(C{i, out.Col(i).ToFrame().clip(b, upper).IlocCol(0)})
		}
	}
	return out.labeled(names), nil
}

// elementsOf are the n elements of a vector.
func elementsOf(a *op.Asker, t *tensor.Tensor, n int) (op.List, error) {
	if err := a.Need(op.Rows, t); err != nil {
		return nil, err
	}
	if k := a.Rows(t); k != n {
		return nil, errs.New(errs.Invalid, "Unable to coerce to Series, length must be %d: given %d", n, k)
	}
	var asked []interface{ Value() op.Value }
	for i := range n {
		asked = append(asked, tensor.Take(t, i))
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return nil, err
	}
	out := make(op.List, n)
	for i, v := range asked {
		x, err := chunk.GoValue(a.Value(v).(*nd.Array))
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// placeLabels are 0, 1, ... as labels.
func placeLabels(n int) []frame.Label {
	out := make([]frame.Label, n)
	for i := range out {
		out[i] = frame.L(i)
	}
	return out
}

// ordered are two numbers as bounds, the lesser first, as pandas takes them.
func ordered(lo, hi any) (a, b any) {
	x, ok := frame.LabelOf(lo)
	y, ok2 := frame.LabelOf(hi)
	if !ok || !ok2 || x.IsMissing() || y.IsMissing() || !y.Less(x) {
		return lo, hi
	}
	return hi, lo
}

func (d *DataFrame) clip(bound any, upper bool) *DataFrame {
	if frame.IsMissing(bound) {
		return d
	}
	return d.Mask(d.outside(bound, upper, Arith{}), bound)
}

// outside tells what is beyond a bound; what is missing is not.
func (d *DataFrame) outside(bound any, upper bool, over Arith) *DataFrame {
	is := d.Lt(bound, over)
	if upper {
		is = d.Gt(bound, over)
	}
	if slices.ContainsFunc(colsOf(is), notBool) {
		is = is.FillNA(false)
	}
	return is
}

// surely is a condition that does not hold where it is missing.
func surely(is *Series) *Series {
	if slices.ContainsFunc(colsOf(is), notBool) {
		return is.FillNA(false)
	}
	return is
}

func notBool(c op.Col) bool { return c.Is != dtype.Bool }

// clippedBy is h with a bound for each row, or each element of a frame.
func clippedBy(h Handle, by any, upper bool) (Handle, error) {
	bound, err := labeledAs(h, by)
	if err != nil {
		return nil, err
	}
	if s, ok := h.(*Series); ok {
		is := s.Lt(bound)
		if upper {
			is = s.Gt(bound)
		}
		return SeriesOf(maskedWide(s, surely(is), bound).Value()), nil
	}
	d, over := h.(*DataFrame), Arith{Axis: "index"}
	if b, ok := bound.(*DataFrame); ok {
		over.Axis = ""
		ls, others := d.Columns(), b.Columns()
		other := func(l frame.Label) bool { return !slices.Contains(ls, l) }
		if len(ls) == len(others) && !slices.Equal(ls, others) && !slices.ContainsFunc(others, other) {
			bound = FrameOf(apply(&reindexColumns{Columns: ls}, b))
		}
	}
	return FrameOf(maskedWide(d, d.outside(bound, upper, over), bound).Value()), nil
}
