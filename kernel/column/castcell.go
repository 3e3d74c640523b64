package column

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// fromCells casts objects one by one.
func (e Env) fromCells(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	cells := make([]any, c.Rows)
	for i := range cells {
		v := c.Cell(i)
		if b, ok := v.([]byte); ok {
			v = string(b)
		}
		var err error
		if cells[i], err = cellAs(v, d); err != nil {
			return nil, err
		}
	}
	return e.Build(cells, d)
}

// cellAs is a value of Python's as a cell of d.
func cellAs(v any, d dtype.DType) (any, error) {
	missing := frame.IsMissing(v)
	switch {
	case d.IsBool():
		return boolCell(v, d, missing)
	case missing && d.IsInteger() && !d.Null:
		if _, ok := v.(float64); ok {
			return nil, errs.New(errs.Invalid, "cannot convert float NaN to integer")
		}
		return nil, noInt(PyType(v))
	case missing:
		return nil, nil
	case d.IsInteger():
		return intCell(v, d)
	case d.IsFloat() || d.IsComplex():
		return floatCell(v, d)
	case d.IsDatetime():
		return timeCell(v, d)
	}
	return spanCell(v, d)
}

func boolCell(v any, d dtype.DType, missing bool) (any, error) {
	if d.Null {
		f, ok := real64(v)
		switch {
		case missing:
			return nil, nil
		case !ok || f != 0 && f != 1:
			return nil, errs.New(errs.Type, "Need to pass bool-like values")
		}
		return f == 1, nil
	}
	if v == frame.NA {
		return nil, errs.New(errs.Type, "boolean value of NA is ambiguous")
	}
	return truth(v), nil
}

func noInt(name string) error {
	return errs.New(errs.Type, "int() argument must be a string, a bytes-like object or a real number, not '%s'", name)
}

func noFloat(name string) error {
	return errs.New(errs.Type, "float() argument must be a string or a real number, not '%s'", name)
}

func intCell(v any, d dtype.DType) (any, error) {
	switch v := v.(type) {
	case bool, int64:
		n, _ := whole(v)
		return n, nil // Build checks the bounds
	case uint64:
		return v, nil
	case float64:
		switch {
		case math.IsInf(v, 0):
			return nil, errs.New(errs.Invalid, "cannot convert float infinity to integer")
		case d.Null && v != math.Trunc(v):
			return nil, errs.New(errs.Type, "cannot safely cast non-equivalent object to %s", d.Base())
		}
		return int64(v), nil
	case string:
		return pyIntAs(v, d)
	}
	return nil, noInt(PyType(v))
}

func floatCell(v any, d dtype.DType) (any, error) {
	switch v := v.(type) {
	case bool, int64, uint64, float64:
		f, _ := real64(v)
		return f, nil
	case complex128:
		if d.IsComplex() {
			return v, nil
		}
		return nil, noFloat("complex")
	case string:
		if d.IsComplex() {
			return pyComplex(v)
		}
		return pyFloat(v)
	}
	if d.IsComplex() {
		return nil, errs.New(errs.Type, "must be real number, not %s", PyType(v))
	}
	return nil, noFloat(PyType(v))
}

func timeCell(v any, d dtype.DType) (any, error) {
	switch v := v.(type) {
	case int64:
		return frame.Timestamp{Ticks: v, Unit: d.Unit, TZ: d.TZ}, nil
	case float64:
		return frame.Timestamp{Ticks: int64(v), Unit: d.Unit, TZ: d.TZ}, nil
	case string:
		return readTime(v, d)
	case frame.Timestamp:
		if v.Unit == dtype.Day {
			v = frame.Timestamp{Ticks: 86400 * v.Ticks, Unit: dtype.Second}
		}
		if v.TZ != "" && d.TZ == "" {
			return nil, errs.New(errs.Invalid, "cannot supply both a tz and a timezone-naive dtype (i.e. datetime64[ns])")
		}
		if v.TZ == "" && d.TZ != "" {
			return localize(v, d.TZ)
		}
		return v, nil
	}
	if d.TZ != "" {
		return nil, errs.New(errs.Type, "Cannot convert input [%s] of type <class '%s'> to Timestamp", pyText(v), PyType(v))
	}
	return nil, errs.New(errs.Type, "<class '%s'> is not convertible to datetime", PyType(v))
}

func spanCell(v any, d dtype.DType) (any, error) {
	switch v := v.(type) {
	case int64:
		return frame.Timedelta{Ticks: v, Unit: d.Unit}, nil
	case float64:
		return frame.Timedelta{Ticks: int64(v), Unit: d.Unit}, nil
	case string:
		return readSpan(v, d)
	case frame.Timedelta:
		return v, nil
	}
	return nil, errs.New(errs.Type, "Invalid type for timedelta scalar: <class '%s'>", PyType(v))
}

// pyIntAs is Python's int() of a text that NumPy stores as d.
func pyIntAs(s string, d dtype.DType) (any, error) {
	t, ok := digits(strings.TrimFunc(s, unicode.IsSpace))
	n, err := strconv.ParseInt(t, 10, 64)
	switch {
	case !ok:
	case err == nil && d.Base().HoldsInt(n):
		return n, nil
	case err == nil:
		return nil, errs.New(errs.Invalid, "Python integer %d out of bounds for %s", n, d.Base())
	default:
		u, bad := strconv.ParseUint(strings.TrimPrefix(t, "+"), 10, 64)
		if bad == nil && d.Base() == dtype.Uint64 {
			return u, nil
		}
		if errors.Is(err, strconv.ErrRange) {
			return nil, errs.New(errs.Invalid, "Python int too large to convert to C long")
		}
	}
	return nil, errs.New(errs.Invalid, "invalid literal for int() with base 10: %s", frame.L(s).Repr())
}

// digits takes the underscores away that Python allows between digits.
func digits(s string) (string, bool) {
	if !strings.ContainsRune(s, '_') {
		return s, true
	}
	for i, c := range s {
		if c == '_' && (i == 0 || i+1 == len(s) || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
			return s, false
		}
	}
	return strings.ReplaceAll(s, "_", ""), true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// pyFloat is Python's float() of a text.
func pyFloat(s string) (float64, error) {
	t, ok := digits(strings.TrimFunc(s, unicode.IsSpace))
	if ok && !strings.ContainsAny(t, "xXpP") {
		if u := strings.ToLower(strings.TrimLeft(t, "+-")); u == "nan" && len(t)-len(u) <= 1 {
			return nan, nil
		}
		f, err := strconv.ParseFloat(t, 64)
		if err == nil || math.IsInf(f, 0) && strings.ContainsAny(t, "0123456789") {
			return f, nil
		}
	}
	return 0, errs.New(errs.Invalid, "could not convert string to float: %s", frame.L(s).Repr())
}

// pyComplex is Python's complex() of a text.
func pyComplex(s string) (complex128, error) {
	t, ok := digits(strings.TrimFunc(s, unicode.IsSpace))
	c, err := strconv.ParseComplex(strings.NewReplacer("j", "i", "J", "i").Replace(t), 128)
	if !ok || err != nil || strings.ContainsAny(t, "iIxXpP") && !strings.Contains(strings.ToLower(t), "inf") {
		return 0, errs.New(errs.Invalid, "complex() arg is a malformed string")
	}
	return c, nil
}
