package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// A runningSum adds elements up by a ladder. Its states are the levels: one value each for a line, rows of
// them for rows.
type runningSum[T number] struct {
	*ladder
	lanes int // elements of a block
	none  T   // what added to anything changes nothing
	elem  asm.Elem
	fast  bool // elem has a kernel
	add   *asm.Fold
}

func runningSumOf[T number]() accumulator {
	s := &runningSum[T]{add: foldOf[T](asm.Sum)}
	s.elem, s.fast = elemOf[T]()
	switch v := any(&s.none).(type) {
	case *float32:
		*v = float32(math.Copysign(0, -1))
	case *float64:
		*v = math.Copysign(0, -1)
	case *complex64:
		z := float32(math.Copysign(0, -1))
		*v = complex(z, z)
	case *complex128:
		z := math.Copysign(0, -1)
		*v = complex(z, z)
	default:
		s.ladder, s.fast = exactly, s.elem == asm.I64
		s.lanes = 8
		return s
	}
	s.lanes = max(8, 64/int(unsafe.Sizeof(s.none)))
	s.ladder = ladderOf(s.lanes)
	return s
}

func (s *runningSum[T]) size() int { return int(unsafe.Sizeof(s.none)) }

// line writes the running sums of n elements of one row, the first one at position p.
func (s *runningSum[T]) line(outP, xP unsafe.Pointer, n, p int, stP unsafe.Pointer, stream bool) {
	out, x, st := slice[T](outP, n), slice[T](xP, n), slice[T](stP, s.levels())
	if s.exact {
		s.sequence(out, x, p, st, stream)
		return
	}
	for len(x) > 0 {
		off := p & (s.lanes - 1)
		m := min(len(x), s.lanes-off)
		if off == 0 && m == s.lanes {
			m = min(len(x)&^(s.lanes-1), 1<<leafShift-p&(1<<leafShift-1))
			s.blocks(out[:m], x[:m], p, st, stream)
		} else {
			s.single(out[:m], x[:m], p, st)
		}
		out, x, p = out[m:], x[m:], p+m
	}
}

// total is line without results.
func (s *runningSum[T]) total(xP unsafe.Pointer, n, p int, stP unsafe.Pointer) {
	x, st := slice[T](xP, n), slice[T](stP, s.levels())
	if s.exact {
		s.whole(x, p, st)
		return
	}
	for len(x) > 0 {
		off := p & (s.lanes - 1)
		m := min(len(x), s.lanes-off)
		if off == 0 && m == s.lanes {
			m = min(len(x)&^(s.lanes-1), 1<<leafShift-p&(1<<leafShift-1))
			s.blocks(nil, x[:m], p, st, false)
		} else {
			for i, e := range x[:m] {
				s.push(st, p+i, 0, e)
			}
		}
		x, p = x[m:], p+m
	}
}

// whole is sequence without results.
func (s *runningSum[T]) whole(x []T, p int, st []T) {
	acc := [4]T{}
	if p > 0 {
		acc[0] = st[0]
	}
	done := 0
	if n := len(x) &^ (s.lanes - 1); s.fast && n > 0 && asm.ScanTotal(level, s.elem, unsafe.Pointer(unsafe.SliceData(x)), n, unsafe.Pointer(&acc)) {
		done = n
	}
	for _, v := range x[done:] {
		acc[0] += v
	}
	st[0] = acc[0]
}

// sequence is line for what adds up without error.
func (s *runningSum[T]) sequence(out, x []T, p int, st []T, stream bool) {
	acc := [4]T{}
	if p > 0 {
		acc[0] = st[0]
	}
	done := 0
	if n := len(x) &^ (s.lanes - 1); s.fast && n > 0 {
		at := unsafe.Pointer(unsafe.SliceData(out))
		if asm.Scan(level, s.elem, at, unsafe.Pointer(unsafe.SliceData(x)), n, unsafe.Pointer(&acc), stream && uintptr(at)%64 == 0) {
			done = n
		}
	}
	for i, v := range x[done:] {
		acc[0] += v
		out[done+i] = acc[0]
	}
	st[0] = acc[0]
}

