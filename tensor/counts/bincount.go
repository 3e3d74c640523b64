package counts

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Bincount is the operand of tensor.bincount.
type Bincount struct {
	Weights   op.Ref
	Minlength int
}

func init() {
	op.Register[Bincount](op.Doc{
		Forms: "x=in:places",
		Name:  "tensor.bincount", Like: "numpy.bincount", Sig: "bincount(x, /, weights=None, minlength=0)",
		Summary: "Occurrences of each small number in a vector of integers", Go: "Bincount(x, Counts)",
		Text: "There is one for each number from 0 to the greatest element; the length is known when it has run. A negative element is an error then.",
	})
}

func (o *Bincount) dtype() dtype.DType {
	if o.Weights != 0 {
		return dtype.Float64
	}
	return dtype.Int64
}

func (o *Bincount) Infer(in []op.Meta) ([]op.Meta, error) {
	x := in[0]
	switch {
	case len(x.Dims) != 1:
		return nil, errs.New(errs.Invalid, "object of too small depth for desired array")
	case o.Minlength < 0:
		return nil, errs.New(errs.Invalid, "'minlength' must not be negative")
	case !dtype.CanCast(x.DType.Is, dtype.Int64, dtype.Safe) && x.DType.Is != dtype.Uint64:
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('int64') according to the rule 'safe'", chunk.Quote(x.DType.Is))
	}
	if o.Weights != 0 {
		w := in[o.Weights.I()]
		if len(w.Dims) != 1 || !SameLengths(w.Dims, x.Dims) {
			return nil, errs.New(errs.Invalid, "The weights and list don't have the same length.")
		}
		if !dtype.CanCast(w.DType.Is, dtype.Float64, dtype.Safe) {
			return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('float64') according to the rule 'safe'", chunk.Quote(w.DType.Is))
		}
	}
	return []op.Meta{op.NewTensor(o.dtype(), op.Sym("bincount", in...))}, nil
}

// StageMeta: counts of chunks, each as long as it must be.
func (o *Bincount) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final {
		return nil, nil
	}
	return []op.Meta{op.NewTensor(o.dtype(), op.Sym("bincount of a chunk", in...))}, nil
}

func (o *Bincount) Tile(t *op.Tiler) error {
	in := []op.Grid{t.In(0)}
	if o.Weights != 0 {
		in = append(in, t.Like(t.In(o.Weights.I()), t.In(0)))
	}
	m := t.At(op.Map).Map(in...)
	if t.Err() != nil {
		return t.Err()
	}
	return t.Out(chunk.Tree(t, m.Edges, chunk.MetasOf(t.Ins())))
}

func (o *Bincount) Exec(x *op.Exec) error {
	var out *nd.Array
	var err error
	if x.Stage == op.Map {
		out, err = o.count(x)
	} else {
		out, err = joinCounts(x)
	}
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

func (o *Bincount) count(x *op.Exec) (*nd.Array, error) {
	a, err := chunk.Cast(x, x.Array(0), dtype.Int64)
	if err == nil {
		a, err = a.Contig(x.Mem())
	}
	if err != nil {
		return nil, err
	}
	v := nd.Data[int64](a)
	if o.Weights == 0 {
		return sort.Bincount(x.Mem(), v, o.Minlength, x.Parallel)
	}
	n, err := sort.CountLen(v, o.Minlength)
	if err != nil {
		return nil, err
	}
	out := x.Alloc(o.dtype(), n)
	clear(out.Block.Bytes())
	w, err := float64s(x, x.Array(1))
	if err != nil {
		return nil, err
	}
	return out, sort.BincountWeights(nd.Data[float64](out), v, w)
}

// joinCounts adds counts of different lengths.
func joinCounts(x *op.Exec) (*nd.Array, error) {
	n := 0
	for _, a := range x.Arrays() {
		n = max(n, a.Shape[0])
	}
	out := x.Alloc(x.Array(0).DType, n)
	clear(out.Block.Bytes())
	for _, a := range x.Arrays() {
		to := out.Slice(0, 0, a.Shape[0], 1)
		sum, err := chunk.One(x, []*nd.Array{to, a}, func(b *kernel.Builder, r []kernel.Reg) kernel.Reg { return b.Call("add", r[0], r[1]) })
		if err == nil {
			err = nd.Copy(to, sum)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
