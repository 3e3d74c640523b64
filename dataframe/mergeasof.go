package dataframe

import (
	"math"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
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
		Name: "dataframe.merge_asof", Like: "pandas.merge_asof",
		Sig: "merge_asof(left, right, on=None, left_on=None, right_on=None, left_index=False, right_index=False, by=None, left_by=None, right_by=None, " +
			"suffixes=('_x', '_y'), tolerance=None, allow_exact_matches=True, direction='backward')",
		Summary: "Join rows by the nearest key",
		Notes:   "Chunks of the left side meet those chunks of the right side whose keys they need.",
	})
}

// plan is that of a left merge by the further keys and, last, the one that is matched.
func (o *mergeAsof) plan(in []op.Meta) (*mergePlan, join.AsofSpec, error) {
	spec := join.AsofSpec{Exact: *o.AllowExactMatches}
	var err error
	if spec.Direction, err = join.ParseDirection(o.Direction); err != nil {
		return nil, spec, err
	}
	lon, ron, lby, rby := o.LeftOn, o.RightOn, o.LeftBy, o.RightBy
	say := ""
	switch {
	case o.On != nil && (lon != nil || ron != nil):
		say = `Can only pass argument "on" OR "left_on" and "right_on", not a combination of both.`
	case o.On != nil:
		lon, ron = o.On, o.On
	}
	index := o.LeftIndex || o.RightIndex
	switch {
	case say != "":
	case index && (!o.LeftIndex || !o.RightIndex || lon != nil || ron != nil || o.By != nil || lby != nil || rby != nil):
		say = "merge_asof takes the index of both sides, without further keys, or of none"
	case !index && len(lon) != 1:
		say = "can only asof on a key for left"
	case !index && len(ron) != 1:
		say = "can only asof on a key for right"
	case o.By != nil && (lby != nil || rby != nil):
		say = "Can only pass by OR left_by and right_by"
	case lby == nil && rby != nil:
		say = "missing left_by"
	case lby != nil && rby == nil:
		say = "missing right_by"
	case len(lby) != len(rby):
		say = "left_by and right_by must be the same length"
	case index && len(in[0].Index.Levels) != 1:
		say = "left can only have one index"
	case index && len(in[1].Index.Levels) != 1:
		say = "right can only have one index"
	}
	if say != "" {
		return nil, spec, errs.New(errs.Invalid, "%s", say)
	}
	if o.By != nil {
		lby, rby = o.By, o.By
	}
	m := &merge{How: "left", LeftIndex: o.LeftIndex, RightIndex: o.RightIndex, Suffixes: o.Suffixes}
	if !index {
		m.LeftOn, m.RightOn = append(append([]frame.Label{}, lby...), lon...), append(append([]frame.Label{}, rby...), ron...)
	}
	p, err := m.plan(in)
	if err != nil {
		return nil, spec, err
	}
	for i, k := range p.keys {
		l, r := k.from[0], k.from[1]
		if last := i == len(p.keys)-1; last && (l.IsObject() || l.IsString() || r.IsObject() || r.IsString()) {
			return nil, spec, errs.New(errs.Invalid, "Incompatible merge dtype, %s and %s, both sides must have numeric dtype", typeRepr(l), typeRepr(r))
		}
		if l != r {
			return nil, spec, errs.New(errs.Invalid, "incompatible merge keys [%d] %s and %s, must be the same type", i, typeRepr(l), typeRepr(r))
		}
	}
	spec.Tolerance, err = toleranceOf(o.Tolerance, p.keys[len(p.keys)-1].from[0])
	return p, spec, err
}

// typeRepr is Python's text of a dtype.
func typeRepr(d dtype.DType) string {
	switch {
	case d == dtype.Str:
		return "<StringDtype(na_value=nan)>"
	case d.IsObject():
		return "dtype('O')"
	case d.IsTemporal() && d.TZ == "":
		return "dtype('" + d.Code() + "')"
	case d.Fixed() && !d.Null && d.TZ == "":
		return "dtype('" + d.String() + "')"
	}
	return d.String()
}

