package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Iloc selects rows, and columns, by position: with a tensor.Index (Slice, From, To, Whole), a []int or a
// []bool. Errors: NotFound for a place that does not exist, with pandas' words.
func (d *DataFrame) Iloc(rows any, cols ...any) *DataFrame { return FrameOf(iloc(d, "", rows, cols)) }

// IlocRow is the row at a place as a series over the columns, named by its label.
func (d *DataFrame) IlocRow(i int, cols ...any) *Series { return SeriesOf(iloc(d, "row", i, cols)) }

// IlocCol is the column at a place, or some rows of it.
func (d *DataFrame) IlocCol(i int, rows ...any) *Series {
	if err := op.Once(rows); err != nil {
		return SeriesOf(bad("dataframe.iloc", err))
	}
	if len(rows) == 0 {
		rows = []any{pick.AllPlaces}
	}
	return SeriesOf(iloc(d, "column", rows[0], []any{i}))
}

// Iat is the value at a row and a column.
func (d *DataFrame) Iat(row, col int) *Scalar { return ScalarOf(iloc(d, "cell", row, []any{col})) }

// Iloc selects rows by position, as DataFrame.Iloc.
func (s *Series) Iloc(rows any) *Series { return SeriesOf(iloc(s, "", rows, nil)) }

// Iat is the value at a row.
func (s *Series) Iat(row int) *Scalar { return ScalarOf(iloc(s, "cell", row, nil)) }

// iloc builds a selection of one of the kinds "" (rows stay, columns stay), "row", "column", "cell".
func iloc(h Handle, kind string, rows any, cols []any) op.Value {
	const name = "dataframe.iloc"
	if len(cols) > 1 {
		return bad(name, errs.New(errs.Invalid, "Too many indexers"))
	}
	o := &pick.IlocOp{Cols: pick.AllPlaces}
	var err error
	if o.Rows, err = pick.PlacesOf(rows); err == nil && len(cols) > 0 {
		o.Cols, err = pick.PlacesOf(cols[0])
	}
	row, col := o.Rows.Kind == "int", o.Cols.Kind == "int" || h.Value().Meta().Kind == op.Series
	want := map[string][2]bool{"row": {true, false}, "column": {false, true}, "cell": {true, true}}[kind]
	if err == nil && h.Value().Err() == nil && kind == "" && row {
		err = errs.New(errs.Invalid, "one row is a series or a value: use IlocRow or Iat")
	} else if err == nil && kind != "" && want != [2]bool{row, col} {
		err = errs.New(errs.Invalid, "a selection of more than one %s", kind)
	} else if err == nil && kind == "" && o.Cols.Kind == "int" {
		err = errs.New(errs.Invalid, "one column is a series: use IlocCol")
	}
	if err != nil {
		return bad(name, err)
	}
	return apply(o, h)
}
