package linalg

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Tensordot contracts axes of a with as many of b: numpy.tensordot with two lists. The other axes of a come
// first in the result, then those of b. Axes may be negative.
func Tensordot(al mem.Allocator, par parallel.Func, a, b *nd.Array, axesA, axesB []int) (*nd.Array, error) {
	sa, sb, so, err := tensordotLabels(a.Shape, b.Shape, axesA, axesB)
	if err != nil {
		return nil, err
	}
	return Contract(al, par, a, sa, b, sb, so)
}

func tensordotLabels(a, b, axesA, axesB []int) (sa, sb, so string, err error) {
	bad := errs.New(errs.Invalid, "shape-mismatch for sum")
	if len(axesA) != len(axesB) {
		return "", "", "", bad
	}
	la, lb := make([]rune, len(a)), make([]rune, len(b))
	for i := range axesA {
		x, err := nd.AxisOf(axesA[i], len(a))
		if err != nil {
			return "", "", "", err
		}
		y, err := nd.AxisOf(axesB[i], len(b))
		if err != nil {
			return "", "", "", err
		}
		if a[x] != b[y] || la[x] != 0 || lb[y] != 0 {
			return "", "", "", bad
		}
		la[x], lb[y] = rune('a'+i), rune('a'+i)
	}
	next := rune('a' + len(axesA))
	var out []rune
	for _, l := range [][]rune{la, lb} {
		for i := range l {
			if l[i] == 0 {
				l[i] = next
				out = append(out, next)
				next++
			}
		}
	}
	return string(la), string(lb), string(out), nil
}

// Contract is einsum of two operands, one label per axis as in "ij", "jk" -> "ik". Labels in both operands
// and not in the result are summed, labels in one operand alone and not in the result too. A label may repeat
// in an operand (a diagonal), not in the result. Products of labels are formed as one batched matrix product
// over views, or over a packed copy where axes of one role do not lie evenly.
func Contract(al mem.Allocator, par parallel.Func, a *nd.Array, sa string, b *nd.Array, sb, so string) (*nd.Array, error) {
	shape, err := ContractShape(a.Shape, sa, b.Shape, sb, so)
	if err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, shape...)
	if err != nil {
		return nil, err
	}
	return out, ContractInto(al, par, out, so, a, sa, b, sb, false)
}

