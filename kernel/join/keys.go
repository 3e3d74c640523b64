package join

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// KeyTypes is the dtypes that pandas gives two key columns of dtypes l and r before it matches them: mostly
// their own; object where they match as Python objects do. Pairs that pandas does not merge are an Invalid
// error, which names the key as Python writes it.
//
// What pandas decides by looking at the values follows from the dtypes alone here: text never meets numbers,
// an object column meets anything but times, and two categoricals count as having the same categories.
func KeyTypes(name string, l, r dtype.DType) (lt, rt dtype.DType, err error) {
	a, b := sortOf(l), sortOf(r)
	refused := errs.New(errs.Invalid, "You are trying to merge on %v and %v columns for key %s. If you wish to proceed you should use pd.concat", l, r, name)
	switch {
	case l == r, a == category && b == category:
		return l, r, nil
	case a == moment && b == moment && (l.TZ == "") == (r.TZ == ""):
		return l, r, nil
	case timed(a) || timed(b):
		if a != span || b != span {
			return l, r, refused
		}
	case a == category && r.IsBool(), b == category && l.IsBool(): // every category would be a bool
		return dtype.Object, dtype.Object, nil
	case a == category:
		return r, dtype.Object, nil // the categories are taken to be of the dtype that they meet
	case b == category:
		return dtype.Object, l, nil
	case a == number && b == number:
		if l.IsBool() == r.IsBool() && l.IsComplex() == r.IsComplex() {
			return l, r, nil
		}
	case a == text && b == number && !r.IsBool(), b == text && a == number && !l.IsBool():
		return l, r, refused
	}
	return dtype.Object, dtype.Object, nil
}

// A sort is a family of values that match each other.
type sort uint8

const (
	object sort = iota
	number
	moment
	span
	text
	category
)

func timed(s sort) bool { return s == moment || s == span }

func sortOf(d dtype.DType) sort {
	switch {
	case d.IsNumber() || d.IsBool():
		return number
	case d.IsDatetime():
		return moment
	case d.IsTimedelta():
		return span
	case d.IsString():
		return text
	case d.IsCategorical():
		return category
	}
	return object
}
