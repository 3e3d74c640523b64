package asm

// A Function1 writes a function of n elements of x to dst, which may be x, n a multiple of Lanes; it returns
// how many it did: fewer than n where it stops before a vector with an element that it leaves to Go. The bits
// of an element depend on that element alone, and are those of the function in Go (package basic has both
// from one source). With stream it writes past the caches; dst is then at a multiple of 64.
type Function1 func(dst, x *byte, n int, stream bool) int

// A Function2 is Function1 for two arguments. xstep and ystep are the bytes between vectors: those of a
// vector, or 0 where one vector stands for all.
type Function2 func(dst, x *byte, xstep int, y *byte, ystep int, n int, stream bool) int

// A kernelSet is the kernels of a function for AVX2 and AVX-512, for float64 and float32.
type kernelSet[F any] struct {
	narrow, narrowSingle, wide, wideSingle F

	native bool // float32 is computed in lanes of 32 bits, else in lanes of 64
}

func (k kernelSet[F]) of(l Level, size int) (f F) {
	switch {
	case l == AVX512 && size == 8:
		return k.wide
	case l == AVX512:
		return k.wideSingle
	case l == AVX2 && size == 8:
		return k.narrow
	case l == AVX2:
		return k.narrowSingle
	}
	return f
}

// Lanes is how many elements of so many bytes a vector of a function holds at a level; 0 where there are no
// kernels.
func Lanes(l Level, name string, size int) int {
	n := [...]int{Portable: 0, AVX2: 4, AVX512: 8}[l]
	if size == 4 && (unaries[name].native || binaries[name].native) {
		n *= 2
	}
	return n
}

// UnaryOf is the kernel of a function for elements of 8 or 4 bytes, nil where the level has none.
func UnaryOf(l Level, name string, size int) Function1 { return unaries[name].of(l, size) }

// BinaryOf is UnaryOf for two arguments.
func BinaryOf(l Level, name string, size int) Function2 { return binaries[name].of(l, size) }
