package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKeep(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for _, l := range Levels() {
		looked := 0
		for _, n := range []int{0, 1, 63, 64, 65, 127, 128, 200, 1000, keepRun - 1, keepRun + 64, 3*keepRun + 17} {
			for _, share := range []int{0, 1, 50, 99, 100} {
				mask, w8, w4 := make([]byte, n), make([]uint64, n), make([]uint32, n)
				var places []int64
				var k8 []uint64
				var k4 []uint32
				for i := range n {
					w8[i], w4[i] = r.Uint64(), r.Uint32()
					if r.IntN(100) < share {
						mask[i] = byte(1 + r.IntN(255))
						places, k8, k4 = append(places, int64(i+5)), append(k8, w8[i]), append(k4, w4[i])
					}
				}
				for _, spare := range []int{0, 3, 200} { // what is behind the room stays as it is
					m := len(places)
					o, o8, o4 := make([]int64, m+spare+16), make([]uint64, m+spare+16), make([]uint32, m+spare+16)
					at, k := KeepPlaces(l, o[:m+spare], mask, 5)
					at8, c8 := Keep64(l, o8[:m+spare], mask, w8)
					at4, c4 := Keep32(l, o4[:m+spare], mask, w4)
					looked += at + at8 + at4
					if !slices.Equal(o[:k], places[:k]) || !slices.Equal(o8[:c8], k8[:c8]) || !slices.Equal(o4[:c4], k4[:c4]) {
						t.Fatalf("%v: of %d elements others are kept", l, n)
					}
					if !slices.Equal(o[m+spare:], make([]int64, 16)) || !slices.Equal(o8[m+spare:], make([]uint64, 16)) || !slices.Equal(o4[m+spare:], make([]uint32, 16)) {
						t.Fatalf("%v: keeping of %d elements writes beside its place", l, n)
					}
					kept := func(n int) (c int) {
						for _, v := range mask[:n] {
							if v != 0 {
								c++
							}
						}
						return c
					}
					if kept(at) != k || kept(at8) != c8 || kept(at4) != c4 {
						t.Fatalf("%v: of %d elements %d, %d and %d are kept", l, n, k, c8, c4)
					}
				}
			}
		}
		if looked == 0 && l == AVX512 {
			t.Errorf("%v: no kernel looked at anything", l)
		}
	}
}
