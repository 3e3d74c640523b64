package arrow

import (
	"encoding/json"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// objects gives the cells of an object column the one type that they have: string, binary, bool, int64, double, timestamp, duration or
// lists of such. A column without values is of type null, and a mixture JSON text.
func (s sender) objects(c *frame.Column) (arrow.ArrayData, arrow.Metadata, error) {
	a, ok, err := s.uniform(c.Objects)
	if ok || err != nil {
		return a, arrow.Metadata{}, err
	}
	b := frame.PlainStr(s.al, dtype.Str)
	for _, v := range c.Objects {
		if v == nil {
			b.AppendNull()
			continue
		}
		j, err := cellJSON(v)
		if err != nil {
			return nil, arrow.Metadata{}, err
		}
		p, err := json.Marshal(j)
		if err != nil {
			return nil, arrow.Metadata{}, errs.Wrap(errs.Type, err, "object cell")
		}
		b.AppendBytes(p)
	}
	t, err := b.Column()
	if err != nil {
		return nil, arrow.Metadata{}, err
	}
	a, err = s.text(t)
	return a, meta(objectKey, "json"), err
}

// A shape is the type of a cell: the dtype, or list.
type shape struct {
	d    dtype.DType
	list bool
}

// uniform makes a typed array of cells that have one type; false when they are mixed. Missing floats beside other types are nulls only where they
// come back as the same: beside None alone.
func (s sender) uniform(cells []any) (arrow.ArrayData, bool, error) {
	n := len(cells)
	var of shape
	for _, v := range cells {
		t, ok := shapeOf(v)
		switch {
		case v == nil:
			continue
		case !ok || of != (shape{}) && of != t:
			return nil, false, nil
		}
		of = t
	}
	switch {
	case of == shape{}:
		return array.NewData(arrow.Null, n, []*memory.Buffer{nil}, nil, n, 0), true, nil
	case of.list:
		return s.lists(cells)
	}
	b := newCells(s.al, of.d, n)
	for _, v := range cells {
		b.add(v)
	}
	c, err := b.column()
	if err != nil {
		return nil, false, err
	}
	a, _, err := s.array(c)
	return a, err == nil, err
}

// lists is a large_list array of the elements of all cells.
func (s sender) lists(cells []any) (arrow.ArrayData, bool, error) {
	var flat []any
	for _, v := range cells {
		l, _ := v.([]any)
		flat = append(flat, l...)
	}
	vs, ok, err := s.uniform(flat)
	if !ok || err != nil {
		return nil, false, err
	}
	offs := make([]int64, len(cells)+1)
	for i, v := range cells {
		l, _ := v.([]any)
		offs[i+1] = offs[i] + int64(len(l))
	}
	valid, nulls, err := bitsOf(s.al, len(cells), func(i int) bool { return cells[i] == nil })
	if err != nil {
		return nil, false, err
	}
	bufs := []*memory.Buffer{buf(valid), buf(arrow.Int64Traits.CastToBytes(offs))}
	return array.NewData(arrow.LargeListOf(vs.DataType()), len(cells), bufs, []arrow.ArrayData{vs}, nulls, 0), true, nil
}

// shapeOf is the shape of a cell. Zones and units differ as types do.
func shapeOf(v any) (shape, bool) {
	switch v := v.(type) {
	case nil:
		return shape{}, true
	case string:
		return shape{d: dtype.Str}, true
	case []byte:
		return shape{d: dtype.Binary}, true
	case bool:
		return shape{d: dtype.Bool}, true
	case int, int8, int16, int32, int64:
		return shape{d: dtype.Int64}, true
	case float32, float64:
		return shape{d: dtype.Float64}, true
	case frame.Timestamp:
		return shape{d: dtype.DatetimeTZ(v.Unit, v.TZ)}, v.Ticks != frame.NaT && v.Unit.Pandas()
	case frame.Timedelta:
		return shape{d: dtype.Timedelta(v.Unit)}, v.Ticks != frame.NaT && v.Unit.Pandas()
	case []any:
		return shape{list: true}, true
	}
	return shape{}, false
}

// cellJSON is a cell of any type: the JSON of a label, and {"na":true}, {"list":[...]}, {"tuple":[...]}, {"bytes":base64}, {"complex":[re, im]}
// for what labels lack. A number keeps its type by its form, as in labels.
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
			case "list", "tuple":
				vs, err := cellsFrom(v, depth)
				if k == "tuple" {
					return frame.Tuple(vs), err
				}
				return vs, err
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
