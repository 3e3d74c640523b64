package merge

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/schema"
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

// New is the operand of a merge with options.
func New(o []MergeOptions) (*Merge, error) {
	if len(o) == 0 {
		return &Merge{}, nil
	}
	m := &Merge{
		How: o[0].How, LeftIndex: o[0].LeftIndex, RightIndex: o[0].RightIndex, Sort: o[0].Sort, Suffixes: o[0].Suffixes,
		Indicator: o[0].Indicator, Validate: o[0].Validate,
	}
	for _, f := range []struct {
		to   *[]frame.Label
		from any
	}{{&m.On, o[0].On}, {&m.LeftOn, o[0].LeftOn}, {&m.RightOn, o[0].RightOn}} {
		ls, err := KeyLabels(f.from)
		if err != nil {
			return nil, err
		}
		*f.to = ls
	}
	return m, nil
}

// KeyLabels is one label or a list of labels; nil is no list.
func KeyLabels(v any) ([]frame.Label, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case []frame.Label:
		return v, nil
	case []any:
		return schema.LabelList(v)
	case []string:
		out := make([]frame.Label, len(v))
		for i, s := range v {
			out[i] = frame.L(s)
		}
		return out, nil
	}
	return schema.LabelList([]any{v})
}

// Merge is the operand of dataframe.merge.
type Merge struct {
	How                   string
	On, LeftOn, RightOn   []frame.Label
	LeftIndex, RightIndex bool
	Sort                  bool
	Suffixes              *[2]string
	Indicator             any
	Validate              string
}

func init() {
	op.Register[Merge](op.Doc{
		Gives: "dataframe", Face: "inner", Name: "dataframe.merge", Like: "pandas.merge",
		Sig: "merge(left, right, how='inner', on=None, left_on=None, right_on=None, left_index=False, right_index=False, sort=False, " +
			"suffixes=('_x', '_y'), copy=<no_default>, indicator=False, validate=None)",
		Summary: "Join rows of two frames by their keys",
		Notes:   "A key whose dtypes differ has their common dtype in outer and right joins, also when no row misses.",
	})
}

// Normalize sorts where pandas' intersection of two ranges does: an inner join of a descending range with an
// ascending one.
func (o *Merge) Normalize(in []op.Meta) error {
	l, r := in[0].Index, in[1].Index
	ranges := l.Kind == frame.RangeIndex && r.Kind == frame.RangeIndex
	if ranges && o.How == "inner" && o.LeftIndex && o.RightIndex && l.Step < 0 && r.Step > 0 {
		o.Sort = true
	}
	return nil
}

func (o *Merge) Infer(in []op.Meta) ([]op.Meta, error) {
	p, err := o.Plan(in)
	if err != nil {
		return nil, err
	}
	rows := op.Sym("merge "+o.question(), in...)
	if l, r := in[0].Rows(), in[1].Rows(); p.How == join.Cross && l.Known() && r.Known() {
		rows = op.Dim{N: l.N * r.N}
	} else if o.How == "left" && l.Known() && (o.Validate == "many_to_one" || o.Validate == "m:1") {
		rows = l // each of them meets one row at most
	}
	ix := op.FreshRange(rows)
	ix.Loose = true
	if p.index.levels != nil {
		ix = in[0].Index.Derive("merge "+o.question(), in...)
		ix.Levels = make([]op.Col, len(p.index.levels))
		for i, c := range p.index.levels {
			ix.Levels[i] = op.Col{Name: c.Name, Type: c.Typ}
		}
		ix.Kind = schema.KindOf(ix.Levels)
		ix.Loose = false
	}
	m := op.NewFrame(rows, ix)
	for _, c := range p.Cols {
		m.Cols = append(m.Cols, op.Col{Name: c.Name, Type: c.Typ})
	}
	m.Open = in[0].Open || in[1].Open
	return []op.Meta{m}, nil
}

// question names what decides which rows the result has, besides the inputs.
func (o *Merge) question() string {
	return fmt.Sprintf("%s %q %q %q %v %v", o.How, o.On, o.LeftOn, o.RightOn, o.LeftIndex, o.RightIndex)
}

func (o *Merge) swaps() bool { return o.How == "right" }

// Look passes: rows of one key stand in the order of the sides.
func (o *Merge) Look(int) op.Look { return op.Passes }

// Labels are looked at where they are keys or become labels of the result.
func (o *Merge) Labels(int) op.Look {
	if o.LeftIndex || o.RightIndex || o.On != nil || o.LeftOn != nil {
		return op.Looks
	}
	return op.Ignores
}
