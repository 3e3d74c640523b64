package merge

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// findKeys pairs the key columns and tells the right columns that are left out.
func (o *Merge) findKeys(p *Plan, in []op.Meta) (map[int]bool, error) {
	drop := map[int]bool{}
	lon, ron := o.LeftOn, o.RightOn
	if o.On != nil {
		lon, ron = o.On, o.On
	}
	if lon == nil && ron == nil && !o.LeftIndex && !o.RightIndex {
		for _, c := range in[0].Cols {
			if in[1].Find(c.Name) >= 0 {
				lon = append(lon, c.Name)
			}
		}
		if ron = lon; len(lon) == 0 {
			return nil, errs.New(errs.Invalid, "No common columns to perform merge on. Merge options: left_on=None, right_on=None, left_index=False, right_index=False")
		}
	}
	lon, ron = spelled(in[0], lon), spelled(in[1], ron)
	n := max(len(lon), len(ron), 1)
	if len(lon) == 0 && len(ron) == 0 {
		n = len(in[0].Index.Levels)
	}
	meets, err := o.levels(in, lon, ron)
	if err != nil {
		return nil, err
	}
	for i := range n {
		var k Key
		var lt, rt op.Type
		if k.L, lt, err = keyOf(in[0], lon, i, "left"); err != nil {
			return nil, err
		}
		if k.R, rt, err = keyOf(in[1], ron, meets[i], "right"); err != nil {
			return nil, err
		}
		k.from = [2]dtype.DType{lt.Is, rt.Is}
		k.name = k.L.Label
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
			if at := in[1].Find(ron[i]); lon[i].Same(ron[i]) && at >= 0 {
				drop[at] = true
			}
		default:
			k.fill = lon != nil || ron != nil
		}
		p.Keys = append(p.Keys, k)
	}
	return drop, nil
}

// levels is the level of the right index that each level of the left one meets, or the key of the right side
// for each of the left one: by place, and by name where the levels of two indexes have other names. Errors:
// Invalid where no name is in both, Invalid too where only some are.
func (o *Merge) levels(in []op.Meta, lon, ron []frame.Label) ([]int, error) {
	l, r := in[0].Index.Levels, in[1].Index.Levels
	at := make([]int, max(len(lon), len(ron), len(l)))
	for i := range at {
		at[i] = i
	}
	if len(lon) > 0 || len(ron) > 0 || len(l) == 1 && len(r) == 1 || sameNames(l, r) {
		return at, nil
	}
	met := 0
	for i, c := range l {
		at[i] = slices.IndexFunc(r, func(d op.Col) bool { return !c.Name.IsNil() && d.Name.Same(c.Name) })
		if at[i] >= 0 {
			met++
		}
	}
	switch {
	case met == 0:
		return nil, errs.New(errs.Invalid, "cannot join with no overlapping index names")
	case met < len(l) || met < len(r):
		return nil, errs.New(errs.Invalid, "merge of indexes that have some of their levels in common is not there yet: make the levels columns")
	}
	return at, nil
}

func sameNames(a, b []op.Col) bool {
	return slices.EqualFunc(a, b, func(x, y op.Col) bool { return x.Name.Same(y.Name) })
}

// spelled are labels as the columns of m spell them: one instant has several units, and 1 is 1.0.
func spelled(m op.Meta, on []frame.Label) []frame.Label {
	on = slices.Clone(on)
	for i, l := range on {
		if at := m.Find(l); at >= 0 {
			on[i] = m.Cols[at].Name
		}
	}
	return on
}

