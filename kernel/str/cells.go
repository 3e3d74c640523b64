package str

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// ScanCells says what the cells of an object column are as numbers: texts are read, bools are 0 and 1. With
// coerce what is no number is missing. Else the first one is an error: Invalid for a text, Type for others.
func ScanCells(cells []any, coerce bool) (seen Numeric, err error) {
	for _, v := range cells {
		n, ok := cellNumber(v)
		if _, text := v.(string); !ok && !coerce && text {
			return seen, errs.New(errs.Invalid, "Unable to parse string '%s'", v)
		} else if !ok && !coerce {
			return seen, errs.New(errs.Type, "Invalid object type")
		}
		n.seen.Missing = n.seen.Missing || !ok
		seen = seen.Join(n.seen)
	}
	return seen, nil
}

// CellNumbers are the cells of an object column as numbers of dtype d, one that Type gives: bools, int64,
// uint64, float64, and nil for what is missing.
func CellNumbers(cells []any, d dtype.DType) []any {
	out := make([]any, len(cells))
	for i, v := range cells {
		n, ok := cellNumber(v)
		switch {
		case !ok || n.seen.Missing:
		case d.IsBool():
			out[i] = v
		case d.Kind == dtype.Int64Kind:
			out[i] = n.i
		case d.Kind == dtype.Uint64Kind:
			out[i] = n.u
		default:
			out[i] = n.f
		}
	}
	return out
}

// cellNumber reads a cell; false when it is no number. What is missing but a time is a missing number.
func cellNumber(v any) (n number, ok bool) {
	switch v := v.(type) {
	case string:
		n, ok = readNumber([]byte(v))
		n.seen.Other = !n.seen.Missing
		return n, ok
	case []byte:
		n, ok = readNumber(v)
		n.seen.Other = !n.seen.Missing
		return n, ok
	case frame.Timestamp, frame.Timedelta:
		return n, false
	}
	if frame.IsMissing(v) {
		n.seen.Missing = true
		return n, true
	}
	l, ok := frame.LabelOf(v)
	if !ok {
		return n, false
	}
	switch v := l.Value().(type) {
	case bool:
		n.seen.Bool = true
		if v {
			n.i, n.u, n.f = 1, 1, 1
		}
	case int64:
		n.i, n.u, n.f = v, uint64(v), float64(v)
		n.seen.Other, n.seen.Neg = true, v < 0
	case uint64:
		n.i, n.u, n.f = int64(v), v, float64(v)
		n.seen.Other, n.seen.Uint = true, v > math.MaxInt64
	case float64:
		n.f = v
		n.seen.Other, n.seen.Float = true, true
	default:
		return n, false
	}
	return n, true
}
