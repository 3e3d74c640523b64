package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
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

// StageMeta sees the chunks as Exec gets them: the side whose order counts first.
func (o *merge) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if m, err := o.lateMeta(s, in); m != nil || err != nil {
		return m, err
	}
	if !o.swaps() && s != op.Combine {
		return nil, nil
	}
	return o.Infer([]op.Meta{in[1], in[0]})
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

// Tile gives the right side of a cross join whole to pieces of the left one, so many rows that their pairs fit a chunk. It gives a small side whole to every chunk of the side whose order counts or, of an inner join whose order nobody looks at, to every chunk of the other
// side, in stage Combine; else it sends the rows of both by key, see late.
func (o *merge) Tile(t *op.Tiler) error {
	p, err := o.plan([]op.Meta{t.In(0).Meta, t.In(1).Meta})
	if err != nil {
		return err
	}
	sorted := o.Sort || p.how == join.Outer
	drive, other := o.sides(p, t)
	switch {
	case p.how == join.Cross:
		if t.Need(op.Rows, other.Grid) != nil {
			return t.Err()
		}
		return t.Out(t.Map(t.FitRows(drive.Grid, op.Sum(t.Splits(other.Grid, 0)).N), op.Whole(other.Grid)))
	case !sorted && !o.uniqueDrive() && t.Small(other.Grid):
		return t.Out(t.Map(drive.Grid, op.Whole(other.Grid)))
	case t.Err() != nil:
		return t.Err()
	case sorted:
		return t.Out(t.Shuffle(op.ByKey, drive, other))
	case p.how == join.Inner && o.Validate == "" && !t.Ordered() && t.Small(drive.Grid):
		return t.Out(t.At(op.Combine).Map(other.Grid, op.Whole(drive.Grid)))
	case t.Err() != nil:
		return t.Err()
	}
	if n := o.lateParts(t, drive, other); n > 0 {
		return t.Out(o.late(t, n, drive, other))
	}
	return t.Out(t.Shuffle(op.ByInput, drive, other))
}

// sides are the inputs with their keys, the one whose order counts first.
func (o *merge) sides(p *mergePlan, t *op.Tiler) (drive, other op.Side) {
	drive, other = op.Side{Grid: t.In(0)}, op.Side{Grid: t.In(1)}
	for _, k := range p.keys {
		k.l.NullsFirst, k.l.ByValue = join.NullsFirst(k.from[0], k.from[1]), join.ByValue(k.from[0], k.from[1])
		k.r.NullsFirst, k.r.ByValue = k.l.NullsFirst, k.l.ByValue
		drive.Keys, other.Keys = append(drive.Keys, k.l), append(other.Keys, k.r)
	}
	if o.swaps() {
		return other, drive
	}
	return drive, other
}

// uniqueDrive reports that the keys of the driving side must be seen together to be found unique.
func (o *merge) uniqueDrive() bool {
	v := o.Validate
	return v == "one_to_one" || v == "1:1" || !o.swaps() && (v == "one_to_many" || v == "1:m") || o.swaps() && (v == "many_to_one" || v == "m:1")
}

func (o *merge) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Map && x.Len() == 1:
		return o.keysAlone(x)
	case x.Stage == op.Map, x.Stage == op.Combine && x.Len() == 1:
		return o.otherAlone(x)
	case x.Stage == op.Final && x.Len() == 3:
		return o.complete(x)
	case x.Stage == op.Final && isLate(x.InMeta(0)):
		return o.meet(x)
	}
	l, r := 0, 1
	if o.swaps() || x.Stage == op.Combine {
		l, r = 1, 0
	}
	p, err := o.plan([]op.Meta{x.InMeta(l), x.InMeta(r)})
	if err != nil {
		return err
	}
	m := merging{p: p, x: x, sides: [2]*frame.Frame{x.Frame(l), x.Frame(r)}}
	if p.how == join.Cross {
		f, err := m.cross()
		if err != nil {
			return err
		}
		return x.Put(0, f)
	}
	if err := m.match(o); err != nil {
		return err
	}
	f, err := m.result()
	if err != nil {
		return err
	}
	if o.Sort || p.how == join.Outer {
		return x.Put(0, f)
	}
	if f, err = x.Follow(f, 0, m.rows[l]); err != nil {
		return err
	}
	return x.Put(0, f)
}

// checkArgs refuses combinations of arguments, in pandas' words.
func (o *merge) checkArgs(how join.How, in []op.Meta) error {
	on, l, r := o.On != nil, o.LeftOn != nil, o.RightOn != nil
	say := ""
	switch {
	case how == join.Semi, how == join.LeftAnti, how == join.RightAnti:
		say = "an operator of how='" + o.How + "' is a join whose indicator is filtered"
	case how == join.Cross:
		if on || l || r || o.LeftIndex || o.RightIndex {
			say = "Can not pass on, right_on, left_on or set right_index=True or left_index=True"
		}
		if o.Sort || o.Validate != "" {
			break
		}
	case !on && !l && !r && o.LeftIndex != o.RightIndex:
		say = "Must pass left_on or left_index=True"
		if o.LeftIndex {
			say = "Must pass right_on or right_index=True"
		}
	case on && (l || r):
		say = `Can only pass argument "on" OR "left_on" and "right_on", not a combination of both.`
	case on && (o.LeftIndex || o.RightIndex):
		say = `Can only pass argument "on" OR "left_index" and "right_index", not a combination of both.`
	case l && o.LeftIndex:
		say = `Can only pass argument "left_on" OR "left_index" not both.`
	case l && !o.RightIndex && !r:
		say = `Must pass "right_on" OR "right_index".`
	case r && o.RightIndex:
		say = `Can only pass argument "right_on" OR "right_index" not both.`
	case r && !o.LeftIndex && !l:
		say = `Must pass "left_on" OR "left_index".`
	case l && o.RightIndex && len(o.LeftOn) != len(in[1].Index.Levels):
		say = `len(left_on) must equal the number of levels in the index of "right"`
	case r && o.LeftIndex && len(o.RightOn) != len(in[0].Index.Levels):
		say = `len(right_on) must equal the number of levels in the index of "left"`
	case l && r && len(o.LeftOn) != len(o.RightOn):
		say = "len(right_on) must equal len(left_on)"
	case !slices.Contains([]string{"", "one_to_one", "1:1", "one_to_many", "1:m", "many_to_one", "m:1", "many_to_many", "m:m"}, o.Validate):
		say = fmt.Sprintf("%q is not a valid argument. Valid arguments are:\n- \"1:1\"\n- \"1:m\"\n- \"m:1\"\n- \"m:m\"\n- \"one_to_one\"\n"+
			"- \"one_to_many\"\n- \"many_to_one\"\n- \"many_to_many\"", o.Validate)
	}
	if say != "" {
		return errs.New(errs.Invalid, "%s", say)
	}
	return nil
}

// indicate adds the column that tells the side of every row.
func (o *merge) indicate(p *mergePlan, in []op.Meta) error {
	name := ""
	switch v := o.Indicator.(type) {
	case bool:
		if v {
			name = "_merge"
		}
	case string:
		name = v
	case nil:
	default:
		return errs.New(errs.Invalid, "indicator option can only accept boolean or string arguments")
	}
	if name == "" {
		return nil
	}
	for _, m := range in {
		if place(m, frame.L(name)) >= 0 {
			return errs.New(errs.Invalid, "Cannot use name of an existing column for indicator column")
		}
	}
	p.cols = append(p.cols, mergeCol{name: frame.L(name), from: fromIndicator, typ: op.T(dtype.Categorical)})
	return nil
}
