package jsonl

import (
	"math"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
)

// Facts are the kinds of values that a column was seen to hold. The dtype follows from them, whatever the
// order they came in.
type Facts uint32

// Kinds of values.
const (
	SeenNull     Facts = 1 << iota // or the name is not there
	SeenInt                        // fits an int64
	SeenNegative                   // below zero
	SeenUint                       // fits a uint64 and no int64
	SeenWhole                      // a float without a fraction that fits an int64
	SeenFloat                      // another float
	SeenBool
	SeenNumeral // a text that is a number
	SeenPart    // one that is not whole
	SeenText    // another text
	SeenNested
	SeenISO      // a text that is a time, as ISO 8601 writes it
	SeenNotISO   // a text that is none
	SeenUTC      // a time that tells its zone, UTC
	SeenNaive    // a time that tells no zone
	SeenZone     // a time of another zone
	SeenNano     // a time of more than six digits of a second
	SeenSmall    // a number too small to be a time
	SeenNotSec   // a number too large to count seconds
	SeenNotMilli // milliseconds
	SeenNotMicro // microseconds
)

const (
	seenTexts   = SeenNumeral | SeenText
	seenNumbers = SeenInt | SeenUint | SeenWhole | SeenFloat
)

// A Schema is the columns of a file in order of appearance. It is plain data.
type Schema struct{ Fields []Field }

// A Field is a name and what its values were seen to be.
type Field struct {
	Name string
	Seen Facts
	Rows int64 // that have the name
}

// Merge is the schema that holds what both hold, names of s first.
func (s *Schema) Merge(t *Schema) *Schema {
	out := &Schema{Fields: slices.Clone(s.Fields)}
	at := map[string]int{}
	for i, f := range out.Fields {
		at[f.Name] = i
	}
	for _, f := range t.Fields {
		k, ok := at[f.Name]
		if !ok {
			out.Fields = append(out.Fields, f)
			continue
		}
		out.Fields[k].Seen |= f.Seen
		out.Fields[k].Rows += f.Rows
	}
	return out
}

// Settle notes the rows that lack names, of so many in all.
func (s *Schema) Settle(rows int64) {
	for i := range s.Fields {
		if s.Fields[i].Rows < rows {
			s.Fields[i].Seen |= SeenNull
		}
	}
}

// Conversions say which columns become something else than their values are. The zero value is pandas'
// defaults.
type Conversions struct {
	NoDates  bool     // no column becomes times
	Dates    []string // names of columns that may
	OnlyThey bool     // and no others
	Keep     []string // names of columns whose values stay as they are; "" is all
}

// Dated reports a column that may become times.
func (c *Conversions) Dated(name string) bool {
	return !c.NoDates && (slices.Contains(c.Dates, name) || !c.OnlyThey && dated(name))
}

// Kept reports a column whose values stay as they are. As in pandas, those with names of times become times
// all the same, and those that Dates names do not.
func (c *Conversions) Kept(name string) bool {
	if !c.NoDates && !c.OnlyThey && dated(name) {
		return false
	}
	return slices.Contains(c.Keep, name) || slices.Contains(c.Keep, "")
}

// dated reports a name whose values pandas takes for times: those that end in _at or _time, begin with
// timestamp, or are modified or date.
func dated(name string) bool {
	n := strings.ToLower(name)
	return strings.HasSuffix(n, "_at") || strings.HasSuffix(n, "_time") || n == "modified" || n == "date" || n == "datetime" || strings.HasPrefix(n, "timestamp")
}

