package counts

import (
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// EqualEdges is the edges of equal bins.
type EqualEdges struct {
	Bins  int
	Range []float64
}

func init() {
	op.Register[EqualEdges](op.Doc{Face: "inner", Name: "tensor.equal_edges", Sig: "equal_edges(a, bins, range=None)", Summary: "Edges of equal bins"})
}

func (o *EqualEdges) bins() *Binning { return &Binning{o.Bins, o.Range} }

func (o *EqualEdges) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{o.bins().Meta(in[0].DType.Is)}, nil
}

// StageMeta: partials are tuples.
func (o *EqualEdges) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *EqualEdges) Tile(t *op.Tiler) error {
	g, err := o.bins().edges(t, t.In(0))
	if err != nil {
		return err
	}
	return t.Out(g)
}

// Lower is the Map stage.
func (o *EqualEdges) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	return o.bins().lower(b, in[0])
}

func (o *EqualEdges) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
		e, err := o.bins().make(x, x.Out(0).DType.Is)
		if err != nil {
			return err
		}
		return x.Put(0, e)
	}
	r, err := o.bins().join(x)
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{r[0], r[1]})
}
