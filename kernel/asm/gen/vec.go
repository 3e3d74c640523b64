package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

var zmm = []VecPhysical{
	Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
	Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

var ymm = []VecPhysical{Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15}

// A machine is one width of vectors with one width of floats.
type machine struct {
	name string // of the level and the float: "512d"
	wide bool   // AVX-512, else AVX2
	size int    // bytes of a float: 4 or 8

	masks Mem // AVX2: laneMasks
}

func machines() []machine {
	l := laneMasks()
	return []machine{{"512d", true, 8, l}, {"512s", true, 4, l}, {"256d", false, 8, l}, {"256s", false, 4, l}}
}

func (m machine) regs() []VecPhysical {
	if m.wide {
		return zmm
	}
	return ymm
}

// bytes are those of a vector.
func (m machine) bytes() int {
	if m.wide {
		return 64
	}
	return 32
}

func (m machine) lanes() int { return m.bytes() / m.size }

func (m machine) clear(v Op) {
	switch {
	case m.wide:
		VPXORQ(v, v, v)
	case m.size == 8:
		VXORPD(v, v, v)
	default:
		VXORPS(v, v, v)
	}
}

func (m machine) move(from, to Op) {
	if m.size == 8 {
		VMOVUPD(from, to)
	} else {
		VMOVUPS(from, to)
	}
}

func (m machine) broadcast(from, to Op) {
	if m.size == 8 {
		VBROADCASTSD(from, to)
	} else {
		VBROADCASTSS(from, to)
	}
}

// fma is sum += x*y.
func (m machine) fma(x, y, sum Op) {
	if m.size == 8 {
		VFMADD231PD(x, y, sum)
	} else {
		VFMADD231PS(x, y, sum)
	}
}

// scaleAdd is v = v*x + add.
func (m machine) scaleAdd(add, x, v Op) {
	if m.size == 8 {
		VFMADD213PD(add, x, v)
	} else {
		VFMADD213PS(add, x, v)
	}
}

func (m machine) multiply(x, y, to Op) {
	if m.size == 8 {
		VMULPD(x, y, to)
	} else {
		VMULPS(x, y, to)
	}
}

// A tail is the lanes of the last vector of a row that count: an opmask, or with AVX2 a mask in memory that
// is loaded where it is needed.
type tail struct {
	m    machine
	k    Register // AVX-512
	mask Mem      // AVX2
}

// tails makes the tail of n lanes, 1 to all of them.
func (m machine) tails(n Register, scratch GPVirtual) tail {
	if m.wide {
		MOVQ(n, RCX)
		MOVQ(U32(1), scratch)
		SHLQ(CL, scratch)
		DECQ(scratch)
		k := K1
		KMOVW(scratch.As32(), k)
		return tail{m: m, k: k}
	}
	LEAQ(m.masks, scratch)
	MOVQ(n, RCX)
	NEGQ(RCX)
	LEAQ(Mem{Base: scratch, Index: RCX, Scale: uint8(m.size), Disp: 32}, scratch)
	return tail{m: m, mask: Mem{Base: scratch}}
}

// load reads the lanes that count, zeros to the others. hold is a register that may be overwritten.
func (t tail) load(from Mem, hold, to VecPhysical) {
	switch {
	case t.m.wide && t.m.size == 8:
		VMOVUPD_Z(from, t.k, to)
	case t.m.wide:
		VMOVUPS_Z(from, t.k, to)
	case t.m.size == 8:
		VMOVUPD(t.mask, hold)
		VMASKMOVPD(from, hold, to)
	default:
		VMOVUPS(t.mask, hold)
		VMASKMOVPS(from, hold, to)
	}
}

// store writes the lanes that count.
func (t tail) store(from VecPhysical, hold VecPhysical, to Mem) {
	switch {
	case t.m.wide && t.m.size == 8:
		VMOVUPD(from, t.k, to)
	case t.m.wide:
		VMOVUPS(from, t.k, to)
	case t.m.size == 8:
		VMOVUPD(t.mask, hold)
		VMASKMOVPD(from, hold, to)
	default:
		VMOVUPS(t.mask, hold)
		VMASKMOVPS(from, hold, to)
	}
}

// laneMasks is a vector of ones before a vector of zeros: what begins n floats before the middle masks n
// lanes.
func laneMasks() Mem {
	t := GLOBL("lanes", RODATA|NOPTR)
	for i := range 8 {
		DATA(8*i, U64([]uint64{^uint64(0), 0}[i/4]))
	}
	return t
}
