package remote

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/wasm"
)

// Wasm calls an export of a WebAssembly module, its first input, with numbers and with tensors, the others:
// each comes whole. A module has nothing but its memory, so equal calls give equal results and are computed
// once.
type Wasm struct {
	op.Opaque
	Export  string
	Args    []byte      // JSON: of each argument {"in": 0}, the tensor of a number, {"i": 3} or {"f": "0.5"}
	DType   dtype.DType `sig:"-"` // of the number that it gives, or of the elements of an array
	Array   bool        // it gives an array
	Memory  int         // bytes that the module may have; 0: 512 MiB
	Timeout float64     // in seconds; 0: as long as it likes
	Log     string      // under which name what it prints is kept
}

// wasmMemory is what a module may have where nothing is said, in bytes.
const wasmMemory = 512 << 20

func init() {
	op.Register[Wasm](op.Doc{
		Face: "inner", Name: "remote.wasm", Gives: "tensor", Sig: "wasm(module, *inputs, export='', args=None, array=False, memory=0, timeout=0, log='')",
		Summary: "What an export of a WebAssembly module gives",
	})
}

// A wasmArg is an argument: an input, by its number among the tensors, or a number.
type wasmArg struct {
	In    *int   `json:"in,omitempty"`
	Int   *int64 `json:"i,omitempty"`
	Float string `json:"f,omitempty"` // as text, for JSON has no NaN
}

// Needs are workers on which functions are not switched off.
func (o *Wasm) Needs() []string { return []string{"wasm"} }

func (o *Wasm) Infer(in []op.Meta) ([]op.Meta, error) {
	args, err := o.given(in)
	if err != nil {
		return nil, err
	}
	if err := within(args, len(in)-1); err != nil {
		return nil, err
	}
	for i, m := range in[1:] {
		if m.Kind != op.Tensor || !m.DType.Is.Fixed() {
			return nil, errs.New(errs.Type, "input %d is no tensor of numbers: a module takes numbers and arrays", i+1)
		}
	}
	if !o.Array {
		return []op.Meta{op.NewTensor(o.DType)}, nil
	}
	m := op.NewTensor(o.DType)
	m.Dims = []op.Dim{op.Sym(fmt.Sprintf("wasm %s %d %s", o.Export, o.Memory, o.Args), in...)}
	return []op.Meta{m}, nil
}

// given are the arguments, of a call that is not wrong in itself.
func (o *Wasm) given(in []op.Meta) (args []wasmArg, err error) {
	if err := callable(in, false, false); err != nil {
		return nil, errs.New(errs.Type, "the first input is no module")
	}
	if len(o.Args) > 0 {
		err = json.Unmarshal(o.Args, &args)
	}
	switch {
	case err != nil:
		return nil, errs.Wrap(errs.Invalid, err, "arguments of export %q", o.Export)
	case o.Memory < 0 || o.Memory > 1<<32:
		return nil, errs.New(errs.Invalid, "a module has up to 4 GiB, not %d bytes", o.Memory)
	case !(o.Timeout >= 0) || o.Timeout > math.MaxInt32:
		return nil, errs.New(errs.Invalid, "a timeout of %g seconds", o.Timeout)
	case !o.DType.Fixed() || !o.Array && !slices.Contains([]dtype.DType{dtype.Int32, dtype.Int64, dtype.Float32, dtype.Float64}, o.DType):
		return nil, errs.New(errs.Type, "no export gives %s", o.DType)
	}
	return args, nil
}

// within checks that inputs among arguments are some of n.
func within(args []wasmArg, n int) error {
	for i, a := range args {
		if a.In != nil && (*a.In < 0 || *a.In >= n) {
			return errs.New(errs.Invalid, "argument %d is input %d of %d", i+1, *a.In, n)
		}
	}
	return nil
}

// Tile is one task of whole inputs.
func (o *Wasm) Tile(t *op.Tiler) error {
	es := make([]op.Edge, 0, len(t.Ins()))
	for _, g := range t.Ins() {
		g = t.WholeAxes(g)
		if t.Err() != nil {
			return t.Err()
		}
		es = append(es, g.Edges[0])
	}
	shape, at := []int{}, []int(nil)
	if o.Array {
		shape, at = []int{1}, []int{0}
	}
	return t.Out(op.Grid{Shape: shape, Edges: []op.Edge{t.Edge(at, es...)}})
}

// Exec has the worker call the export.
func (o *Wasm) Exec(x *op.Exec) error {
	a, err := o.call(x, nil, false, false)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

// call is what the export gives for inputs, those of x where none are said; with each, an element for each of
// them, NaN with skip where they are.
func (o *Wasm) call(x *op.Exec, in []op.FuncIn, each, skip bool) (*nd.Array, error) {
	c, err := callOf(x, nil, false, false)
	if err != nil {
		return nil, err
	}
	if in != nil {
		c.In = in
	}
	call := map[string]any{"export": o.Export, "args": json.RawMessage(orNone(o.Args)), "memory": int64(o.Memory), "each": each, "skip": skip}
	if o.Memory == 0 {
		call["memory"] = int64(wasmMemory)
	}
	if o.Array {
		call["array"] = o.DType.String()
	} else {
		call["result"] = wasmType(o.DType).String()
	}
	if c.Args, err = json.Marshal(call); err != nil {
		return nil, err
	}
	c.Wasm, c.Outs, c.Limit, c.Log, c.Chunk = true, []string{"tensor"}, time.Duration(o.Timeout*float64(time.Second)), o.Log, "0"
	if len(x.Index) > 0 {
		c.Chunk = placeOf(x.Index)
	}
	outs, err := x.Call(c)
	if err != nil {
		return nil, err
	}
	a, ok := outs[0].(*nd.Array)
	if !ok {
		return nil, errs.New(errs.Internal, "a %T of export %s", outs[0], o.Export)
	}
	return a, nil
}

func orNone(args []byte) []byte {
	if len(args) == 0 {
		return []byte("[]")
	}
	return args
}

// wasmType is the type of numbers of a dtype.
func wasmType(d dtype.DType) wasm.Type {
	switch d {
	case dtype.Int32:
		return wasm.I32
	case dtype.Int64:
		return wasm.I64
	case dtype.Float32:
		return wasm.F32
	}
	return wasm.F64
}
