package tensor

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// A ChunkOf is a chunk of a tensor as a function in Go gets it. Data is a copy, in C order.
type ChunkOf[T dtype.Elem] struct {
	Data  []T
	Shape []int
	At    []int // which chunk it is, by axis
}

// A Chunker is what ChunkFunc gives, of any types.
type Chunker interface{ chunks() (*chunkFunc, error) }

// A ChunkFunction is a function of chunks that is registered. See ChunkFunc.
type ChunkFunction[T, R dtype.Elem] struct {
	g      *op.GoFunc
	in, of dtype.DType
}

// Deterministic says that a function gives equal results for equal arguments, so that equal calls are
// computed once.
func Deterministic() op.FuncOption { return op.Deterministic() }

// ChunkFunc registers a function of a chunk under a name; call it from init, in every program that runs
// chunks, or in a package variable. What it gives has the shape of the chunk and is in C order:
//
//	var Clean = tensor.ChunkFunc("acme/clean", func(b tensor.ChunkOf[float64]) ([]float32, error) { ... })
//	c := a.MapChunks(Clean)
//
// A panic of it is the error of the task, with the line. It panics for a name that is taken.
func ChunkFunc[T, R dtype.Elem](name string, f func(ChunkOf[T]) ([]R, error), o ...op.FuncOption) ChunkFunction[T, R] {
	if f == nil {
		panic(fmt.Sprintf("tensor: function %q is nil", name))
	}
	in, of := dtype.Of[T](), dtype.Of[R]()
	call := chunkCall(func(x *op.Exec) (*nd.Array, error) {
		a, err := x.Array(0).Clone(x.Mem())
		if err != nil {
			return nil, err
		}
		r, err := guarded(f, ChunkOf[T]{nd.Data[T](a), a.Shape, x.Index})
		if err != nil {
			return nil, err
		}
		if len(r) != a.Size() {
			return nil, errs.New(errs.Invalid, "%d elements for a chunk of %d", len(r), a.Size())
		}
		out := x.Alloc(of, a.Shape...)
		copy(nd.Data[R](out), r)
		return out, nil
	})
	g := op.RegisterGo(op.GoFunc{Name: name, Signature: fmt.Sprintf("chunks(%s) %s", in, of), F: call}, o...)
	return ChunkFunction[T, R]{g, in, of}
}

// guarded calls f; a panic of it is an error.
func guarded[T, R dtype.Elem](f func(ChunkOf[T]) ([]R, error), b ChunkOf[T]) (r []R, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = op.Panicked(p)
		}
	}()
	if r, err = f(b); err != nil {
		return nil, op.Failed(err)
	}
	return r, nil
}

type chunkCall func(x *op.Exec) (*nd.Array, error)

// MapChunks calls a function for each chunk; see ChunkFunc. Errors: Type for elements that are not those that
// it takes.
func (t *Tensor) MapChunks(f Chunker) *Tensor {
	if op.IsNil(f) {
		return bad("tensor.chunk_func", errs.New(errs.Invalid, "the function is not registered: give what ChunkFunc returned"))
	}
	o, err := f.chunks()
	if err != nil {
		return bad("tensor.chunk_func", err)
	}
	return apply(o, t)
}

func (f ChunkFunction[T, R]) chunks() (*chunkFunc, error) {
	if f.g == nil {
		return nil, errs.New(errs.Invalid, "the function is not registered: give what ChunkFunc returned")
	}
	o := &chunkFunc{Func: f.g.Name, Need: f.g.Label(), Takes: f.in, DType: f.of}
	o.Deterministic = f.g.Deterministic
	return o, nil
}

// chunkFunc calls a function in Go with a chunk.
type chunkFunc struct {
	op.Opaque
	Func  string
	Takes dtype.DType `sig:"-"` // what it takes
	DType dtype.DType `sig:"-"` // what it gives
	Need  string      `sig:"-"` // the label of workers that have it
}

func init() {
	op.Register[chunkFunc](op.Doc{Face: "inner", Name: "tensor.chunk_func", Sig: "chunk_func(a, func)", Summary: "What a registered Go function makes of each chunk"})
}

// Needs are workers that have the function.
func (o *chunkFunc) Needs() []string { return []string{o.Need} }

func (o *chunkFunc) Infer(in []op.Meta) ([]op.Meta, error) {
	if d := in[0].DType; in[0].Kind != op.Tensor || d.Is != o.Takes {
		return nil, errs.New(errs.Type, "function %q takes %s, and the tensor has %s: AsType converts", o.Func, o.Takes, d)
	}
	return []op.Meta{op.NewTensor(o.DType, in[0].Dims...)}, nil
}

func (*chunkFunc) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *chunkFunc) Exec(x *op.Exec) error {
	call, err := op.Registered[chunkCall](o.Func, o.Need)
	if err != nil {
		return err
	}
	out, err := call(x)
	if err != nil {
		return op.InFunc(o.Func, err, "")
	}
	return x.Put(0, out)
}
