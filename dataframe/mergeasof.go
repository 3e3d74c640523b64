package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// AsofOptions are the options of MergeAsof.
type AsofOptions struct {
	On                any        // the column of both sides that is matched: integers, floats or times, ascending
	LeftOn, RightOn   any        // the same for sides whose keys differ in name
	LeftIndex         bool       // match the row labels of both sides; goes with RightIndex and without By
	RightIndex        bool       //
	By                any        // label or labels of columns that must be equal
	LeftBy, RightBy   any        //
	Suffixes          *[2]string // as for Merge
	Tolerance         any        // the greatest distance: a number or, of times, a frame.Timedelta or time.Duration
	AllowExactMatches *bool      // equal keys match; the default
	Direction         string     // backward (the default), forward, nearest
}

// MergeAsof gives each left row the right row with the nearest key that is not greater (backward), not less (forward), or either.
//
// Rows are those of the left side. Both sides must ascend by the key, without missing ones: else Invalid.
func MergeAsof(left, right Handle, o AsofOptions) *DataFrame {
	m := &mergeAsof{LeftIndex: o.LeftIndex, RightIndex: o.RightIndex, Suffixes: o.Suffixes, AllowExactMatches: o.AllowExactMatches, Direction: o.Direction}
	for _, f := range []struct {
		to   *[]frame.Label
		from any
	}{{&m.On, o.On}, {&m.LeftOn, o.LeftOn}, {&m.RightOn, o.RightOn}, {&m.By, o.By}, {&m.LeftBy, o.LeftBy}, {&m.RightBy, o.RightBy}} {
		ls, err := keyLabels(f.from)
		if err != nil {
			return FrameOf(bad("dataframe.merge_asof", err))
		}
		*f.to = ls
	}
	if o.Tolerance != nil {
		v := o.Tolerance
		if d, ok := v.(time.Duration); ok {
			v = frame.Timedelta{Ticks: int64(d), Unit: dtype.Nano}
		}
		t, ok := scalarOf(v)
		if !ok {
			return FrameOf(bad("dataframe.merge_asof", errs.New(errs.Invalid, "a %T is no tolerance", v)))
		}
		m.Tolerance = t
	}
	return FrameOf(apply(m, left, right))
}

type mergeAsof struct {
	On, LeftOn, RightOn   []frame.Label
	LeftIndex, RightIndex bool
	By, LeftBy, RightBy   []frame.Label
	Suffixes              *[2]string
	Tolerance             any
	AllowExactMatches     *bool
	Direction             string
}

func init() {
	op.Register[mergeAsof](op.Doc{
		Gives: "dataframe", Forms: "left=in:table right=in:table suffixes=suffixes",
		Name: "dataframe.merge_asof", Like: "pandas.merge_asof",
		Sig: "merge_asof(left, right, on=None, left_on=None, right_on=None, left_index=False, right_index=False, by=None, left_by=None, right_by=None, " +
			"suffixes=('_x', '_y'), tolerance=None, allow_exact_matches=True, direction='backward')",
		Summary: "Join rows by the nearest key",
		Notes:   "Chunks of the left side meet those chunks of the right side whose keys they need.",
	})
}

func (o *mergeAsof) Infer(in []op.Meta) ([]op.Meta, error) {
	p, _, err := o.plan(in)
	if err != nil {
		return nil, err
	}
	rows := in[0].Rows()
	ix := op.FreshRange(rows)
	ix.Loose = true
	if p.index.levels != nil {
		ix = in[0].Index
	}
	m := op.NewFrame(rows, ix)
	m.Open = in[0].Open || in[1].Open
	for _, c := range p.cols {
		m.Cols = append(m.Cols, op.Col{Name: c.name, Type: c.typ})
	}
	return []op.Meta{m}, nil
}

// StageMeta: the Map stage tells the ends of the keys of a chunk, Combine keeps rows of the right side.
func (o *mergeAsof) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		return []op.Meta{op.NewObject()}, nil
	case op.Combine:
		m := in[0].WithRows(op.Sym("nearest rows", in...))
		m.Index = m.Index.Derive("nearest rows", in...)
		return []op.Meta{m}, nil
	}
	return o.Infer(in[:2])
}

// Labels are looked at where they are keys.
func (o *mergeAsof) Labels(int) op.Look {
	if o.LeftIndex {
		return op.Looks
	}
	return op.Ignores
}
