package asm

var keySorts = [...]KeySort{{8, 128}, {4, 256}}

func keySortOf(l Level, size int) *KeySort {
	if l != AVX512 {
		return nil
	}
	for i := range keySorts {
		if k := &keySorts[i]; k.Size == size {
			return k
		}
	}
	return nil
}

func (k *KeySort) encode(dst, src *byte, n int, f *Form) {
	if k.Size == 8 {
		encode512q(dst, src, n, &f.Mask)
	} else {
		encode512d(dst, src, n, &f.Mask)
	}
}

func (k *KeySort) decode(dst, src *byte, n int, f *Form) {
	if k.Size == 8 {
		decode512q(dst, src, n, &f.Mask)
	} else {
		decode512d(dst, src, n, &f.Mask)
	}
}

func (k *KeySort) split(p *byte, at *[4]int, pivot uint64, ahead, steps int) {
	if k.Size == 8 {
		split512q(p, at, pivot, ahead, steps)
	} else {
		split512d(p, at, pivot, ahead, steps)
	}
}

func (k *KeySort) place(p *byte, at *[4]int, pivot uint64, from *byte) {
	if k.Size == 8 {
		place512q(p, at, pivot, from)
	} else {
		place512d(p, at, pivot, from)
	}
}

func (k *KeySort) network(p *byte, n int) {
	switch {
	case k.Size == 8 && n <= 64:
		network512q64(p, n)
	case k.Size == 8:
		network512q128(p, n)
	case n <= 128:
		network512d128(p, n)
	default:
		network512d256(p, n)
	}
}

func (k *KeySort) between(out, from, keys *byte, n int, lo, hi uint64) int {
	if k.Size == 8 {
		return between512q(out, from, keys, n, lo, hi)
	}
	return between512d(out, from, keys, n, lo, hi)
}

func (k *KeySort) below(keys *byte, n int, pivot uint64) int {
	if k.Size == 8 {
		return below512q(keys, n, pivot)
	}
	return below512d(keys, n, pivot)
}
