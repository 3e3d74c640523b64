package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type histogram2d struct {
	op.Recipe
	Bins    []int     // their number along each axis, or one for both
	Range   []float64 // bounds of x, then bounds of y; nil for those of the points
	Density bool      // the integral over the range is 1
	Weights op.Ref    // of the points
}

func init() {
	op.Register[histogram2d](op.Doc{
		Name: "tensor.histogram2d", Like: "numpy.histogram2d", Sig: "histogram2d(x, y, bins=10, range=None, density=None, weights=None)", Forms: "range=flat_floats", Gives: "3",
		Summary: "Counts of points in bins of a plane, and the edges along both axes", Text: "Counts are float64 of the shape (bins of x, bins of y). bins is their number, or one for each axis.",
		Notes: "Edges cannot be given.", Go: "Histogram2d(x, y, Histogram2dOptions)",
	})
}

// Build counts points by the number of their bin; one more holds those outside.
func (o *histogram2d) Build(x, y, weights *Tensor) (counts, xedges, yedges *Tensor, err error) {
	bins := o.Bins
	switch len(bins) {
	case 0:
		bins = []int{10, 10}
	case 1:
		bins = []int{bins[0], bins[0]}
	}
	if len(bins) != 2 || o.Range != nil && len(o.Range) != 4 {
		return nil, nil, nil, errs.New(errs.Invalid, "The dimension of bins must be equal to the dimension of the sample x.")
	}
	if n, m := x.size(0), y.size(0); n.Known() && m.Known() && n != m {
		return nil, nil, nil, errs.New(errs.Invalid, "x and y must have the same length.")
	}
	var at, edges [2]*Tensor
	inside := (*Tensor)(nil)
	for k, t := range []*Tensor{x, y} {
		b := Bins{Bins: bins[k]}
		if o.Range != nil {
			b.Range = o.Range[2*k : 2*k+2]
		}
		edges[k] = HistogramBinEdges(t, b)
		last := edges[k].Get(At(-1))
		at[k] = Where(Equal(t, last), bins[k]-1, Subtract(SearchSorted(edges[k], t, Right), 1))
		in := LogicalAnd(GreaterEqual(t, edges[k].Get(At(0))), LessEqual(t, last))
		if inside == nil {
			inside = in
		} else {
			inside = LogicalAnd(inside, in)
		}
	}
	size := bins[0] * bins[1]
	flat := Where(inside, Add(Multiply(at[0], bins[1]), at[1]), size)
	c := Counts{Minlength: size + 1}
	if weights != nil {
		c.Weights = weights
	}
	counts = AsType(Reshape(Bincount(flat, c).Get(To(size)), bins...), dtype.Float64)
	if o.Density {
		area := Multiply(ExpandDims(Diff(edges[0]), 1), Diff(edges[1]))
		counts = Divide(Divide(counts, area), Sum(counts))
	}
	return counts, edges[0], edges[1], nil
}
