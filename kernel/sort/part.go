package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// m marks part elements in 2m+1 classes: those below the first mark, those equal to it, those between it and
// the second, and so on.

// classOf is the keys of a class; of one without any some is false.
func classOf[W word](marks []bracket[W], c int) (lo, hi W, some bool) {
	if c&1 == 1 {
		return marks[c/2].lo, marks[c/2].lo, true
	}
	hi = ^W(0)
	if c > 0 {
		if lo = marks[c/2-1].lo + 1; lo == 0 {
			return 0, 0, false
		}
	}
	if c/2 < len(marks) {
		if marks[c/2].lo == 0 {
			return 0, 0, false
		}
		hi = marks[c/2].lo - 1
	}
	return lo, hi, lo <= hi
}

// sizes adds how many of the elements lo to hi are in each class.
func (s *stretch[W]) sizes(d *desk[W], lo, hi int, marks []bracket[W], to []int) {
	for ; lo < hi; lo += block {
		keys, _ := s.read(d, lo, min(hi, lo+block))
		before := 0
		for i, m := range marks {
			less := countBelow(s.k, keys, m.lo)
			most := countTo(s.k, keys, m.lo)
			to[2*i] += less - before
			to[2*i+1] += most - less
			before = most
		}
		to[2*len(marks)] += len(keys) - before
	}
}

// part writes the elements lo to hi to the rooms of their classes, which have just that many, in order.
func (s *stretch[W]) part(d *desk[W], lo, hi int, marks []bracket[W], to [][]W) {
	at := make([]int, len(to))
	for ; lo < hi; lo += block {
		keys, values := s.read(d, lo, min(hi, lo+block))
		for c, out := range to {
			if at[c] == len(out) {
				continue
			}
			if low, high, some := classOf(marks, c); some {
				at[c] += between(s.k, d, out[at[c]:], values, keys, low, high)
			}
		}
	}
}

// order is part of the places of the elements, counted from base.
func (s *stretch[W]) order(d *desk[W], e *desk[uint64], lo, hi, base int, marks []bracket[W], to [][]uint64) {
	wide := make([]bracket[uint64], len(marks))
	for i, m := range marks {
		wide[i] = bracket[uint64]{uint64(m.lo), uint64(m.hi)}
	}
	k := kernelOf[uint64](asm.Active())
	at := make([]int, len(to))
	for ; lo < hi; lo += block {
		narrow, _ := s.read(d, lo, min(hi, lo+block))
		keys, places := e.keys[:len(narrow)], e.values[:len(narrow)]
		for i, x := range narrow {
			keys[i], places[i] = uint64(x), uint64(base+lo+i)
		}
		for c, out := range to {
			if at[c] == len(out) {
				continue
			}
			if low, high, some := classOf(wide, c); some {
				at[c] += between(k, e, out[at[c]:], places, keys, low, high)
			}
		}
	}
}

// Part is the elements of the one-dimensional a in classes, each in the order of a: less than the first of
// the marks (see Decided), equal to it, between it and the second, and so on. With placed it is their int64
// places, counted from base, and zeros of both signs are equal.
func Part(al mem.Allocator, a, marks *nd.Array, base int, placed bool) (out []*nd.Array, err error) {
	bad := byWord(
		a.DType,
		func() { out, err = partOf[uint8](al, a, marks, base, placed) },
		func() { out, err = partOf[uint16](al, a, marks, base, placed) },
		func() { out, err = partOf[uint32](al, a, marks, base, placed) },
		func() { out, err = partOf[uint64](al, a, marks, base, placed) },
	)
	if bad != nil {
		err = bad
	}
	return out, err
}

func partOf[W word](al mem.Allocator, a, marks *nd.Array, base int, placed bool) ([]*nd.Array, error) {
	ms := bracketList[W](marks)
	s, d := stretchIn[W](a, !placed), new(desk[W])
	sizes := make([]int, 2*len(ms)+1)
	s.sizes(d, 0, s.n, ms, sizes)
	typ := a.DType
	if placed {
		typ = dtype.Int64
	}
	out := make([]*nd.Array, len(sizes))
	for c, n := range sizes {
		var err error
		if out[c], err = nd.New(al, typ, n); err != nil {
			return nil, err
		}
	}
	if placed {
		s.order(d, new(desk[uint64]), 0, s.n, base, ms, roomsOf[uint64](out))
	} else {
		s.part(d, 0, s.n, ms, roomsOf[W](out))
	}
	return out, nil
}

func roomsOf[W word](arrays []*nd.Array) [][]W {
	to := make([][]W, len(arrays))
	for i, a := range arrays {
		to[i] = nd.Data[W](asWords(a))
	}
	return to
}

// divided parts a whole lane into room: f is part or order of the elements lo to hi.
func divided[W, V word](s *stretch[W], marks []bracket[W], par parallel.Func, room []V, f func(d *desk[W], lo, hi int, to [][]V)) error {
	size := s.n
	if par != nil {
		size = span
	}
	tasks := (s.n + size - 1) / size
	sizes := make([][]int, tasks)
	err := par.Each(tasks, func(i int) error {
		sizes[i] = make([]int, 2*len(marks)+1)
		s.sizes(new(desk[W]), i*size, min(s.n, (i+1)*size), marks, sizes[i])
		return nil
	})
	if err != nil {
		return err
	}
	to := make([][][]V, tasks)
	for c := range 2*len(marks) + 1 {
		for i := range to {
			to[i] = append(to[i], room[:sizes[i][c]])
			room = room[sizes[i][c]:]
		}
	}
	return par.Each(tasks, func(i int) error {
		f(new(desk[W]), i*size, min(s.n, (i+1)*size), to[i])
		return nil
	})
}
