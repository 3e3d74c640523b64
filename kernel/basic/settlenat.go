package basic

import "unsafe"

// A natSettler writes the answer of a comparison where an operand is NaT. The comparison finds these itself:
// beside probe it says of NaT what it says of no time.
type natSettler struct {
	compare Func
	low     int   // the operand that is looked at
	probe   int64 // the other one
	answer  bool  // where there is NaT, and what the comparison says beside probe where there is none
}

// settledRows is how many rows are looked at together, natRows from how many on they are.
const (
	settledRows = 1 << 11
	natRows     = 1 << 8
)

func (s natSettler) settle(n int, in, out Vec) {
	if in.Const {
		if one[int64](in) == nat {
			o := view[bool](out, n)
			for i := range o {
				o[i] = s.answer
			}
		}
		return
	}
	if n < natRows {
		s.each(view[int64](in, n), view[bool](out, n))
		return
	}
	marks := make([]bool, min(n, settledRows))
	args := []Vec{{P: unsafe.Pointer(&s.probe), Const: true}, {P: unsafe.Pointer(&s.probe), Const: true}}
	to := []Vec{{P: unsafe.Pointer(unsafe.SliceData(marks))}}
	for lo := 0; lo < n; lo += settledRows {
		k := min(n-lo, settledRows)
		args[s.low].P, args[s.low].Const = unsafe.Add(in.P, 8*lo), false
		s.compare(k, args, to)
		o := view[bool](out, n)[lo : lo+k]
		if s.any(marks[:k]) {
			s.each(view[int64](in, n)[lo:lo+k], o)
		}
	}
}

// each settles one row after the other.
func (s natSettler) each(x []int64, out []bool) {
	out = out[:len(x)]
	for i, v := range x {
		if v == nat {
			out[i] = s.answer
		}
	}
}

// any reports a mark of NaT, eight marks at once.
func (s natSettler) any(marks []bool) bool {
	const ones = 0x0101010101010101
	none := uint64(0)
	if s.answer {
		none = ones
	}
	found := uint64(0)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(marks))), len(marks)/8)
	for _, w := range words {
		found |= w ^ none
	}
	for _, m := range marks[8*len(words):] {
		if m != s.answer {
			return true
		}
	}
	return found != 0
}