// blocks is line for whole blocks of one leaf, or total where out is nil.
func (s *runningSum[T]) blocks(out, x []T, p int, st []T, stream bool) {
	acc := [4]T{s.none, s.none, s.none, s.none}
	for i := range acc {
		if s.digit(p, s.block+i) > 0 {
			acc[i] = st[s.block+i]
		}
	}
	at, from := unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(x))
	switch {
	case s.fast && out == nil && asm.ScanTotal(level, s.elem, from, len(x), unsafe.Pointer(&acc)):
	case s.fast && out != nil && asm.Scan(level, s.elem, at, from, len(x), unsafe.Pointer(&acc), stream && uintptr(at)%64 == 0):
	default:
		acc[0] = s.trees(out, x, acc)
	}
	st[s.block] = acc[0]
	if end := p + len(x); end&(1<<leafShift-1) == 0 {
		s.push(st, end-1, s.block+1, acc[0])
	}
}

// trees is the kernel in Go.
func (s *runningSum[T]) trees(out, x []T, acc [4]T) T {
	var v [16]T
	for ; len(x) > 0; x = x[s.lanes:] {
		copy(v[:s.lanes], x)
		for h := 1; h < s.lanes; h *= 2 {
			for base := h; base < s.lanes; base += 2 * h {
				left := v[base-1]
				for i := base; i < base+h; i++ {
					v[i] += left
				}
			}
		}
		if out != nil {
			for i, e := range v[:s.lanes] {
				out[i] = acc[3] + (acc[2] + (acc[1] + (acc[0] + e)))
			}
			out = out[s.lanes:]
		}
		acc[0] += v[s.lanes-1]
	}
	return acc[0]
}

// single is line for elements of one block.
func (s *runningSum[T]) single(out, x []T, p int, st []T) {
	var held [4]T
	high := held[:0]
	for j := s.block; j < s.levels(); j++ {
		if s.digit(p, j) > 0 {
			high = append(high, st[j])
		}
	}
	for i, e := range x {
		at := p + i
		sum := e
		for j := range s.block {
			if at>>j&1 == 1 {
				sum += st[j]
			}
		}
		for _, h := range high {
			sum += h
		}
		out[i] = sum
		s.push(st, at, 0, e)
	}
}

// push takes the sum of the unit of level j in which p lies, which is complete with it.
func (s *runningSum[T]) push(st []T, p, j int, v T) {
	for {
		if s.digit(p, j) > 0 {
			v = st[j] + v
		}
		st[j] = v
		if !s.closes(p, j) {
			return
		}
		j++
	}
}

// row writes the running sums of one element of each of w rows, at position p.
func (s *runningSum[T]) row(outP, xP unsafe.Pointer, w, p int, stP unsafe.Pointer) {
	out, x, st := slice[T](outP, w), slice[T](xP, w), slice[T](stP, s.levels()*w)
	copy(out, x)
	for j := range s.levels() {
		if s.digit(p, j) > 0 {
			s.into(out, st[j*w:(j+1)*w])
		}
	}
	if s.exact {
		copy(st, out)
		return
	}
	for j, v := 0, x; ; j++ {
		held := st[j*w : (j+1)*w]
		if s.digit(p, j) > 0 {
			s.into(held, v)
		} else {
			copy(held, v)
		}
		if !s.closes(p, j) {
			return
		}
		v = held
	}
}

// into adds x to acc.
func (s *runningSum[T]) into(acc, x []T) {
	i := 0
	if s.add != nil && len(acc) >= s.add.Lanes {
		i = s.add.Rows(unsafe.Pointer(unsafe.SliceData(acc)), unsafe.Pointer(unsafe.SliceData(x)), len(acc), 1, 0)
	}
	for ; i < len(acc); i++ {
		acc[i] += x[i]
	}
}

// join takes the sums of w rows over a unit of level j behind the elements before p.
func (s *runningSum[T]) join(stP unsafe.Pointer, w, p, j int, unitP unsafe.Pointer) {
	st, unit := slice[T](stP, s.levels()*w), slice[T](unitP, w)
	if s.exact {
		if p == 0 {
			clear(st)
		}
		s.into(st, unit)
		return
	}
	one := make([]T, s.levels())
	for i, v := range unit {
		for k := range one {
			one[k] = st[k*w+i]
		}
		s.push(one, p, j, v)
		for k := range one {
			st[k*w+i] = one[k]
		}
	}
}

// tidy makes what no level holds at position p zero, so that equal states have equal bytes.
func (s *runningSum[T]) tidy(stP unsafe.Pointer, w, p int) {
	for j := range s.levels() {
		if s.digit(p, j) == 0 {
			clear(slice[T](stP, s.levels()*w)[j*w : (j+1)*w])
		}
	}
}
