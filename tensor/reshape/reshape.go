package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Reshape is the operand of tensor.reshape.
type Reshape struct {
	Shape []int
}

func init() {
	op.Register[Reshape](op.Doc{
		Face: "hand",
		Name: "tensor.reshape", Like: "numpy.reshape",
		Sig: "reshape(a, /, shape, order='C', *, copy=None)", Summary: "Elements in a new shape",
		Also: []op.Name{
			{Sig: "Tensor.reshape(*shape, order='C', copy=None)", Summary: "The elements in a new shape; one length may be -1"},
			{Sig: "Tensor.flatten(order='C')", Sets: "shape=-1, copy=True", Summary: "All elements along one axis, as a copy"},
		},
	})
}

// Target is the shape for n elements. Errors: Invalid.
func (o *Reshape) Target(n int) ([]int, error) {
	out, open, size := append([]int{}, o.Shape...), -1, 1
	for i, d := range out {
		switch {
		case d == -1 && open >= 0:
			return nil, errs.New(errs.Invalid, "can only specify one unknown dimension")
		case d == -1:
			open = i
		case d < -1:
			return nil, errs.New(errs.Invalid, "negative dimensions are not allowed")
		default:
			size *= d
		}
	}
	if open >= 0 && size > 0 && n%size == 0 {
		out[open] = n / size
		size *= out[open]
	}
	if size != n || open >= 0 && out[open] < 0 {
		return nil, errs.New(errs.Invalid, "cannot reshape array of size %d into shape %s", n, nd.ShapeString(o.Shape))
	}
	return out, nil
}

func (o *Reshape) Infer(in []op.Meta) ([]op.Meta, error) {
	s, ok := in[0].Shape()
	if !ok {
		m := in[0].WithDims()
		for _, d := range o.Shape {
			if d >= 0 {
				m.Dims = append(m.Dims, op.Dim{N: d})
			} else {
				m.Dims = append(m.Dims, op.Sym("reshape", in[0]))
			}
		}
		return []op.Meta{m}, nil
	}
	to, err := o.Target(nd.Size(s))
	return []op.Meta{in[0].WithDims(op.Dims(to...)...)}, err
}

// Back gives the elements their shape again. Of lengths that are not known one may be left.
func (o *Reshape) Back(base op.Meta) (op.Operand, bool, error) {
	shape := make([]int, len(base.Dims))
	for i, d := range base.Dims {
		if shape[i] = d.N; !d.Known() {
			shape[i] = -1
		}
	}
	return &Reshape{Shape: shape}, false, nil
}

// Tile cuts the input along its first axis only, so that chunks are ranges in C order, and gathers ranges.
func (o *Reshape) Tile(t *op.Tiler) error {
	x := t.In(0)
	if err := t.Need(op.Rows, x); err != nil {
		return err
	}
	n, from, cut := 1, []op.Dim{}, make([][]op.Dim, len(x.Shape))
	for a := range x.Shape {
		d := op.Sum(t.Splits(x, a))
		from, n = append(from, d), n*d.N
		if a > 0 {
			cut[a] = []op.Dim{d}
		}
	}
	to, err := o.Target(n)
	if err != nil {
		return err
	}
	if len(x.Shape) > 0 && anyCut(x.Shape[1:]) {
		cut[0] = evenRows(x.Shape, from)
	}
	m := t.Meta(0).WithDims(op.Dims(to...)...)
	if slices.Equal(from, m.Dims) {
		return t.Out(x)
	}
	x = t.Rechunk(x, cut...)
	splits := make([][]op.Dim, len(to))
	for a, d := range to {
		splits[a] = op.Dims(d)
	}
	if len(to) > 0 && len(x.Shape) > 0 {
		splits[0] = firstSplits(t.Splits(x, 0), from, to)
	}
	return t.Out(t.Gather(m, splits, []op.Grid{x}, func(lo, size []int) []op.Box {
		return flatBoxes(x, to, lo, size)
	}))
}

// bridged is how many rows of the new shape each chunk must hold at least for rows that lie in two of them to
// become chunks of their own.
const bridged = 256

// firstSplits cuts the first axis of a shape where the chunks of the other one end, so that none is copied:
// rows that lie in two chunks are the only ones to be put together. Where chunks have few rows, it is cut
// evenly in as many chunks.
func firstSplits(have, from []op.Dim, to []int) []op.Dim {
	in, out := 1, nd.Size(to[1:])
	for _, d := range from[1:] {
		in *= d.N
	}
	even := op.Even(to[0], max(1, to[0]/max(1, min(to[0], len(have)))))
	if out == 0 {
		return even
	}
	var cut []op.Dim
	end, row, whole := 0, 0, true
	for _, d := range have {
		end += d.N * in
		rows := end/out - row
		if whole = whole && end%out == 0; rows < 1 || !whole && rows < bridged {
			return even
		}
		cut = append(cut, op.Dim{N: rows})
		if row += rows; end%out != 0 {
			cut, row = append(cut, op.Dim{N: 1}), row+1
		}
	}
	return cut
}

func anyCut(shape []int) bool {
	for _, n := range shape {
		if n > 1 {
			return true
		}
	}
	return false
}

// evenRows cuts the first axis into about as many chunks as the grid has.
func evenRows(grid []int, dims []op.Dim) []op.Dim {
	n := 1
	for _, g := range grid {
		n *= g
	}
	return op.Even(dims[0].N, max(1, (dims[0].N+n-1)/n))
}

// flatBoxes are the C-order ranges of the box at lo: as long as the trailing axes are whole.
func flatBoxes(x op.Grid, full, lo, size []int) []op.Box {
	run, k := 1, len(full)
	for k > 0 && size[k-1] == full[k-1] {
		k--
		run *= full[k]
	}
	if k > 0 {
		k--
		run *= size[k]
	}
	var out []op.Box
	at, to := make([]int, k), 0
	for {
		p := 0
		for i := range full {
			v := lo[i]
			if i < k {
				v += at[i]
			}
			p = p*full[i] + v
		}
		out = append(out, op.Box{From: x, Flat: true, Lo: []int{p}, At: []int{to}, Size: []int{run}})
		to += run
		i := k - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < size[i] {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return out
		}
	}
}

func (*Reshape) Exec(*op.Exec) error {
	return errs.New(errs.Internal, "reshape runs as gathers")
}
