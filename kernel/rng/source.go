package rng

import "github.com/mars-project/mars-go/kernel/asm"

// batch is the words that a source makes at a time: a multiple of what the vector kernels do in a step.
const batch = 32 * asm.PhiloxStep

// A source makes the words of consecutive elements, many at a time.
type source struct {
	key   Key
	level asm.Level
	buf   [batch]uint64
	half  [2 * batch]uint32
}

func newSource(k Key) *source { return &source{key: k, level: asm.Active()} }

// run is the dense fill's counters from c on.
func (k Key) run(c uint64) asm.Philox {
	return asm.Philox{Key: k.Seed, Counter: c, High: uint64(k.Stream) << 32}
}

// fill sets the first n words of the buffer to those of counters from c on, two to a counter.
func (s *source) fill(c uint64, n int) {
	n = (n + 2*asm.PhiloxStep - 1) &^ (2*asm.PhiloxStep - 1)
	for i := s.key.run(c).Words(s.level, s.buf[:n]); i < n; i += 2 {
		s.buf[i], s.buf[i+1] = s.key.pair(c + uint64(i/2))
	}
}

// spans calls f with the 64-bit words of n elements from pos on, two per counter, many at a time: w are those
// of elements i and on. f may change w.
func (s *source) spans(pos uint64, n int, f func(i int, w []uint64)) {
	for i := 0; i < n; {
		skip := int((pos + uint64(i)) & 1)
		m := min(n-i, batch-skip)
		s.fill((pos+uint64(i))/2, skip+m)
		f(i, s.buf[skip:skip+m])
		i += m
	}
}

// halves is spans with 32-bit words, four per counter.
func (s *source) halves(pos uint64, n int, f func(i int, w []uint32)) {
	for i := 0; i < n; {
		skip := int((pos + uint64(i)) & 3)
		m := min(n-i, 2*batch-skip)
		s.fill((pos+uint64(i))/4, (skip+m+1)/2)
		half := s.half[:2*((skip+m+1)/2)]
		for j := range len(half) / 2 { // the lower half first, whatever the machine
			w := s.buf[j]
			half[2*j], half[2*j+1] = uint32(w), uint32(w>>32)
		}
		f(i, half[skip:skip+m])
		i += m
	}
}

// doubles fills out with uniform numbers of the elements from pos on.
func (k Key) doubles(l asm.Level, out []float64, pos uint64) {
	if pos&1 == 1 && len(out) > 0 {
		_, y := k.pair(pos / 2)
		out[0] = unit(y)
		out, pos = out[1:], pos+1
	}
	n := k.run(pos/2).Doubles(l, out)
	out, pos = out[n:], pos+uint64(n)
	if l != asm.Portable {
		var rest [2 * asm.PhiloxStep]float64
		k.run(pos/2).Doubles(l, rest[:])
		copy(out, rest[:])
		return
	}
	for ; len(out) >= 2; out, pos = out[2:], pos+2 {
		x, y := k.pair(pos / 2)
		out[0], out[1] = unit(x), unit(y)
	}
	if len(out) == 1 {
		x, _ := k.pair(pos / 2)
		out[0] = unit(x)
	}
}

// floats fills out with uniform numbers of 24 bits of the elements from pos on.
func (k Key) floats(l asm.Level, out []float32, pos uint64) {
	for len(out) > 0 && (pos&3 != 0 || l == asm.Portable) {
		w := k.block(pos/4, 0)
		for j := pos & 3; j < 4 && len(out) > 0; j++ {
			out[0] = float32(w[j]>>8) * 0x1p-24
			out, pos = out[1:], pos+1
		}
	}
	n := k.run(pos/4).Floats(l, out)
	if out, pos = out[n:], pos+uint64(n); len(out) > 0 {
		var rest [4 * asm.PhiloxStep]float32
		k.run(pos/4).Floats(l, rest[:])
		copy(out, rest[:])
	}
}
