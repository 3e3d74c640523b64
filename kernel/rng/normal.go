package rng

import "math"

// Normal fills out with standard normal numbers by the method of Box and Muller (1958): elements 2k and 2k+1 of the whole are the cosine
// and the sine part of counter k. Their absolute value is at most 8.58.
func Normal(out []float64, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		o := out[at : at+n]
		if pos&1 == 1 {
			_, o[0] = k.normals(pos / 2)
			o, pos = o[1:], pos+1
		}
		for len(o) >= 2 {
			m := min(len(o)&^1, batch)
			s.fill(pos/2, m)
			for i := 0; i < m; i += 2 {
				o[i], o[i+1] = boxMuller(unitOpen(s.buf[i]), unit(s.buf[i+1]))
			}
			o, pos = o[m:], pos+uint64(m)
		}
		if len(o) == 1 {
			o[0], _ = k.normals(pos / 2)
		}
	})
}

func (k Key) normals(pos uint64) (float64, float64) {
	x, y := k.pair(pos)
	return boxMuller(unitOpen(x), unit(y))
}

func boxMuller(u, v float64) (float64, float64) {
	r := math.Sqrt(-2 * math.Log(u))
	s, c := math.Sincos(2 * math.Pi * v)
	return r * c, r * s
}

// Normal32 is Normal rounded from 32-bit uniforms, so that one counter makes four numbers; at most 6.67 in absolute value.
func Normal32(out []float32, k Key, b Box) {
	b.fits(len(out))
	b.Runs(func(at int, pos uint64, n int) {
		var z [4]float32
		for i := 0; i < n; {
			p := pos + uint64(i)
			w := k.block(p/4, 0)
			for j := 0; j < 4; j += 2 {
				c, s := boxMuller((float64(w[j])+1)*0x1p-32, float64(w[j+1])*0x1p-32)
				z[j], z[j+1] = float32(c), float32(s)
			}
			i += copy(out[at+i:at+n], z[p%4:])
		}
	})
}

// Exponential fills out with standard exponential numbers, -log of a uniform number in (0, 1].
func Exponential(out []float64, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		s.each(pos, n, func(i int, w uint64) { out[at+i] = -math.Log(unitOpen(w)) })
	})
}
