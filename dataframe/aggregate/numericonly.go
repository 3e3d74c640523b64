package aggregate

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// seriesOnly takes numeric_only, or bool_only, from the reduction of a series: it has one column, whose dtype
// says itself what it can.
// Type: a series of objects, as in pandas.
func seriesOnly(in op.Meta, name, word string, flag *bool) error {
	if in.Kind != op.Series || !*flag {
		return nil
	}
	*flag = false
	if in.Cols[0].Is.IsObject() {
		return errs.New(errs.Type, "Series.%s does not allow %s=True with non-numeric dtypes.", name, word)
	}
	return nil
}
