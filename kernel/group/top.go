package group

import (
	"math/bits"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Top is the n first rows of each group in the order of compare, among equals the first ones, and at times a
// few others; the rows ascend. Where c is not nil it is what rows are compared by, descending or not; compare
// is then asked only if c has missing values, is no plain column of 64-bit numbers, or has the last of all
// integers.
func (g *Groups) Top(al mem.Allocator, n int, c *frame.Column, desc bool, compare func(i, j int) int) ([]int64, error) {
	words := n > 0 && byWords(c, desc)
	if words && n <= 2 && len(g.IDs) <= firstTwoRows*g.N {
		if rows, err := firstTwo(al, g, n, c, desc); rows != nil || err != nil {
			return rows, err
		}
	}
	stays, free, err := zeros[uint64](al, (len(g.IDs)+63)/64)
	if err != nil {
		return nil, err
	}
	defer free()
	switch {
	case n < 1:
	case words:
		err = topOf(al, g, n, c, desc, stays)
	default:
		err = topBy(al, g, n, compare, stays)
	}
	if err != nil {
		return nil, err
	}
	return setRows(al, stays)
}

// setRows are the rows whose bits are set.
func setRows(al mem.Allocator, set []uint64) ([]int64, error) {
	k := 0
	for _, w := range set {
		k += bits.OnesCount64(w)
	}
	out, _, err := mem.Scratch[int64](al, k)
	if err != nil {
		return nil, err
	}
	out = out[:0]
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			out = append(out, int64(64*i+bits.TrailingZeros64(w)))
		}
	}
	return out, nil
}

// firsts is room for the n first rows of every group, and how many each has: none.
func firsts[T any](al mem.Allocator, g *Groups, n int) (top []T, have []int32, free func(), err error) {
	top, freeTop, err := mem.Scratch[T](al, g.N*n)
	if err != nil {
		return nil, nil, nil, err
	}
	have, freeHave, err := mem.Scratch[int32](al, g.N)
	if err != nil {
		freeTop()
		return nil, nil, nil, err
	}
	clear(have)
	return top, have, func() { freeTop(); freeHave() }, nil
}

// topBy sets the bits of the n first rows of each group in the order of compare.
func topBy(al mem.Allocator, g *Groups, n int, compare func(i, j int) int, stays []uint64) error {
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
			stays[t[k]/64] &^= 1 << (t[k] % 64)
		} else {
			have[id]++
		}
		for k > 0 && compare(i, int(t[k-1])) < 0 {
			t[k] = t[k-1]
			k--
		}
		t[k] = int32(i)
		stays[i/64] |= 1 << (i % 64)
	}
	return nil
}
