package asm

import "unsafe"

// words is how elements of a Gemm are moved.
type words struct {
	wide  func(dst, src *byte, stride, n int) // rows of so many bytes
	bytes int
	turn  func(dst *byte, step int, src *byte, stride, n int) // blocks of rows x rows elements
	rows  int
}

// Pack writes a panel: element i < width of row j < n goes to dst + j*step + i*Size, and comes from src +
// i*across + j*along. What lies between width and step stays as it is.
func (g *Gemm) Pack(dst unsafe.Pointer, step int, src unsafe.Pointer, across, along, width, n int) {
	w := g.words
	switch {
	case across == g.Size && width*g.Size == w.bytes && step == w.bytes && n > 0:
		w.wide((*byte)(dst), (*byte)(src), along, n)
	case across == g.Size:
		bytes := width * g.Size
		for j := range n {
			copy(unsafe.Slice((*byte)(unsafe.Add(dst, j*step)), bytes), unsafe.Slice((*byte)(unsafe.Add(src, j*along)), bytes))
		}
	case along == g.Size && w.rows > 0:
		m := n / w.rows * w.rows
		i := 0
		for ; m > 0 && i+w.rows <= width; i += w.rows {
			to, from := unsafe.Add(dst, i*g.Size), unsafe.Add(src, i*across)
			w.turn((*byte)(to), step, (*byte)(from), across, m)
			if m < n {
				g.scatter(unsafe.Add(to, m*step), step, unsafe.Add(from, m*along), across, along, w.rows, n-m)
			}
		}
		if i < width {
			g.scatter(unsafe.Add(dst, i*g.Size), step, unsafe.Add(src, i*across), across, along, width-i, n)
		}
	default:
		g.scatter(dst, step, src, across, along, width, n)
	}
}

// Fetch asks for rows of so many bytes, stride bytes apart, which will be used soon.
func Fetch(p unsafe.Pointer, bytes, rows, stride int) {
	if rows > 0 && bytes > 0 {
		fetchLines((*byte)(p), (int(uintptr(p)&63)+bytes+63)/64, rows, stride)
	}
}

// scatter is Pack element by element, rows of src outermost.
func (g *Gemm) scatter(dst unsafe.Pointer, step int, src unsafe.Pointer, across, along, width, n int) {
	switch g.Size {
	case 4:
		scatter[uint32](dst, step, src, across, along, width, n)
	case 8:
		scatter[uint64](dst, step, src, across, along, width, n)
	default:
		scatter[[2]uint64](dst, step, src, across, along, width, n)
	}
}

func scatter[T any](dst unsafe.Pointer, step int, src unsafe.Pointer, across, along, width, n int) {
	var t T
	for i := range width {
		to, from := i*int(unsafe.Sizeof(t)), i*across
		for j := range n { // no address may lie beside its memory, not even behind the last element
			*(*T)(unsafe.Add(dst, to+j*step)) = *(*T)(unsafe.Add(src, from+j*along))
		}
	}
}
