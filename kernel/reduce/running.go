package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// arithScanner is running sums or products. Those of floats of one row are folded in blocks of 64 bytes, from its beginning on, in the order of asm.Scan.
func arithScanner[T number](prod bool) scanner {
	op, unit := asm.Sum, T(0)
	if prod {
		op, unit = asm.Product, 1
	} else if x, ok := any(&unit).(*float64); ok {
		*x = math.Copysign(0, -1)
	} else if x, ok := any(&unit).(*float32); ok {
		*x = float32(math.Copysign(0, -1))
	}
	s := scannerFor(add[T])
	if prod {
		s = scannerFor(mul[T])
	}
	e, known := elemOf[T]()
	s.line = func(out, x, before unsafe.Pointer, n int) {
		carry := unit
		if before != nil {
			carry = *(*T)(before)
		}
		done := 0
		if known {
			held := carry
			if done = asm.Scan(level, op, e, out, x, n, unsafe.Pointer(&held)); done > 0 {
				carry = *(*T)(unsafe.Add(out, (done-1)*int(unsafe.Sizeof(carry))))
			}
		}
		o, v := slice[T](out, n)[done:], slice[T](x, n)[done:]
		switch o := any(o).(type) {
		case []float64:
			blocks(o, any(v).([]float64), float64(real1(carry)), prod)
		case []float32:
			blocks(o, any(v).([]float32), float32(real1(carry)), prod)
		default:
			p := slice[T](out, n)[done:]
			if before == nil && done == 0 {
				p[0], carry = v[0], v[0]
				p, v = p[1:], v[1:]
			}
			sequence(p, v, carry, prod)
		}
	}
	if f := foldOf[T](op); f != nil {
		slow := s.row
		s.row = func(out, x, before unsafe.Pointer, w int) {
			if before == nil || w < f.Lanes {
				slow(out, x, before, w)
				return
			}
			o, v := slice[T](out, w), slice[T](x, w)
			copy(o, slice[T](before, w))
			for i := f.Rows(out, x, w, 1, 0); i < w; i++ {
				if prod {
					o[i] *= v[i]
				} else {
					o[i] += v[i]
				}
			}
		}
	}
	return s
}

// real1 is a float.
func real1[T number](x T) float64 {
	switch v := any(x).(type) {
	case float64:
		return v
	case float32:
		return float64(v)
	}
	panic("reduce: no float")
}

// sequence folds in order.
func sequence[T number](out, x []T, carry T, prod bool) {
	if prod {
		for i, v := range x {
			carry *= v
			out[i] = carry
		}
		return
	}
	for i, v := range x {
		carry += v
		out[i] = carry
	}
}

// blocks folds as asm.Scan does, block by block of 64 bytes.
func blocks[T float](out, x []T, carry T, prod bool) {
	lanes := 64 / int(unsafe.Sizeof(carry))
	for len(x) > 0 {
		var v [16]T
		n := copy(v[:lanes], x)
		for h := 1; h < lanes; h *= 2 {
			for base := h; base < n; base += 2 * h {
				left := v[base-1]
				for i := base; i < min(base+h, n); i++ {
					if prod {
						v[i] *= left
					} else {
						v[i] += left
					}
				}
			}
		}
		for i := range n {
			if prod {
				out[i] = v[i] * carry
			} else {
				out[i] = v[i] + carry
			}
		}
		if n == lanes {
			if prod {
				carry *= v[n-1]
			} else {
				carry += v[n-1]
			}
		}
		out, x = out[n:], x[n:]
	}
}
