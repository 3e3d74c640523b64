package asm

import "unsafe"

// A Philox is a run of consecutive counters of the generator Philox 4x32-10: of the four words of a counter
// the first two count, the last two are High. See Salmon and others, "Parallel Random Numbers: As Easy as 1,
// 2, 3" (SC 2011).
type Philox struct {
	Key, Counter, High uint64 // the first word of a pair is the lower half
}

// PhiloxStep is the most counters that the kernels do at once: room for that many holds whatever a run
// begins.
const PhiloxStep = 8

// Words fills out with the words of the counters from the first on, two to a counter, as far as whole steps
// of the level's kernel go; it returns how many elements those are.
func (p Philox) Words(l Level, out []uint64) int {
	return p.fill(l, unsafe.Pointer(unsafe.SliceData(out)), len(out)/2, philoxWords) * 2
}

// Doubles is Words as uniform numbers in [0, 1): the upper 53 bits of a word times 2^-53.
func (p Philox) Doubles(l Level, out []float64) int {
	return p.fill(l, unsafe.Pointer(unsafe.SliceData(out)), len(out)/2, philoxDoubles) * 2
}

// Floats is the 32-bit words, lower halves first, as uniform numbers in [0, 1): the upper 24 bits of a word
// times 2^-24.
func (p Philox) Floats(l Level, out []float32) int {
	return p.fill(l, unsafe.Pointer(unsafe.SliceData(out)), len(out)/4, philoxFloats) * 4
}

const (
	philoxWords = iota
	philoxDoubles
	philoxFloats
)