// ContractShape is the shape of Contract.
func ContractShape(a []int, sa string, b []int, sb, so string) ([]int, error) {
	sizes := map[rune]int{}
	for _, o := range []struct {
		shape  []int
		labels []rune
	}{{a, []rune(sa)}, {b, []rune(sb)}} {
		if len(o.shape) != len(o.labels) {
			return nil, errs.New(errs.Invalid, "einstein sum subscripts string %q does not match an operand of %d dimensions", string(o.labels), len(o.shape))
		}
		for i, l := range o.labels {
			if n, ok := sizes[l]; ok && n != o.shape[i] {
				return nil, errs.New(errs.Invalid, "operand has a mismatch in dimension %q: sizes %d and %d", string(l), n, o.shape[i])
			}
			sizes[l] = o.shape[i]
		}
	}
	shape := []int{}
	for i, l := range []rune(so) {
		n, ok := sizes[l]
		if !ok || strings.ContainsRune(string([]rune(so)[:i]), l) {
			return nil, errs.New(errs.Invalid, "einstein sum subscripts string: output label %q is unknown or repeats", string(l))
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// ContractInto writes the contraction to out, or adds it with accumulate. out must not overlap the operands.
func ContractInto(al mem.Allocator, par parallel.Func, out *nd.Array, so string, a *nd.Array, sa string, b *nd.Array, sb string, accumulate bool) error {
	shape, err := ContractShape(a.Shape, sa, b.Shape, sb, so)
	if err != nil {
		return err
	}
	if !nd.SameShape(shape, out.Shape) {
		return errs.New(errs.Invalid, "a contraction of shape %s does not fit %s", nd.ShapeString(shape), nd.ShapeString(out.Shape))
	}
	la, lb, lo := []rune(sa), []rune(sb), []rune(so)
	a, la = diagonal(a, la)
	b, lb = diagonal(b, lb)
	if a, la, err = sumLonely(al, a, la, lb, lo); err != nil {
		return err
	}
	if b, lb, err = sumLonely(al, b, lb, la, lo); err != nil {
		return err
	}
	var batch, inner, left, right []rune
	for _, l := range lo {
		switch inA, inB := slices.Contains(la, l), slices.Contains(lb, l); {
		case inA && inB:
			batch = append(batch, l)
		case inA:
			left = append(left, l)
		default:
			right = append(right, l)
		}
	}
	for _, l := range la {
		if !slices.Contains(lo, l) {
			inner = append(inner, l)
		}
	}
	ma, err := merged(al, a, la, batch, left, inner)
	if err != nil {
		return err
	}
	mb, err := merged(al, b, lb, batch, inner, right)
	if err != nil {
		return err
	}
	mo := permuted(out, lo, slices.Concat(batch, left, right))
	view, ok := mo.Reshape(groupShape(mo.Shape, len(batch), len(left), len(right))...)
	if ok {
		return batched(al, par, view, ma, mb, accumulate)
	}
	tmp, err := mo.Clone(al)
	if err != nil {
		return err
	}
	view, _ = tmp.Reshape(groupShape(mo.Shape, len(batch), len(left), len(right))...)
	if err := batched(al, par, view, ma, mb, accumulate); err != nil {
		return err
	}
	return nd.Copy(mo, tmp)
}

// diagonal joins axes with one label into one that steps along both.
func diagonal(a *nd.Array, labels []rune) (*nd.Array, []rune) {
	v := *a
	v.Shape, v.Strides = nil, nil
	var ls []rune
	for i, l := range labels {
		if k := slices.Index(ls, l); k >= 0 {
			v.Strides[k] += a.Strides[i]
			continue
		}
		ls = append(ls, l)
		v.Shape, v.Strides = append(v.Shape, a.Shape[i]), append(v.Strides, a.Strides[i])
	}
	return &v, ls
}

// sumLonely sums axes of a whose label is neither in the other operand nor in the result, as a product with
// ones.
func sumLonely(al mem.Allocator, a *nd.Array, la, other, out []rune) (*nd.Array, []rune, error) {
	var keep, lonely []rune
	for _, l := range la {
		if slices.Contains(other, l) || slices.Contains(out, l) {
			keep = append(keep, l)
		} else {
			lonely = append(lonely, l)
		}
	}
	if lonely == nil {
		return a, la, nil
	}
	m, err := merged(al, a, la, nil, keep, lonely)
	if err != nil {
		return nil, nil, err
	}
	ones, err := onesOf(a.DType, m.Shape[1])
	if err != nil {
		return nil, nil, err
	}
	sum, err := nd.New(al, a.DType, m.Shape[0], 1)
	if err != nil {
		return nil, nil, err
	}
	if err := batched(al, nil, sum, m, ones, false); err != nil {
		return nil, nil, err
	}
	s, _ := sum.Reshape(permuted(a, la, keep).Shape...)
	return s, keep, nil
}

// onesOf is a column of n ones without n elements of memory.
func onesOf(d dtype.DType, n int) (*nd.Array, error) {
	one, err := nd.Zeros(mem.Heap, d, 1, 1)
	if err != nil {
		return nil, err
	}
	switch d.Kind {
	case dtype.BoolKind:
		nd.Fill(one, true)
	case dtype.Float16Kind:
		nd.Fill(one, dtype.ToF16(1))
	case dtype.Float32Kind:
		nd.Fill(one, float32(1))
	case dtype.Float64Kind:
		nd.Fill(one, 1.0)
	case dtype.Complex64Kind:
		nd.Fill(one, complex64(1))
	case dtype.Complex128Kind:
		nd.Fill(one, complex128(1))
	default:
		one.Block.Bytes()[0] = 1 // integers of any width are little-endian
	}
	return one.BroadcastTo(n, 1)
}

// permuted is a with the axes of these labels alone, in their order.
func permuted(a *nd.Array, labels, order []rune) *nd.Array {
	v := *a
	v.Shape, v.Strides = make([]int, len(order)), make([]int, len(order))
	for i, l := range order {
		k := slices.Index(labels, l)
		v.Shape[i], v.Strides[i] = a.Shape[k], a.Strides[k]
	}
	return &v
}

// merged is a as a batch of matrices: batch axes, rows and columns, each group joined to one axis, copied
// only where a group cannot be joined.
func merged(al mem.Allocator, a *nd.Array, labels, batch, rows, cols []rune) (*nd.Array, error) {
	p := permuted(a, labels, slices.Concat(batch, rows, cols))
	shape := groupShape(p.Shape, len(batch), len(rows), len(cols))
	if v, ok := p.Reshape(shape...); ok {
		return v, nil
	}
	c, err := p.Clone(al)
	if err != nil {
		return nil, err
	}
	v, _ := c.Reshape(shape...)
	return v, nil
}

func groupShape(shape []int, batch, rows, cols int) []int {
	out := []int{nd.Size(shape[batch : batch+rows]), nd.Size(shape[batch+rows : batch+rows+cols])}
	if batch > 0 {
		out = append([]int{nd.Size(shape[:batch])}, out...)
	}
	return out
}
