package products

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/reduce"
	"github.com/mars-project/mars-go/tensor/reshape"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Products is taken apart to sums, transposes and products of its kernel: two operands or one with a
// diagonal, where every label is known to have one length and is needed.
type Products struct {
	Subscripts string // after Normalize: explicit, with letters in place of ellipses
}

func init() {
	op.Register[Products](op.Doc{Face: "inner", Name: "tensor.products", Sig: "products(subscripts, /, *operands)", Summary: "Sums of products over labelled axes"})
	op.AddRule(op.Rule{Name: "einsum is products of pairs", Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(*Products)
		if !ok || o.kernel(op.Metas(n.In)) {
			return op.Value{}, false
		}
		v := o.build(chunk.BuildAt(n.Site), n.In)
		return v, v.Err() == nil
	}})
}

// Normalize writes ellipses and the result out.
func (o *Products) Normalize(in []op.Meta) error {
	ranks := make([]int, len(in))
	for i, m := range in {
		ranks[i] = len(m.Dims)
	}
	s, err := explicit(o.Subscripts, ranks)
	o.Subscripts = s
	return err
}

// labels are the labels of the operands and of the result.
func (o *Products) labels() (in []string, out string) {
	lhs, out, _ := strings.Cut(o.Subscripts, "->")
	return strings.Split(lhs, ","), out
}

func (o *Products) Infer(in []op.Meta) ([]op.Meta, error) {
	ls, out := o.labels()
	sizes, err := labelSizes(ls, in)
	if err != nil {
		return nil, err
	}
	d := in[0].DType.Is
	for _, m := range in[1:] {
		if d, err = dtype.Promote(d, m.DType.Is); err != nil {
			return nil, err
		}
	}
	if d.IsTemporal() {
		return nil, errs.New(errs.Type, "invalid data type for einsum")
	}
	m := op.NewTensor(d)
	for i := range out {
		m.Dims = append(m.Dims, sizes[out[i]])
	}
	return []op.Meta{m}, nil
}

// labelSizes are the lengths of labels; 1 broadcasts.
func labelSizes(ls []string, in []op.Meta) (map[byte]op.Dim, error) {
	sizes := map[byte]op.Dim{}
	for i, l := range ls {
		for a := range l {
			n := in[i].Dims[a]
			if first := strings.IndexByte(l, l[a]); first < a && n.Known() && in[i].Dims[first].Known() && n != in[i].Dims[first] {
				which := "operand " + strconv.Itoa(i)
				if len(ls) == 1 {
					which = "single operand"
				}
				return nil, errs.New(errs.Invalid, "dimensions in %s for collapsing index '%c' don't match (%s != %s)", which, l[a], in[i].Dims[first], n)
			}
			switch have, ok := sizes[l[a]]; {
			case !ok || have == op.Dim{N: 1}:
				sizes[l[a]] = n
			case n == have || n == op.Dim{N: 1}:
			case n.Known() && have.Known():
				return nil, errs.New(errs.Invalid, "operands could not be broadcast together with remapped shapes: label '%c' of operand %d has length %s, not %s", l[a], i, n, have)
			case n.Known():
				sizes[l[a]] = n
			}
		}
	}
	return sizes, nil
}

// kernel reports an einsum that is not taken apart any more.
func (o *Products) kernel(in []op.Meta) bool {
	ls, out := o.labels()
	sizes, err := labelSizes(ls, in)
	if err != nil || len(ls) > 2 {
		return false
	}
	for i, l := range ls {
		other := out
		if len(ls) == 2 {
			other += ls[1-i]
		}
		for a := range l {
			if in[i].Dims[a] != sizes[l[a]] && in[i].Dims[a] == (op.Dim{N: 1}) || !strings.Contains(other, l[a:a+1]) {
				return false
			}
		}
		if repeats(l) == (len(ls) == 2) {
			return false
		}
	}
	return true
}

func repeats(l string) bool {
	for i := range l {
		if strings.IndexByte(l, l[i]) < i {
			return true
		}
	}
	return false
}

// Tile multiplies blocks.
func (o *Products) Tile(t *op.Tiler) error { return t.Out(t.Blocked(o.Subscripts, t.Ins()...)) }

// Exec multiplies two blocks, or takes the diagonal of one.
func (o *Products) Exec(x *op.Exec) error {
	ls, out := o.labels()
	if len(ls) == 2 {
		return product{o.Subscripts}.exec(x)
	}
	one, err := chunk.Constant(x, 1, x.Array(0).DType)
	if err != nil {
		return err
	}
	c, err := linalg.Contract(x.Mem(), x.Parallel, x.Array(0), ls[0], one, "", out)
	if err != nil {
		return err
	}
	return x.Put(0, c)
}

