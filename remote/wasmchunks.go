package remote

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// WasmChunks calls an export of a WebAssembly module, its first input, for each chunk of the second: a
// tensor, a series or a frame. Inputs among the arguments are the columns of that; a tensor is one. What
// comes out is as long as what goes in, under the same labels.
type WasmChunks struct {
	Wasm
	Each bool // the export takes numbers, those of an element or of a row, and gives one; else it takes arrays
	Skip bool // it is not asked where a float is NaN: the result is NaN there, and a float
}

func init() {
	op.Register[WasmChunks](op.Doc{
		Face: "inner", Name: "remote.wasm_chunks", Gives: "tensor",
		Sig:     "wasm_chunks(module, chunks, export='', args=None, array=False, memory=0, timeout=0, log='', each=False, skip=False)",
		Summary: "What an export of a WebAssembly module gives for each chunk",
	})
}

func (o *WasmChunks) Infer(in []op.Meta) ([]op.Meta, error) {
	args, err := o.given(in)
	if err != nil {
		return nil, err
	}
	if o.Array == o.Each || o.Skip && !o.Each || len(in) != 2 {
		return nil, errs.New(errs.Invalid, "an export gives an array for each chunk, or a number for each element")
	}
	var types []dtype.DType
	m := in[1]
	switch m.Kind {
	case op.Tensor:
		types, m = []dtype.DType{m.DType.Is}, op.NewTensor(o.gives(), m.Dims...)
	case op.Series, op.Frame:
		col := op.Col{Type: op.T(o.gives())}
		if m.Kind == op.Series && len(m.Cols) == 1 {
			col.Name = m.Cols[0].Name
		}
		for i := range m.Cols {
			types = append(types, m.Cols[i].Is)
		}
		m = op.NewSeries(m.Rows(), m.Index, col)
	default:
		return nil, errs.New(errs.Type, "a module takes tensors, series and frames, not a %s", m.Kind)
	}
	for i, d := range types {
		if !d.Fixed() || d.Null || o.Each && !countable(d) {
			return nil, errs.New(errs.Type, "column %d is of %s: a module takes numbers and arrays of numbers", i, d)
		}
	}
	if !slices.ContainsFunc(args, func(a wasmArg) bool { return a.In != nil }) {
		return nil, errs.New(errs.Invalid, "export %q takes nothing of a chunk", o.Export)
	}
	return []op.Meta{m}, within(args, len(types))
}

// gives is the dtype of what comes out.
func (o *WasmChunks) gives() dtype.DType {
	if o.Skip && o.DType != dtype.Float32 {
		return dtype.Float64
	}
	return o.DType
}

// countable reports whether a value of a dtype can be a parameter of an export.
func countable(d dtype.DType) bool {
	return d == dtype.Bool || d.IsInteger() || d == dtype.Float32 || d == dtype.Float64
}

// Look passes where the export gets single elements or rows.
func (o *WasmChunks) Look(i int) op.Look {
	if i == 1 && o.Each {
		return op.Passes
	}
	return op.Looks
}

// Labels stay as they are.
func (o *WasmChunks) Labels(i int) op.Look { return o.Look(i) }

// Tile is a task for each chunk.
func (o *WasmChunks) Tile(t *op.Tiler) error {
	g := t.In(1)
	if o.Labels(1) == op.Looks {
		g = t.Labels(g)
	}
	if t.Err() != nil {
		return t.Err()
	}
	return t.Out(t.Map(op.Whole(t.In(0)), g))
}

// Exec has the worker call the export. A chunk without elements is answered without a call.
func (o *WasmChunks) Exec(x *op.Exec) error {
	columns, shape, err := o.columns(x)
	if err != nil {
		return err
	}
	var out *nd.Array
	if n := nd.Size(shape); n == 0 {
		out = x.Alloc(o.gives(), shape...)
	} else {
		a, err := o.call(x, columns, o.Each, o.Skip)
		if err != nil {
			return err
		}
		if a.DType != o.gives() || a.Size() != n {
			return errs.New(errs.Type, "export %s gave %d elements of %s for a chunk of %d, and as many of %s were promised", o.Export, a.Size(), a.DType, n, o.gives())
		}
		out, _ = a.Reshape(shape...) // it is as many elements, one behind the other
	}
	if x.InMeta(1).Kind == op.Tensor {
		return x.Put(0, out)
	}
	c, err := frame.FromArray(x.Mem(), out)
	if err != nil {
		return err
	}
	in := x.Frame(1)
	f, err := frame.NewSeries(in.Index, x.Out(0).Cols[0].Name, c)
	if err != nil {
		return err
	}
	f.Ord = in.Ord
	return x.Put(0, f)
}

// columns are the inputs of a call, and the shape of a chunk.
func (o *WasmChunks) columns(x *op.Exec) (ins []op.FuncIn, shape []int, err error) {
	if x.InMeta(1).Kind == op.Tensor {
		a := x.Array(1)
		return []op.FuncIn{{Value: a, Kind: op.Tensor}}, a.Shape, nil
	}
	f := x.Frame(1)
	for i, c := range f.Cols {
		if c, err = c.Decode(x.Mem()); err != nil {
			return nil, nil, err
		}
		a, ok := c.Array()
		if !ok {
			return nil, nil, errs.New(errs.Type, "column %d is of %s, or has missing values: a module takes numbers and arrays of numbers", i, c.DType)
		}
		ins = append(ins, op.FuncIn{Value: a, Kind: op.Tensor})
	}
	return ins, []int{f.NRows}, nil
}
