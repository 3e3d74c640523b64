package arrow

import (
	"encoding/json"
	"math"
	"math/big"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A shape is the type that cells of an object column have in common: lists of lists of a dtype, which is none
// while all are nil or empty.
type shape struct {
	leaf  dtype.DType
	depth int
}

// join is the shape of cells of both shapes; false when they are mixed.
func (a shape) join(b shape) (shape, bool) {
	switch {
	case a == b || b.leaf.IsZero() && b.depth <= a.depth:
		return a, true
	case a.leaf.IsZero() && a.depth <= b.depth:
		return b, true
	}
	return a, false
}

// shapeOf is the shape of all cells; false when they are mixed. Zones and units differ as types do.
func shapeOf(cells []any) (of shape, ok bool) {
	for _, v := range cells {
		if v == nil {
			continue
		}
		t, ok := cellShape(v)
		if !ok {
			return of, false
		}
		if of, ok = of.join(t); !ok {
			return of, false
		}
	}
	return of, true
}

func cellShape(v any) (shape, bool) {
	switch v := v.(type) {
	case string:
		return shape{leaf: dtype.Str}, true
	case []byte:
		return shape{leaf: dtype.Binary}, true
	case bool:
		return shape{leaf: dtype.Bool}, true
	case int, int8, int16, int32, int64:
		return shape{leaf: dtype.Int64}, true
	case float32, float64:
		return shape{leaf: dtype.Float64}, true
	case frame.Timestamp:
		return shape{leaf: dtype.DatetimeTZ(v.Unit, v.TZ)}, v.Ticks != frame.NaT && (v.Unit.Pandas() || v.Unit == dtype.Day)
	case frame.Timedelta:
		return shape{leaf: dtype.Timedelta(v.Unit)}, v.Ticks != frame.NaT && v.Unit.Pandas()
	case []any:
		s, ok := shapeOf(v)
		s.depth++
		return s, ok
	}
	return shape{}, false
}

// objects gives the cells of an object column the one type that they have: string, binary, bool, int64,
// double, timestamp, date, duration or lists of such. A column without values is of type null, and a mixture
// JSON text.
func (s sender) objects(c *frame.Column, of *shape) (arrow.ArrayData, arrow.Metadata, error) {
	none := arrow.Metadata{}
	if of == nil && !s.json {
		if one, ok := shapeOf(c.Objects); ok {
			of = &one
		}
	}
	if of != nil {
		a, err := s.shaped(c.Objects, *of)
		return a, none, err
	}
	b := frame.PlainStr(s.al, dtype.Str)
	for _, v := range c.Objects {
		if v == nil {
			b.AppendNull()
			continue
		}
		j, err := cellJSON(v)
		if err != nil {
			return nil, none, err
		}
		p, err := json.Marshal(j)
		if err != nil {
			return nil, none, errs.Wrap(errs.Type, err, "object cell")
		}
		b.AppendBytes(p)
	}
	t, err := b.Column()
	if err != nil {
		return nil, none, err
	}
	a, err := s.text(t)
	return a, meta(objectKey, "json"), err
}

// shaped makes a typed array of cells of one shape.
func (s sender) shaped(cells []any, of shape) (arrow.ArrayData, error) {
	n := len(cells)
	switch {
	case of.depth > 0:
		return s.lists(cells, of)
	case of.leaf.IsZero():
		return array.NewData(arrow.Null, n, []*memory.Buffer{nil}, nil, n, 0), nil
	}
	if of.leaf == dtype.Datetime(dtype.Day) {
		return s.dates(cells)
	}
	b := newCells(s.al, of.leaf, n)
	for _, v := range cells {
		b.add(v)
	}
	c, err := b.column()
	if err != nil {
		return nil, err
	}
	a, _, err := s.array(c, nil)
	return a, err
}

// dates is a date32 array of cells.
func (s sender) dates(cells []any) (arrow.ArrayData, error) {
	days := make([]int32, len(cells))
	for i, v := range cells {
		if t, ok := v.(frame.Timestamp); ok {
			if int64(int32(t.Ticks)) != t.Ticks {
				return nil, errs.New(errs.Invalid, "a date %d days from 1970", t.Ticks)
			}
			days[i] = int32(t.Ticks)
		}
	}
	valid, nulls, err := bitsOf(s.al, len(cells), func(i int) bool { return cells[i] == nil })
	if err != nil {
		return nil, err
	}
	bufs := []*memory.Buffer{buf(valid), buf(arrow.Int32Traits.CastToBytes(days))}
	return array.NewData(arrow.FixedWidthTypes.Date32, len(cells), bufs, nil, nulls, 0), nil
}

// lists is a large_list array of the elements of all cells.
func (s sender) lists(cells []any, of shape) (arrow.ArrayData, error) {
	var flat []any
	offs := make([]int64, len(cells)+1)
	for i, v := range cells {
		l, _ := v.([]any)
		flat = append(flat, l...)
		offs[i+1] = int64(len(flat))
	}
	of.depth--
	vs, err := s.shaped(flat, of)
	if err != nil {
		return nil, err
	}
	valid, nulls, err := bitsOf(s.al, len(cells), func(i int) bool { return cells[i] == nil })
	if err != nil {
		return nil, err
	}
	bufs := []*memory.Buffer{buf(valid), buf(arrow.Int64Traits.CastToBytes(offs))}
	return array.NewData(arrow.LargeListOf(vs.DataType()), len(cells), bufs, []arrow.ArrayData{vs}, nulls, 0), nil
}

// cellJSON is a cell of any type: the JSON of a label, and {"na":true}, {"list":[...]}, {"tuple":[...]},
// {"dict":[[name, value], ...]}, {"bytes":base64}, {"complex":[re, im]}, {"big":digits} for what labels lack.
// A number keeps its type by its form, as in labels.
func cellJSON(v any) (any, error) {
	list := func(vs []any) ([]any, error) {
		out := make([]any, len(vs))
		for i, e := range vs {
			j, err := cellJSON(e)
			if err != nil {
				return nil, err
			}
			out[i] = j
		}
		return out, nil
	}
	switch v := v.(type) {
	case frame.Missing:
		return map[string]bool{"na": true}, nil
	case []byte:
		return map[string][]byte{"bytes": v}, nil
	case []any:
		l, err := list(v)
		return map[string]any{"list": l}, err
	case frame.Tuple:
		l, err := list(v)
		return map[string]any{"tuple": l}, err
	case frame.Record:
		ps := make([][2]any, len(v))
		for i, p := range v {
			j, err := cellJSON(p.Value)
			if err != nil {
				return nil, err
			}
			k, err := cellJSON(p.Label())
			if err != nil {
				return nil, err
			}
			ps[i] = [2]any{k, j}
		}
		return map[string]any{"dict": ps}, nil
	case *big.Int:
		return map[string]string{"big": v.String()}, nil
	case complex64:
		return cellJSON(complex128(v))
	case complex128:
		return map[string]any{"complex": []frame.Label{frame.L(real(v)), frame.L(imag(v))}}, nil
	}
	l, ok := frame.LabelOf(v)
	if !ok {
		return nil, errs.New(errs.Type, "an object of Go type %T cannot be sent", v)
	}
	return l, nil
}

// cellFrom is the inverse of cellJSON.
func cellFrom(p []byte, depth int) (any, error) {
	bad := func() (any, error) { return nil, errs.New(errs.Invalid, "damaged object cell: %.60q", p) }
	if depth > 64 {
		return bad()
	}
	if len(p) > 0 && p[0] == '{' {
		var m map[string]json.RawMessage
		if json.Unmarshal(p, &m) != nil || len(m) != 1 {
			return bad()
		}
		for k, v := range m {
			switch k {
			case "na":
				return frame.NA, nil
			case "bytes":
				var b []byte
				err := json.Unmarshal(v, &b)
				if err != nil {
					return bad()
				}
				return b, nil
			case "big":
				var text string
				if json.Unmarshal(v, &text) != nil || len(text) > 4300 { // more digits than Python reads
					return bad()
				}
				if z, ok := new(big.Int).SetString(text, 10); ok {
					return z, nil
				}
				return bad()
			case "list", "tuple":
				vs, err := cellsFrom(v, depth)
				if k == "tuple" {
					return frame.Tuple(vs), err
				}
				return vs, err
			case "dict":
				return recordFrom(v, depth)
			case "complex":
				var ls []frame.Label
				if json.Unmarshal(v, &ls) != nil || len(ls) != 2 {
					return bad()
				}
				re, ok := ls[0].Float()
				im, also := ls[1].Float()
				if !ok || !also {
					return bad()
				}
				return complex(re, im), nil
			}
		}
	}
	var l frame.Label
	if err := l.UnmarshalJSON(p); err != nil {
		return bad()
	}
	if l.IsNaN() {
		return math.NaN(), nil
	}
	return l.Value(), nil
}

func cellsFrom(p []byte, depth int) ([]any, error) {
	var raws []json.RawMessage
	if err := json.Unmarshal(p, &raws); err != nil {
		return nil, errs.New(errs.Invalid, "damaged object cell: %.60q", p)
	}
	vs := make([]any, len(raws))
	for i, r := range raws {
		v, err := cellFrom(r, depth+1)
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

func recordFrom(p []byte, depth int) (any, error) {
	var parts [][2]json.RawMessage
	if err := json.Unmarshal(p, &parts); err != nil {
		return nil, errs.New(errs.Invalid, "damaged object cell: %.60q", p)
	}
	out := make(frame.Record, len(parts))
	for i, part := range parts {
		k, err := cellFrom(part[0], depth+1)
		if err != nil {
			return nil, err
		}
		if name, ok := k.(string); ok {
			out[i].Name = name
		} else if out[i].Key = k; k == nil {
			return nil, errs.New(errs.Type, "None as a key of a dict in a cell is not there yet")
		}
		v, err := cellFrom(part[1], depth+1)
		if err != nil {
			return nil, err
		}
		out[i].Value = v
	}
	return out, nil
}