// toleranceOf is the tolerance in the values of a key of dtype d.
func toleranceOf(v any, d dtype.DType) (any, error) {
	if !d.IsTemporal() && !d.IsReal() {
		return nil, errs.New(errs.Invalid, "key must be integer, timestamp or float")
	}
	if v == nil {
		return nil, nil
	}
	var out any
	switch t := v.(type) {
	case frame.Timedelta:
		if f, ok := dtype.Factor(t.Unit, d.Unit); d.IsTemporal() && ok {
			out = t.Ticks * f
		} else if f, ok := dtype.Factor(d.Unit, t.Unit); d.IsTemporal() && ok {
			out = int64(math.Floor(float64(t.Ticks) / float64(f)))
		}
	case int64:
		if d.IsInteger() {
			out = t
		} else if d.IsFloat() {
			out = float64(t)
		}
	case float64:
		if d.IsFloat() {
			out = t
		}
	}
	switch t := out.(type) {
	case nil:
		return nil, errs.New(errs.Invalid, "incompatible tolerance %s, must be compat with type %s", frame.CellText(v), typeRepr(d))
	case int64:
		if t < 0 {
			return nil, errs.New(errs.Invalid, "tolerance must be non-negative")
		}
	case float64:
		if t < 0 {
			return nil, errs.New(errs.Invalid, "tolerance must be non-negative")
		}
	}
	return out, nil
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
	for _, c := range p.cols {
		m.Cols = append(m.Cols, op.Col{Name: c.name, Type: c.typ})
	}
	return []op.Meta{m}, nil
}

