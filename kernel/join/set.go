package join

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A keySet tells which integers are among some keys, by a bit for each of the keys' range.
type keySet struct {
	lo, width uint64 // the least key, and how far the greatest is from it
	bits      []uint64
}

// setOf is the set of keys. ok is false where they are spread too wide for so many rows.
func setOf[T integer](al mem.Allocator, keys []T, rows int) (s keySet, ok bool, err error) {
	s.lo = uint64(slices.Min(keys))
	s.width = uint64(slices.Max(keys)) - s.lo
	if s.width >= uint64(64*rows+1<<15) {
		return s, false, nil
	}
	if s.bits, err = alloc[uint64](al, int(s.width/64)+1); err != nil {
		return s, false, err
	}
	clear(s.bits)
	for _, k := range keys {
		d := uint64(k) - s.lo
		s.bits[d/64] |= 1 << (d % 64)
	}
	return s, true, nil
}

// rowsIn are the places of the keys that are in the set, or are not. Those that do not count are written
// over: there is no branch to be mispredicted.
func rowsIn[T integer](al mem.Allocator, s keySet, keys []T, want bool) ([]int64, error) {
	out, err := rowsOf(al, len(keys))
	if err != nil {
		return nil, err
	}
	not := uint64(0)
	if !want {
		not = 1
	}
	n := 0
	for i, k := range keys {
		d := uint64(k) - s.lo
		has := s.bits[min(d, s.width)/64] >> (d % 64) & 1
		if d > s.width {
			has = 0
		}
		out[n] = int64(i)
		n += int(has ^ not)
	}
	return out[:n:n], nil
}

// reduces is how many times longer than the other side a side is whose rows are worth to be looked up first.
const reduces = 2

// meeting are the rows whose keys are among those of the other side, which is much shorter; nil where that is
// not known cheaply or drops few rows.
func meeting[T, U integer](al mem.Allocator, keys []T, other []U) ([]int64, error) {
	if len(keys) < reduces*len(other) || len(other) == 0 {
		return nil, nil
	}
	s, ok, err := setOf(al, other, len(keys))
	if !ok || err != nil {
		return nil, err
	}
	rows, err := rowsIn(al, s, keys, true)
	if err != nil || len(rows) > len(keys)/2 {
		return nil, err
	}
	return rows, nil
}

// reduced are the rows of the columns that may meet one of the other, much shorter side's, by the first key
// that tells it cheaply; nil where none does.
func reduced(al mem.Allocator, cols, other []*frame.Column) (rows []int64, err error) {
	for k, c := range cols {
		o := other[k]
		if c.DType != o.DType || !c.Valid.IsZero() || !o.Valid.IsZero() {
			continue
		}
		c, o = c.Stored(), o.Stored()
		if c.Enc != frame.Plain || o.Enc != frame.Plain {
			continue
		}
		switch c.DType.Kind {
		case dtype.Int8Kind:
			rows, err = meetingAny(al, frame.Values[int8](c), o)
		case dtype.Int16Kind:
			rows, err = meetingAny(al, frame.Values[int16](c), o)
		case dtype.Int32Kind:
			rows, err = meetingAny(al, frame.Values[int32](c), o)
		case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
			rows, err = meetingAny(al, frame.Values[int64](c), o)
		}
		if rows != nil || err != nil {
			return rows, err
		}
	}
	return nil, nil
}

// meetingAny is meeting with signed integers of any width, or times.
func meetingAny[T integer](al mem.Allocator, keys []T, other *frame.Column) ([]int64, error) {
	switch other.DType.Kind {
	case dtype.Int8Kind:
		return meeting(al, keys, frame.Values[int8](other))
	case dtype.Int16Kind:
		return meeting(al, keys, frame.Values[int16](other))
	case dtype.Int32Kind:
		return meeting(al, keys, frame.Values[int32](other))
	}
	return meeting(al, keys, frame.Values[int64](other))
}

// inner is an inner join, not sorted, whose longer side is cut to the rows that may meet the shorter one's.
// ok is false where that drops too few.
func inner(al mem.Allocator, left, right []*frame.Column) (l, r []int64, ok bool, err error) {
	sides := [2][]*frame.Column{left, right}
	long := 0
	if left[0].Rows < right[0].Rows {
		long = 1
	}
	some, err := reduced(al, sides[long], sides[1-long])
	if some == nil || err != nil {
		return nil, nil, false, err
	}
	cut := make([]*frame.Column, len(left))
	for k, c := range sides[long] {
		if cut[k], err = c.Take(al, some); err != nil {
			return nil, nil, false, err
		}
	}
	sides[long] = cut
	var rows [2][]int64
	if rows[0], rows[1], err = Rows(al, Inner, false, sides[0], sides[1]); err != nil {
		return nil, nil, false, err
	}
	for i, k := range rows[long] {
		rows[long][i] = some[k]
	}
	return rows[0], rows[1], true, nil
}
