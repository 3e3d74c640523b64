package wasm

import (
	"fmt"
	"math"
	"os"
	"strconv"

	"github.com/tetratelabs/wazero/api"

	"github.com/mars-project/mars-go/dtype"
)

// A Call is what is called, and with what: the arguments of a call of a function, as JSON.
type Call struct {
	Export string `json:"export"`
	Args   []Arg  `json:"args"`
	// Array is the dtype of elements where the export gives an array; empty: it gives a number.
	Array string `json:"array,omitempty"`
	// Result is the type of the number that it was promised to give, "f64".
	Result string `json:"result,omitempty"`
	// Each: the inputs are equally long, and the export is called with the numbers of each place.
	Each bool `json:"each,omitempty"`
	// Skip: where a float is NaN the export is not asked, and the result is NaN; ints are floats then.
	Skip bool `json:"skip,omitempty"`
	// Memory is up to how many bytes the module may have.
	Memory int64 `json:"memory"`
}

// An Arg is an input, or else a number.
type Arg struct {
	In    *int   `json:"in,omitempty"`
	Int   *int64 `json:"i,omitempty"`
	Float string `json:"f,omitempty"` // as text, for JSON has no NaN
}

// An Error is what the caller reads: the name of an exception of Python's own, and a message.
type Error struct{ Type, Message string }

func (e *Error) Error() string { return e.Message }

func wrong(kind, format string, args ...any) error { return &Error{kind, fmt.Sprintf(format, args...)} }

// A result is an array, or a number as one without axes.
type result struct {
	dtype string
	shape []int
	data  []byte
}

// number is a number as a parameter of a type.
func (a Arg) number(t api.ValueType, i int) (uint64, error) {
	switch {
	case a.Int != nil && t == api.ValueTypeI64:
		return uint64(*a.Int), nil
	case a.Int != nil && t == api.ValueTypeI32:
		if *a.Int < math.MinInt32 || *a.Int > math.MaxUint32 {
			return 0, wrong("OverflowError", "argument %d is %d, which is no i32", i+1, *a.Int)
		}
		return uint64(uint32(*a.Int)), nil
	case a.Int != nil && t == api.ValueTypeF64:
		return api.EncodeF64(float64(*a.Int)), nil
	case a.Int != nil && t == api.ValueTypeF32:
		return api.EncodeF32(float32(*a.Int)), nil
	}
	v, err := strconv.ParseFloat(a.Float, 64)
	switch {
	case a.Int != nil || err != nil:
	case t == api.ValueTypeF64:
		return api.EncodeF64(v), nil
	case t == api.ValueTypeF32:
		return api.EncodeF32(float32(v)), nil
	default:
		return 0, wrong("TypeError", "argument %d is a float, and the export takes %s", i+1, api.ValueTypeName(t))
	}
	return 0, wrong("TypeError", "argument %d is neither a number nor an array", i+1)
}

// params are the arguments as the export takes them: of an array its address and how many elements it has.
func (m *instance) params(c Call, ins []input, arenas []*os.File) (out []uint64, err error) {
	types := m.f.Definition().ParamTypes()
	for i, a := range c.Args {
		want := 1
		if a.In != nil {
			want = 2
		}
		if len(out)+want > len(types) {
			return nil, m.takes(c)
		}
		if a.In == nil {
			v, err := a.number(types[len(out)], i)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
			continue
		}
		if *a.In < 0 || *a.In >= len(ins) {
			return nil, wrong("TypeError", "argument %d is input %d of %d", i+1, *a.In, len(ins))
		}
		if types[len(out)] != api.ValueTypeI32 || types[len(out)+1] != api.ValueTypeI32 {
			return nil, m.takes(c)
		}
		at, n, err := m.array(ins[*a.In], arenas, i)
		if err != nil {
			return nil, err
		}
		out = append(out, uint64(at), uint64(n))
	}
	if len(out) != len(types) {
		return nil, m.takes(c)
	}
	return out, nil
}

// takes is the error of arguments that are not those of the export.
func (m *instance) takes(c Call) error {
	given := ""
	for i, a := range c.Args {
		if i > 0 {
			given += ", "
		}
		switch {
		case a.In != nil:
			given += "array"
		case a.Int != nil:
			given += "int"
		default:
			given += "float"
		}
	}
	return wrong("TypeError", "export %s takes (%s), and is given (%s); an array is two i32: its address and its elements", c.Export, names(m.f.Definition().ParamTypes()), given)
}

func names(ts []api.ValueType) (s string) {
	for i, t := range ts {
		if i > 0 {
			s += ", "
		}
		s += api.ValueTypeName(t)
	}
	return s
}

// given is what an export has given, as the caller was promised it.
func (m *instance) given(c Call, out []uint64) (r result, err error) {
	types := m.f.Definition().ResultTypes()
	if len(types) != 1 || c.Array != "" && types[0] != api.ValueTypeI64 || c.Array == "" && api.ValueTypeName(types[0]) != c.Result {
		return r, wrong("TypeError", "export %s gives (%s), and %s was promised", c.Export, names(types), promise(c))
	}
	if c.Array == "" {
		return result{numbers[types[0]], []int{}, number(out[0]).appended(nil, types[0], types[0])}, nil
	}
	d, err := dtype.Parse(c.Array)
	if err != nil || !d.Fixed() {
		return r, wrong("TypeError", "an array of %s", c.Array)
	}
	at, n := out[0]>>32, out[0]&math.MaxUint32
	if n == 0 {
		return result{dtype: c.Array, shape: []int{0}}, nil
	}
	if n*uint64(d.Size()) > math.MaxUint32 || m.mod.Memory() == nil {
		return r, wrong("ValueError", "export %s gives an array of %d elements, which its memory does not hold", c.Export, n)
	}
	b, ok := m.mod.Memory().Read(uint32(at), uint32(n)*uint32(d.Size()))
	if !ok {
		return r, wrong("ValueError", "export %s gives an array of %d elements at %d, which its memory of %d bytes does not hold", c.Export, n, at, m.mod.Memory().Size())
	}
	b = append([]byte(nil), b...)
	if d == dtype.Bool {
		for i, v := range b {
			b[i] = min(v, 1) // a bool is 0 or 1 everywhere else
		}
	}
	return result{c.Array, []int{int(n)}, b}, nil
}

func promise(c Call) string {
	if c.Array != "" {
		return "an array (i64: its address << 32 | its elements)"
	}
	return c.Result
}
