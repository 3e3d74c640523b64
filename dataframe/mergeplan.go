package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// A mergePlan is what a merge does with the columns and labels of its sides, from their metas alone.
type mergePlan struct {
	how   join.How
	keys  []mergeKey
	cols  []mergeCol
	index mergeIndex
}

// A mergeKey is a pair of key columns.
type mergeKey struct {
	name   frame.Label // of the key in the result
	l, r   op.RowKey
	from   [2]dtype.DType // as they are
	lt, rt dtype.DType    // as they take part in the result
	fill   bool           // one column of the result holds the keys of both sides
}

// A mergeSource says where a column or level of the result comes from.
type mergeSource uint8

const (
	fromLeft mergeSource = iota
	fromRight
	fromKey // the left key, or the right one where there is no left row
	fromIndicator
)

type mergeCol struct {
	name frame.Label
	from mergeSource
	at   int         // the column, the key
	as   dtype.DType // what the source is cast to first
	typ  op.Type     // of the result
}

// A mergeIndex is the labels of the result: a new range when it has no levels. Levels come from levels of a side, keys, or columns of the
// result.
type mergeIndex struct {
	levels []mergeCol
	looks  [2]bool // the labels of the sides that it needs
}

// side is 0 for the left, 1 for the right input.
func (p *mergePlan) misses(side int) bool {
	return p.how == join.Outer || p.how == join.Right && side == 0 || p.how == join.Left && side == 1
}

// typeAfter is the type of a column of a side in the result.
func (p *mergePlan) typeAfter(d dtype.DType, side int) op.Type {
	if p.misses(side) && !frame.CanMiss(d) {
		return op.Pending(d, d.WithMissing())
	}
	return op.T(d)
}

// plan finds keys, columns and labels of the merge of two frames or named series.
func (o *merge) plan(in []op.Meta) (*mergePlan, error) {
	p := &mergePlan{}
	var err error
	if p.how, err = join.Parse(o.How); err != nil {
		return nil, err
	}
	for i := range in {
		if in[i].Kind == op.Series && in[i].Cols[0].Name.IsNil() {
			return nil, errs.New(errs.Invalid, "Cannot merge a Series without a name")
		}
	}
	if err := o.checkArgs(p.how, in); err != nil {
		return nil, err
	}
	drop := map[int]bool{} // right columns that are the same key
	if p.how != join.Cross {
		if drop, err = o.findKeys(p, in); err != nil {
			return nil, err
		}
	}
	if err := o.columns(p, in, drop); err != nil {
		return nil, err
	}
	o.labels(p, in)
	p.joinKeys(in)
	p.restore(in)
	return p, o.indicate(p, in)
}

// findKeys pairs the key columns and tells the right columns that are left out.
func (o *merge) findKeys(p *mergePlan, in []op.Meta) (map[int]bool, error) {
	drop := map[int]bool{}
	lon, ron := o.LeftOn, o.RightOn
	if o.On != nil {
		lon, ron = o.On, o.On
	}
	if lon == nil && ron == nil && !o.LeftIndex && !o.RightIndex {
		for _, c := range in[0].Cols {
			if place(in[1], c.Name) >= 0 {
				lon = append(lon, c.Name)
			}
		}
		if ron = lon; len(lon) == 0 {
			return nil, errs.New(errs.Invalid, "No common columns to perform merge on. Merge options: left_on=None, right_on=None, left_index=False, right_index=False")
		}
	}
	n := max(len(lon), len(ron), 1)
	if len(lon) == 0 && len(ron) == 0 {
		n = len(in[0].Index.Levels)
		if len(in[1].Index.Levels) != n {
			return nil, errs.New(errs.Invalid, "merge of indexes of %d and %d levels is not there yet", n, len(in[1].Index.Levels))
		}
	}
	for i := range n {
		var k mergeKey
		var lt, rt op.Type
		var err error
		if k.l, lt, err = keyOf(in[0], lon, i, "left"); err != nil {
			return nil, err
		}
		if k.r, rt, err = keyOf(in[1], ron, i, "right"); err != nil {
			return nil, err
		}
		k.from = [2]dtype.DType{lt.Is, rt.Is}
		k.name = k.l.Label
		if lon == nil && ron != nil {
			k.name = ron[i]
		} else if lon != nil {
			k.name = lon[i]
		}
		if k.lt, k.rt, err = join.KeyTypes("'"+k.name.String()+"'", lt.Is, rt.Is); err != nil && !in[0].Open && !in[1].Open {
			return nil, err
		}
		switch {
		case lon != nil && ron != nil:
			_, ltext := lon[i].Text()
			_, rtext := ron[i].Text()
			k.fill = !ltext || !rtext || lon[i] == ron[i]
			if at := place(in[1], ron[i]); lon[i] == ron[i] && at >= 0 {
				drop[at] = true
			}
		default:
			k.fill = lon != nil || ron != nil
		}
		p.keys = append(p.keys, k)
	}
	return drop, nil
}

