package sort

import (
	"slices"
	"sort"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// sortOrQuick sorts keys by radix passes, in place where there is no room for them.
func sortOrQuick[W word](al mem.Allocator, s []W) {
	tmp, free, err := mem.Scratch[W](al, len(s))
	if err != nil {
		slices.Sort(s)
		return
	}
	sortKeys(s, tmp)
	free()
}

// strided is the keys of a lane where they lie.
type strided[W word] struct {
	win         []W
	at, step, n int
}

// Len is that of sort.Interface.
func (s strided[W]) Len() int { return s.n }

// Less is that of sort.Interface.
func (s strided[W]) Less(i, j int) bool { return s.win[s.at+i*s.step] < s.win[s.at+j*s.step] }

// Swap is that of sort.Interface.
func (s strided[W]) Swap(i, j int) {
	i, j = s.at+i*s.step, s.at+j*s.step
	s.win[i], s.win[j] = s.win[j], s.win[i]
}

// sortStrided sorts the lanes along an axis without any room.
func sortStrided[W word](a *nd.Array, axis int, f *asm.Form) {
	win, first := nd.Window[W](asWords(a))
	for _, at := range laneStarts(a, axis, first) {
		s := strided[W]{win, at, a.Strides[axis], a.Shape[axis]}
		for i := range s.n {
			k := win[at+i*s.step:][:1]
			encodeForm(nil, k, k, f)
		}
		sort.Sort(s)
		for i := range s.n {
			k := win[at+i*s.step:][:1]
			decodeForm(nil, k, k, f)
		}
	}
}
