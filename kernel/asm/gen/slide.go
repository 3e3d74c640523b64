package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sliding is the kernels of moving windows: each lane of a vector is a window that moves through a strip of
// its own.
func sliding() {
	for _, mean := range []bool{false, true} {
		slider{true, mean}.emit()
		slider{false, mean}.emit()
	}
}

type slider struct{ wide, mean bool }

// lanesApart is places of float64s that lie a stride apart: four at the first register, four at the second.
type lanesApart struct{ low, high, stride, three GPVirtual }

func (a lanesApart) places() (ms []Mem) {
	for _, base := range []GPVirtual{a.low, a.high} {
		ms = append(ms, Mem{Base: base}, Mem{Base: base, Index: a.stride, Scale: 1}, Mem{Base: base, Index: a.stride, Scale: 2},
			Mem{Base: base, Index: a.three, Scale: 1})
	}
	return ms
}

// step goes on by one element.
func (a lanesApart) step(wide bool) {
	ADDQ(Imm(8), a.low)
	if wide {
		ADDQ(Imm(8), a.high)
	}
}

func (s slider) vec() VecVirtual {
	if s.wide {
		return ZMM()
	}
	return YMM()
}

// gather loads a lane from each place.
func (s slider) gather(ms []Mem) VecVirtual {
	four := func(ms []Mem) VecVirtual {
		a, b, v := XMM(), XMM(), YMM()
		VMOVSD(ms[0], a)
		VMOVHPD(ms[1], a, a)
		VMOVSD(ms[2], b)
		VMOVHPD(ms[3], b, b)
		VINSERTF128(Imm(1), b, a.AsY(), v)
		return v
	}
	low := four(ms[:4])
	if !s.wide {
		return low
	}
	v := ZMM()
	VINSERTF64X4(Imm(1), four(ms[4:]), low.AsZ(), v)
	return v
}

// scatter stores a lane at each place.
func (s slider) scatter(v VecVirtual, ms []Mem) {
	four := func(v, low Register, ms []Mem) {
		b := XMM()
		VEXTRACTF128(Imm(1), v, b)
		VMOVSD(low, ms[0])
		VMOVHPD(low, ms[1])
		VMOVSD(b, ms[2])
		VMOVHPD(b, ms[3])
	}
	if s.wide {
		high := YMM()
		VEXTRACTF64X4(Imm(1), v, high)
		four(high, high.AsX(), ms[4:])
	}
	four(v.AsY(), v.AsX(), ms[:4])
}

// kahan adds y less what rounding added before to sum; what it adds now is left in rest.
func (s slider) kahan(y, sum, rest Op) {
	t := s.vec()
	VSUBPD(rest, y, y)
	VADDPD(y, sum, t)
	VSUBPD(sum, t, rest)
	VSUBPD(y, rest, rest)
	VMOVAPD(t, sum)
}

