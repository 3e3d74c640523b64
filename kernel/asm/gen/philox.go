package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// philox is Philox 4x32-10 of consecutive counters: one counter in a 64-bit lane, each of its four words in
// the lower half of the lane of a vector of its own. Upper halves hold what they may: multiplications do not
// look at them, and they are masked out at the end. Lanes are in such an order that interleaving the two
// 64-bit results of a counter puts them in place.
func philox() {
	for _, m := range []struct {
		name string
		wide bool
	}{{"512", true}, {"256", false}} {
		lanes := []uint64{0, 4, 1, 5, 2, 6, 3, 7}
		if !m.wide {
			lanes = []uint64{0, 2, 1, 3}
		}
		order := GLOBL("order"+m.name, RODATA|NOPTR)
		for i, l := range lanes {
			DATA(8*i, U64(l))
		}
		for _, to := range []string{"Words", "Doubles", "Floats"} {
			p := phil{machine{wide: m.wide, size: 8}, order, "philox" + m.name + to, to}
			p.emit()
		}
	}
}

type phil struct {
	machine
	order Mem
	name  string
	to    string
}

func (p phil) emit() {
	TEXT(p.name, NOSPLIT, "func(out *byte, counter, key, high uint64, n int)")
	Pragma("noescape")
	Doc(p.name + " writes 16 bytes for each of n counters from counter on, a multiple of " + map[bool]string{true: "8", false: "4"}[p.wide] + ". high is the upper words of all counters.")
	out := Load(Param("out"), GP64())
	counter, key := Load(Param("counter"), GP64()), Load(Param("key"), GP64())
	high, n := Load(Param("high"), GP64()), Load(Param("n"), GP64())
	if p.wide {
		p.wideLoop(out, counter, key, high, n)
	} else {
		p.narrowLoop(out, counter, key, high, n)
	}
	VZEROUPPER()
	RET()
}

const (
	mul0, mul1   = 0xD2511F53, 0xCD9E8D57
	weyl0, weyl1 = 0x9E3779B9, 0xBB67AE85
)

// keys calls f with the two key words of every round.
func keys(key Register, f func(round int, k0, k1 Register)) {
	k0, k1 := GP64(), GP64()
	MOVL(key.(GP).As32(), k0.As32())
	MOVQ(key, k1)
	SHRQ(Imm(32), k1)
	for r := range 10 {
		f(r, k0, k1)
		ADDL(U32(weyl0), k0.As32())
		ADDL(U32(weyl1), k1.As32())
	}
}

func (p phil) wideLoop(out, counter, key, high, n Register) {
	k, c := zmm[:20], slices.Clone(zmm[20:24])
	m0, m1, count, step, p0, p1 := zmm[24], zmm[25], zmm[26], zmm[27], zmm[28], zmm[29]
	low, unit := zmm[30], zmm[31]
	keys(key, func(r int, k0, k1 Register) {
		VPBROADCASTQ(k0, k[2*r])
		VPBROADCASTQ(k1, k[2*r+1])
	})
	t := GP64()
	constant := func(v uint64, to VecPhysical) {
		MOVQ(U64(v), t)
		VPBROADCASTQ(t, to)
	}
	constant(mul0, m0)
	constant(mul1, m1)
	constant(8, step)
	constant(1<<32-1, low)
	switch p.to {
	case "Doubles":
		constant(0x3ca0000000000000, unit) // 2^-53
	case "Floats":
		constant(0x3380000033800000, unit) // 2^-24, twice
	}
	VPBROADCASTQ(counter, count)
	VPADDQ(p.order, count, count)
	upper := GP64()
	MOVQ(high, upper)
	SHRQ(Imm(32), upper)
	Label(p.name + "_loop")
	VMOVDQA64(count, c[0])
	VPSRLQ(Imm(32), count, c[1])
	VPBROADCASTQ(high, c[2])
	VPBROADCASTQ(upper, c[3])
	VPADDQ(step, count, count)
	for r := range 10 {
		VPMULUDQ(m0, c[0], p0)
		VPMULUDQ(m1, c[2], p1)
		VPSRLQ(Imm(32), p1, c[0])
		VPTERNLOGQ(Imm(0x96), k[2*r], c[1], c[0])
		VPSRLQ(Imm(32), p0, c[2])
		VPTERNLOGQ(Imm(0x96), k[2*r+1], c[3], c[2])
		c[1], p1 = p1, c[1]
		c[3], p0 = p0, c[3]
	}
	// x = c1 in the upper half, c0 in the lower, y = c3 and c2
	for i := 0; i < 4; i += 2 {
		VPSLLQ(Imm(32), c[i+1], c[i+1])
		VPTERNLOGQ(Imm(0xF8), low, c[i], c[i+1]) // c1 | c0&low
	}
	x, y := c[1], c[3]
	VPUNPCKLQDQ(y, x, p0)
	VPUNPCKHQDQ(y, x, p1)
	for i, v := range []VecPhysical{p0, p1} {
		switch p.to {
		case "Doubles":
			VPSRLQ(Imm(11), v, v)
			VCVTUQQ2PD(v, v)
			VMULPD(unit, v, v)
		case "Floats":
			VPSRLD(Imm(8), v, v)
			VCVTDQ2PS(v, v)
			VMULPS(unit, v, v)
		}
		VMOVDQU64(v, Mem{Base: out, Disp: 64 * i})
	}
	ADDQ(Imm(127), out)
	INCQ(out)
	SUBQ(Imm(8), n)
	JG(LabelRef(p.name + "_loop"))
}

