package op

import "math/bits"

// addMod and mulMod calculate modulo 2^61-1.
func addMod(a, b uint64) uint64 { return (a + b) % mersenne }

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return addMod(hi<<3|lo>>61, lo&mersenne)
}

func powMod(a uint64, n int64) uint64 {
	p := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p = mulMod(p, a)
		}
		a = mulMod(a, a)
	}
	return p
}