// DType is pandas' dtype of a column of these values.
func (f *Field) DType(c *Conversions) dtype.DType {
	s := f.Seen
	if c.Kept(f.Name) {
		return f.kept()
	}
	if c.Dated(f.Name) {
		if d, ok := f.time(); ok {
			return d
		}
	}
	switch {
	case s&SeenNested != 0, s&SeenText != 0 && s&(seenNumbers|SeenBool) != 0:
		return dtype.Object
	case s&SeenText != 0:
		return dtype.Str
	case s&^SeenNull&(seenNumbers|seenTexts|SeenBool) == SeenBool && s&SeenNull == 0:
		return dtype.Bool
	case s&(SeenNull|SeenFloat|SeenPart) != 0 || s&(seenNumbers|seenTexts|SeenBool) == 0:
		return dtype.Float64
	case s&SeenUint != 0 && s&(SeenNegative|SeenWhole|SeenNumeral|SeenBool) == 0:
		return dtype.Uint64
	case s&SeenUint != 0:
		return dtype.Float64
	}
	return dtype.Int64
}

// kept is the dtype that holds the values as they are.
func (f *Field) kept() dtype.DType {
	s := f.Seen
	kinds := 0
	for _, k := range []Facts{seenTexts, seenNumbers, SeenBool, SeenNested} {
		if s&k != 0 {
			kinds++
		}
	}
	switch {
	case kinds != 1 || s&SeenNested != 0 || s&SeenBool != 0 && s&SeenNull != 0:
		return dtype.Object
	case s&seenTexts != 0:
		return dtype.Str
	case s&SeenBool != 0:
		return dtype.Bool
	case s&(SeenNull|SeenFloat|SeenWhole) != 0:
		return dtype.Float64
	case s&SeenUint == 0:
		return dtype.Int64
	case s&SeenNegative == 0:
		return dtype.Uint64
	}
	return dtype.Object
}

// time is the dtype of a column of times: texts of one zone, or integers that count a unit since 1970, the
// coarsest that holds all.
func (f *Field) time() (dtype.DType, bool) {
	s := f.Seen
	unit := dtype.Micro
	switch {
	case s&(SeenBool|SeenNested|SeenFloat|SeenWhole|SeenUint) != 0:
		return dtype.DType{}, false
	case s&(seenTexts|SeenISO) != 0:
		zones := s & (SeenUTC | SeenNaive | SeenZone)
		if s&(SeenNotISO|SeenInt|SeenZone) != 0 || zones&(zones-1) != 0 {
			return dtype.DType{}, false
		}
		if s&SeenNano != 0 {
			unit = dtype.Nano
		}
		if s&SeenUTC != 0 {
			return dtype.DatetimeTZ(unit, "UTC"), true
		}
		return dtype.Datetime(unit), true
	case s&SeenInt == 0 || s&SeenSmall != 0:
		return dtype.DType{}, false
	}
	if f.stamps() == dtype.Nano {
		unit = dtype.Nano
	}
	return dtype.Datetime(unit), true
}

// stamps is the unit that integers count.
func (f *Field) stamps() dtype.Unit {
	switch s := f.Seen; {
	case s&SeenNotSec == 0:
		return dtype.Second
	case s&SeenNotMilli == 0:
		return dtype.Milli
	case s&SeenNotMicro == 0:
		return dtype.Micro
	}
	return dtype.Nano
}

// leastStamp is the number of seconds from which on pandas takes numbers for times: a year.
const leastStamp = 31536000

// stampFacts says of an integer which units it may count, so that a time of nanoseconds holds it.
func stampFacts(v int64) (f Facts) {
	if v <= leastStamp {
		f |= SeenSmall
	}
	for _, u := range []struct {
		per  int64
		fact Facts
	}{{1e9, SeenNotSec}, {1e6, SeenNotMilli}, {1e3, SeenNotMicro}} {
		if v > math.MaxInt64/u.per || v < math.MinInt64/u.per {
			f |= u.fact
		}
	}
	return f
}

// timeFacts says what a text is as a time.
func timeFacts(l *timetext.Layout, b []byte) Facts {
	m, ok := l.Parse(b)
	if !ok {
		return SeenNotISO
	}
	f := SeenISO
	switch zone := m.Zone(); zone {
	case "":
		f |= SeenNaive
	case "UTC":
		f |= SeenUTC
	default:
		f |= SeenZone
	}
	if m.Digits > 6 {
		f |= SeenNano
		if _, ok := m.Ticks(dtype.Nano); !ok {
			f |= SeenNotISO
		}
	}
	return f
}
