package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// put is a frame or series after an assignment: df[key] = value, df.loc[key] = value, df.iloc[key] = value.
type put struct {
	op.Recipe
	Key, Value op.Written
	By         string // brackets, loc, iloc; with keeps the rows; insert and column set the one at a place
	At         *int   // of insert and column
	Duplicates bool   // insert may repeat a label
	Span       bool   // of loc: a text stands for all times in the part of time that it names
	New        bool   // of loc: no row has the label, which is added with missing values first
}

func init() {
	op.Register[put](op.Doc{
		Name: "dataframe.put", Face: "inner", Sig: "put(df, key, value, by, at=None, duplicates=False, span=False, new=False)", Summary: "Frame or series after an assignment",
		Text: "A list of values is a mapping: each, or apart where they have no dtype together, has them one by one, column as a series whose rows are met by place. A list of series has one for each column.",
	})
}

// A setting puts a value into some cells.
type setting struct {
	cond   *Series // rows, nil for all
	ranks  *Series // of rows that are chosen in an order: which of them a row is, from 1 on
	one    bool    // these are one row, by its key
	value  any
	apart  bool // each of the values has a dtype of its own
	each   any  // the values one by one, a list or a mapping from columns
	spread bool // a list of one value is that value
}

func (o *put) Build(h Handle, more []Handle) (Handle, error) {
	key := meant(o.Key, 1, more)
	s := &setting{value: meant(o.Value, 1, more)}
	if both, ok := s.value.(op.Dict); ok {
		s.value = nil
		for _, e := range both {
			switch e.Key {
			case "each", "apart":
				s.each, s.apart = e.Value, e.Key == "apart"
			default:
				s.value = e.Value
			}
		}
	}
	d, of := h.(*DataFrame)
	by, mask := o.By, false
	switch by {
	case "insert", "column", "with":
		if !of || o.At == nil && by != "with" {
			return nil, errs.New(errs.Type, "a column at a place wants a frame and the place")
		}
	}
	switch by {
	case "insert":
		return o.insert(s, d, key)
	case "column":
		return s.columnAt(d, *o.At)
	case "with":
		return s.columns(d, key, false)
	case "brackets":
		_, mask, _ = conditionByRow(h, key)
		k, slice := key.(op.Slice)
		switch {
		case slice && wholeNumbers(k):
			by = "iloc"
		case of && !slice && !mask:
			return s.columns(d, key, true)
		default:
			by = "loc"
		}
	}
	rows, cols, err := rowsAndColumns(h, key)
	if err != nil {
		return nil, err
	}
	if m, ok := rows.(*Series); ok && by == "iloc" && colsOf(m)[0].Is.IsBool() { // pandas takes it by place here
		rows = m.ToTensor()
	}
	if o.Span {
		rows = within(h, rows)
	}
	if o.New {
		return s.newRow(d, rows, cols)
	}
	if by == "loc" {
		if row, err := s.wholeRow(h, rows, cols); err != nil {
			return nil, err
		} else if row != nil {
			return valued(apply(row, h)), nil
		}
	}
	s.spread = (of || !mask) && !slices.ContainsFunc(colsOf(h), func(c op.Col) bool { return c.Is != colsOf(h)[0].Is })
	if err := s.choose(h, rows, by == "loc"); err != nil {
		return nil, err
	}
	if !of {
		if l, ok := s.value.(*Series); ok && mask && s.isListed() { // as many values as rows are met by place
			if n, rows := l.Value().Meta().Rows(), h.Value().Meta().Rows(); n.Known() && n == rows {
				s.value = h.(*Series).ToFrame(0).Assign(C{1, l}).IlocCol(1)
			}
		}
		return s.series(h.(*Series))
	}
	names := d.Columns()
	again := by == "iloc" && repeats(names)
	if again {
		d = d.numbered()
	}
	at, err := d.columnsAt(cols, by == "loc")
	if err != nil {
		return nil, err
	}
	d, err = s.frame(d, at)
	if err == nil && again {
		d = d.labeled(names)
	}
	return d, err
}

// repeats reports labels that come twice.
func repeats(names []frame.Label) bool {
	seen := map[frame.Label]bool{}
	for _, l := range names {
		seen[l] = true
	}
	return len(seen) < len(names)
}

// numbered is d with 0, 1, ... for column labels.
func (d *DataFrame) numbered() *DataFrame {
	ls := make([]frame.Label, len(colsOf(d)))
	for i := range ls {
		ls[i] = frame.L(i)
	}
	return d.labeled(ls)
}

// choose finds the rows.
func (s *setting) choose(h Handle, rows any, byLabel bool) error {
	if isAll(rows) {
		return nil
	}
	cond, is, err := conditionByRow(h, rows)
	switch {
	case err != nil:
		return err
	case is:
		s.cond = underLabels(cond, h)
		return nil
	}
	var o pick.ChosenRows
	if byLabel {
		l, err := labelsKey(rows)
		if err != nil {
			return err
		}
		s.one, o.Named = l.Kind == "label", &l
	} else {
		p, err := placesWritten(rows)
		if err != nil {
			return err
		}
		s.one, o.Places = p.Kind == "int", &p
	}
	ranked := o
	ranked.Ranked = true
	s.cond, s.ranks = SeriesOf(apply(&o, h)), SeriesOf(apply(&ranked, h))
	return nil
}

// underLabels is a condition for each row of h, under its labels.
func underLabels(cond *Series, h Handle) *Series {
	if schema.SameIndex(h.Value().Meta(), cond.Value().Meta()) {
		return cond
	}
	none := SeriesOf(apply(&pick.ChosenRows{Places: &pick.Places{Kind: "list"}}, h))
	o := op.Lookup("dataframe.mask_value").New().(*cells.Where)
	o.Other, o.Set = true, true
	return SeriesOf(apply(o, none, cond))
}

// columnsAt are the labels of columns that are set, those that are not there among them.
func (d *DataFrame) columnsAt(cols any, byLabel bool) ([]frame.Label, error) {
	names := d.Columns()
	at := func(places []int) (ls []frame.Label, err error) {
		for _, i := range places {
			ls = append(ls, names[i])
		}
		return ls, nil
	}
	is, mask := conditionOf(cols)
	switch {
	case isAll(cols):
		return names, nil
	case mask:
		places, err := d.trueColumns(is)
		if err != nil {
			return nil, err
		}
		return at(places)
	case !byLabel:
		p, err := placesWritten(cols)
		if err != nil {
			return nil, err
		}
		places, err := p.Among(len(names))
		if err != nil {
			return nil, err
		}
		return at(places)
	}
	l, err := labelsKey(cols)
	switch {
	case err != nil:
		return nil, err
	case l.Kind == "label" && d.begins(cols):
		if places, err := schema.PlacesNamed(d.Value().Meta(), l.From); err == nil {
			return at(places)
		}
		return []frame.Label{l.From}, nil
	case l.Kind == "label":
		return []frame.Label{l.From}, nil
	case l.Kind == "list":
		return l.List, nil
	}
	places, err := l.Among(d.Value().Meta())
	if err != nil {
		return nil, err
	}
	return at(places)
}
