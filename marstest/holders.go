package marstest

import (
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// holders counts, for each block, the values of a loop that lie in it.
type holders map[*mem.Block]int

// add counts each of the values n times more in its blocks, however often a value names one of them.
func (h holders) add(n int, vs ...any) {
	for _, v := range vs {
		for b := range blocks(v) {
			if h[b] += n; h[b] == 0 {
				delete(h, b)
			}
		}
	}
}

// alone reports that no value but v, which is counted, lies in a block of v: a view of an input must not be
// written.
func (h holders) alone(v any) bool {
	for b := range blocks(v) {
		if h[b] > 1 {
			return false
		}
	}
	return true
}

func blocks(v any) map[*mem.Block]bool {
	m := map[*mem.Block]bool{}
	op.Blocks(v, func(b *mem.Block) { m[b] = true })
	return m
}
