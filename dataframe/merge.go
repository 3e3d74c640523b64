package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// MergeOptions are the options of Merge.
type MergeOptions struct {
	How        string     // inner (the default), left, right, outer, cross, left_anti, right_anti
	On         any        // label or labels of key columns or index levels of both sides. The default is the columns that both have
	LeftOn     any        // the same for sides whose keys differ in name
	RightOn    any        //
	LeftIndex  bool       // the keys are the row labels
	RightIndex bool       //
	Sort       bool       // order the result by key
	Suffixes   *[2]string // of columns that both sides have. The default is _x and _y; an empty one leaves a name as it is
	Indicator  any        // true or a name: a category column that tells the side of every row
	Validate   string     // one_to_one, one_to_many, many_to_one: fail unless the keys are unique
}

// Merge joins rows of two frames, or named series, with equal keys, as database joins do; missing keys match each other.
//
// Rows stand in the order of the left side, then the right one (how=right: of the right side); of an outer join, and with Sort, by
// ascending key. Columns of both sides, except that a key of one name is one column. Rows without a partner miss the other side's
// columns: integers become float64 and bools objects, when there are such rows. An anti join is the rows of one side that have none.
//
// Of keys whose dtypes differ, outer and right joins make a column of the common dtype, also when no row misses; pandas then keeps the left one.
// Errors: NotFound for a label that is none, Invalid for what pandas raises as MergeError and ValueError.
func Merge(left, right Handle, o ...MergeOptions) *DataFrame {
	m, err := newMerge(o)
	if err != nil {
		return FrameOf(bad("dataframe.merge", err))
	}
	return mergeOf(m, left, right)
}

// Merge is the function Merge with d as the left side.
func (d *DataFrame) Merge(right Handle, o ...MergeOptions) *DataFrame {
	m, err := newMerge(o)
	if err != nil {
		return FrameOf(bad("dataframe.merge", err))
	}
	return mergeOf(m, d, right)
}

func newMerge(o []MergeOptions) (*merge, error) {
	if len(o) == 0 {
		return &merge{}, nil
	}
	m := &merge{
		How: o[0].How, LeftIndex: o[0].LeftIndex, RightIndex: o[0].RightIndex, Sort: o[0].Sort, Suffixes: o[0].Suffixes,
		Indicator: o[0].Indicator, Validate: o[0].Validate,
	}
	for _, f := range []struct {
		to   *[]frame.Label
		from any
	}{{&m.On, o[0].On}, {&m.LeftOn, o[0].LeftOn}, {&m.RightOn, o[0].RightOn}} {
		ls, err := keyLabels(f.from)
		if err != nil {
			return nil, err
		}
		*f.to = ls
	}
	return m, nil
}

// keyLabels is one label or a list of labels; nil is no list.
func keyLabels(v any) ([]frame.Label, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case []frame.Label:
		return v, nil
	case []any:
		return labelList(v)
	case []string:
		out := make([]frame.Label, len(v))
		for i, s := range v {
			out[i] = frame.L(s)
		}
		return out, nil
	}
	return labelList([]any{v})
}

type merge struct {
	How                   string
	On, LeftOn, RightOn   []frame.Label
	LeftIndex, RightIndex bool
	Sort                  bool
	Suffixes              *[2]string
	Indicator             any
	Validate              string
}

func init() {
	op.Register[merge](op.Doc{
		Gives: "dataframe", Face: "hand",
		Name: "dataframe.merge", Like: "pandas.merge", Methods: "DataFrame.merge",
		Sig: "merge(left, right, how='inner', on=None, left_on=None, right_on=None, left_index=False, right_index=False, sort=False, " +
			"suffixes=('_x', '_y'), copy=<no_default>, indicator=False, validate=None)",
		Summary: "Join rows of two frames by their keys",
		Notes:   "A key whose dtypes differ has their common dtype in outer and right joins, also when no row misses.",
	})
}

// Normalize sorts where pandas' intersection of two ranges does: an inner join of a descending range with an ascending one.
func (o *merge) Normalize(in []op.Meta) error {
	l, r := in[0].Index, in[1].Index
	ranges := l.Kind == frame.RangeIndex && r.Kind == frame.RangeIndex
	if ranges && o.How == "inner" && o.LeftIndex && o.RightIndex && l.Step < 0 && r.Step > 0 {
		o.Sort = true
	}
	return nil
}

func (o *merge) Infer(in []op.Meta) ([]op.Meta, error) {
	p, err := o.plan(in)
	if err != nil {
		return nil, err
	}
	rows := op.Sym("merge "+o.question(), in...)
	if l, r := in[0].Rows(), in[1].Rows(); p.how == join.Cross && l.Known() && r.Known() {
		rows = op.Dim{N: l.N * r.N}
	}
	ix := op.FreshRange(rows)
	ix.Loose = true
	if p.index.levels != nil {
		ix = in[0].Index.Derive("merge "+o.question(), in...)
		ix.Levels = make([]op.Col, len(p.index.levels))
		for i, c := range p.index.levels {
			ix.Levels[i] = op.Col{Name: c.name, Type: c.typ}
		}
		ix.Kind = kindOf(ix.Levels)
		ix.Loose = false
	}
	m := op.NewFrame(rows, ix)
	for _, c := range p.cols {
		m.Cols = append(m.Cols, op.Col{Name: c.name, Type: c.typ})
	}
	m.Open = in[0].Open || in[1].Open
	return []op.Meta{m}, nil
}

// question names what decides which rows the result has, besides the inputs.
func (o *merge) question() string {
	return fmt.Sprintf("%s %q %q %q %v %v", o.How, o.On, o.LeftOn, o.RightOn, o.LeftIndex, o.RightIndex)
}

// kindOf is the kind of an index of given levels that is no range.
func kindOf(levels []op.Col) frame.IndexKind {
	if len(levels) > 1 {
		return frame.MultiIndex
	}
	return frame.IndexKindOf(levels[0].Is)
}

func (o *merge) swaps() bool { return o.How == "right" }

// Look passes: rows of one key stand in the order of the sides.
func (o *merge) Look(int) op.Look { return op.Passes }

// Labels are looked at where they are keys or become labels of the result.
func (o *merge) Labels(int) op.Look {
	if o.LeftIndex || o.RightIndex || o.On != nil || o.LeftOn != nil {
		return op.Looks
	}
	return op.Ignores
}
