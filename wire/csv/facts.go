package csv

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
)

// Facts are the kinds of values that a column was seen to hold. The dtype follows from them, whatever the
// order they came in.
type Facts uint32

const (
	seenNA    Facts = 1 << iota
	seenInt         // fits an int64
	seenNeg         // below zero
	seenUint        // fits a uint64 and no int64
	seenBig         // an integer beyond both
	seenFloat       // a number with a point or an exponent, inf
	seenBool
	seenText
	seenTime // a datetime in the field's format
	seenNano // a datetime of more than six digits of a second
)

const seenNumber = seenInt | seenUint | seenBig | seenFloat

// derive is pandas' dtype of a column of these values.
func (f *Field) derive(zone string) dtype.DType {
	s := f.Seen
	switch {
	case f.Fixed:
		return f.DType
	case s == 0, s == seenNA && f.Keep && !f.Date:
		return dtype.Object
	case s&seenText != 0:
		return dtype.Str
	case f.Date:
		unit := dtype.Micro
		switch {
		case s&seenTime == 0:
			unit = dtype.Second
		case s&seenNano != 0:
			unit = dtype.Nano
		}
		return dtype.DatetimeTZ(unit, zone)
	case s&seenBool != 0:
		switch {
		case s&seenNumber != 0:
			return dtype.Str
		case s&seenNA != 0 && f.Keep:
			return dtype.Bool.Nullable()
		case s&seenNA != 0:
			return dtype.Object
		}
		return dtype.Bool
	case s&seenFloat != 0:
		return dtype.Float64
	case s&seenBig != 0:
		return dtype.Object
	case s&seenUint != 0:
		if s&(seenNA|seenNeg) != 0 {
			return dtype.Str
		}
		return dtype.Uint64
	case s&seenInt != 0 && s&seenNA == 0:
		return dtype.Int64
	case s&seenInt != 0 && f.Keep:
		return dtype.Int64.Nullable()
	}
	return dtype.Float64
}

// factsOf is what a datetime says of its column's dtype.
func factsOf(m *timetext.Moment) Facts {
	if m.Digits <= 6 {
		return seenTime
	}
	if _, ok := m.Ticks(dtype.Nano); !ok {
		return seenText
	}
	return seenTime | seenNano
}
