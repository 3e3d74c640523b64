package sort

import (
	"slices"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// sampled lanes have so many elements or more, and one in so many is drawn, up to a number.
const (
	sampleFrom = 1 << 14
	sampleOf   = 256
	sampleMost = 1 << 14
)

// marks are the keys of the elements that belong at places ks, which ascend.
func (s *stretch[W]) marks(al mem.Allocator, ks []int, par parallel.Func) ([]bracket[W], error) {
	if len(ks) == 0 {
		return nil, nil
	}
	bs := guess(s.sample(), s.n, ks)
	for !decided(bs) {
		ts, inside, free, err := s.search(al, bs, par)
		if err != nil {
			return nil, err
		}
		bs = choose(ks, bs, ts, inside)
		free()
	}
	return bs, nil
}

// sample is sorted keys, of which few are enough to guess places by.
func (s *stretch[W]) sample() []W {
	if s.n < sampleFrom {
		return nil
	}
	keys := make([]W, min(s.n/sampleOf, sampleMost))
	for i, at := range Draws(s.n, len(keys)) {
		keys[i] = s.win[s.at+int(at)*s.step]
	}
	encodeForm(s.k, keys, keys, &s.form)
	slices.Sort(keys)
	return keys
}

// search looks at all elements by brackets.
func (s *stretch[W]) search(al mem.Allocator, bs []bracket[W], par parallel.Func) (ts []votes, inside []W, free func(), err error) {
	size := s.n
	if par != nil {
		size = span
	}
	tasks := (s.n + size - 1) / size
	rooms := make([]int, tasks) // where the room of each begins
	all := make([][]votes, tasks)
	share := min(size, size/8+2*block)
	for i := range rooms {
		rooms[i] = share
	}
	for {
		total := 0
		starts := make([]int, tasks)
		for i, n := range rooms {
			starts[i] = total
			total += n
		}
		if inside, free, err = mem.Scratch[W](al, total); err != nil {
			return nil, nil, nil, err
		}
		kept := make([]int, tasks)
		err = par.Each(tasks, func(i int) error {
			all[i] = make([]votes, len(bs))
			kept[i] = s.look(new(desk[W]), i*size, min(s.n, (i+1)*size), bs, all[i], inside[starts[i]:starts[i]+rooms[i]])
			return nil
		})
		if err != nil {
			free()
			return nil, nil, nil, err
		}
		short := false
		for i, n := range kept {
			short = short || n > rooms[i]
			rooms[i] = max(rooms[i], n)
		}
		if short {
			free()
			continue
		}
		ts = make([]votes, len(bs))
		for i := range all {
			for j := range ts {
				ts[j].add(all[i][j])
			}
		}
		m := 0
		for i, n := range kept {
			m += copy(inside[m:], inside[starts[i]:starts[i]+n])
		}
		return ts, inside[:m], free, nil
	}
}
