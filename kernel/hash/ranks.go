package hash

import (
	"slices"

	"github.com/mars-project/mars-go/mem"
)

// ranks is the place of every word in ascending order; words differ. They are sorted by digits of a byte, the
// lowest first, without those that all have in common.
func ranks(al mem.Allocator, words []uint64) (rank []int32, free func(), err error) {
	n := len(words)
	rank, free, err = mem.Scratch[int32](al, n)
	if err != nil {
		return nil, nil, err
	}
	room, back, err := mem.Scratch[keyed](al, 2*n)
	if err != nil {
		free()
		return nil, nil, err
	}
	defer back()
	a, b := room[:n], room[n:]
	same, some := ^uint64(0), uint64(0)
	for i, w := range words {
		a[i] = keyed{w, int32(i)}
		same, some = same&w, some|w
	}
	for shift := 0; shift < 64; shift += 8 {
		if (same^some)>>shift&255 == 0 {
			continue
		}
		var next [256]int
		for _, k := range a {
			next[k.word>>shift&255]++
		}
		at := 0
		for d, c := range next {
			next[d] = at
			at += c
		}
		for _, k := range a {
			d := k.word >> shift & 255
			b[next[d]] = k
			next[d]++
		}
		a, b = b, a
	}
	for r, k := range a {
		rank[k.row] = int32(r)
	}
	return rank, free, nil
}

type keyed struct {
	word uint64
	row  int32
}

// rankBy is the place of every value in ascending order; values differ.
func rankBy(n int, compare func(a, b int32) int) []int32 {
	perm := make([]int32, n)
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortFunc(perm, compare)
	rank := make([]int32, n)
	for r, i := range perm {
		rank[i] = int32(r)
	}
	return rank
}
