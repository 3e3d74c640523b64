package asm

import (
	"math"
	"testing"
)

// philoxOne is the generator by its definition.
func philoxOne(counter, high, key uint64) (a, b uint64) {
	c := [4]uint32{uint32(counter), uint32(counter >> 32), uint32(high), uint32(high >> 32)}
	k0, k1 := uint32(key), uint32(key>>32)
	for range 10 {
		p, q := uint64(c[0])*0xD2511F53, uint64(c[2])*0xCD9E8D57
		c = [4]uint32{uint32(q>>32) ^ c[1] ^ k0, uint32(q), uint32(p>>32) ^ c[3] ^ k1, uint32(p)}
		k0, k1 = k0+0x9E3779B9, k1+0xBB67AE85
	}
	return uint64(c[1])<<32 | uint64(c[0]), uint64(c[3])<<32 | uint64(c[2])
}

func TestPhilox(t *testing.T) {
	if a, b := philoxOne(0, 0, 0); a != 0xe169c58d6627e8d5 || b != 0x9b00dbd8bc57ac4c { // the paper's known answer
		t.Fatalf("the definition gives %x %x", a, b)
	}
	for _, l := range Levels() {
		for _, p := range []Philox{
			{},
			{Key: 1, Counter: 5, High: 2},
			{Key: 0xfedcba9876543210, Counter: 1<<32 - 3, High: 0x12345678_9abcdef0},
			{Key: math.MaxUint64, Counter: math.MaxUint64 - 5, High: math.MaxUint64},
		} {
			for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 15, 16, 100, philoxLong} {
				words, doubles, floats := make([]uint64, 2*n+1), make([]float64, 2*n+1), make([]float32, 4*n+1)
				w, d, f := p.Words(l, words), p.Doubles(l, doubles), p.Floats(l, floats)
				step := map[Level]int{Portable: n + 1, AVX2: 4, AVX512: 8}[l]
				if done := n / step * step; w != 2*done || d != 2*done || f != 4*done {
					t.Fatalf("%v: of %d counters did %d, %d and %d, want %d", l, n, w/2, d/2, f/4, done)
				}
				for i := range n {
					a, b := philoxOne(p.Counter+uint64(i), p.High, p.Key)
					for j, v := range []uint64{a, b} {
						k := 2*i + j
						x, y, z := v, float64(v>>11)*0x1p-53, [2]float32{float32(uint32(v)>>8) * 0x1p-24, float32(v>>40) * 0x1p-24}
						if k >= w {
							x, y, z = 0, 0, [2]float32{}
						}
						if words[k] != x || doubles[k] != y || floats[2*k] != z[0] || floats[2*k+1] != z[1] {
							t.Fatalf("%v: element %d of %d of %+v is %x, %v, %v %v, want %x, %v, %v", l, k, n, p, words[k], doubles[k], floats[2*k], floats[2*k+1], x, y, z)
						}
					}
				}
				if words[2*n] != 0 || doubles[2*n] != 0 || floats[4*n] != 0 {
					t.Fatalf("%v: %d counters write beside their place", l, n)
				}
			}
		}
	}
}

// philoxLong is more counters than one call of a kernel takes.
const philoxLong = 1<<13 + 12
