package hash

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// A domain is how values of one key are told apart once all its columns are known.
type domain uint8

const (
	codes  domain = iota // categories of one dictionary: by code
	ints                 // signed integers and bools: by value
	uints                // unsigned integers
	floats               // numbers of different sorts, as pandas merges them: as float64
	times                // datetimes or timedeltas, in the finest unit
	texts                // bytes
	labels               // anything else, one by one
)

// unify is the domain of the columns of one key, and the unit of times.
func unify(cols []*frame.Column) (domain, dtype.Unit) {
	same := true
	for _, c := range cols {
		same = same && c.DType.IsCategorical() && c.Dict == cols[0].Dict
	}
	if same {
		return codes, 0
	}
	d, unit, first := domainOf(cols[0]), unitOf(cols[0]), valueType(cols[0])
	for _, c := range cols[1:] {
		e := domainOf(c)
		switch {
		case d == times && (e != times || valueType(c).Kind != first.Kind):
			return labels, 0
		case d == times:
			unit = max(unit, unitOf(c))
		case d == e:
		case numeric(d) && numeric(e):
			d = meet(d, e, first, valueType(c))
		default:
			return labels, 0
		}
	}
	if d == times && !fit(cols, unit) {
		return labels, 0
	}
	return d, unit
}

func numeric(d domain) bool { return d == ints || d == uints || d == floats }

// meet is the domain of two sorts of numbers: NumPy's promotion. Unsigned integers below 64 bits are signed
// ones too.
func meet(d, e domain, a, b dtype.DType) domain {
	if d != floats && e != floats {
		u := a
		if e == uints {
			u = b
		}
		if u.Size() < 8 {
			return ints
		}
	}
	return floats
}

// valueType is the dtype of what a column stands for.
func valueType(c *frame.Column) dtype.DType {
	if c.DType.IsCategorical() {
		return c.Dict.Values.DType
	}
	return c.DType
}

func unitOf(c *frame.Column) dtype.Unit { return valueType(c).Unit }

func domainOf(c *frame.Column) domain {
	switch d := valueType(c); {
	case d.IsBool() || d.IsInt():
		return ints
	case d.IsUint():
		return uints
	case d.IsFloat():
		return floats
	case d.IsTemporal():
		return times
	case d.IsString() || d.IsBinary():
		return texts
	}
	return labels
}

// fit reports that all times can be told in unit.
func fit(cols []*frame.Column, unit dtype.Unit) bool {
	for _, c := range cols {
		if unitOf(c) == unit {
			continue
		}
		f, ok := dtype.Factor(unitOf(c), unit)
		if !ok {
			return false
		}
		p := c
		if c.Enc == frame.Dict {
			p = c.Dict.Values
		}
		for i := range p.Rows {
			v, ok := ticks(p, i)
			if ok && (v > math.MaxInt64/f || v < -(math.MaxInt64/f)) {
				return false
			}
		}
	}
	return true
}

// ticks is row i of a column of times, false for NaT.
func ticks(c *frame.Column, i int) (int64, bool) {
	switch v := c.Cell(i).(type) {
	case frame.Timestamp:
		return v.Ticks, true
	case frame.Timedelta:
		return v.Ticks, true
	}
	return 0, false
}
