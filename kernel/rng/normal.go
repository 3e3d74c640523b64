package rng

import (
	"math"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Normal fills out with standard normal numbers by the method of Box and Muller (1958): elements 2k and 2k+1
// of the whole are the cosine and the sine part of counter k. Their absolute value is at most 8.58.
func Normal(out []float64, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) { s.normals(out[at:at+n], pos) })
}

func (s *source) normals(o []float64, pos uint64) {
	if pos&1 == 1 {
		_, o[0] = s.key.normals(pos / 2)
		o, pos = o[1:], pos+1
	}
	for len(o) >= 2 {
		m := min(len(o)&^1, batch)
		s.fill(pos/2, m)
		for i := asm.Normals(s.level, o[:m], s.buf[:m]); i < m; i += 2 {
			o[i], o[i+1] = boxMuller(s.buf[i], s.buf[i+1])
		}
		o, pos = o[m:], pos+uint64(m)
	}
	if len(o) == 1 {
		o[0], _ = s.key.normals(pos / 2)
	}
}

func (k Key) normals(pos uint64) (float64, float64) { return boxMuller(k.pair(pos)) }

// boxMuller is the normal numbers of two words.
func boxMuller(x, y uint64) (float64, float64) {
	r, a := radiusOf(math.Float64frombits(x)), math.Float64frombits(y)
	return r * cosineOf(a), r * sineOf(a)
}

// Normal32 is Normal rounded from 32-bit uniforms, so that one counter makes four numbers; at most 6.67 in
// absolute value.
func Normal32(out []float32, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) { s.normals32(out[at:at+n], pos) })
}

func (s *source) normals32(o []float32, pos uint64) {
	if pos&1 == 1 {
		o[0] = s.key.normal32(pos)
		o, pos = o[1:], pos+1
	}
	for len(o) >= 2 {
		skip := int(pos&3) / 2 // in words of two numbers
		m := min(len(o)/2, batch-skip)
		s.fill(pos/4, skip+m)
		w := s.buf[skip : skip+m]
		for i := asm.Normals32(s.level, o[:2*m], w); i < m; i++ {
			o[2*i], o[2*i+1] = boxMuller32(w[i])
		}
		o, pos = o[2*m:], pos+uint64(2*m)
	}
	if len(o) == 1 {
		o[0] = s.key.normal32(pos)
	}
}

func (k Key) normal32(pos uint64) float32 {
	x, y := k.pair(pos / 4)
	if pos&2 != 0 {
		x = y
	}
	u, v := boxMuller32(x)
	if pos&1 != 0 {
		return v
	}
	return u
}

// boxMuller32 is the normal numbers of the halves of a word.
func boxMuller32(w uint64) (float32, float32) {
	x := math.Float64frombits(w)
	r := radius32Of(x)
	return float32(r * cosine32Of(x)), float32(r * sine32Of(x))
}

// Exponential fills out with standard exponential numbers, -log of a uniform number in (0, 1].
func Exponential(out []float64, k Key, b Box) {
	b.fits(len(out))
	s := newSource(k)
	b.Runs(func(at int, pos uint64, n int) {
		s.spans(pos, n, func(i int, w []uint64) {
			o := out[at+i : at+i+len(w)]
			for j := asm.Exponentials(s.level, o, w); j < len(w); j++ {
				o[j] = exponentialOf(math.Float64frombits(w[j]))
			}
		})
	})
}
