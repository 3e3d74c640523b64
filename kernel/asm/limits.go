package asm

// Spin does at least n multiplications and as many additions in registers, with numbers of size bytes (8 or
// 4), and returns how many of both together: with the time it took, the most that a core can do.
func Spin(l Level, size, n int) int {
	lanes := spinLanes(l, size)
	turns := max(1, (n+spinChains*lanes-1)/(spinChains*lanes))
	spin(l, size, turns)
	return 2 * turns * spinChains * lanes
}

// spinChains is the independent sums of a turn.
const spinChains = 12

func spinLanes(l Level, size int) int {
	switch l {
	case AVX512:
		return 64 / size
	case AVX2:
		return 32 / size
	default:
		return 1
	}
}

// spinPortable is spin in Go. Its result goes where the compiler must keep it.
//
//go:noinline
func spinPortable(size, turns int) float64 {
	if size == 8 {
		return spinGo[float64](turns)
	}
	return float64(spinGo[float32](turns))
}

// spinGo is 12 independent multiply-adds a turn in Go.
func spinGo[T float32 | float64](turns int) T {
	var a, b, c, d, e, f, g, h, i, j, k, l, x T
	for range turns {
		a, b, c, d = a+x*x, b+x*x, c+x*x, d+x*x
		e, f, g, h = e+x*x, f+x*x, g+x*x, h+x*x
		i, j, k, l = i+x*x, j+x*x, k+x*x, l+x*x
	}
	return a + b + c + d + e + f + g + h + i + j + k + l
}

// ReadMemory reads p: with the time it took, what the memory gives. The length of p is a multiple of 512; a
// call should be of some tens of microseconds.
func ReadMemory(l Level, p []byte) { readMemory(l, p) }

// WriteMemory clears p, past the caches where the level can. The address of p is a multiple of 64; else as
// ReadMemory.
func WriteMemory(l Level, p []byte) { writeMemory(l, p) }

//go:noinline
func readGo(p []byte) (sum byte) {
	for _, x := range p {
		sum |= x
	}
	return sum
}