// A term is an operand of an einsum under way.
type term struct {
	v op.Value
	l string
}

// build reduces operands by themselves, multiplies pairs, and brings the labels in order.
func (o *Products) build(b chunk.Builder, in []op.Value) op.Value {
	ls, out := o.labels()
	sizes, err := labelSizes(ls, op.Metas(in))
	if err != nil {
		return b.Bad(err)
	}
	d := o.dtype(in)
	ts := make([]term, len(in))
	for i, l := range ls {
		v := in[i]
		if v.Meta().DType != op.T(d) {
			v = b.Value(&ufunc.AsType{Dtype: d}, v)
		}
		ts[i] = o.diagonal(b, o.squeezed(b, term{v, l}, sizes))
	}
	for i := range ts {
		ts[i] = o.summed(b, ts[i], needed(ts, i, -1, out))
	}
	for len(ts) > 1 {
		i, j := cheapest(ts, sizes, out)
		want := needed(ts, i, j, out)
		l := distinct(ts[i].l+ts[j].l, want)
		if len(ts) == 2 {
			l = out
		}
		v := b.Value(&Products{Subscripts: ts[i].l + "," + ts[j].l + "->" + l}, ts[i].v, ts[j].v)
		ts = append(slices.Delete(slices.Delete(ts, j, j+1), i, i+1), term{v, l})
	}
	if ts[0].l == out {
		return ts[0].v
	}
	perm := make([]int, len(out))
	for k := range out {
		perm[k] = strings.IndexByte(ts[0].l, out[k])
	}
	return b.Value(&reshape.Transpose{Axes: perm}, ts[0].v)
}

func (o *Products) dtype(in []op.Value) dtype.DType {
	m, err := o.Infer(op.Metas(in))
	if err != nil {
		return dtype.DType{}
	}
	return m[0].DType.Is
}

// squeezed drops axes of length 1 that stand for longer ones.
func (o *Products) squeezed(b chunk.Builder, t term, sizes map[byte]op.Dim) term {
	var drop []int
	l := ""
	for a, d := range t.v.Meta().Dims {
		if d == (op.Dim{N: 1}) && sizes[t.l[a]] != d {
			drop = append(drop, a)
		} else {
			l += t.l[a : a+1]
		}
	}
	if drop == nil {
		return t
	}
	return term{b.Value(&reshape.Squeeze{Axis: drop}, t.v), l}
}

// diagonal joins axes of one label.
func (o *Products) diagonal(b chunk.Builder, t term) term {
	if !repeats(t.l) {
		return t
	}
	l := distinct(t.l, t.l)
	return term{b.Value(&Products{Subscripts: t.l + "->" + l}, t.v), l}
}

// summed adds along the labels that nobody else has.
func (o *Products) summed(b chunk.Builder, t term, want string) term {
	l := distinct(t.l, want)
	if len(l) == len(t.l) {
		return t
	}
	f := op.Lookup("tensor.sum").New().(*reduce.Fold)
	f.Dtype = t.v.Meta().DType.Is
	for a := range t.l {
		if !strings.Contains(want, t.l[a:a+1]) {
			f.Axis = append(f.Axis, a)
		}
	}
	return term{b.Value(f, t.v), l}
}

// needed is the labels of the result and of all terms but i and j.
func needed(ts []term, i, j int, out string) string {
	for k, t := range ts {
		if k != i && k != j {
			out += t.l
		}
	}
	return out
}

// distinct is the labels of l that want has, each once.
func distinct(l, want string) string {
	out := ""
	for i := range l {
		if c := l[i : i+1]; strings.Contains(want, c) && !strings.Contains(out, c) {
			out += c
		}
	}
	return out
}

// cheapest is the pair whose product takes the fewest multiplications; of equals the one with the smaller
// result, then the first.
func cheapest(ts []term, sizes map[byte]op.Dim, out string) (bi, bj int) {
	size := func(l string) float64 {
		n := 1.0
		for i := range l {
			if d := sizes[l[i]]; d.Known() {
				n *= float64(d.N)
			} else {
				n *= 1000 // a length that is not known counts as a long one
			}
		}
		return n
	}
	bi, bj = -1, -1
	var cost, left float64
	for i := range ts {
		for j := i + 1; j < len(ts); j++ {
			all := ts[i].l + ts[j].l
			c, r := size(distinct(all, all)), size(distinct(all, needed(ts, i, j, out)))
			if bi < 0 || c < cost || c == cost && r < left {
				bi, bj, cost, left = i, j, c, r
			}
		}
	}
	return bi, bj
}