func (s slider) emit() {
	name, width := "slide256", "four"
	if s.wide {
		name, width = "slide512", "eight"
	}
	what := "sums"
	if s.mean {
		name, what = name+"Mean", "means"
	}
	TEXT(name, NOSPLIT, "func(out, enters, leaves *byte, stride, n int, state *byte)")
	Pragma("noescape")
	Doc(name+" moves "+width+" windows, stride bytes apart, by n values each, n above zero, and writes their "+what+". What enters and what leaves a window are",
		"values, none of them NaN. state is a Sliding.")
	get := func(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }
	out, enters, leaves, stride, n, state := get("out"), get("enters"), get("leaves"), get("stride"), get("n"), get("state")
	three := GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, three)
	apart := func(p GPVirtual) lanesApart {
		a := lanesApart{low: p, high: p, stride: stride, three: three}
		if s.wide {
			a.high = GP64()
			LEAQ(Mem{Base: p, Index: stride, Scale: 4}, a.high)
		}
		return a
	}
	to, in, old := apart(out), apart(enters), apart(leaves)
	at := func(i int) Mem { return Mem{Base: state, Disp: 64 * i} }
	var v [6]VecVirtual // sum, added, cut, last, run, negative
	for i := range v {
		v[i] = s.vec()
		VMOVUPD(at(i), v[i])
	}
	sum, added, cut, last, run, negative := v[0], v[1], v[2], v[3], v[4], v[5]
	size, window, zero, one := s.vec(), s.vec(), s.vec(), s.vec()
	VMOVUPD(at(6), size)
	VMOVUPD(at(7), window)
	s.clear(zero)
	s.ones(one)
	y := s.gather(old.places())
	Label("loop")
	x, m := s.gather(in.places()), s.vec()
	VPSRLQ(Imm(63), y, m)
	VPSUBQ(m, negative, negative)
	VSUBPD(y, zero, y)
	s.kahan(y, sum, cut)
	VPSRLQ(Imm(63), x, m)
	VPADDQ(m, negative, negative)
	s.see(x, last, run, one)
	s.kahan(x, sum, added)
	s.outcome(sum, last, run, negative, size, window, zero, m)
	// What leaves next is loaded before the results are stored: they may lie a multiple of 4 KiB apart, and
	// the load would wait for the store.
	old.step(s.wide)
	DECQ(n)
	JZ(LabelRef("last"))
	VMOVAPD(s.gather(old.places()), y)
	s.scatter(m, to.places())
	to.step(s.wide)
	in.step(s.wide)
	JMP(LabelRef("loop"))
	Label("last")
	s.scatter(m, to.places())
	for i := range v {
		VMOVUPD(v[i], at(i))
	}
	VZEROUPPER()
	RET()
}

func (s slider) clear(v VecVirtual) {
	if s.wide {
		VPXORQ(v, v, v)
	} else {
		VPXOR(v, v, v)
	}
}

// ones sets all bits.
func (s slider) ones(v VecVirtual) {
	if s.wide {
		VPTERNLOGQ(Imm(255), v, v, v)
	} else {
		VPCMPEQQ(v, v, v)
	}
}

// see counts how often the last value came in a row. ones has all bits set.
func (s slider) see(x, last, run, ones VecVirtual) {
	const unequal = 4
	if s.wide {
		k := K()
		VCMPPD(Imm(unequal), last, x, k)
		VMOVAPD(x, k, last)
		VPANDNQ(run, run, k, run)
	} else {
		k := YMM()
		VCMPPD(Imm(unequal), last, x, k)
		VBLENDVPD(k, x, last, last)
		VPANDN(run, k, run)
	}
	VPSUBQ(ones, run, run)
}

// outcome is the result of windows: rounding changes neither the sign of a mean nor a value that fills its
// window.
func (s slider) outcome(sum, last, run, negative, width, window, zero, to VecVirtual) {
	const less, greater, notLess = 17, 30, 5
	same := to
	if s.mean {
		VDIVPD(width, sum, to)
		same = last
	} else {
		same = s.vec()
		VMULPD(width, last, same)
	}
	if s.wide {
		k := K()
		if s.mean {
			none, below, all, above := K(), K(), K(), K()
			VPTESTNMQ(negative, negative, none)
			VCMPPD(Imm(less), zero, to, none, below)
			VPCMPEQQ(window, negative, all)
			VCMPPD(Imm(greater), zero, to, all, above)
			VMOVAPD(zero, below, to)
			VMOVAPD(zero, above, to)
		} else {
			VMOVAPD(sum, to)
		}
		VPCMPQ(Imm(notLess), window, run, k)
		VMOVAPD(same, k, to)
		return
	}
	k, t := YMM(), YMM()
	if s.mean {
		VPCMPEQQ(zero, negative, k)
		VCMPPD(Imm(less), zero, to, t)
		VPAND(t, k, k)
		VPANDN(to, k, to)
		VPCMPEQQ(window, negative, k)
		VCMPPD(Imm(greater), zero, to, t)
		VPAND(t, k, k)
		VPANDN(to, k, to)
	} else {
		VMOVAPD(sum, to)
	}
	VPCMPGTQ(run, window, k)
	VBLENDVPD(k, to, same, to)
}
