package asm

import (
	"math/rand/v2"
	"testing"
)

// All levels take the same groups of the same numbers, and touch nothing behind them.
func TestUnpack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, l := range Levels() {
		for w := uint(1); w <= 16; w++ {
			for range 200 {
				src, n := make([]byte, r.IntN(200)), r.IntN(100)
				for i := range src {
					src[i] = byte(r.Uint32())
				}
				number := func(i int) (v uint16) {
					for b := range w {
						bit := uint(i)*w + b
						v |= uint16(src[bit>>3]>>(bit&7)&1) << b
					}
					return v
				}
				wide := make([]uint16, n+1)
				wide[n] = 77
				k := Unpack16(l, wide[:n], src, w)
				if want := taken(n, len(src), w, 16); k != want || wide[n] != 77 {
					t.Fatalf("%v: %d of %d numbers of %d bits in %d bytes, want %d", l, k, n, w, len(src), want)
				}
				for i, v := range wide[:k] {
					if v != number(i) {
						t.Fatalf("%v: number %d of %d bits is %d, not %d", l, i, w, v, number(i))
					}
				}
				if w > 8 {
					continue
				}
				small := make([]byte, n+1)
				small[n] = 77
				k = Unpack8(l, small[:n], src, w)
				if want := taken(n, len(src), w, 8); k != want || small[n] != 77 {
					t.Fatalf("%v: %d of %d numbers of %d bits in %d bytes, want %d", l, k, n, w, len(src), want)
				}
				for i, v := range small[:k] {
					if uint16(v) != number(i) {
						t.Fatalf("%v: number %d of %d bits is %d, not %d", l, i, w, v, number(i))
					}
				}
			}
		}
	}
}

// taken counts groups one by one.
func taken(n, bytes int, w uint, least int) (k int) {
	for ; k+8 <= n && bytes >= least; k += 8 {
		bytes -= int(w)
	}
	return k
}

func BenchmarkUnpack8(b *testing.B) {
	dst, src := make([]byte, 512), make([]byte, 512)
	for _, l := range Levels() {
		b.Run(l.String(), func(b *testing.B) {
			b.SetBytes(int64(len(dst)))
			for b.Loop() {
				Unpack8(l, dst, src, 7)
			}
		})
	}
}
