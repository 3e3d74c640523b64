package rng

import (
	"testing"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Every level makes the numbers of the definition, wherever a run begins and ends.
func TestLevelsMakeTheSameNumbers(t *testing.T) {
	for _, k := range []Key{{}, {Seed: 0xfedcba9876543210, Stream: 77}} {
		for _, pos := range []uint64{0, 1, 2, 3, 5, 8, 1<<33 - 6, 1<<34 - 3} {
			for _, n := range []int{0, 1, 2, 3, 4, 7, 15, 16, 17, 31, 33, 200, batch - 1, batch, 2*batch + 5, 5*batch + 3} {
				for _, l := range asm.Levels() {
					doubles, floats := make([]float64, n), make([]float32, n)
					k.doubles(l, doubles, pos)
					k.floats(l, floats, pos)
					s := source{key: k, level: l}
					seen := 0
					s.spans(pos, n, func(i int, ws []uint64) {
						for _, w := range ws {
							x, y := k.pair((pos + uint64(i)) / 2)
							if (pos+uint64(i))&1 == 1 {
								x = y
							}
							if i != seen || w != x || doubles[i] != unit(x) {
								t.Fatalf("%v: 64-bit word %d (%d) from %d on is %x, as a number %v; want %x, %v", l, i, seen, pos, w, doubles[i], x, unit(x))
							}
							seen++
							i++
						}
					})
					s.halves(pos, n, func(i int, ws []uint32) {
						for _, w := range ws {
							x := k.block((pos+uint64(i))/4, 0)[(pos+uint64(i))%4]
							if i != seen-n || w != x || floats[i] != float32(x>>8)*0x1p-24 {
								t.Fatalf("%v: 32-bit word %d (%d) from %d on is %x, as a number %v; want %x", l, i, seen-n, pos, w, floats[i], x)
							}
							seen++
							i++
						}
					})
					if seen != 2*n {
						t.Fatalf("%v: %d words of %d", l, seen, 2*n)
					}
				}
			}
		}
	}
}
