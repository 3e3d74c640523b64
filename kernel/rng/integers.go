package rng

import "math/bits"

// Int is any integer type.
type Int interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Integers fills out with integers lo, lo+1, ... lo+span-1, each as likely as the others; span 0 stands for
// 2^64. Sums wrap, so that a signed lo and any range of T fit. Ranges up to 2^32 take 32 bits per element. An
// element whose word would be biased draws again from its own sequence.
func Integers[T Int](out []T, k Key, b Box, lo T, span uint64) {
	b.fits(len(out))
	s := newSource(k)
	switch {
	case span == 0:
		b.Runs(func(at int, pos uint64, n int) {
			s.spans(pos, n, func(i int, w []uint64) {
				o := out[at+i:][:len(w)]
				for j, x := range w {
					o[j] = lo + T(x)
				}
			})
		})
	case span <= 1<<32:
		limit := (1 << 32) % span // products whose lower half is below it are one too many
		b.Runs(func(at int, pos uint64, n int) {
			s.halves(pos, n, func(i int, w []uint32) {
				o := out[at+i:][:len(w)]
				for j, x := range w {
					p := uint64(x) * span
					if p&(1<<32-1) < limit {
						p = again(k, pos+uint64(i+j), span) << 32
					}
					o[j] = lo + T(p>>32)
				}
			})
		})
	default:
		limit := -span % span
		b.Runs(func(at int, pos uint64, n int) {
			s.spans(pos, n, func(i int, w []uint64) {
				o := out[at+i:][:len(w)]
				for j, x := range w {
					v, rest := bits.Mul64(x, span)
					if rest < limit {
						v = again(k, pos+uint64(i+j), span)
					}
					o[j] = lo + T(v)
				}
			})
		})
	}
}

// again draws from the element's own sequence.
func again(k Key, pos, span uint64) uint64 {
	d := Draws{key: k, pos: pos}
	return d.Below(span)
}

// Bools fills out with fair coins.
func Bools(out []bool, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		s.halves(pos, n, func(i int, w []uint32) {
			o := out[at+i:][:len(w)]
			for j, x := range w {
				o[j] = x>>31 == 1
			}
		})
	})
}
