package dataframe

import (
	"cmp"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
)

// SetLoc moves the cell to the frame where the rows with some labels, or where a bool series is true, have
// another value in a column: df.loc[rows, col] = value. The value is a single one, or a series that is met by
// label. Errors, once the frame is computed: NotFound for labels that no row has, where pandas appends a row
// for a single one; Invalid for a bool series without the label of a row; Type for a value that the dtype of
// the column does not hold.
func (d *DataFrame) SetLoc(rows, col, value any) error {
	cond, ok := rows.(*Series)
	if !ok {
		l, err := pick.LabelsOfAny(rows)
		if err != nil {
			return err
		}
		cond = SeriesOf(apply(&pick.ChosenRows{Named: &l}, d))
	}
	return d.put(cond, col, value)
}

// SetIloc is SetLoc of rows by position, as Iloc takes them.
func (d *DataFrame) SetIloc(rows, col, value any) error {
	p, err := pick.PlacesOf(rows)
	if err != nil {
		return err
	}
	return d.put(SeriesOf(apply(&pick.ChosenRows{Places: &p}, d)), col, value)
}

func (d *DataFrame) put(cond *Series, col, value any) error {
	if err := cmp.Or(d.Err(), cond.Err()); err != nil {
		return err
	}
	name, err := schema.LabelOf(col)
	if err != nil {
		return err
	}
	out, err := (&setting{cond: cond}).oneColumn(d, name, value)
	if err != nil {
		return err
	}
	if d != nil && (out.Err() == nil || d.Err() != nil) {
		d.v = out.Value()
	}
	return out.Err()
}
