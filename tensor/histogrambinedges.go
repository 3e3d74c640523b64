package tensor

import (
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// HistogramBinEdges is the edges of the bins that Histogram uses for the same options.
func HistogramBinEdges(a any, o ...Bins) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.histogram_bin_edges", err)
	}
	h := &histogramBinEdges{}
	if len(o) > 0 {
		if h.Bins, err = binsOf(o[0].Bins); err != nil {
			return bad("tensor.histogram_bin_edges", err)
		}
		h.Range = o[0].Range
	}
	return apply(h, t)
}

type histogramBinEdges struct {
	Bins  any
	Range []float64
}

func init() {
	op.Register[histogramBinEdges](op.Doc{
		Face: "hand",
		Name: "tensor.histogram_bin_edges", Like: "numpy.histogram_bin_edges",
		Sig:     "histogram_bin_edges(a, bins=10, range=None, weights=None)",
		Summary: "Edges of the bins of a histogram", Notes: "Bins are not estimated from data by name.",
	})
}

func (o *histogramBinEdges) bins() *binning { return &binning{o.Bins, o.Range} }

// Normalize checks the bins.
func (o *histogramBinEdges) Normalize(in []op.Meta) error { return o.bins().check(in[0].DType.Is) }

func (o *histogramBinEdges) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{o.bins().meta(in[0].DType.Is)}, nil
}

// StageMeta: partials are tuples.
func (o *histogramBinEdges) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Map || s == op.Combine {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *histogramBinEdges) Tile(t *op.Tiler) error {
	g, err := o.bins().edges(t, t.In(0))
	if err != nil {
		return err
	}
	return t.Out(g)
}

// Lower is the Map stage.
func (o *histogramBinEdges) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	return o.bins().lower(b, in[0])
}

func (o *histogramBinEdges) Exec(x *op.Exec) error {
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
