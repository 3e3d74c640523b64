package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Along folds a along an axis with a function of two arguments, strictly in order: f(f(f(acc, a0), a1), a2).
// The loop takes and gives elements of a's dtype. acc is what comes before and is not changed; without it the
// first element begins. mask is nil, or has a's shape: elements where it is false are left out, which takes
// an acc. Invalid: nothing to begin with.
func Along(al mem.Allocator, l *basic.Loop, a, acc, mask *nd.Array, axis int) (*nd.Array, error) {
	rows, err := rowsOf(al, a, axis)
	if err != nil {
		return nil, err
	}
	n := rows.Shape[0]
	if acc == nil && (n == 0 || mask != nil) {
		return nil, errs.New(errs.Invalid, "zero-size array to reduction operation %s which has no identity", l.Name)
	}
	out, err := nd.New(al, a.DType, rows.Shape[1:]...)
	if err != nil {
		return nil, err
	}
	first := 0
	if acc == nil {
		acc, first = rows.Index(0, 0), 1
	}
	if acc, err = acc.BroadcastTo(out.Shape...); err != nil {
		return nil, err
	}
	if err := nd.Copy(out, acc); err != nil {
		return nil, err
	}
	r, size := out.Size(), a.DType.Size()
	if r == 0 {
		return out, nil
	}
	if mask != nil {
		return out, masked(al, l, rows, mask, out, axis)
	}
	to, from := out.Block.Bytes(), rows.Block.Bytes()[rows.Offset*size:]
	for i := first; i < n; i++ {
		if err := step(l, r, to, from[i*r*size:], to); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// masked is the work of Along where a mask leaves elements out.
func masked(al mem.Allocator, l *basic.Loop, rows, mask, out *nd.Array, axis int) error {
	m, err := rowsOf(al, mask, axis)
	if err != nil {
		return err
	}
	next, err := nd.New(al, out.DType, out.Shape...)
	if err != nil {
		return err
	}
	r, size := out.Size(), out.DType.Size()
	use := nd.Data[bool](m)
	to, from, tmp := out.Block.Bytes(), rows.Block.Bytes()[rows.Offset*size:], next.Block.Bytes()
	for i := range rows.Shape[0] {
		if err := step(l, r, to, from[i*r*size:], tmp); err != nil {
			return err
		}
		for k, ok := range use[i*r : (i+1)*r] {
			if ok {
				copy(to[k*size:(k+1)*size], tmp[k*size:])
			}
		}
	}
	return nil
}

// Running is the results of Along after each element: out[i] = f(out[i-1], a[i]). carry is what comes before,
// or nil.
func Running(al mem.Allocator, l *basic.Loop, a, carry *nd.Array, axis int) (*nd.Array, error) {
	rows, err := rowsOf(al, a, axis)
	if err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, rows.Shape...)
	if err != nil || out.Size() == 0 {
		return out.Transpose(back(a.Rank(), axis)...), err
	}
	size := a.DType.Size()
	r := out.Size() / rows.Shape[0]
	to, from := out.Block.Bytes(), rows.Block.Bytes()[rows.Offset*size:]
	if carry == nil {
		copy(to, from[:r*size])
	} else {
		if carry, err = carry.Contig(al); err != nil {
			return nil, err
		}
		if err := step(l, r, carry.Block.Bytes()[carry.Offset*size:], from, to); err != nil {
			return nil, err
		}
	}
	for i := 1; i < rows.Shape[0]; i++ {
		if err := step(l, r, to[(i-1)*r*size:], from[i*r*size:], to[i*r*size:]); err != nil {
			return nil, err
		}
	}
	return out.Transpose(back(a.Rank(), axis)...), nil
}

// step is n elements of f(a, b).
func step(l *basic.Loop, n int, a, b, out []byte) error {
	in := [2]basic.Vec{{P: unsafe.Pointer(unsafe.SliceData(a))}, {P: unsafe.Pointer(unsafe.SliceData(b))}}
	to := [1]basic.Vec{{P: unsafe.Pointer(unsafe.SliceData(out))}}
	return l.Run(n, in[:], to[:])
}

// rowsOf is a in C order with an axis in front.
func rowsOf(al mem.Allocator, a *nd.Array, axis int) (*nd.Array, error) {
	perm := []int{axis}
	for k := range a.Rank() {
		if k != axis {
			perm = append(perm, k)
		}
	}
	return a.Transpose(perm...).Contig(al)
}

// back is the permutation that brings the axis in front to its place.
func back(rank, axis int) []int {
	perm := make([]int, rank)
	for k := range perm {
		switch {
		case k < axis:
			perm[k] = k + 1
		case k > axis:
			perm[k] = k
		}
	}
	return perm
}
