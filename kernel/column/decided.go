package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// decided is the answer of a comparison of x with the one value of y, where what is known of x makes it the
// same for all rows: nothing is read. Bounds say nothing of NaN, which is neither less nor greater, and
// unequal to all.
func decided(fn string, out dtype.DType, x, y *frame.Column) (answer, known bool) {
	if y.Enc != frame.Const || x.Rows == 0 || y.Rows == 0 || out.Null || x.DType != y.DType || y.IsNull(0) {
		return false, false
	}
	b := x.Bounds()
	v := y.Label(0)
	switch {
	case x.DType == dtype.Int64 && x.Valid.IsZero():
		if _, _, ok := b.Ints(); !ok {
			return false, false
		}
	case x.DType == dtype.Float64:
		if b.Min.Kind() != frame.LabelFloat || b.Max.Kind() != frame.LabelFloat || v.Kind() != frame.LabelFloat {
			return false, false
		}
	default:
		return false, false
	}
	lo, hi := number(b.Min, v), number(b.Max, v)
	if lo == 0 && hi == 0 { // the column is v
		return holds(fn, 0), x.DType == dtype.Int64
	}
	if hi < 0 || lo > 0 {
		answer = holds(fn, lo)
	} else if lo == 0 && (fn == "lt" || fn == "ge") {
		answer = fn == "ge"
	} else if hi == 0 && (fn == "gt" || fn == "le") {
		answer = fn == "le"
	} else {
		return false, false
	}
	return answer, !answer || fn == "ne" || x.DType == dtype.Int64
}

// number compares two integers or two floats; zeros are equal.
func number(a, b frame.Label) int {
	x, _ := a.Float()
	y, _ := b.Float()
	if x == 0 && y == 0 {
		return 0
	}
	return a.Compare(b)
}
