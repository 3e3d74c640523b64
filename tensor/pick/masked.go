package pick

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Masked selects, along as many axes as a mask has, from Axis on, the places where it is true, in C order.
type Masked struct {
	Axis int
}

func init() {
	op.Register[Masked](op.Doc{Name: "tensor.masked", Face: "inner", Sig: "masked(a, mask, axis=0)", Summary: "Elements where a bool tensor is true"})
}

// Infer: the length is the mask's question, so that all that one mask selects have equal lengths.
func (o *Masked) Infer(in []op.Meta) ([]op.Meta, error) {
	r := len(in[1].Dims)
	if r == 0 || o.Axis+r > len(in[0].Dims) || !in[1].DType.Is.IsBool() {
		return nil, errs.New(errs.Invalid, "a mask of %d axes for a tensor of %d", r, len(in[0].Dims))
	}
	return []op.Meta{in[0].WithDims(slices.Replace(slices.Clone(in[0].Dims), o.Axis, o.Axis+r, trues(in[1]))...)}, nil
}

// Tile cuts the data as the mask is cut, unless chunks would grow past the limit, and both along the mask's
// first axis only.
func (o *Masked) Tile(t *op.Tiler) error {
	x, mask, ok := alignMask(t, t.In(0), t.In(1), o.Axis)
	if !ok {
		return t.Err()
	}
	r := len(mask.Shape)
	out := op.Grid{Shape: slices.Replace(slices.Clone(x.Shape), o.Axis, o.Axis+r, mask.Shape[0])}
	Every(t, out.Shape, func(at []int) {
		i, m := slices.Clone(at), make([]int, r)
		m[0] = at[o.Axis]
		i = slices.Replace(i, o.Axis, o.Axis+1, m...)
		out.Edges = append(out.Edges, t.Edge(at, x.At(i...), mask.At(m...)))
	})
	return t.Out(out)
}

// alignMask cuts x and a mask over its axes from axis on alike, along the mask's first axis.
func alignMask(t *op.Tiler, x, mask op.Grid, axis int) (op.Grid, op.Grid, bool) {
	r := len(mask.Shape)
	if r > 1 {
		inner := make([]int, r-1)
		for a := range inner {
			inner[a] = a + 1
		}
		mask = t.WholeAxes(mask, inner...)
	}
	splits, own := make([][]op.Dim, len(x.Shape)), t.AllSplits(mask)
	same, stay := true, []int{}
	for a := range splits {
		if splits[a] = t.Splits(x, a); a >= axis && a < axis+r {
			same = same && slices.Equal(splits[a], own[a-axis])
			splits[a] = own[a-axis]
		}
		if a != axis {
			stay = append(stay, a)
		}
	}
	if same || t.Err() != nil {
		return x, mask, t.Err() == nil
	}
	if t.Need(op.Rows, x, mask) != nil {
		return x, mask, false
	}
	for a := range r {
		k := op.Sum(t.Splits(x, axis+a))
		if m := op.Sum(t.Splits(mask, a)); m != k {
			t.Fail(errs.New(errs.NotFound, "boolean index did not match indexed array along axis %d; size of axis is %d but size of corresponding boolean axis is %d", axis+a, k.N, m.N))
			return x, mask, false
		}
		own[a] = t.Splits(mask, a)
		splits[axis+a] = own[a]
	}
	splits = t.Fit(x.Meta, splits, stay...)
	own[0] = splits[axis]
	return t.Rechunk(x, splits...), t.Rechunk(mask, own...), t.Err() == nil
}

func (o *Masked) Exec(x *op.Exec) error {
	if x.Array(0).Rank() == x.Array(1).Rank() {
		a, err := sort.Mask(x.Mem(), x.Array(0), x.Array(1))
		if err != nil {
			return err
		}
		return x.Put(0, a)
	}
	m, err := x.Array(1).Contig(x.Mem())
	if err != nil {
		return err
	}
	flat, _ := m.Reshape(nd.Size(m.Shape))
	at, err := sort.Nonzero(x.Mem(), flat, 0, x.Parallel)
	if err != nil {
		return err
	}
	axes := make([]int, m.Rank())
	for i := range axes {
		axes[i] = o.Axis + i
	}
	a, err := sort.TakeFlat(x.Mem(), x.Array(0), axes, at[0], o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
