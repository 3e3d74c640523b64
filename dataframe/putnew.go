package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// newRow is d with a row of a new label below the others, which has the value in some columns and is
// missing in others: whole numbers become floats there, and bools objects. A column keeps its dtype where
// that holds the value. Errors: Type for a value that it would not hold with missing ones, Invalid for
// labels of several levels.
func (s *setting) newRow(d *DataFrame, label, cols any) (*DataFrame, error) {
	if len(d.Value().Meta().Index.Levels) != 1 {
		return nil, errs.New(errs.Invalid, "a new row among labels of several levels is not there yet: append the row with concat")
	}
	l, err := labelWritten(label)
	if err != nil {
		return nil, err
	}
	at, err := d.columnsAt(cols, true)
	if err != nil {
		return nil, err
	}
	s.one = true
	parts, err := s.parts(at)
	if err != nil {
		return nil, err
	}
	given := map[frame.Label]any{}
	for i, name := range at {
		w, ok := chunk.ScalarOf(parts[i])
		if !ok {
			return nil, errs.New(errs.Invalid, "assignment of a %s to a cell of a new row is not there yet; give a value", classOf(parts[i]))
		}
		given[name] = w
	}
	if d, err = d.extended(l, given); err != nil {
		return nil, err
	}
	last := -1
	s.cond = SeriesOf(apply(&pick.ChosenRows{Places: &pick.Places{Kind: "int", Start: &last}}, d))
	for i, name := range at {
		if d.has(name) && !colsOf(d.Col(name))[0].Is.IsCategorical() {
			continue
		}
		if d, err = s.oneColumn(d, name, parts[i]); err != nil {
			return nil, err
		}
	}
	return d, d.Err()
}

// extended is d with one more row, with the values of some columns.
func (d *DataFrame) extended(l frame.Label, given map[frame.Label]any) (*DataFrame, error) {
	m := d.Value().Meta()
	x := d.nextLabel(l)
	names := d.Columns()
	var row []C // categoricals are missing where they are not
	d = d.numbered()
	for i, c := range m.Cols {
		v, set := given[names[i]]
		t, v, err := besideNew(c.Is, v, set)
		if err != nil {
			return nil, err
		}
		if t != c.Is {
			d = d.Assign(C{i, d.IlocCol(i).AsType(t)})
		}
		if t.IsCategorical() {
			continue
		}
		cell, err := chunk.Heap.FromCells([]any{v})
		if set && !frame.IsMissing(v) && err == nil {
			cell, err = chunk.Heap.Cast(cell, t)
		} else if err == nil {
			cell, err = chunk.MissingColumn(chunk.Heap, t, 1)
		}
		if err != nil {
			return nil, err
		}
		row = append(row, C{i, cell})
	}
	out := Concat([]Handle{d, NewWith(Options{Index: x}, row...)})
	return out.labeled(names), out.Err()
}

// nextLabel is the label of a row below the others: a range goes on where it is the next one.
func (d *DataFrame) nextLabel(l frame.Label) *frame.Index {
	m := d.Value().Meta()
	level := m.Index.Levels[0]
	if w, ok := asLabel(l, level.Is); ok {
		l = w
	}
	n, whole := l.Value().(int64)
	if whole && m.Index.Kind == frame.RangeIndex && m.Rows().Known() && m.Index.Step != 0 &&
		int(n) == m.Index.Start+m.Rows().N*m.Index.Step {
		x := frame.NewRange(n, int64(m.Index.Step), 1)
		x.Names = []frame.Label{level.Name}
		return x
	}
	return frame.NewIndex(level.Name, frame.LabelColumn([]frame.Label{l}))
}

// besideNew is the dtype of a column below which a cell is added, and the value as it has it.
func besideNew(d dtype.DType, v any, set bool) (dtype.DType, any, error) {
	missing := d.WithMissing()
	switch {
	case d == dtype.Bool:
		missing = dtype.Object
	case d.IsInteger() && !d.Null:
		missing = dtype.Float64
	}
	if !set || frame.IsMissing(v) || d.IsCategorical() { // what a category is, is seen when it is put
		return missing, chunk.Nan, nil
	}
	if w, x, err := cells.SetIn(v, d); err == nil {
		return w, x, nil
	}
	w, x, err := cells.SetIn(v, missing)
	return w, x, err
}
