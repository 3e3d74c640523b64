package basic

import "github.com/mars-project/mars-go/kernel/asm"

// A Bound is what a function of mathematics promises: the largest error in units of the last place of the
// result, by the size of its floats.
type Bound struct {
	Name                 string
	Args                 int
	Half, Single, Double float64
}

// Bounds are those of all functions of one source (kernel/asm/gen). float16 is float32 rounded once more.
func Bounds() []Bound {
	var o []Bound
	for _, f := range unaries {
		o = append(o, Bound{f.name, 1, 0.51, f.ulpSingle, f.ulpDouble})
	}
	for _, f := range binaries {
		o = append(o, Bound{f.name, 2, 0.51, f.ulpSingle, f.ulpDouble})
	}
	return o
}

// At is the loop of a function of Bounds at a level for floats of 2, 4 or 8 bytes.
func At(l asm.Level, name string, size int) Func {
	return fnAt(l, name)[map[int]int{2: 0, 4: 1, 8: 2}[size]].run
}
