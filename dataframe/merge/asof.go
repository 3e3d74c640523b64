package merge

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Asof is the operand of dataframe.merge_asof.
type Asof struct {
	On, LeftOn, RightOn   []frame.Label
	LeftIndex, RightIndex bool
	By, LeftBy, RightBy   []frame.Label
	Suffixes              *[2]string
	Tolerance             any
	AllowExactMatches     *bool
	Direction             string
}

func init() {
	op.Register[Asof](op.Doc{
		Gives: "dataframe", Forms: "left=in:table right=in:table suffixes=suffixes",
		Name: "dataframe.merge_asof", Like: "pandas.merge_asof",
		Sig: "merge_asof(left, right, on=None, left_on=None, right_on=None, left_index=False, right_index=False, by=None, left_by=None, right_by=None, " +
			"suffixes=('_x', '_y'), tolerance=None, allow_exact_matches=True, direction='backward')",
		Summary: "Join rows by the nearest key",
		Notes:   "Chunks of the left side meet those chunks of the right side whose keys they need.",
	})
}

func (o *Asof) Infer(in []op.Meta) ([]op.Meta, error) {
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
	for _, c := range p.Cols {
		m.Cols = append(m.Cols, op.Col{Name: c.Name, Type: c.Typ})
	}
	return []op.Meta{m}, nil
}

// StageMeta: the Map stage tells the ends of the keys of a chunk, Combine keeps rows of the right side.
func (o *Asof) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
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
func (o *Asof) Labels(int) op.Look {
	if o.LeftIndex {
		return op.Looks
	}
	return op.Ignores
}
