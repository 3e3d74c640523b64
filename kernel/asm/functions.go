package asm

// A Function1 writes a function of n elements of x to dst, which may be x, n a multiple of Lanes; it returns how many it did: fewer than n where
// it stops before a vector with an element that it leaves to Go. The bits of an element depend on that element alone, and are those of the function
// in Go (package basic has both from one source).
type Function1 func(dst, x *byte, n int) int

// A Function2 is Function1 for two arguments. xstep and ystep are the bytes between vectors: those of a vector, or 0 where one vector stands for all.
type Function2 func(dst, x *byte, xstep int, y *byte, ystep int, n int) int

// Lanes is how many elements one vector of a function holds at a level, whether float64 or float32, which are computed in lanes of float64; 0 where
// there are no kernels.
func Lanes(l Level) int { return [...]int{Portable: 0, AVX2: 4, AVX512: 8}[l] }

// UnaryOf is the kernel of a function for elements of 8 or 4 bytes, nil where the level has none.
func UnaryOf(l Level, name string, size int) Function1 {
	if i, ok := variant(l, size); ok {
		return unaries[name][i]
	}
	return nil
}

// BinaryOf is UnaryOf for two arguments.
func BinaryOf(l Level, name string, size int) Function2 {
	if i, ok := variant(l, size); ok {
		return binaries[name][i]
	}
	return nil
}

func variant(l Level, size int) (int, bool) {
	i := 0
	if l == AVX512 {
		i = 2
	}
	if size == 4 {
		i++
	}
	return i, l != Portable
}
