package asm

import (
	"math/rand/v2"
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
