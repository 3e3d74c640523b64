package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Top is the n first rows of each group in the order of compare, among equals the first ones; the rows ascend. Where c is not nil it is what rows are compared
// by, descending or not; compare is then asked only if c has missing values or is no plain column of 64-bit numbers.
func (g *Groups) Top(al mem.Allocator, n int, c *frame.Column, desc bool, compare func(i, j int) int) ([]int64, error) {
	rows := len(g.IDs)
	stays, free, err := scratch[bool](al, rows)
	if err != nil {
		return nil, err
	}
	defer free()
	clear(stays)
	switch {
	case n < 1:
	case c != nil && c.Enc == frame.Plain && c.DType.Kind == dtype.Float64Kind && !c.HasNulls():
		err = topOf(al, g, n, frame.Values[float64](c), desc, stays)
	case c != nil && c.Enc == frame.Plain && c.DType.Kind == dtype.Int64Kind && !c.HasNulls():
		err = topOf(al, g, n, frame.Values[int64](c), desc, stays)
	default:
		err = topBy(al, g, n, compare, stays)
	}
	if err != nil {
		return nil, err
	}
	k := 0
	for _, s := range stays {
		if s {
			k++
		}
	}
	out, _, err := scratch[int64](al, k)
	if err != nil {
		return nil, err
	}
	out = out[:0]
	for i, s := range stays {
		if s {
			out = append(out, int64(i))
		}
	}
	return out, nil
}

// A ranked is a row of a group's first ones with its value.
type ranked[T int64 | float64] struct {
	val T
	row int32
}

// firsts is room for the n first rows of every group, and how many each has: none.
func firsts[T any](al mem.Allocator, g *Groups, n int) (top []T, have []int32, free func(), err error) {
	top, freeTop, err := scratch[T](al, g.N*n)
	if err != nil {
		return nil, nil, nil, err
	}
	have, freeHave, err := scratch[int32](al, g.N)
	if err != nil {
		freeTop()
		return nil, nil, nil, err
	}
	clear(have)
	return top, have, func() { freeTop(); freeHave() }, nil
}

func topOf[T int64 | float64](al mem.Allocator, g *Groups, n int, v []T, desc bool, stays []bool) error {
	top, free, err := scratch[ranked[T]](al, g.N*n)
	if err != nil {
		return err
	}
	defer free()
	for i := range top {
		top[i].row = -1 // nobody yet
	}
	v = v[:len(g.IDs)]
	for i, id := range g.IDs {
		if id < 0 {
			continue
		}
		x, k := v[i], n-1
		t := top[int(id)*n:][:n]
		if w := &t[k]; w.row >= 0 && (desc && !(x > w.val) || !desc && !(x < w.val)) {
			continue
		}
		for k > 0 && (t[k-1].row < 0 || desc && x > t[k-1].val || !desc && x < t[k-1].val) {
			t[k] = t[k-1]
			k--
		}
		t[k] = ranked[T]{x, int32(i)}
	}
	for i := range top {
		if r := top[i].row; r >= 0 {
			stays[r] = true
		}
	}
	return nil
}

func topBy(al mem.Allocator, g *Groups, n int, compare func(i, j int) int, stays []bool) error {
	top, have, free, err := firsts[int32](al, g, n)
	if err != nil {
		return err
	}
	defer free()
	for i, id := range g.IDs {
		if id < 0 {
			continue
		}
		k := int(have[id])
		t := top[int(id)*n:][:n]
		if k == n {
			k--
			if compare(i, int(t[k])) >= 0 {
				continue
			}
			stays[t[k]] = false
		} else {
			have[id]++
		}
		for k > 0 && compare(i, int(t[k-1])) < 0 {
			t[k] = t[k-1]
			k--
		}
		t[k] = int32(i)
		stays[i] = true
	}
	return nil
}
