package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// spread sums distances from a number, and their squares, in 32 partial sums each. With AVX2, 16 of them at a time.
func (l strand) spread() {
	name := l.label("spread", "")
	TEXT(name, NOSPLIT, "func(x *byte, n int, mean float64, out *byte)")
	Pragma("noescape")
	doc := name + " writes the sum of squares of x-mean and the sum of x-mean over n elements."
	if !l.wide {
		doc += " n is a multiple of 32."
	}
	Doc(doc)
	x, n := Load(Param("x"), GP64()), Load(Param("n"), GP64())
	mean, out := Load(Param("mean"), XMM()), Load(Param("out"), GP64())
	if l.wide {
		l.wideSpread(name, x, n, mean, out)
	} else {
		l.narrowSpread(name, x, n, mean, out)
	}
	VZEROUPPER()
	RET()
}

func (l strand) wideSpread(name string, x, n, mean, out Register) {
	sq, sum, d, m := zmm[16:20], zmm[20:24], zmm[24:28], zmm[28]
	VBROADCASTSD(mean, m)
	for i := range sq {
		VPXORQ(sq[i], sq[i], sq[i])
		VPXORQ(sum[i], sum[i], sum[i])
	}
	SUBQ(Imm(32), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	l.spreadOf(x, m, sq, sum, d)
	ADDQ(U32(256), x)
	SUBQ(Imm(32), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(Imm(32), n)
	JE(LabelRef(name + "_fold"))
	for i := range sq {
		l.first(n)
		VMOVUPD_Z(Mem{Base: x, Disp: 64 * i}, K1, d[i])
		VSUBPD_Z(m, d[i], K1, d[i])
		VADDPD(d[i], sum[i], sum[i])
		VFMADD231PD(d[i], d[i], sq[i])
		if i < 3 {
			SUBQ(Imm(8), n)
			JLE(LabelRef(name + "_fold"))
		}
	}
	Label(name + "_fold")
	for i, v := range [][]VecPhysical{sq, sum} {
		VADDPD(v[2], v[0], v[0])
		VADDPD(v[3], v[1], v[1])
		VADDPD(v[1], v[0], v[0])
		l.foldSum(v[0], d[0])
		VMOVSD(v[0].AsX(), Mem{Base: out, Disp: 8 * i})
	}
}

// moments is spread of many runs, each about the mean of its first 64 elements.
func (l strand) moments() {
	name := l.label("moments", "")
	TEXT(name, NOSPLIT, "func(out *byte, x *byte, w int, l int)")
	Pragma("noescape")
	Doc(name + " writes three numbers for each of w runs of l elements, a multiple of 64: the mean of the first 64, the sum of squares of distances from it, and their sum.")
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	w, n := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	sq, sum, d, m := zmm[16:20], zmm[20:24], zmm[0:8], zmm[28]
	part := l.data(name, 0x3f90000000000000) // 1/64
	left := GP64()
	Label(name + "_run")
	for i, v := range d {
		VMOVUPD(Mem{Base: x, Disp: 64 * i}, v)
	}
	for h := 4; h > 0; h /= 2 {
		for i := range h {
			VADDPD(d[i+h], d[i], d[i])
		}
	}
	l.foldSum(d[0], d[1])
	VMULSD(part, d[0].AsX(), d[0].AsX())
	VMOVSD(d[0].AsX(), Mem{Base: out})
	VBROADCASTSD(d[0].AsX(), m)
	for i := range sq {
		VPXORQ(sq[i], sq[i], sq[i])
		VPXORQ(sum[i], sum[i], sum[i])
	}
	MOVQ(n, left)
	Label(name + "_loop")
	l.spreadOf(x, m, sq, sum, d)
	ADDQ(U32(256), x)
	SUBQ(Imm(32), left)
	JG(LabelRef(name + "_loop"))
	for i, v := range [][]VecPhysical{sq, sum} {
		VADDPD(v[2], v[0], v[0])
		VADDPD(v[3], v[1], v[1])
		VADDPD(v[1], v[0], v[0])
		l.foldSum(v[0], d[0])
		VMOVSD(v[0].AsX(), Mem{Base: out, Disp: 8 + 8*i})
	}
	ADDQ(Imm(24), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
}

// spreadOf adds the distances of 32 elements from m and their squares.
func (l strand) spreadOf(x Register, m VecPhysical, sq, sum, d []VecPhysical) {
	for i := range sq {
		VMOVUPD(Mem{Base: x, Disp: 64 * i}, d[i])
		VSUBPD(m, d[i], d[i])
		VADDPD(d[i], sum[i], sum[i])
		VFMADD231PD(d[i], d[i], sq[i])
	}
}

// foldSum adds the lanes of v.
func (l strand) foldSum(v, t VecPhysical) {
	VEXTRACTF64X4(Imm(1), v, t.AsY())
	VADDPD(t.AsY(), v.AsY(), v.AsY())
	VEXTRACTF64X2(Imm(1), v.AsY(), t.AsX())
	VADDPD(t.AsX(), v.AsX(), v.AsX())
	VPERMILPD(Imm(1), v.AsX(), t.AsX())
	VADDPD(t.AsX(), v.AsX(), v.AsX())
}

func (l strand) narrowSpread(name string, x, n, mean, out Register) {
	sq, sum, d, m := ymm[:4], ymm[4:8], ymm[8:12], ymm[15]
	VBROADCASTSD(mean, m)
	frame := AllocLocal(2 * 32 * 4)
	at, left, half := GP64(), GP64(), GP64()
	XORQ(half, half)
	Label(name + "_half")
	for i := range sq {
		VXORPD(sq[i], sq[i], sq[i])
		VXORPD(sum[i], sum[i], sum[i])
	}
	MOVQ(n, left)
	MOVQ(x, at)
	ADDQ(half, at)
	TESTQ(left, left)
	JLE(LabelRef(name + "_fold"))
	Label(name + "_loop")
	for i := range sq {
		VMOVUPD(Mem{Base: at, Disp: 32 * i}, d[i])
		VSUBPD(m, d[i], d[i])
		VADDPD(d[i], sum[i], sum[i])
		VFMADD231PD(d[i], d[i], sq[i])
	}
	ADDQ(U32(256), at)
	SUBQ(Imm(32), left)
	JG(LabelRef(name + "_loop"))
	Label(name + "_fold")
	TESTQ(half, half)
	JNE(LabelRef(name + "_both"))
	for i := range 4 {
		VMOVUPD(sq[i], frame.Offset(32*i))
		VMOVUPD(sum[i], frame.Offset(128+32*i))
	}
	MOVQ(U32(128), half)
	JMP(LabelRef(name + "_half"))
	Label(name + "_both") // the first half's partial sums are on the left
	for k, v := range [][]VecPhysical{sq, sum} {
		for i := range 4 {
			VMOVUPD(frame.Offset(128*k+32*i), d[i])
			VADDPD(v[i], d[i], v[i])
		}
		VADDPD(v[2], v[0], v[0])
		VADDPD(v[3], v[1], v[1])
		VADDPD(v[1], v[0], v[0])
		VEXTRACTF128(Imm(1), v[0], d[0].AsX())
		VADDPD(d[0].AsX(), v[0].AsX(), v[0].AsX())
		VPERMILPD(Imm(1), v[0].AsX(), d[0].AsX())
		VADDPD(d[0].AsX(), v[0].AsX(), v[0].AsX())
		VMOVSD(v[0].AsX(), Mem{Base: out, Disp: 8 * k})
	}
}

// steps adds rows to means and sums of squared distances, as Welford does, with 1/count in place of a division by it.
func (l strand) steps() {
	name := l.label("steps", "")
	TEXT(name, NOSPLIT, "func(mean *byte, m2 *byte, x *byte, n int, rows int, stride int, reciprocals *byte)")
	Pragma("noescape")
	doc := name + " adds rows of n elements, stride bytes apart, to n moments."
	if !l.wide {
		doc += " n is a multiple of 4."
	}
	Doc(doc)
	mean, m2, x := Load(Param("mean"), GP64()), Load(Param("m2"), GP64()), Load(Param("x"), GP64())
	n, rows, stride := Load(Param("n"), GP64()), Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	recip := Load(Param("reciprocals"), GP64())
	regs := zmm
	if !l.wide {
		regs = ymm
	}
	mu, sq, v, d, r := regs[0:2], regs[2:4], regs[4:6], regs[6:8], regs[8]
	p, q, k := GP64(), GP64(), GP64()
	strip := func(label string, w int, masked bool) {
		each := func(f func(i int)) {
			for i := range w {
				f(i)
			}
		}
		load := func(base Register, i int, to VecPhysical) {
			m := Mem{Base: base, Disp: l.bytes() * i}
			if masked {
				VMOVUPD_Z(m, K1, to)
			} else {
				VMOVUPD(m, to)
			}
		}
		store := func(base Register, i int, from VecPhysical) {
			m := Mem{Base: base, Disp: l.bytes() * i}
			if masked {
				VMOVUPD(from, K1, m)
			} else {
				VMOVUPD(from, m)
			}
		}
		each(func(i int) { load(mean, i, mu[i]); load(m2, i, sq[i]) })
		MOVQ(x, p)
		MOVQ(rows, k)
		MOVQ(recip, q)
		Label(label)
		VBROADCASTSD(Mem{Base: q}, r)
		each(func(i int) { load(p, i, v[i]) })
		each(func(i int) { VSUBPD(mu[i], v[i], d[i]) })
		each(func(i int) { VFMADD231PD(r, d[i], mu[i]) })
		each(func(i int) { VSUBPD(mu[i], v[i], v[i]) })
		each(func(i int) { VFMADD231PD(v[i], d[i], sq[i]) })
		ADDQ(stride, p)
		ADDQ(Imm(8), q)
		DECQ(k)
		JNE(LabelRef(label))
		each(func(i int) { store(mean, i, mu[i]); store(m2, i, sq[i]) })
		for _, b := range []Register{mean, m2, x} {
			ADDQ(U32(uint32(w*l.bytes())), b)
		}
		SUBQ(U32(uint32(w*l.lanes())), n)
	}
	two := U32(uint32(2 * l.lanes()))
	CMPQ(n, two)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_strip")
	strip(name+"_row", 2, false)
	CMPQ(n, two)
	JGE(LabelRef(name + "_strip"))
	Label(name + "_rest")
	TESTQ(n, n)
	JLE(LabelRef(name + "_end"))
	Label(name + "_one")
	if l.wide {
		l.first(n)
	}
	strip(name+"_part", 1, l.wide)
	JG(LabelRef(name + "_one"))
	Label(name + "_end")
	VZEROUPPER()
	RET()
}
