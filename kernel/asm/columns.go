package asm

import "unsafe"

// strip is the columns that DotColumns works on together: their partial sums stay in the second-level cache.
const strip = 512

// lanes are the elements of a vector; Dot keeps two of them as partial sums of a row.
func (v *Vector) lanes() int {
	if v.wide {
		return 64 / v.Size
	}
	return 32 / v.Size
}

// Room is the elements of scratch that DotColumns needs.
func (v *Vector) Room() int { return 2*v.lanes()*strip + segment + 1 }

// DotColumns is Dot of columns: out[j] is the sum of a[k][j]*x[k] over n rows of a, which are contiguous as x
// and out are. Partial sums are formed and added as Dot forms and adds those of a row, so that the bits are
// those of Dot on the transposed matrix. room holds Room elements.
func (v *Vector) DotColumns(out, a unsafe.Pointer, stride, cols, n int, x, room unsafe.Pointer) {
	if n == 0 {
		clear(unsafe.Slice((*byte)(out), cols*v.Size))
	}
	z, classes := v.Size, 2*v.lanes()
	xs := unsafe.Add(room, classes*strip*z)
	for s := 0; s < n; s += segment {
		m := min(segment, n-s)
		for c := range classes { // those of a class together
			for i := range m / classes {
				v.put(xs, c*(m/classes)+i, x, s+c+i*classes)
			}
		}
		for j := 0; j < cols; j += strip {
			w := min(strip, cols-j)
			v.classSums(room, w, unsafe.Add(a, s*stride+j*z), stride, m, xs, unsafe.Add(x, s*z))
			to := unsafe.Add(out, j*z)
			if s == 0 {
				copy(unsafe.Slice((*byte)(to), w*z), unsafe.Slice((*byte)(room), w*z))
			} else {
				v.plus(to, room, w)
			}
		}
	}
}

// classSums leaves the sums of w columns over m rows at the beginning of room. xs is x by classes.
func (v *Vector) classSums(room unsafe.Pointer, w int, a unsafe.Pointer, stride, m int, xs, x unsafe.Pointer) {
	z, lanes := v.Size, v.lanes()
	classes := 2 * lanes
	each := m / classes
	clear(unsafe.Slice((*byte)(room), classes*strip*z))
	for c := range classes {
		sum := unsafe.Add(room, c*strip*z)
		if each > 0 {
			v.Axpy(sum, unsafe.Add(a, c*stride), classes*stride, each, w, unsafe.Add(xs, c*each*z))
		}
		for k := each*classes + c; c < lanes && k < m; k += lanes { // the rest goes to the first half
			v.Axpy(sum, unsafe.Add(a, k*stride), 0, 1, w, unsafe.Add(x, k*z))
		}
	}
	one := v.one()
	for h := lanes; h > 0; h /= 2 {
		for c := range h {
			v.Axpy(unsafe.Add(room, c*strip*z), unsafe.Add(room, (c+h)*strip*z), 0, 1, w, one)
		}
	}
}

var (
	one64 = 1.0
	one32 = float32(1)
)

func (v *Vector) one() unsafe.Pointer {
	if v.Size == 4 {
		return unsafe.Pointer(&one32)
	}
	return unsafe.Pointer(&one64)
}

// put copies an element.
func (v *Vector) put(to unsafe.Pointer, i int, from unsafe.Pointer, j int) {
	if v.Size == 4 {
		*(*uint32)(unsafe.Add(to, 4*i)) = *(*uint32)(unsafe.Add(from, 4*j))
		return
	}
	*(*uint64)(unsafe.Add(to, 8*i)) = *(*uint64)(unsafe.Add(from, 8*j))
}
