package asm

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

func TestKeep(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for _, l := range Levels() {
		testKeepers(t, r, l)
		if narrowKeepers && l == AVX512 {
			narrowKeepers = false // what a CPU does that has no VBMI2
			testKeepers(t, r, l)
			narrowKeepers = true
		}
	}
}

func testKeepers(t *testing.T, r *rand.Rand, l Level) {
	for _, n := range []int{0, 1, 63, 64, 65, 127, 128, 200, 1000, keepRun - 1, keepRun + 64, 3*keepRun + 17} {
		for _, share := range []int{0, 1, 50, 99, 100} {
			mask, places := make([]byte, n), []int64{}
			for i := range mask {
				if r.IntN(100) < share {
					mask[i] = byte(1 + r.IntN(255))
					places = append(places, int64(i+5))
				}
			}
			testKeep(t, l, 0, mask, places, func(out []int64) (int, int) { return KeepPlaces(l, out, mask, 5) })
			testWords(t, l, mask, r.Uint64)
			testWords(t, l, mask, r.Uint32)
			testWords(t, l, mask, func() uint16 { return uint16(r.Uint32()) })
			testWords(t, l, mask, func() uint8 { return uint8(r.Uint32()) })
			testWords(t, l, mask, func() [2]uint64 { return [2]uint64{r.Uint64(), r.Uint64()} })
			testWords(t, l, mask, func() [3]uint8 { return [3]uint8{} })
		}
	}
}

func testWords[W comparable](t *testing.T, l Level, mask []byte, draw func() W) {
	from, want := make([]W, len(mask)), []W{}
	for i := range from {
		if from[i] = draw(); mask[i] != 0 {
			want = append(want, from[i])
		}
	}
	testKeep(t, l, int(unsafe.Sizeof(*new(W))), mask, want, func(out []W) (int, int) { return Keep(l, out, mask, from) })
}

// testKeep wants the beginning of what is kept, as long as is said, and what is behind the room to stay as it
// is.
func testKeep[W comparable](t *testing.T, l Level, size int, mask []byte, want []W, keep func(out []W) (int, int)) {
	t.Helper()
	for _, spare := range []int{0, 3, 200} {
		room := len(want) + spare
		out := make([]W, room+64)
		looked, wrote := keep(out[:room])
		kept := 0
		for _, v := range mask[:looked] {
			if v != 0 {
				kept++
			}
		}
		switch {
		case kept != wrote || !slices.Equal(out[:wrote], want[:wrote]):
			t.Fatalf("%v: of %d %T others are kept", l, len(mask), out[0])
		case !slices.Equal(out[room:], make([]W, 64)):
			t.Fatalf("%v: keeping of %d %T writes beside its place", l, len(mask), out[0])
		case keeperOf(l, size) != noKeeper && spare == 200 && looked < len(mask)&^63:
			t.Fatalf("%v: the kernel looked at %d of %d %T", l, looked, len(mask), out[0])
		}
	}
}

// TestKeeperOf names the widths that have kernels.
func TestKeeperOf(t *testing.T) {
	for _, l := range Levels() {
		for size, least := range map[int]Level{0: AVX512, 1: AVX2, 2: AVX2, 3: AVX512 + 1, 4: AVX2, 8: AVX512, 16: AVX512} {
			if has := keeperOf(l, size) != noKeeper; has != (l >= least) {
				t.Errorf("%v: a kernel for %d bytes is %v", l, size, has)
			}
		}
	}
}