// keyOf finds key i of a side: a column, else an index level of that name; without names level i.
func keyOf(m op.Meta, on []frame.Label, i int, side string) (op.RowKey, op.Type, error) {
	if on == nil {
		return op.RowKey{Level: i + 1}, m.Index.Levels[i].Type, nil
	}
	level := slices.IndexFunc(m.Index.Levels, func(c op.Col) bool { return !c.Name.IsNil() && c.Name == on[i] })
	at := place(m, on[i])
	switch {
	case at >= 0 && level >= 0:
		return op.RowKey{}, op.Type{}, errs.New(errs.Invalid, "%s is both an index level and a column label, which is ambiguous.", on[i].Repr())
	case at >= 0:
		if slices.ContainsFunc(m.Cols[at+1:], func(c op.Col) bool { return c.Name == on[i] }) {
			return op.RowKey{}, op.Type{}, errs.New(errs.Invalid, "The column label %s is not unique.", on[i].Repr())
		}
		return op.RowKey{Label: m.Cols[at].Name}, m.Cols[at].Type, nil
	case level >= 0:
		return op.RowKey{Level: level + 1}, m.Index.Levels[level].Type, nil
	case m.Open:
		c, err := m.Col(on[i])
		return op.RowKey{Label: on[i]}, c.Type, err
	}
	return op.RowKey{}, op.Type{}, errs.New(errs.NotFound, "KeyError: %s", on[i].Repr())
}

// place is the first column of m named l, -1 when there is none.
func place(m op.Meta, l frame.Label) int {
	return slices.IndexFunc(m.Cols, func(c op.Col) bool { return c.Name == l })
}

// columns lists the columns of both sides under their new names.
func (o *merge) columns(p *mergePlan, in []op.Meta, drop map[int]bool) error {
	left, right := names(in[0], nil), names(in[1], drop)
	lnew, rnew, err := suffixed(left, right, *o.Suffixes)
	if err != nil {
		return err
	}
	for i, c := range in[0].Cols {
		d := p.coerced(c, 0)
		p.cols = append(p.cols, mergeCol{name: lnew[i], from: fromLeft, at: i, as: d, typ: p.typeAfter(d, 0)})
	}
	k := 0
	for i, c := range in[1].Cols {
		if !drop[i] {
			d := p.coerced(c, 1)
			p.cols = append(p.cols, mergeCol{name: rnew[k], from: fromRight, at: i, as: d, typ: p.typeAfter(d, 1)})
			k++
		}
	}
	return nil
}

// coerced is the dtype of a column of a side: another one where it is a key that pandas converts.
func (p *mergePlan) coerced(c op.Col, side int) dtype.DType {
	for _, k := range p.keys {
		if k.name != c.Name {
			continue
		}
		if side == 0 && k.l.Level == 0 {
			return k.lt
		}
		if side == 1 && k.r.Level == 0 {
			return k.rt
		}
	}
	return c.Is
}

func names(m op.Meta, drop map[int]bool) (out []frame.Label) {
	for i, c := range m.Cols {
		if !drop[i] {
			out = append(out, c.Name)
		}
	}
	return out
}

// suffixed gives names that both sides have the suffix of their side. A name that comes twice by that is an Invalid error.
func suffixed(left, right []frame.Label, suffixes [2]string) (l, r []frame.Label, err error) {
	both := func(n frame.Label) bool { return slices.Contains(left, n) && slices.Contains(right, n) }
	var overlap []frame.Label
	for _, n := range left {
		if both(n) && !slices.Contains(overlap, n) {
			overlap = append(overlap, n)
		}
	}
	if len(overlap) == 0 {
		return left, right, nil
	}
	if suffixes[0] == "" && suffixes[1] == "" {
		return nil, nil, errs.New(errs.Invalid, "columns overlap but no suffix specified: %s", labelIndex(overlap))
	}
	rename := func(ns []frame.Label, suffix string) []frame.Label {
		out := slices.Clone(ns)
		for i, n := range out {
			if suffix != "" && slices.Contains(overlap, n) {
				out[i] = frame.L(n.String() + suffix)
			}
		}
		return out
	}
	l, r = rename(left, suffixes[0]), rename(right, suffixes[1])
	var twice []frame.Label
	check := func(now, was, other []frame.Label) {
		for i, n := range now {
			again := slices.Contains(now[:i], n) && !slices.Contains(was[:i], was[i])
			if (again || slices.Contains(other, n) && !slices.Contains(overlap, n)) && !slices.Contains(twice, n) {
				twice = append(twice, n)
			}
		}
	}
	check(l, left, right)
	check(r, right, left)
	if twice != nil {
		return nil, nil, errs.New(errs.Invalid, "Passing 'suffixes' which cause duplicate columns {%s} is not allowed.", strings.Trim(reprs(twice), "[]"))
	}
	return l, r, nil
}

