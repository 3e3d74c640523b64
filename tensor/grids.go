package tensor

import (
	"math/cmplx"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

type indices struct {
	op.Recipe
	Dimensions []int
	Dtype      dtype.DType
	Sparse     bool // one tensor for each axis, of length 1 along the others
}

// grid is what NumPy's mgrid and ogrid give: an axis for each slice between the brackets.
type grid struct {
	op.Recipe
	Key    op.Written
	Sparse bool
}

// joinedBy is what NumPy's r_ and c_ give: what stands between the brackets, one after the other along an
// axis.
type joinedBy struct {
	op.Recipe
	Key   op.Written
	Axis  int
	Ndmin int
	Trans int
}

type openMesh struct{ op.Recipe }

func init() {
	op.Register[indices](op.Doc{
		Name: "tensor.indices", Like: "numpy.indices", Sig: "indices(dimensions, dtype=int, sparse=False)", Gives: "each dimensions if sparse",
		Summary: "Places of a grid along each of its axes", Text: "They stand along the first axis of one tensor; sparse ones are a tensor each, of length 1 along the other axes.",
		Go: "Indices(dimensions, dtype...)",
	})
	op.Register[grid](op.Doc{
		Face: "brackets", Name: "tensor.grid", Sig: "grid(key, sparse=False)", Gives: "each key if sparse", Summary: "Coordinates of a grid",
		Also: []op.Name{
			{Sig: "mgrid[key]", Summary: "Coordinates of a grid along a new first axis, an axis for each slice between the brackets"},
			{Sig: "ogrid[key]", Sets: "sparse=True", Summary: "Coordinates of a grid, a tensor for each slice between the brackets, of length 1 along the other axes"},
		},
	})
	op.Register[joinedBy](op.Doc{
		Face: "brackets", Name: "tensor.joined_by", Sig: "joined_by(key, axis, ndmin, trans)", Summary: "Tensors and ranges joined",
		Also: []op.Name{
			{Sig: "r_[key]", Sets: "axis=0, ndmin=1, trans=-1", Summary: "Tensors, numbers and ranges one after the other along the first axis"},
			{Sig: "c_[key]", Sets: "axis=-1, ndmin=2, trans=0", Summary: "Tensors, numbers and ranges side by side, vectors as columns"},
		},
	})
	op.Register[openMesh](op.Doc{
		Name: "tensor.ix_", Like: "numpy.ix_", Sig: "ix_(*args)", Gives: "each", Summary: "Vectors as indexes of the rows, columns and so on that they name",
		Text: "Bools stand for the places that are true.", Go: "Ix(args...)",
	})
}

func (o *indices) Build() ([]*Tensor, error) {
	lines := make([]*Tensor, len(o.Dimensions))
	for k, n := range o.Dimensions {
		d := o.Dtype
		if d.IsZero() {
			d = dtype.Int64
		}
		lines[k] = Arange(0, n, 1, Create{DType: d})
	}
	return gridOf(lines, o.Sparse), nil
}

// gridOf are vectors as the coordinates of a grid, which has an axis for each: together, or sparse.
func gridOf(lines []*Tensor, sparse bool) []*Tensor {
	if len(lines) == 0 {
		return []*Tensor{Zeros(Shape(0), Create{DType: dtype.Int64})}
	}
	open := make([]*Tensor, len(lines))
	for k, t := range lines {
		open[k] = lying(t, len(lines), k)
	}
	if sparse {
		return open
	}
	return []*Tensor{Stack(repeated(open), 0)}
}

// stepsOf are the numbers of a slice. An imaginary step counts points, the stop among them.
func stepsOf(s op.Slice) (*Tensor, error) {
	ends := []any{int64(0), nil, int64(1)}
	for i, v := range []any{s.Start, s.Stop, s.Step} {
		if v == nil {
			continue
		}
		if ends[i] = chunk.Number(v); ends[i] == nil {
			return nil, errs.New(errs.Type, "a slice of a grid has numbers, not %v", v)
		}
	}
	c, points := ends[2].(complex128)
	if !points {
		return Arange(ends[0], ends[1], ends[2]), nil
	}
	from, _ := chunk.NumberIn(ends[0])
	to, _ := chunk.NumberIn(ends[1])
	return Linspace(from, to, int(cmplx.Abs(c))), nil
}

func (o *grid) Build() ([]*Tensor, error) {
	if s, ok := o.Key.V.(op.Slice); ok {
		t, err := stepsOf(s)
		return []*Tensor{t}, err
	}
	items, _ := chunk.ItemsIn(o.Key.V)
	lines, types := make([]*Tensor, len(items)), make([]dtype.Arg, len(items))
	for k, v := range items {
		s, ok := v.(op.Slice)
		if !ok {
			return nil, errs.New(errs.Type, "a grid is made of slices, not of %v", v)
		}
		t, err := stepsOf(s)
		if err != nil {
			return nil, err
		}
		lines[k], types[k] = t, dtype.Strong(t.DType())
	}
	d, err := dtype.Result(types...)
	if err != nil {
		return nil, err
	}
	for k, t := range lines {
		lines[k] = AsType(t, d)
	}
	return gridOf(lines, o.Sparse), nil
}

func (o *joinedBy) Build(more []*Tensor) (*Tensor, error) {
	v := written(o.Key, 0, more)
	items, several := v.(op.Tuple)
	if !several {
		items = op.Tuple{v}
	}
	if len(items) > 0 {
		if s, ok := items[0].(string); ok {
			for i, part := range strings.Split(s, ",") {
				n, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil || i > 2 {
					return nil, errs.New(errs.Invalid, "unknown special directive %q: matrices are not wanted", s)
				}
				*[]*int{&o.Axis, &o.Ndmin, &o.Trans}[i] = n
			}
			items = items[1:]
		}
	}
	ts := make([]*Tensor, len(items))
	for i, v := range items {
		t, err := valueIn(v)
		if s, ok := v.(op.Slice); ok {
			t, err = stepsOf(s)
		}
		if err != nil {
			return nil, err
		}
		ts[i] = o.raised(t)
	}
	return Concatenate(ts, o.Axis), nil
}

// raised is t with at least Ndmin axes: those that it has stand from place Trans on.
func (o *joinedBy) raised(t *Tensor) *Tensor {
	t = atLeast(t, 1)
	more := o.Ndmin - t.Rank()
	if more <= 0 {
		return t
	}
	at := min(o.Trans, more)
	if o.Trans < 0 {
		at = more
	}
	ix := slices.Repeat([]pick.Index{NewAxis}, at)
	ix = append(ix, Ellipsis)
	return t.Get(append(ix, slices.Repeat([]pick.Index{NewAxis}, more-at)...)...)
}

func (*openMesh) Build(args ...*Tensor) ([]*Tensor, error) {
	lines := slices.Clone(args)
	for k, t := range lines {
		switch n := t.size(0); {
		case t.Rank() != 1:
			return nil, errs.New(errs.Invalid, "Cross index must be 1 dimensional")
		case t.DType().IsBool():
			lines[k] = Nonzero(t)[0]
		case n.Known() && n.N == 0:
			lines[k] = AsType(t, dtype.Int64)
		}
	}
	return gridOf(lines, true), nil
}
