package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Clip puts bounds in the place of values beyond them; nil and missing bounds are none. A bound is a single value, or a series or frame whose rows are met by
// label; a series bounds all columns of a frame.
func (d *DataFrame) Clip(lower, upper any) *DataFrame { return FrameOf(clipped(d, lower, upper)) }

// Clip puts bounds in the place of values beyond them. See DataFrame.Clip.
func (s *Series) Clip(lower, upper any) *Series { return SeriesOf(clipped(s, lower, upper)) }

func clipped(h Handle, lower, upper any) op.Value {
	v := h.Value()
	for i, b := range []any{lower, upper} {
		if b == nil {
			continue
		}
		hv := Handle(FrameOf(v))
		if by, ok := b.(Handle); ok {
			v = apply(&clipBy{Upper: i == 1}, hv, by)
			continue
		}
		s, ok := chunk.ScalarOf(b)
		if !ok {
			return bad("dataframe.clip", errs.New(errs.Type, "a %T as a bound", b))
		}
		o := &clip{Lower: s}
		if i == 1 {
			o = &clip{Upper: s}
		}
		v = apply(o, hv)
	}
	return v
}

type clip struct {
	op.Recipe
	Lower, Upper any
}

type clipBy struct {
	op.Recipe
	Upper bool
}

func init() {
	op.Register[clip](op.Doc{
		Name: "dataframe.clip", Face: "hand", Like: "pandas.DataFrame.clip", Methods: "DataFrame.clip Series.clip",
		Sig: "clip(df, lower=None, upper=None, *, axis=None, inplace=False, **kwargs)", Summary: "Values within bounds",
	})
	op.Register[clipBy](op.Doc{
		Name: "dataframe.clip_by", Face: "inner", Like: "pandas.DataFrame.clip", Sig: "clip_by(df, bound, upper=False)", Summary: "Values within the bounds of a series or frame",
	})
}

func (o *clip) Build(h Handle) (Handle, error) {
	lo, hi := ordered(o.Lower, o.Upper)
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) { return d.clip(lo, false).clip(hi, true), nil })
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
	switch {
	case frame.IsMissing(bound):
		return d
	case upper:
		return d.Mask(d.Gt(bound), bound)
	}
	return d.Mask(d.Lt(bound), bound)
}

func (o *clipBy) Build(h, bound Handle) (Handle, error) {
	if s, ok := h.(*Series); ok {
		if o.Upper {
			return s.Mask(s.Gt(bound), bound), nil
		}
		return s.Mask(s.Lt(bound), bound), nil
	}
	d, over := h.(*DataFrame), Arith{Axis: "index"}
	if _, ok := bound.(*DataFrame); ok {
		over.Axis = ""
	}
	if o.Upper {
		return d.Mask(d.Gt(bound, over), bound), nil
	}
	return d.Mask(d.Lt(bound, over), bound), nil
}
