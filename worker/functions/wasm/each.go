package wasm

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"strings"

	"github.com/tetratelabs/wazero/api"
)

// each calls the export once for each element of the inputs, which are equally long, in their order.
func (m *instance) each(ctx context.Context, c Call, ins []input, arenas []*os.File) (r result, err error) {
	d := m.f.Definition()
	types, gives := d.ParamTypes(), d.ResultTypes()
	if len(gives) != 1 || api.ValueTypeName(gives[0]) != c.Result {
		return r, wrong("TypeError", "export %s gives (%s), and %s was promised", c.Export, names(gives), c.Result)
	}
	if len(c.Args) != len(types) {
		return r, wrong("TypeError", "export %s takes (%s), and is given %d of them", c.Export, names(types), len(c.Args))
	}
	n := -1
	params := make([]param, len(types))
	for i, a := range c.Args {
		if a.In == nil {
			v, err := a.number(types[i], i)
			if err != nil {
				return r, err
			}
			params[i] = func(int) (number, bool) { return number(v), true }
			continue
		}
		if *a.In < 0 || *a.In >= len(ins) {
			return r, wrong("TypeError", "argument %d is input %d of %d", i+1, *a.In, len(ins))
		}
		in := ins[*a.In]
		data, err := in.read(arenas)
		if err != nil {
			return r, err
		}
		if params[i] = elements(in.DType, data, types[i]); params[i] == nil {
			return r, wrong("TypeError", "argument %d is of %s, and the export takes %s", i+1, in.DType, api.ValueTypeName(types[i]))
		}
		if k := in.elements(); n >= 0 && k != n {
			return r, wrong("ValueError", "argument %d has %d elements, and others %d", i+1, k, n)
		} else {
			n = k
		}
	}
	as := gives[0]
	if c.Skip && as != api.ValueTypeF32 {
		as = api.ValueTypeF64
	}
	r = result{dtype: numbers[as], shape: []int{max(n, 0)}}
	given, stack := make([]uint64, len(types)), make([]uint64, max(len(types), 1))
	for k := range max(n, 0) {
		missing := false
		for i, p := range params {
			v, ok := p(k)
			if !ok {
				return r, wrong("OverflowError", "argument %d is %s, which is no %s", i+1, v.in(api.ValueTypeI64), api.ValueTypeName(types[i]))
			}
			given[i] = uint64(v)
			missing = missing || v.isNaN(types[i])
		}
		if c.Skip && missing {
			r.data = number(math.Float64bits(math.NaN())).appended(r.data, api.ValueTypeF64, as)
			continue
		}
		copy(stack, given)
		if err := m.f.CallWithStack(ctx, stack); err != nil {
			return r, trapped("export "+c.Export+" of "+told(given, types), err)
		}
		r.data = number(stack[0]).appended(r.data, gives[0], as)
	}
	return r, nil
}

// told are parameters as a user reads them.
func told(given []uint64, types []api.ValueType) string {
	s := make([]string, len(given))
	for i, v := range given {
		s[i] = number(v).in(types[i])
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// A param is element i of an input as a parameter. False: the type does not hold it, and it is an i64.
type param func(i int) (number, bool)

// elements are those of an array as parameters of a type; nil: numbers of the dtype are not of it.
func elements(dtype string, b []byte, t api.ValueType) param {
	le := binary.LittleEndian
	switch dtype {
	case "float64":
		return floats(t, func(i int) float64 { return math.Float64frombits(le.Uint64(b[8*i:])) })
	case "float32":
		return floats(t, func(i int) float64 { return float64(math.Float32frombits(le.Uint32(b[4*i:]))) })
	case "int64":
		return integers(t, func(i int) int64 { return int64(le.Uint64(b[8*i:])) })
	case "int32":
		return integers(t, func(i int) int64 { return int64(int32(le.Uint32(b[4*i:]))) })
	case "int16":
		return integers(t, func(i int) int64 { return int64(int16(le.Uint16(b[2*i:]))) })
	case "int8":
		return integers(t, func(i int) int64 { return int64(int8(b[i])) })
	case "uint32":
		return integers(t, func(i int) int64 { return int64(le.Uint32(b[4*i:])) })
	case "uint16":
		return integers(t, func(i int) int64 { return int64(le.Uint16(b[2*i:])) })
	case "uint8", "bool":
		return integers(t, func(i int) int64 { return int64(b[i]) })
	case "uint64":
		return integers(t, func(i int) uint64 { return le.Uint64(b[8*i:]) })
	}
	return nil
}

func floats(t api.ValueType, at func(i int) float64) param {
	switch t {
	case api.ValueTypeF64:
		return func(i int) (number, bool) { return number(api.EncodeF64(at(i))), true }
	case api.ValueTypeF32:
		return func(i int) (number, bool) { return number(api.EncodeF32(float32(at(i)))), true }
	}
	return nil
}

// integers are parameters with or without a sign: those of 32 bits do not tell.
func integers[T int64 | uint64](t api.ValueType, at func(i int) T) param {
	switch t {
	case api.ValueTypeI64:
		return func(i int) (number, bool) { return number(at(i)), true }
	case api.ValueTypeI32:
		return func(i int) (number, bool) {
			v := at(i)
			if v > math.MaxUint32 || v < 0 && int64(v) < math.MinInt32 {
				return number(v), false
			}
			return number(uint32(v)), true
		}
	case api.ValueTypeF32: // rounded once
		return func(i int) (number, bool) { return number(api.EncodeF32(float32(at(i)))), true }
	}
	return floats(t, func(i int) float64 { return float64(at(i)) })
}
