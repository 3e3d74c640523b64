package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// with is d with a whole column.
func (d *DataFrame) with(name frame.Label, v any) (*DataFrame, error) {
	if f, ok := v.(*DataFrame); ok {
		s, err := theOneColumn(f, name)
		if err != nil {
			return nil, err
		}
		v = s
	}
	return d.Assign(C{name, v}), nil
}

// columns is d with whole columns: df[key] = value. With rows a frame without any has those of the column.
func (s *setting) columns(d *DataFrame, key any, rows bool) (Handle, error) {
	l, ok := key.(op.List)
	if !ok {
		name, err := labelWritten(key)
		if err != nil {
			return nil, err
		}
		switch {
		case !rows:
			return d.with(name, s.column())
		case d.begins(key):
			return s.below(d, name)
		}
		return s.assigned(d, name)
	}
	names, err := schema.LabelList(tupled(l))
	if err != nil {
		return nil, err
	}
	parts, err := s.sideBySide(names)
	if err != nil {
		return nil, err
	}
	if len(parts) != len(names) {
		return nil, errs.New(errs.Invalid, "Columns must be same length as key")
	}
	for i, name := range names {
		if d, err = d.with(name, parts[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// below is d with the value in every column whose label begins with one; a frame has a column for each of the
// rest of their labels. Where there are none a column is added: its other levels are the empty text.
func (s *setting) below(d *DataFrame, first frame.Label) (*DataFrame, error) {
	at, err := schema.PlacesNamed(d.Value().Meta(), first)
	if err != nil {
		whole := first.Elems()
		for len(whole) < frame.ColumnLevels(d.Columns()) {
			whole = append(whole, frame.L(""))
		}
		return d.with(frame.TupleOf(whole), s.column())
	}
	f, frames := s.value.(*DataFrame)
	if frames && len(colsOf(f)) != len(at) {
		return nil, errs.New(errs.Invalid, "Columns must be same length as key")
	}
	for _, i := range at {
		name, v := d.Columns()[i], s.column()
		if frames {
			v = any(chunk.Nan)
			if rest := frame.Leveled(name.Elems()[first.Len():]); f.has(rest) {
				v = f.Col(rest)
			}
		}
		if d, err = d.with(name, v); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// sideBySide is the value as a column for each label.
func (s *setting) sideBySide(names []frame.Label) (parts []any, err error) {
	list, one := s.each.(op.List)
	if several, ok := s.value.(op.List); ok {
		list, one = several, true
	}
	switch v := s.value.(type) {
	case *tensor.Tensor:
		if v.Rank() == 2 {
			for i := range names {
				parts = append(parts, v.Get(tensor.Whole, tensor.At(i)))
			}
			return parts, nil
		}
	case *DataFrame:
		for i := range colsOf(v) {
			parts = append(parts, v.IlocCol(i))
		}
		return parts, closed(v)
	}
	if one {
		return list, nil
	}
	for range names {
		parts = append(parts, s.column())
	}
	return parts, nil
}

// assigned is d with one column. Where d has no rows its rows are those of the column.
func (s *setting) assigned(d *DataFrame, name frame.Label) (*DataFrame, error) {
	v := s.column()
	rows := d.Value().Meta().Rows()
	if t, ok := v.(*tensor.Tensor); ok && t.Rank() > 0 && rows.Known() && rows.N == 0 {
		v = SeriesFromTensor(t)
	}
	c, ok := v.(*Series)
	if !ok || !rows.Known() || rows.N > 0 {
		return d.with(name, v)
	}
	if n := c.Value().Meta().Rows(); n.Known() && n.N == 0 {
		return d.with(name, v)
	}
	out := c.ToFrame(name)
	names := d.Columns()
	for _, n := range names {
		if !n.Same(name) {
			out = out.Assign(C{n, d.Col(n)})
		}
	}
	if !d.has(name) {
		names = append(names, name)
	}
	return FrameOf(apply(&pick.SelectColumns{Columns: names}, out)), nil
}

// columnAt is d with another column at a place, under the label of the old one.
func (s *setting) columnAt(d *DataFrame, at int) (Handle, error) {
	names := d.Columns()
	if at < -len(names) || at >= len(names) {
		return nil, errs.New(errs.NotFound, "index %d is out of bounds for axis 0 with size %d", at, len(names))
	}
	out, err := d.numbered().with(frame.L((at+len(names))%len(names)), s.column())
	if err != nil {
		return nil, err
	}
	return out.labeled(names), nil
}

// insert is d with a new column at a place.
func (o *put) insert(s *setting, d *DataFrame, key any) (Handle, error) {
	name, err := labelWritten(key)
	if err != nil {
		return nil, err
	}
	names, at := d.Columns(), *o.At
	n := len(names)
	switch {
	case d.has(name) && !o.Duplicates:
		return nil, errs.New(errs.Invalid, "cannot insert %s, already exists", name)
	case at < 0:
		return nil, errs.New(errs.Invalid, "unbounded slice")
	case at > n:
		return nil, errs.New(errs.NotFound, "index %d is out of bounds for axis 0 with size %d", at, n)
	}
	set, as := d, name
	if d.has(name) {
		set, as = d.numbered(), frame.L(n)
	}
	set, err = s.assigned(set, as)
	if err != nil {
		return nil, err
	}
	if d.has(name) {
		set = set.labeled(append(names, name))
	}
	order := make([]int, n+1)
	for i := range order {
		switch {
		case i < at:
			order[i] = i
		case i == at:
			order[i] = n
		default:
			order[i] = i - 1
		}
	}
	return set.Iloc(pick.AllPlaces, order), nil
}

// wholeNumbers reports a slice whose ends are places.
func wholeNumbers(s op.Slice) bool {
	for _, e := range []any{s.Start, s.Stop, s.Step} {
		if _, ok := e.(int64); e != nil && !ok {
			return false
		}
	}
	return true
}
