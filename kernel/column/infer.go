package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Infer is a column of objects as the dtype that pandas infers of its values; other columns are returned as
// they are.
func (e Env) Infer(c *frame.Column) (*frame.Column, error) {
	if !c.DType.IsObject() {
		return c, nil
	}
	return e.FromCells(c.Objects)
}

// FromCells makes a column of cells, as frame.Column.Cell returns them, with the dtype that pandas infers.
func (e Env) FromCells(cells []any) (*frame.Column, error) {
	return e.Build(cells, inferred(cells))
}

// inferred is the dtype that pandas gives a list of values: numbers with missing values are floats, text with
// missing values is str, times have the finest unit of any, and what does not fit together are objects.
func inferred(cells []any) dtype.DType {
	var s seen
	for _, v := range cells {
		s.add(v)
	}
	return s.dtype(len(cells))
}

// seen counts cells by kind.
type seen struct {
	none, na, nan, nat, bool, int, uint, float, complex, str, time, span int
	unit                                                                 dtype.Unit
	zone                                                                 string
	zones                                                                bool // more than one
}

func (s *seen) add(v any) {
	switch v := v.(type) {
	case nil:
		s.none++
	case frame.Missing:
		s.na++
	case float64:
		if v != v {
			s.nan++
		} else {
			s.float++
		}
	case frame.Timestamp:
		if v.Unit == dtype.Day { // a date stays an object
			return
		}
		s.unit = max(s.unit, v.Unit)
		if v.Ticks == frame.NaT && v.TZ == "" {
			s.nat++
			return
		}
		s.zones = s.zones || s.time > 0 && s.zone != v.TZ
		s.time++
		s.zone = v.TZ
	case frame.Timedelta:
		s.unit = max(s.unit, v.Unit)
		s.span++
	case bool:
		s.bool++
	case int64:
		s.int++
	case uint64:
		s.uint++
	case complex128:
		s.complex++
	case string:
		s.str++
	}
}

func (s *seen) dtype(n int) dtype.DType {
	missing := s.none + s.nan
	switch {
	case n == 0 || s.none == n:
		return dtype.Object
	case s.str > 0 && s.str+missing+s.na == n:
		return dtype.Str
	case s.bool == n:
		return dtype.Bool
	case s.int == n:
		return dtype.Int64
	case s.int+s.uint == n:
		return dtype.Uint64
	case s.int+s.uint+s.float+missing == n:
		return dtype.Float64
	case s.int+s.uint+s.float+s.complex+missing == n:
		return dtype.Complex128
	case (s.time > 0 || s.nat > 0) && s.time+s.nat+missing == n && !s.zones:
		return dtype.DatetimeTZ(s.unit, s.zone)
	case s.span > 0 && s.span+s.nat+missing == n:
		return dtype.Timedelta(s.unit)
	}
	return dtype.Object
}
