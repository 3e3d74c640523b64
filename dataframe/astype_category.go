package dataframe

import "github.com/mars-project/mars-go/dtype"

// categorized casts the columns of a file that were asked for as categories.
func categorized(d *DataFrame, all dtype.DType, by DTypes) *DataFrame {
	to := map[any]any{}
	for _, l := range d.Columns() {
		t, ok := by[l.String()]
		if !ok {
			t = all
		}
		if t.IsCategorical() {
			to[l] = t
		}
	}
	if len(to) == 0 {
		return d
	}
	return d.AsType(to)
}
