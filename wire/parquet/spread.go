package parquet

import "math/bits"

// A mask has a bit for each row of a page: 1 where a value is there. It goes through rows by words, 64 at a
// time.
type mask []uint64

// has reports a row whose value is there; of no mask all are.
func (m mask) has(i int) bool { return m == nil || m[i>>6]>>(i&63)&1 != 0 }

// holes calls f with each row that is missing.
func (m mask) holes(rows int, f func(i int)) {
	for w, x := range m {
		x = ^x
		if left := rows - 64*w; left < 64 {
			x &= 1<<left - 1
		}
		for ; x != 0; x &= x - 1 {
			f(64*w + bits.TrailingZeros64(x))
		}
	}
}

// spread moves the n values at the front of dst to the rows that m has, and writes null to the others.
func spread[E any](dst []E, m mask, n int, null E) {
	for w := len(m) - 1; w >= 0; w-- {
		lo, hi := 64*w, min(64*w+64, len(dst))
		if n == hi {
			return // nothing is missing before
		}
		x := m[w]
		switch bits.OnesCount64(x) {
		case hi - lo:
			copy(dst[lo:hi], dst[n-(hi-lo):n])
			n -= hi - lo
			continue
		case 0:
			fill(dst[lo:hi], null)
			continue
		}
		for i := hi - 1; i >= lo; i-- {
			if x>>(i-lo)&1 != 0 {
				n--
				dst[i] = dst[n]
			} else {
				dst[i] = null
			}
		}
	}
}