// keyOf finds key i of a side: a column, else an index level of that name; without names level i.
func keyOf(m op.Meta, on []frame.Label, i int, side string) (op.RowKey, op.Type, error) {
	if on == nil {
		return op.RowKey{Level: i + 1}, m.Index.Levels[i].Type, nil
	}
	level := slices.IndexFunc(m.Index.Levels, func(c op.Col) bool { return !c.Name.IsNil() && c.Name.Same(on[i]) })
	at := m.Find(on[i])
	switch {
	case at >= 0 && level >= 0:
		return op.RowKey{}, op.Type{}, errs.New(errs.Invalid, "%s is both an index level and a column label, which is ambiguous.", on[i].Repr())
	case at >= 0:
		if slices.ContainsFunc(m.Cols[at+1:], func(c op.Col) bool { return c.Name.Same(on[i]) }) {
			return op.RowKey{}, op.Type{}, errs.New(errs.Invalid, "The column label %s is not unique.", on[i].Repr())
		}
		return op.RowKey{Label: m.Cols[at].Name}, m.Cols[at].Type, nil
	case level >= 0:
		return op.RowKey{Level: level + 1}, m.Index.Levels[level].Type, nil
	case m.Open:
		c, err := m.Col(on[i])
		return op.RowKey{Label: on[i]}, c.Type, err
	}
	_, err := m.Col(on[i])
	return op.RowKey{}, op.Type{}, errs.Wrap(errs.NotFound, err, "the %s side", side)
}

// keyType is the dtype of a column that holds keys of both sides. pandas takes the left dtype alone where no
// left row was missing; here it follows from the dtypes.
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
func (p *Plan) joinKeys(in []op.Meta) {
	for i, k := range p.Keys {
		if !k.fill {
			continue
		}
		both := func(l, r dtype.DType) Col {
			d := keyType(l, r)
			return Col{Name: k.name, From: fromKey, At: i, As: d, Typ: op.T(d)}
		}
		at := slices.IndexFunc(p.Cols, func(c Col) bool { return c.Name == k.name })
		level := slices.IndexFunc(p.index.levels, func(c Col) bool { return !c.Name.IsNil() && c.Name == k.name })
		units := k.lt.IsDatetime() && k.rt.IsDatetime() && k.lt.Unit != k.rt.Unit
		switch {
		case at >= 0 && in[0].Find(k.name) >= 0:
			if p.Misses(0) || units {
				p.Cols[at] = both(k.lt, k.from[1])
			}
		case at >= 0:
			if p.Misses(1) || units {
				p.Cols[at] = both(k.from[0], k.rt)
			}
		case level >= 0:
			p.index.levels[level] = both(k.from[0], k.from[1])
		default:
			p.Cols = slices.Insert(p.Cols, min(i, len(p.Cols)), both(k.from[0], k.from[1]))
		}
	}
}

// labels finds where the labels of the result come from.
func (o *Merge) labels(p *Plan, in []op.Meta) {
	side := -1
	switch {
	case o.LeftIndex && o.RightIndex:
		for i, k := range p.Keys {
			c := Col{From: fromKey, At: i, As: keyType(k.lt, k.rt)}
			switch l, r := in[0].Index.Levels[i].Name, in[1].Index.Levels[k.R.Level-1].Name; {
			case l == r, p.How == join.Left, len(p.Keys) == 1 && p.How != join.Right:
				c.Name = l
			case p.How == join.Right:
				c.Name = r
			}
			c.Typ = op.T(c.As)
			p.index.levels = append(p.index.levels, c)
		}
		if p.How == join.Right { // its levels stand as those of the right side
			slices.SortStableFunc(p.index.levels, func(a, b Col) int { return p.Keys[a.At].R.Level - p.Keys[b.At].R.Level })
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
			if p.Misses(side) {
				d = d.WithMissing()
			}
			p.index.levels = append(p.index.levels, Col{Name: l.Name, From: mergeSource(side), At: -1 - i, As: l.Is, Typ: op.T(d)})
		}
	}
	for _, k := range p.Keys {
		p.index.looks[0] = p.index.looks[0] || k.L.Level > 0
		p.index.looks[1] = p.index.looks[1] || k.R.Level > 0
	}
}

// restore makes keys that are index levels of one name on both sides the index of the result.
func (p *Plan) restore(in []op.Meta) {
	if p.index.levels != nil {
		return
	}
	for i, k := range p.Keys {
		if k.L.Level == 0 || k.R.Level == 0 || !k.fill || in[0].Index.Levels[k.L.Level-1].Name != in[1].Index.Levels[k.R.Level-1].Name {
			continue
		}
		at := slices.IndexFunc(p.Cols, func(c Col) bool { return c.From == fromKey && c.At == i })
		p.index.levels = append(p.index.levels, p.Cols[at])
		p.Cols = slices.Delete(p.Cols, at, at+1)
	}
}
