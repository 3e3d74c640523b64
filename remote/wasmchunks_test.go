package remote_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

// What remote.wasm_chunks gives is as long as what it takes, under its labels; what modules do not take is
// wrong at once.
func TestWasmChunksDescribe(t *testing.T) {
	code := value(op.Apply(&remote.Function{Pickle: []byte("f")}))
	a := tensor.Ones(tensor.Shape(3, 4)).Value()
	d := dataframe.FromTensor(tensor.Ones(tensor.Shape(5, 2)), "x", "y").SetIndex("y")
	texts := d.Col("x").AsType("str").Value()
	one, two := []byte(`[{"in": 0}, {"i": 3}]`), []byte(`[{"in": 0}, {"in": 1}]`)
	number := remote.Wasm{Export: "f", DType: dtype.Int32, Args: one}
	array := remote.Wasm{Export: "f", DType: dtype.Int8, Array: true, Args: one}
	for name, c := range map[string]struct {
		o    remote.WasmChunks
		in   []op.Value
		kind errs.Kind
	}{
		"neither":      {remote.WasmChunks{Wasm: number}, []op.Value{code, a}, errs.Invalid},
		"both":         {remote.WasmChunks{Wasm: array, Each: true}, []op.Value{code, a}, errs.Invalid},
		"no chunks":    {remote.WasmChunks{Wasm: array}, []op.Value{code}, errs.Invalid},
		"no module":    {remote.WasmChunks{Wasm: array}, []op.Value{a, a}, errs.Type},
		"a column":     {remote.WasmChunks{Wasm: remote.Wasm{DType: dtype.Int32, Args: two}, Each: true}, []op.Value{code, a}, errs.Invalid},
		"no column":    {remote.WasmChunks{Wasm: remote.Wasm{DType: dtype.Int32}, Each: true}, []op.Value{code, a}, errs.Invalid},
		"texts":        {remote.WasmChunks{Wasm: number, Each: true}, []op.Value{code, texts}, errs.Type},
		"more modules": {remote.WasmChunks{Wasm: number, Each: true}, []op.Value{code, code}, errs.Type},
	} {
		if n := op.ApplyAt(nil, &c.o, c.in...); !errs.Is(n.Err, c.kind) {
			t.Errorf("remote.wasm_chunks of %s: %v", name, n.Err)
		}
	}
	n := op.Apply(&remote.WasmChunks{Wasm: array}, code, a)
	if n.Err != nil || n.Outs[0].Kind != op.Tensor || n.Outs[0].DType.Is != dtype.Int8 || op.ShapeString(n.Outs[0].Dims) != "(3,4)" {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
	in := d.Value().Meta()
	n = op.Apply(&remote.WasmChunks{Wasm: number, Each: true}, code, d.Value())
	if n.Err != nil || n.Outs[0].Kind != op.Series || n.Outs[0].Cols[0].Is != dtype.Int32 || !n.Outs[0].Index.Same(&in.Index) {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
}
