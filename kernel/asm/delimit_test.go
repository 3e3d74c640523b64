package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDelimit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, l := range Levels() {
		for n := range 20 {
			for _, high := range []bool{false, true} {
				whole := make([]byte, 64*n+n%7)
				text := whole[n%7:]
				for i := range text {
					text[i] = "a,\"\n\r-+\x00"[r.IntN(8)]
					if r.IntN(3) == 0 {
						text[i] = byte(r.IntN(128))
					}
				}
				if high && n > 0 {
					text[r.IntN(len(text))] |= 0x80
				}
				got := make([]Marks, n)
				if ascii := Delimit(l, got, text, ',', '"'); ascii != (!high || n == 0) {
					t.Errorf("%v: ascii %v of %q", l, ascii, text)
				}
				for i, c := range text {
					bit := func(x uint64) bool { return x>>(i%64)&1 != 0 }
					m := got[i/64]
					if bit(m.Ends) != (c == ',' || c == '\n') || bit(m.Feeds) != (c == '\n') || bit(m.Quotes) != (c == '"') || bit(m.Backs) != (c == '\r') {
						t.Fatalf("%v: byte %d of %q", l, i, text)
					}
				}
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for _, l := range Levels() {
		for n := range 9 {
			marks := make([]Marks, n)
			var want []uint32
			for i := range marks {
				w := r.Uint64() & r.Uint64() & r.Uint64()
				if x := r.IntN(4); x < 2 {
					w = -uint64(x)
				}
				marks[i] = Marks{Ends: w, Feeds: r.Uint64(), Quotes: r.Uint64(), Backs: r.Uint64()}
				for k := range 64 {
					if w>>k&1 != 0 {
						want = append(want, uint32(5+64*i+k))
					}
				}
			}
			out := make([]uint32, len(want)+PlacesRoom+1)
			out[len(out)-1] = 77
			k := Places(l, out[:len(out)-1], marks, 5)
			if k != len(want) || !slices.Equal(out[:k], want) || out[len(out)-1] != 77 {
				t.Errorf("%v: %d of %v, want %v", l, k, out[:k], want)
			}
		}
	}
}