func labelIndex(ls []frame.Label) string {
	return frame.NewIndex(frame.Label{}, frame.LabelColumn(ls)).String()
}

// keyType is the dtype of a column that holds keys of both sides. pandas takes the left dtype alone where no left row was missing; here it
// follows from the dtypes.
func keyType(l, r dtype.DType) dtype.DType {
	switch {
	case l == r, l.IsCategorical() && r.IsCategorical():
		return l
	case l.IsDatetime() && r.IsDatetime():
		l.Unit = max(l.Unit, r.Unit)
		return l
	}
	return dtype.Common(l, r)
}

// joinKeys makes key columns hold the keys of both sides, and puts keys that are levels among the columns.
func (p *mergePlan) joinKeys(in []op.Meta) {
	for i, k := range p.keys {
		if !k.fill {
			continue
		}
		both := func(l, r dtype.DType) mergeCol {
			d := keyType(l, r)
			return mergeCol{name: k.name, from: fromKey, at: i, as: d, typ: op.T(d)}
		}
		at := slices.IndexFunc(p.cols, func(c mergeCol) bool { return c.name == k.name })
		level := slices.IndexFunc(p.index.levels, func(c mergeCol) bool { return !c.name.IsNil() && c.name == k.name })
		units := k.lt.IsDatetime() && k.rt.IsDatetime() && k.lt.Unit != k.rt.Unit
		switch {
		case at >= 0 && place(in[0], k.name) >= 0:
			if p.misses(0) || units {
				p.cols[at] = both(k.lt, k.from[1])
			}
		case at >= 0:
			if p.misses(1) || units {
				p.cols[at] = both(k.from[0], k.rt)
			}
		case level >= 0:
			p.index.levels[level] = both(k.from[0], k.from[1])
		default:
			p.cols = slices.Insert(p.cols, min(i, len(p.cols)), both(k.from[0], k.from[1]))
		}
	}
}

// labels finds where the labels of the result come from.
func (o *merge) labels(p *mergePlan, in []op.Meta) {
	side := -1
	switch {
	case o.LeftIndex && o.RightIndex:
		for i, k := range p.keys {
			c := mergeCol{from: fromKey, at: i, as: keyType(k.lt, k.rt)}
			switch l, r := in[0].Index.Levels[i].Name, in[1].Index.Levels[i].Name; {
			case l == r, p.how == join.Left, len(p.keys) == 1 && p.how != join.Right:
				c.name = l
			case p.how == join.Right:
				c.name = r
			}
			c.typ = op.T(c.as)
			p.index.levels = append(p.index.levels, c)
		}
		p.index.looks = [2]bool{true, true}
	case o.RightIndex:
		side = 0
	case o.LeftIndex:
		side = 1
	}
	if side >= 0 {
		p.index.looks = [2]bool{true, true}
		for i, l := range in[side].Index.Levels {
			d := l.Is
			if p.misses(side) {
				d = d.WithMissing()
			}
			p.index.levels = append(p.index.levels, mergeCol{name: l.Name, from: mergeSource(side), at: -1 - i, as: l.Is, typ: op.T(d)})
		}
	}
	for _, k := range p.keys {
		p.index.looks[0] = p.index.looks[0] || k.l.Level > 0
		p.index.looks[1] = p.index.looks[1] || k.r.Level > 0
	}
}

// restore makes keys that are index levels of one name on both sides the index of the result.
func (p *mergePlan) restore(in []op.Meta) {
	if p.index.levels != nil {
		return
	}
	for i, k := range p.keys {
		if k.l.Level == 0 || k.r.Level == 0 || !k.fill || in[0].Index.Levels[k.l.Level-1].Name != in[1].Index.Levels[k.r.Level-1].Name {
			continue
		}
		at := slices.IndexFunc(p.cols, func(c mergeCol) bool { return c.from == fromKey && c.at == i })
		p.index.levels = append(p.index.levels, p.cols[at])
		p.cols = slices.Delete(p.cols, at, at+1)
	}
}
