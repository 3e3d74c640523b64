package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// limits is loops that do nothing but what one part of the machine does: multiply and add in registers, read
// memory, write it past the caches.
func limits() {
	for _, m := range machines() {
		m.spin()
		if m.size == 8 {
			m.read()
			m.write()
		}
	}
}

// chains is the independent sums of spin: two units with a latency of four cycles need eight.
const chains = 12

// spin is n times as many fused multiply-adds as there are chains.
func (m machine) spin() {
	name := "spin" + m.name
	TEXT(name, NOSPLIT, "func(n int)")
	Doc(name + " does 12 fused multiply-adds of vectors n times, at least once.")
	n := Load(Param("n"), GP64())
	regs := m.regs()
	for i := range chains + 1 {
		m.clear(regs[i])
	}
	Label(name + "_loop")
	for i := range chains {
		m.fma(regs[chains], regs[chains], regs[i])
	}
	DECQ(n) // at least once
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

// span is the vectors that read and write take in a turn.
const span = 8

func (m machine) read() {
	name := "read" + m.name
	TEXT(name, NOSPLIT, "func(p *byte, n int)")
	Pragma("noescape")
	Doc(name + " reads n bytes, a multiple of 512.")
	p, n := Load(Param("p"), GP64()), Load(Param("n"), GP64())
	regs := m.regs()
	Label(name + "_loop")
	for i := range span {
		m.move(Mem{Base: p, Disp: i * m.bytes()}, regs[i])
	}
	m.step(name, span*m.bytes(), p, n)
}

func (m machine) write() {
	name := "write" + m.name
	TEXT(name, NOSPLIT, "func(p *byte, n int)")
	Pragma("noescape")
	Doc(name + " writes zeros to n bytes past the caches. p is a multiple of 64, n of 512.")
	p, n := Load(Param("p"), GP64()), Load(Param("n"), GP64())
	zero := m.regs()[0]
	m.clear(zero)
	Label(name + "_loop")
	for i := range span {
		VMOVNTPD(zero, Mem{Base: p, Disp: i * m.bytes()})
	}
	m.step(name, span*m.bytes(), p, n)
}

func (m machine) step(name string, bytes int, p, n Op) {
	ADDQ(U32(uint32(bytes)), p)
	SUBQ(U32(uint32(bytes)), n)
	JG(LabelRef(name + "_loop"))
	SFENCE()
	VZEROUPPER()
	RET()
}
