package remote

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/wasm"
)

// WasmOptions bound a call of a module.
type WasmOptions struct {
	Memory  int           // bytes that the module may have. The default is 512 MiB.
	Timeout time.Duration // after which the call is ended. The default is none.
}

// A WasmFunction is an export of a WebAssembly module that gives an R.
type WasmFunction[R any] struct {
	code []byte
	o    Wasm
	f    wasm.Func
}

// WasmFunc is an export of a WebAssembly module. It runs on workers, in a process of its own, with nothing
// but its memory: without files, network, clock and randomness. Each call has a fresh instance.
//
// R is what it gives: int32, int64, float32 or float64, as the export does, or a slice of numbers, for which
// the export gives an i64: the address << 32, and how many elements there are. An array as an argument is
// two i32, its address and how many elements it has, in memory that the export mars_alloc(bytes i32) -> i32
// gives.
//
// Errors: Invalid for what is no module, NotFound where it has no such export, Type where the export gives
// something else.
func WasmFunc[R any](module []byte, export string, o ...WasmOptions) (*WasmFunction[R], error) {
	if err := op.Once(o); err != nil {
		return nil, err
	}
	m, err := wasm.Parse(module)
	if err != nil {
		return nil, err
	}
	f, ok := m.Exports[export]
	if !ok {
		return nil, errs.New(errs.NotFound, "the module exports no function %q; there are %s", export, strings.Join(slices.Sorted(maps.Keys(m.Exports)), ", "))
	}
	x := &WasmFunction[R]{code: module, f: f, o: Wasm{Export: export}}
	x.o.Deterministic = true
	if len(o) > 0 {
		x.o.Memory, x.o.Timeout = o[0].Memory, o[0].Timeout.Seconds()
	}
	t, gives := reflect.TypeFor[R](), wasm.Type(0)
	if t.Kind() == reflect.Slice {
		x.o.Array, t, gives = true, t.Elem(), wasm.I64
	}
	if x.o.DType = numberType(t.Kind()); x.o.DType.IsZero() {
		return nil, errs.New(errs.Type, "a module gives numbers and slices of them, no %s", reflect.TypeFor[R]())
	}
	if !x.o.Array {
		gives = wasmType(x.o.DType)
	}
	if len(f.Results) != 1 || f.Results[0] != gives {
		return nil, errs.New(errs.Type, "export %q is %s, and a %s is %s", export, f, reflect.TypeFor[R](), gives)
	}
	return x, nil
}

// numberType is the dtype of a kind of Go numbers that fetch and modules share.
func numberType(k reflect.Kind) (d dtype.DType) {
	switch k {
	case reflect.Int32:
		return dtype.Int32
	case reflect.Int64:
		return dtype.Int64
	case reflect.Uint8:
		return dtype.Uint8
	case reflect.Uint32:
		return dtype.Uint32
	case reflect.Uint64:
		return dtype.Uint64
	case reflect.Float32:
		return dtype.Float32
	case reflect.Float64:
		return dtype.Float64
	}
	return d
}

// Call is a call of the export, which a session executes. Arguments are ints, floats, and tensors: results of
// other calls among them.
func (f *WasmFunction[R]) Call(args ...any) *Value[R] {
	if f == nil {
		return broken[R](errs.New(errs.Type, "f is nil: give what WasmFunc returned"))
	}
	o := f.o
	in := []op.Value{{N: op.Apply(&Function{Pickle: f.code})}}
	list, want := make([]wasmArg, len(args)), 0
	for i, a := range args {
		want++
		switch v := reflect.ValueOf(a); {
		case op.IsNil(a) || a == nil:
			return broken[R](errs.New(errs.Type, "argument %d is nil", i+1))
		case v.CanInt():
			n := v.Int()
			list[i].Int = &n
		case v.CanUint() && v.Uint() < 1<<63:
			n := int64(v.Uint())
			list[i].Int = &n
		case v.CanFloat():
			list[i].Float = strconv.FormatFloat(v.Float(), 'g', -1, 64)
		default:
			h, ok := a.(op.Handle)
			if !ok {
				return broken[R](errs.New(errs.Type, "argument %d is a %T: a module takes numbers and tensors", i+1, a))
			}
			at := len(in) - 1
			list[i].In = &at
			in = append(in, h.Value())
			want++
		}
	}
	if want != len(f.f.Params) {
		return broken[R](errs.New(errs.Type, "export %q is %s: an array is two of its parameters, and %d of %d are given", o.Export, f.f, want, len(f.f.Params)))
	}
	var err error
	if o.Args, err = json.Marshal(list); err != nil {
		return broken[R](errs.Wrap(errs.Type, err, "arguments"))
	}
	return &Value[R]{held{v: op.Value{N: op.Apply(&o, in...)}}}
}
