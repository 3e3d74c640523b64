package join

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// CheckKeys refuses pairs of key dtypes that pandas does not merge, naming the key as Python writes it; categoricals count as the dtype of their categories, which
// the caller gives.
func CheckKeys(name string, left, right dtype.DType) error {
	switch a, b := sortOf(left), sortOf(right); {
	case a == b && a == "time" && (left.TZ == "") != (right.TZ == ""):
	case a == b, a == "object", b == "object":
		return nil
	}
	return errs.New(errs.Invalid, "You are trying to merge on %v and %v columns for key %s. If you wish to proceed you should use pd.concat", left, right, name)
}

// sortOf is the sort of values that match each other.
func sortOf(d dtype.DType) string {
	switch {
	case d.IsNumber() || d.IsBool():
		return "number"
	case d.IsDatetime():
		return "time"
	case d.IsTimedelta():
		return "delta"
	case d.IsString():
		return "text"
	case d.IsBinary():
		return "bytes"
	}
	return "object"
}