// StageMeta: the Map stage tells the ends of the keys of a chunk.
func (o *mergeAsof) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Map {
		return []op.Meta{op.NewObject()}, nil
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

// Tile asks for the first and the last key of every chunk, and gives each left chunk the right chunks whose keys it may need. With
// further keys these may lie anywhere: then all right rows go to every chunk, when they are few, or rows are sent by the further keys.
func (o *mergeAsof) Tile(t *op.Tiler) error {
	p, spec, err := o.plan([]op.Meta{t.In(0).Meta, t.In(1).Meta})
	if err != nil {
		return err
	}
	var ends [2]op.Grid
	for side := range ends {
		g := t.In(side)
		ends[side] = op.Grid{Shape: []int{g.Len()}}
		for k, e := range g.Edges {
			ends[side].Edges = append(ends[side].Edges, t.At(op.Map).Edge([]int{side, k}, e))
		}
	}
	if err := t.Need(op.Values, ends[0], ends[1]); err != nil {
		return err
	}
	left, err := chunkEnds(t, ends[0], "left")
	if err != nil {
		return t.Fail(err)
	}
	right, err := chunkEnds(t, ends[1], "right")
	if err != nil {
		return t.Fail(err)
	}
	if n := len(p.keys) - 1; n > 0 {
		if t.Small(t.In(1)) {
			return t.Out(t.Map(t.In(0), op.Whole(t.In(1))))
		}
		if t.Err() != nil {
			return t.Err()
		}
		l, r := op.Side{Grid: t.In(0)}, op.Side{Grid: t.In(1)}
		for _, k := range p.keys[:n] {
			l.Keys, r.Keys = append(l.Keys, k.l), append(r.Keys, k.r)
		}
		return t.Out(t.Shuffle(op.ByInput, l, r))
	}
	out := op.Grid{Shape: t.In(0).Shape}
	for k, e := range t.In(0).Edges {
		lo, hi := left[k].needs(right, spec.Direction)
		in := append([]op.Edge{e}, t.In(1).Edges[lo:hi]...)
		out.Edges = append(out.Edges, t.Edge([]int{k}, in...))
	}
	return t.Out(out)
}

// asofEnds are the first and the last key of a chunk that has rows.
type asofEnds struct {
	rows        int64
	first, last frame.Label
}

// chunkEnds reads what the Map stage tells of the chunks of a side, and checks that they ascend.
func chunkEnds(t *op.Tiler, g op.Grid, side string) ([]asofEnds, error) {
	out := make([]asofEnds, g.Len())
	last := -1
	for k := range out {
		v := t.ValueAt(g, k).(op.Tuple)
		e := &out[k]
		if e.rows = v[0].(int64); e.rows == 0 {
			continue
		}
		e.first, e.last = v[1].(frame.Label), v[2].(frame.Label)
		if last >= 0 && e.first.Less(out[last].last) {
			return nil, errs.New(errs.Invalid, "%s keys must be sorted", side)
		}
		last = k
	}
	return out, nil
}

// needs are the right chunks lo to hi, at least one, in which the matches of the rows of e lie.
func (e asofEnds) needs(right []asofEnds, d join.Direction) (lo, hi int) {
	lo, hi = len(right), 0
	take := func(k int) { lo, hi = min(lo, k), max(hi, k+1) }
	before, after := -1, -1 // chunks that begin before the first row and end behind the last one
	for k, r := range right {
		if e.rows == 0 || r.rows == 0 {
			continue
		}
		switch {
		case r.first.Less(e.first):
			before = k
		case e.last.Less(r.last) && after < 0:
			after = k
		}
		if !r.last.Less(e.first) && !e.last.Less(r.first) {
			take(k)
		}
	}
	if before >= 0 && d != join.Forward {
		take(before)
	}
	if after >= 0 && d != join.Backward {
		take(after)
	}
	if lo >= hi {
		return 0, 1
	}
	return lo, hi
}

func (o *mergeAsof) Exec(x *op.Exec) error {
	if x.Stage == op.Map {
		return o.ends(x)
	}
	p, spec, err := o.plan([]op.Meta{x.InMeta(0), x.InMeta(1)})
	if err != nil {
		return err
	}
	left := x.Frame(0)
	parts := make([]any, 0, x.Len()-1)
	for i := 1; i < x.Len(); i++ {
		parts = append(parts, x.In(i))
	}
	v, err := x.Join([]int{len(parts)}, parts)
	if err != nil {
		return err
	}
	m := merging{p: p, x: x, sides: [2]*frame.Frame{left, v.(*frame.Frame)}}
	n := len(p.keys) - 1
	var by [2][]*frame.Column
	for _, k := range p.keys[:n] {
		by[0], by[1] = append(by[0], keyColumn(m.sides[0], k.l)), append(by[1], keyColumn(m.sides[1], k.r))
	}
	m.rows[0] = make([]int64, left.NRows)
	for i := range m.rows[0] {
		m.rows[0][i] = int64(i)
	}
	if m.rows[1], err = join.Asof(x.Mem(), spec, keyColumn(m.sides[0], p.keys[n].l), keyColumn(m.sides[1], p.keys[n].r), by[0], by[1]); err != nil {
		return err
	}
	f, err := m.result()
	if err != nil {
		return err
	}
	if f, err = x.Follow(f, 0, m.rows[0]); err != nil {
		return err
	}
	return x.Put(0, f)
}

// ends checks the keys of a chunk and tells the first and the last one. Index[0] is the side.
func (o *mergeAsof) ends(x *op.Exec) error {
	side, name, on := x.Index[0], "left", o.LeftOn
	if side == 1 {
		name, on = "right", o.RightOn
	}
	if o.On != nil {
		on = o.On
	}
	f := x.Frame(0)
	k, _, err := keyOf(x.InMeta(0), on, 0, name)
	if err != nil {
		return err
	}
	c := keyColumn(f, k)
	ix := frame.NewIndex(frame.Label{}, c)
	switch {
	case c.HasNulls():
		return errs.New(errs.Invalid, "Merge keys contain null values on %s side", name)
	case !ix.IsIncreasing():
		return errs.New(errs.Invalid, "%s keys must be sorted", name)
	case c.Rows == 0:
		return x.Put(0, op.Tuple{int64(0)})
	}
	return x.Put(0, op.Tuple{int64(c.Rows), c.Label(0), c.Label(c.Rows - 1)})
}
