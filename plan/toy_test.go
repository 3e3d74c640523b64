package plan_test

import (
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// toySort orders a one-dimensional tensor by a shuffle.
type toySort struct{}

func init() {
	op.Register[toySort](op.Doc{Name: "plantest.sort", Sig: "sort(a)", Summary: "Sort by range partition"})
	op.Register[toyKeep](op.Doc{Name: "plantest.keep", Sig: "keep(a, n)", Summary: "First n elements, of which few may be there"})
}

func (*toySort) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }
func (*toySort) Tile(t *op.Tiler) error                { return t.Out(t.Shuffle(op.ByKey, op.By(t.In(0)))) }

func (*toySort) Exec(x *op.Exec) error {
	a, err := x.Array(0).Clone(x.Mem())
	if err != nil {
		return err
	}
	if err := sort.Sort(x.Mem(), a, 0, nil); err != nil {
		return err
	}
	return x.Put(0, a)
}

// toyKeep keeps at most N elements of every chunk: lengths that are not known before.
type toyKeep struct{ N int }

func (o *toyKeep) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{in[0].WithRows(op.Sym("keep", in[0]))}, nil
}
func (o *toyKeep) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }
func (o *toyKeep) Exec(x *op.Exec) error {
	a := x.Array(0)
	return x.Put(0, a.Slice(0, 0, min(o.N, a.Shape[0]), 1))
}

func apply(o op.Operand, in ...*tensor.Tensor) *tensor.Tensor {
	var vs []op.Value
	for _, t := range in {
		vs = append(vs, t.Value())
	}
	return tensor.Of(op.Value{N: op.Apply(o, vs...)})
}

func counted(n, chunk int) *tensor.Tensor {
	d := make([]float64, n)
	for i := range d {
		d[i] = float64((i * 7919) % n)
	}
	return tensor.FromArray(nd.Of(d), tensor.Chunk{Size: []int{chunk}})
}

func unknown(op.Key) (service.Manifest, bool) { return service.Manifest{}, false }
