package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Concats is the options of Concat.
type Concats struct {
	Axis        int    // 0 puts rows below rows, 1 columns beside columns
	Join        string // of the labels of the other axis: "outer" (the default) or "inner"
	IgnoreIndex bool   // the labels along the axis are 0, 1, ...
	Keys        []any  // one for each input: an outer level of the labels along the axis
	Names       []any  // of the levels, with Keys
	Sort        bool   // the labels of the other axis ascend
}

// Concat puts frames and series below each other, or side by side. Columns and rows meet by their labels;
// what an input lacks is missing. Frames give a frame; series below each other a Series value, which SeriesOf
// makes a handle for: use ConcatSeries. Errors: Invalid for no inputs, and for labels that have to meet and
// come twice.
func Concat(in []Handle, o ...Concats) *DataFrame {
	if err := op.Once(o); err != nil {
		return FrameOf(bad("dataframe.concat", err))
	}
	v := concatOf(in, one(o))
	if v.Err() == nil && v.Meta().Kind == op.Series {
		return FrameOf(bad("dataframe.concat", errs.New(errs.Type, "series below each other are a series: use ConcatSeries")))
	}
	return FrameOf(v)
}

// ConcatSeries puts series below each other. See Concat.
func ConcatSeries(in []*Series, o ...Concats) *Series {
	if err := op.Once(o); err != nil {
		return SeriesOf(bad("dataframe.concat", err))
	}
	hs := make([]Handle, len(in))
	for i, s := range in {
		hs[i] = s
	}
	p := one(o)
	p.Axis = 0
	return SeriesOf(concatOf(hs, p))
}

func concatOf(in []Handle, o Concats) op.Value {
	p := &reshape.Concat{Axis: o.Axis, Join: o.Join, IgnoreIndex: o.IgnoreIndex, Sort: o.Sort}
	for i, ls := range [][]any{o.Keys, o.Names} {
		for _, v := range ls {
			l, ok := frame.LabelOf(v)
			if !ok {
				return bad("dataframe.concat", errs.In(errs.New(errs.Type, "a %T is no label", v), "unhashable type: a %T is no label", v))
			}
			if i == 0 {
				p.Keys = append(p.Keys, l)
			} else {
				p.Names = append(p.Names, l)
			}
		}
	}
	if len(in) == 0 {
		return bad("dataframe.concat", errs.New(errs.Invalid, "No objects to concatenate"))
	}
	for i := range in {
		p.Objs = append(p.Objs, op.In(i))
	}
	return apply(p, in...)
}
