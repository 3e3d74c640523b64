package column

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Find is for every row the place of its value among labels, the last of equal ones; -1 where there is none.
// Values match as in Python: 1 finds 1.0, and missing ones each other; in objects, missing ones of one kind.
func Find(c *frame.Column, labels []frame.Label) []int64 {
	s := newSearch(labels)
	out := make([]int64, c.Rows)
	each(c, s.missing, out, s.place)
	return out
}

// Among tells which values are among labels, as Find finds them.
func Among(e Env, c *frame.Column, labels []frame.Label) (*frame.Column, error) {
	out, vs, err := e.bools(dtype.Bool, c.Rows)
	if err != nil {
		return nil, err
	}
	s := newSearch(labels)
	each(c, s.missing >= 0, vs, func(c *frame.Column, i int) bool { return s.place(c, i) >= 0 })
	return out, nil
}

// each writes f of every row. It asks once for each value of a dictionary, and of integers that lie close
// together; miss is of missing rows.
func each[T any](c *frame.Column, miss T, out []T, f func(c *frame.Column, i int) T) {
	switch {
	case c.Enc == frame.Dict:
		of := make([]T, c.Dict.Len())
		for k := range of {
			of[k] = f(c.Dict.Values, k)
		}
		toRows(c, of, miss, out)
		return
	case c.Enc == frame.Const && c.Rows > 0:
		v := f(c, 0)
		for i := range out {
			out[i] = v
		}
		return
	}
	if p := c.Stored(); c.DType.Kind == dtype.Int64Kind && p.Enc == frame.Plain && p.Valid.IsZero() && p.Rows > 0 {
		near := false
		switch p.DType.Kind {
		case dtype.Int8Kind:
			near = eachNear(frame.Values[int8](p), out, f)
		case dtype.Int16Kind:
			near = eachNear(frame.Values[int16](p), out, f)
		case dtype.Int32Kind:
			near = eachNear(frame.Values[int32](p), out, f)
		case dtype.Int64Kind:
			near = eachNear(frame.Values[int64](p), out, f)
		}
		if near {
			return
		}
	}
	for i := range out {
		out[i] = f(c, i)
	}
}

// eachNear is each for int64 or Int64, in any width, that lie close together, else it is false.
func eachNear[V int8 | int16 | int32 | int64, T any](v []V, out []T, f func(c *frame.Column, i int) T) bool {
	lo := slices.Min(v)
	width := uint64(slices.Max(v)) - uint64(lo)
	if width >= uint64(len(v)/4) {
		return false
	}
	all := make([]int64, width+1)
	for k := range all {
		all[k] = int64(lo) + int64(k)
	}
	values := frame.Of(all)
	of := make([]T, len(all))
	for k := range of {
		of[k] = f(values, k)
	}
	for i, x := range v {
		out[i] = of[uint64(x)-uint64(lo)]
	}
	return true
}

// A search finds values among labels. Of labels that are the same the last one counts.
type search struct {
	places  map[frame.Label]int64 // by keyOf
	texts   map[string]int64
	missing int64 // the last missing label
}

func newSearch(labels []frame.Label) *search {
	s := &search{make(map[frame.Label]int64, len(labels)), make(map[string]int64), -1}
	for i, l := range labels {
		s.places[keyOf(l)] = int64(i)
		if t, ok := l.Text(); ok {
			s.texts[t] = int64(i)
		}
		if l.IsMissing() {
			s.missing = int64(i)
		}
	}
	return s
}

// keyOf is Label.Key that tells None, NaN and NaT apart, as pandas does among objects.
func keyOf(l frame.Label) frame.Label {
	if (l.Kind() == frame.LabelTime || l.Kind() == frame.LabelDelta) && l.IsMissing() {
		return frame.L(frame.Timestamp{Ticks: frame.NaT, Unit: dtype.Nano})
	}
	return l.Key()
}

// place is that of row i of a column.
func (s *search) place(c *frame.Column, i int) int64 {
	switch {
	case c.IsNull(i) && !c.DType.IsObject():
		return s.missing
	case c.DType.IsString():
		if k, ok := s.texts[string(c.Text(i))]; ok {
			return k
		}
		return -1
	}
	if k, ok := s.places[keyOf(c.Label(i))]; ok {
		return k
	}
	return -1
}