func (p phil) narrowLoop(out, counter, key, high, n Register) {
	c := slices.Clone(ymm[:4])
	m0, m1, count, p0, p1, t0 := ymm[4], ymm[5], ymm[6], ymm[7], ymm[8], ymm[9]
	unit, magicLow, magicHigh, magicBoth := ymm[10], ymm[11], ymm[12], ymm[13]
	frame := AllocLocal(20 * 32)
	t := GP64()
	spread := func(from Register, to VecPhysical) {
		VMOVQ(from, to.AsX())
		VPBROADCASTQ(to.AsX(), to)
	}
	constant := func(v uint64, to VecPhysical) {
		MOVQ(U64(v), t)
		spread(t, to)
	}
	keys(key, func(r int, k0, k1 Register) {
		spread(k0, t0)
		VMOVDQU(t0, frame.Offset(64*r))
		spread(k1, t0)
		VMOVDQU(t0, frame.Offset(64*r+32))
	})
	constant(mul0, m0)
	constant(mul1, m1)
	switch p.to {
	case "Doubles":
		constant(0x3ca0000000000000, unit)      // 2^-53
		constant(0x4330000000000000, magicLow)  // 2^52
		constant(0x4530000000000000, magicHigh) // 2^84
		constant(0x4530000000100000, magicBoth) // 2^84 + 2^52
	case "Floats":
		constant(0x3380000033800000, unit) // 2^-24, twice
	}
	spread(counter, count)
	VPADDQ(p.order, count, count)
	upper := GP64()
	MOVQ(high, upper)
	SHRQ(Imm(32), upper)
	Label(p.name + "_loop")
	VMOVDQA(count, c[0])
	VPSRLQ(Imm(32), count, c[1])
	spread(high, c[2])
	spread(upper, c[3])
	constant(4, t0)
	VPADDQ(t0, count, count)
	for r := range 10 {
		VPMULUDQ(m0, c[0], p0)
		VPMULUDQ(m1, c[2], p1)
		VPSRLQ(Imm(32), p1, c[0])
		VPXOR(frame.Offset(64*r), c[1], c[1])
		VPXOR(c[1], c[0], c[0])
		VPSRLQ(Imm(32), p0, c[2])
		VPXOR(frame.Offset(64*r+32), c[3], c[3])
		VPXOR(c[3], c[2], c[2])
		c[1], p1 = p1, c[1]
		c[3], p0 = p0, c[3]
	}
	for i := 0; i < 4; i += 2 {
		VPSLLQ(Imm(32), c[i+1], c[i+1])
		VPBLENDD(Imm(0x55), c[i], c[i+1], c[i+1])
	}
	x, y := c[1], c[3]
	VPUNPCKLQDQ(y, x, p0)
	VPUNPCKHQDQ(y, x, p1)
	for i, v := range []VecPhysical{p0, p1} {
		switch p.to {
		case "Doubles":
			// a 53-bit integer as the sum of its upper 21 and lower 32 bits, each put into the fraction of a
			// power of two: exact
			VPSRLQ(Imm(11), v, v)
			VPSRLQ(Imm(32), v, t0)
			VPOR(magicHigh, t0, t0)
			VPBLENDD(Imm(0xAA), magicLow, v, v)
			VSUBPD(magicBoth, t0, t0)
			VADDPD(t0, v, v)
			VMULPD(unit, v, v)
		case "Floats":
			VPSRLD(Imm(8), v, v)
			VCVTDQ2PS(v, v)
			VMULPS(unit, v, v)
		}
		VMOVDQU(v, Mem{Base: out, Disp: 32 * i})
	}
	ADDQ(Imm(64), out)
	SUBQ(Imm(4), n)
	JG(LabelRef(p.name + "_loop"))
}
