package random

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Choice is the operand of tensor.random.choice.
type Choice struct {
	op.Seeded
	op.Scalars // a may be a number
	Size       []int
	Replace    *bool
	P          []float64
	ChunkSize  []int
	Axis       *int
}

// Places is 1: a.
func (*Choice) Places() int { return 1 }

func init() {
	op.Register[Choice](op.Doc{
		Name: "tensor.random.choice", Like: "numpy.random.choice", Summary: "Random elements of a vector, or slices along an axis",
		Sig: "choice(a, size=None, replace=True, p=None, axis=0, shuffle=True, *, chunk_size=None)", Forms: "shuffle=any",
		Notes: "Without replacement: a random permutation's first places, or with p the races of Efraimidis and Spirakis (2006). p is data of the caller.",
	})
	op.AddRule(rowsDrawn("choice of a tensor", func(o *Choice) *int { return o.Axis }, func(o *Choice, rows int64) op.Operand {
		p := *o
		p.Args = []any{rows}
		return &p
	}))
}

// Infer checks what is known of the population.
func (o *Choice) Infer(in []op.Meta) ([]op.Meta, error) {
	m, n := op.NewTensor(dtype.Int64, op.Dims(o.Size...)...), op.Dim{}
	if len(in) > 0 {
		if len(in[0].Dims) == 0 {
			return nil, errs.New(errs.Invalid, "a must be a sequence or an integer, not an array without axes")
		}
		k, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
		if err != nil {
			return nil, err
		}
		m.DType, n = in[0].DType, in[0].Dims[k]
		m.Dims = slices.Concat(in[0].Dims[:k], m.Dims, in[0].Dims[k+1:])
		if !n.Known() {
			return nil, errs.New(errs.Invalid, "choice wants a tensor of known length: execute it first")
		}
	} else {
		n.N = int(o.Args[0].(int64))
	}
	want := nd.Size(o.Size)
	switch {
	case n.N <= 0 && want > 0:
		return nil, errs.New(errs.Invalid, "a must be greater than 0 unless no samples are taken")
	case o.P != nil && len(o.P) != n.N:
		return nil, errs.New(errs.Invalid, "'a' and 'p' must have same size")
	case !*o.Replace && want > n.N:
		return nil, errs.New(errs.Invalid, "Cannot take a larger sample than population when 'replace=False'")
	}
	if err := chunk.CheckShape(o.Size); err != nil {
		return nil, err
	}
	if o.P != nil {
		if _, err := rng.NewWeights(o.P); err != nil {
			return nil, err
		}
		if some := len(o.P) - countOf(o.P, 0); !*o.Replace && some < want {
			return nil, errs.New(errs.Invalid, "Fewer non-zero entries in p than size")
		}
	}
	return []op.Meta{m}, chunk.CheckChunk(o.ChunkSize, len(o.Size))
}

func countOf(s []float64, v float64) (n int) {
	for _, x := range s {
		if x == v {
			n++
		}
	}
	return n
}

func (o *Choice) Tile(t *op.Tiler) error {
	if len(t.Ins()) > 0 {
		return errs.New(errs.Internal, "a choice of a tensor was not taken apart")
	}
	return t.Out(t.SourceAt(t.Even(t.Meta(0), o.ChunkSize)))
}

// Exec draws positions.
func (o *Choice) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	n, out := o.Args[0].(int64), x.Alloc(dtype.Int64, shape...)
	to, key := nd.Data[int64](out), rng.Key{Seed: *o.Seed}
	box := rng.Box{Shape: x.Full(), Lo: x.Lo(), Size: shape}
	switch {
	case len(to) == 0:
	case *o.Replace && o.P == nil:
		rng.Integers(to, key, box, 0, uint64(n))
	case *o.Replace:
		w, err := rng.NewWeights(o.P)
		if err != nil {
			return err
		}
		w.Choice(to, key, box)
	case o.P == nil:
		p := rng.NewPermutation(key, uint64(n))
		box.Runs(func(at int, pos uint64, n int) { p.Fill(to[at:at+n], pos) })
	default:
		first, err := o.races(x, key)
		if err != nil {
			return err
		}
		box.Runs(func(at int, pos uint64, n int) { copy(to[at:at+n], first[pos:]) })
	}
	return x.Put(0, out)
}

// races are the positions of the whole draw without replacement by weight.
func (o *Choice) races(x *op.Exec, key rng.Key) ([]int64, error) {
	keys := x.Alloc(dtype.Float64, len(o.P))
	rng.Races(nd.Data[float64](keys), slices.Clone(o.P), key, rng.Whole(len(o.P)))
	a, err := sort.TopK(x.Mem(), keys, nd.Size(x.Full()), false)
	if err != nil {
		return nil, err
	}
	return nd.Data[int64](a), nil
}
