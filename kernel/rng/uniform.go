package rng

import "github.com/mars-project/mars-go/kernel/asm"

// Uniform fills out with uniform numbers in [0, 1) of 53 bits. Elements 2k and 2k+1 of the whole come from
// counter k.
func Uniform(out []float64, k Key, b Box) {
	b.fits(len(out))
	b.Runs(func(at int, pos uint64, n int) { k.doubles(asm.Active(), out[at:at+n], pos) })
}

// Uniform32 fills out with uniform numbers in [0, 1) of 24 bits. Elements 4k to 4k+3 of the whole come from
// counter k.
func Uniform32(out []float32, k Key, b Box) {
	b.fits(len(out))
	b.Runs(func(at int, pos uint64, n int) { k.floats(asm.Active(), out[at:at+n], pos) })
}
