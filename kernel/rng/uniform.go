package rng

// Uniform fills out with uniform numbers in [0, 1) of 53 bits. Elements 2k and 2k+1 of the whole come from counter k.
func Uniform(out []float64, k Key, b Box) {
	b.fits(len(out))
	b.Runs(func(at int, pos uint64, n int) {
		o := out[at : at+n]
		if pos&1 == 1 {
			_, y := k.pair(pos / 2)
			o[0] = unit(y)
			o, pos = o[1:], pos+1
		}
		for len(o) >= 2 {
			x, y := k.pair(pos / 2)
			o[0], o[1] = unit(x), unit(y)
			o, pos = o[2:], pos+2
		}
		if len(o) == 1 {
			x, _ := k.pair(pos / 2)
			o[0] = unit(x)
		}
	})
}

// Uniform32 fills out with uniform numbers in [0, 1) of 24 bits. Elements 4k to 4k+3 of the whole come from counter k.
func Uniform32(out []float32, k Key, b Box) {
	b.fits(len(out))
	b.Runs(func(at int, pos uint64, n int) {
		k.words(pos, n, func(i int, w uint32) { out[at+i] = float32(w>>8) * 0x1p-24 })
	})
}

// words calls f with the 32-bit words of n elements from pos on, four per counter.
func (k Key) words(pos uint64, n int, f func(i int, w uint32)) {
	for i := 0; i < n; {
		w := k.block((pos+uint64(i))/4, 0)
		for j := int((pos + uint64(i)) % 4); j < 4 && i < n; j++ {
			f(i, w[j])
			i++
		}
	}
}

// long is the 64-bit word of the element at pos, two per counter.
func (k Key) long(pos uint64) uint64 {
	x, y := k.pair(pos / 2)
	if pos&1 == 1 {
		return y
	}
	return x
}
