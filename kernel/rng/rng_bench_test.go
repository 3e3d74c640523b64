package rng

import "testing"

// benched are a million numbers, of which a chunk of 64 Ki stays in the second-level cache.
func benched[T any](b *testing.B, size int, f func(out []T, k Key, box Box)) {
	const chunk = 1 << 16
	out := make([]T, chunk)
	b.SetBytes(int64(size * chunk))
	for b.Loop() {
		f(out, Key{Seed: 1}, Box{Shape: []int{16, chunk}, Lo: []int{3, 0}, Size: []int{1, chunk}})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunk, "ns/elem")
}

func BenchmarkFills(b *testing.B) {
	b.Run("uniform", func(b *testing.B) { benched(b, 8, Uniform) })
	b.Run("uniform32", func(b *testing.B) { benched(b, 4, Uniform32) })
	b.Run("normal", func(b *testing.B) { benched(b, 8, Normal) })
	b.Run("normal32", func(b *testing.B) { benched(b, 4, Normal32) })
	b.Run("exponential", func(b *testing.B) { benched(b, 8, Exponential) })
	b.Run("int64 of 6", func(b *testing.B) {
		benched(b, 8, func(o []int64, k Key, x Box) { Integers(o, k, x, 0, 6) })
	})
	b.Run("int32 of 6", func(b *testing.B) {
		benched(b, 4, func(o []int32, k Key, x Box) { Integers(o, k, x, 0, 6) })
	})
	b.Run("int64 of 1e12", func(b *testing.B) {
		benched(b, 8, func(o []int64, k Key, x Box) { Integers(o, k, x, 0, 1e12) })
	})
	b.Run("bools", func(b *testing.B) { benched(b, 1, Bools) })
	b.Run("permutation of 1e6", func(b *testing.B) {
		p := NewPermutation(Key{Seed: 1}, 1e6)
		benched(b, 8, func(o []int64, _ Key, _ Box) { p.Fill(o, 1000) })
	})
	b.Run("choice of 100", func(b *testing.B) {
		p := make([]float64, 100)
		for i := range p {
			p[i] = 0.01
		}
		w, err := NewWeights(p)
		if err != nil {
			b.Fatal(err)
		}
		benched(b, 8, w.Choice)
	})
}

func BenchmarkDists(b *testing.B) {
	params := map[string][]float64{"binomial": {100, 0.3}, "beta": {2, 3}, "triangular": {0, 1, 2}, "hypergeometric": {200, 90, 60}, "noncentral_f": {2, 6, 1}, "negative_binomial": {3.5, 0.3}, "geometric": {0.2}, "logseries": {0.7}}
	for _, d := range Dists() {
		p := singles(append([]float64{}, params[d.Name]...))
		if len(p) == 0 {
			p = singles([]float64{2.5, 3}[:len(d.Params)])
		}
		b.Run(d.Name, func(b *testing.B) {
			if d.Whole {
				benched(b, 8, func(o []int64, k Key, x Box) { d.Ints(o, k, x, p...) })
			} else {
				benched(b, 8, func(o []float64, k Key, x Box) { d.Floats(o, k, x, p...) })
			}
		})
	}
}
