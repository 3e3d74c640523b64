package rng

// inverted is how many of the probabilities p, next(1, p), next(2, p) and so on add up to at most u; top at
// most, and no further than they count.
func inverted(u, p float64, top int64, next func(k int64, p float64) float64) (k int64) {
	for sum := p; u >= sum && k < top && p > negligible; sum += p {
		k++
		p = next(k, p)
	}
	return k
}

// negligible is a probability that no sum of doubles near 1 changes by, and less than that of any first one.
const negligible = 0x1p-60

// A guide finds the same from a table of the sums and one of where to begin (Chen and Asau, "On Generating
// Random Variates from an Empirical Distribution", AIIE Transactions 6, 1974).
type guide struct {
	sums  []float64
	begin [1 << guideBits]int32 // by the first bits of the uniform number
}

const guideBits = 8

func newGuide(p float64, top int64, next func(k int64, p float64) float64) *guide {
	g := &guide{sums: []float64{p}}
	for k, sum := int64(0), p; k < top && p > negligible; g.sums = append(g.sums, sum) {
		k++
		p = next(k, p)
		sum += p
	}
	k := 0
	for j := range g.begin {
		for k < len(g.sums)-1 && float64(j)/(1<<guideBits) >= g.sums[k] {
			k++
		}
		g.begin[j] = int32(k)
	}
	return g
}

// find is what inverted gives for the uniform number of word w.
func (g *guide) find(w uint64) int64 {
	u, k := unit(w), int(g.begin[w>>(64-guideBits)])
	for k < len(g.sums)-1 && u >= g.sums[k] {
		k++
	}
	return int64(k)
}

// together draws from the first word of each element.
func (g *guide) together() together[int64] {
	return together[int64]{1, func(a *ahead, out []int64, undecided []int) []int {
		w := a.blocks[0][:2*len(out)]
		for i := range out {
			out[i] = g.find(w[2*i])
		}
		return undecided
	}}
}
