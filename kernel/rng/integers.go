package rng

// Int is any integer type.
type Int interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Integers fills out with integers lo, lo+1, ... lo+span-1, each as likely as the others; span 0 stands for 2^64. Sums wrap, so that a signed lo
// and any range of T fit. Ranges up to 2^32 take 32 bits per element. An element whose word would be biased draws again
// from its own sequence.
func Integers[T Int](out []T, k Key, b Box, lo T, span uint64) {
	b.fits(len(out))
	s := newSource(k)
	switch {
	case span == 0:
		b.Runs(func(at int, pos uint64, n int) {
			s.each(pos, n, func(i int, w uint64) { out[at+i] = lo + T(w) })
		})
	case span <= 1<<32:
		b.Runs(func(at int, pos uint64, n int) {
			s.words(pos, n, func(i int, w uint32) {
				v, ok := below32(w, span)
				if !ok {
					v = NewDraws(k, pos+uint64(i)).Below(span)
				}
				out[at+i] = lo + T(v)
			})
		})
	default:
		b.Runs(func(at int, pos uint64, n int) {
			s.each(pos, n, func(i int, w uint64) {
				v, ok := below(w, span)
				if !ok {
					v = NewDraws(k, pos+uint64(i)).Below(span)
				}
				out[at+i] = lo + T(v)
			})
		})
	}
}

// Bools fills out with fair coins.
func Bools(out []bool, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		s.words(pos, n, func(i int, w uint32) { out[at+i] = w>>31 == 1 })
	})
}
