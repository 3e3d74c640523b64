package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Loc selects rows, and columns, by label: a slice (Between), a list of labels, a label of the first levels,
// which go away, or a bool series, as Filter. Errors: NotFound for labels that do not exist, with pandas'
// words.
func (d *DataFrame) Loc(rows any, cols ...any) *DataFrame {
	if mask, ok := rows.(*Series); ok {
		d, rows = d.Filter(mask), AllLabels
	}
	return FrameOf(loc(d, "", rows, cols))
}

// LocRow is the row with a label as a series over the columns. Where several rows have it, it fails: use Loc
// with a list.
func (d *DataFrame) LocRow(label any, cols ...any) *Series {
	return SeriesOf(loc(d, "row", label, cols))
}

// At is the value at the labels of a row and a column.
func (d *DataFrame) At(row, col any) *Scalar { return ScalarOf(loc(d, "cell", row, []any{col})) }

// Loc selects rows by label, as DataFrame.Loc.
func (s *Series) Loc(rows any) *Series {
	if mask, ok := rows.(*Series); ok {
		return s.Filter(mask)
	}
	return SeriesOf(loc(s, "", rows, nil))
}

// At is the value at a label.
func (s *Series) At(label any) *Scalar { return ScalarOf(loc(s, "cell", label, nil)) }

func loc(h Handle, kind string, rows any, cols []any) op.Value {
	const name = "dataframe.loc"
	o := &pick.LocOp{Cols: AllLabels}
	var err error
	if len(cols) > 1 {
		err = errs.New(errs.Invalid, "Too many indexers")
	} else if o.Rows, err = pick.LabelsOfAny(rows); err == nil && len(cols) > 0 {
		o.Cols, err = pick.LabelsOfAny(cols[0])
	}
	_, some := o.Rows.Prefix(len(h.Value().Meta().Index.Levels))
	row, col := o.Rows.Kind == "label" && !some, o.Cols.Kind == "label" || h.Value().Meta().Kind == op.Series
	want := map[string][2]bool{"row": {true, false}, "cell": {true, true}}[kind]
	switch {
	case err != nil:
	case kind == "" && row:
		err = errs.New(errs.Invalid, "one row is a series or a value: use LocRow or At")
	case kind == "" && o.Cols.Kind == "label":
		err = errs.New(errs.Invalid, "one column is a series: use Col")
	case kind != "" && want != [2]bool{row, col}:
		err = errs.New(errs.Invalid, "a selection of more than one %s", kind)
	}
	if err != nil {
		return bad(name, err)
	}
	return apply(o, h)
}
