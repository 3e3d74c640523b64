package asm

import "unsafe"

func (s *Sliding) slide(l Level, out, enters, leaves *byte, stride, n int, mean bool) {
	state := (*byte)(unsafe.Pointer(s))
	if l == AVX512 {
		if mean {
			slide512Mean(out, enters, leaves, stride, n, state)
		} else {
			slide512(out, enters, leaves, stride, n, state)
		}
		return
	}
	half := func(p *byte) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(p), 4*stride)) }
	for range 2 { // four lanes, and four
		if mean {
			slide256Mean(out, enters, leaves, stride, n, state)
		} else {
			slide256(out, enters, leaves, stride, n, state)
		}
		out, enters, leaves, state = half(out), half(enters), half(leaves), (*byte)(unsafe.Add(unsafe.Pointer(state), 32))
	}
}
