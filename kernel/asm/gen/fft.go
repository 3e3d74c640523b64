package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fourier is the passes of Fourier transforms on vectors that lie side by side: see asm.FFT.
func fourier() {
	consts := map[int]Mem{8: GLOBL("fourier8", RODATA|NOPTR)}
	for i, v := range fourierConsts {
		DATA(8*i, F64(v))
	}
	consts[4] = GLOBL("fourier4", RODATA|NOPTR)
	for i, v := range fourierConsts {
		DATA(4*i, F32(v))
	}
	for _, f := range []fftPass{
		{machine{name: "512d", wide: true, size: 8}, 0, consts[8]},
		{machine{name: "256d", size: 8}, 0, consts[8]},
		{machine{name: "256s", size: 4}, 0, consts[4]},
	} {
		for _, r := range []int{2, 3, 4, 5, 8} {
			if f.radix = r; r < 5 || f.wide {
				f.emit()
			}
		}
	}
	joinEight()
	fourierParts()
	turnAcross()
}

// fourierConsts are what butterflies multiply by, in this order.
var fourierConsts = []float64{0.5, math.Sqrt(3) / 2, math.Sqrt2 / 2, 0.30901699437494742410, 0.95105651629515357212, -0.80901699437494742410, 0.58778525229247312917}

const (
	constHalf = iota
	constThird
	constEighth
	constCos1
	constSin1
	constCos2
	constSin2
)

type fftPass struct {
	machine
	radix  int
	consts Mem
}

// A complexVec is a vector of real and one of imaginary parts.
type complexVec struct{ re, im VecVirtual }

func (f fftPass) vec() VecVirtual {
	if f.wide {
		return ZMM()
	}
	return YMM()
}

func (f fftPass) constant(i int) VecVirtual {
	v := f.vec()
	f.broadcast(f.consts.Offset(f.size*i), v)
	return v
}

func (f fftPass) plus(a, b VecVirtual) VecVirtual {
	t := f.vec()
	if f.size == 8 {
		VADDPD(b, a, t)
	} else {
		VADDPS(b, a, t)
	}
	return t
}

func (f fftPass) minus(a, b VecVirtual) VecVirtual {
	t := f.vec()
	if f.size == 8 {
		VSUBPD(b, a, t)
	} else {
		VSUBPS(b, a, t)
	}
	return t
}

func (f fftPass) times(a, b VecVirtual) VecVirtual {
	t := f.vec()
	f.multiply(b, a, t)
	return t
}

// less is a -= x*y.
func (f fftPass) less(x, y, a VecVirtual) {
	if f.size == 8 {
		VFNMADD231PD(x, y, a)
	} else {
		VFNMADD231PS(x, y, a)
	}
}

func (f fftPass) add(a, b complexVec) complexVec {
	return complexVec{f.plus(a.re, b.re), f.plus(a.im, b.im)}
}

func (f fftPass) sub(a, b complexVec) complexVec {
	return complexVec{f.minus(a.re, b.re), f.minus(a.im, b.im)}
}

// addTurned is a - i*b, subTurned a + i*b.
func (f fftPass) addTurned(a, b complexVec) complexVec {
	return complexVec{f.plus(a.re, b.im), f.minus(a.im, b.re)}
}

func (f fftPass) subTurned(a, b complexVec) complexVec {
	return complexVec{f.minus(a.re, b.im), f.plus(a.im, b.re)}
}

// four transforms four complex numbers.
func (f fftPass) four(a [4]complexVec) [4]complexVec {
	b0, b1 := f.add(a[0], a[2]), f.sub(a[0], a[2])
	b2, b3 := f.add(a[1], a[3]), f.sub(a[1], a[3])
	return [4]complexVec{f.add(b0, b2), f.addTurned(b1, b3), f.sub(b0, b2), f.subTurned(b1, b3)}
}

// eight transforms eight complex numbers.
func (f fftPass) eight(a []complexVec) []complexVec {
	e := f.four([4]complexVec{a[0], a[2], a[4], a[6]})
	o := f.four([4]complexVec{a[1], a[3], a[5], a[7]})
	h := f.constant(constEighth)
	o[1] = complexVec{f.times(f.plus(o[1].re, o[1].im), h), f.times(f.minus(o[1].im, o[1].re), h)}
	// The fourth is turned by three eighths: h*(im-re), -h*(re+im), of which the second is taken with its
	// sign the other way.
	p, q := f.times(f.minus(o[3].im, o[3].re), h), f.times(f.plus(o[3].re, o[3].im), h)
	return []complexVec{
		f.add(e[0], o[0]), f.add(e[1], o[1]), f.addTurned(e[2], o[2]),
		{f.plus(e[3].re, p), f.minus(e[3].im, q)},
		f.sub(e[0], o[0]), f.sub(e[1], o[1]), f.subTurned(e[2], o[2]),
		{f.minus(e[3].re, p), f.plus(e[3].im, q)},
	}
}

func (f fftPass) three(a []complexVec) []complexVec {
	t, d := f.add(a[1], a[2]), f.sub(a[1], a[2])
	half, h := f.constant(constHalf), f.constant(constThird)
	y0 := f.add(a[0], t)
	f.less(half, t.re, a[0].re)
	f.less(half, t.im, a[0].im)
	v := complexVec{f.times(d.re, h), f.times(d.im, h)}
	return []complexVec{y0, f.addTurned(a[0], v), f.subTurned(a[0], v)}
}

func (f fftPass) five(a []complexVec) []complexVec {
	t1, t3 := f.add(a[1], a[4]), f.sub(a[1], a[4])
	t2, t4 := f.add(a[2], a[3]), f.sub(a[2], a[3])
	c1, s1 := f.constant(constCos1), f.constant(constSin1)
	c2, s2 := f.constant(constCos2), f.constant(constSin2)
	y0 := f.add(f.add(a[0], t1), t2)
	sum := func(a, x, y VecVirtual, c, d VecVirtual) VecVirtual { // a + c*x + d*y
		t := f.vec()
		f.move(a, t)
		f.fma(c, x, t)
		f.fma(d, y, t)
		return t
	}
	m1 := complexVec{sum(a[0].re, t1.re, t2.re, c1, c2), sum(a[0].im, t1.im, t2.im, c1, c2)}
	m2 := complexVec{sum(a[0].re, t1.re, t2.re, c2, c1), sum(a[0].im, t1.im, t2.im, c2, c1)}
	both := func(x, y, c, d VecVirtual) VecVirtual { // c*x + d*y
		t := f.times(x, c)
		f.fma(d, y, t)
		return t
	}
	n1 := complexVec{both(t3.re, t4.re, s1, s2), both(t3.im, t4.im, s1, s2)}
	n2 := complexVec{f.times(t3.re, s2), f.times(t3.im, s2)}
	f.less(s1, t4.re, n2.re)
	f.less(s1, t4.im, n2.im)
	return []complexVec{y0, f.addTurned(m1, n1), f.addTurned(m2, n2), f.subTurned(m2, n2), f.subTurned(m1, n1)}
}

func (f fftPass) butterfly(a []complexVec) []complexVec {
	switch f.radix {
	case 2:
		return []complexVec{f.add(a[0], a[1]), f.sub(a[0], a[1])}
	case 3:
		return f.three(a)
	case 4:
		y := f.four([4]complexVec(a))
		return y[:]
	case 5:
		return f.five(a)
	}
	return f.eight(a)
}

// turned is a*c.
func (f fftPass) turned(a complexVec, re, im VecVirtual) complexVec {
	x, y := f.times(a.re, re), f.times(a.im, re)
	f.less(a.im, im, x)
	f.fma(a.re, im, y)
	return complexVec{x, y}
}

func (f fftPass) emit() {
	name := fmt.Sprintf("fft%s%d", f.name, f.radix)
	TEXT(name, NOSPLIT, "func(xr, xi, yr, yi, turns *byte, rows, width, stride, apart int)")
	Pragma("noescape")
	Doc(name + " does butterflies on so many rows of width bytes, whose elements are a stride apart, their results apart bytes.")
	arg := func(s string) GPVirtual { return Load(Param(s), GP64()).(GPVirtual) }
	xr, xi, yr, yi := arg("xr"), arg("xi"), arg("yr"), arg("yi")
	turns, rows, s, w := arg("turns"), arg("rows"), arg("stride"), arg("apart")
	w3, s3, t, q := GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: w, Index: w, Scale: 2}, w3)
	LEAQ(Mem{Base: s, Index: s, Scale: 2}, s3)
	// each calls do with the places of the elements from p on.
	each := func(p, one, three GPVirtual, do func(k int, m Mem)) {
		places := []Mem{{Base: p}, {Base: p, Index: one, Scale: 1}, {Base: p, Index: one, Scale: 2}, {Base: p, Index: three, Scale: 1}, {Base: p, Index: one, Scale: 4}}
		for k, m := range places[:min(f.radix, 5)] {
			do(k, m)
		}
		if f.radix == 8 {
			LEAQ(places[4], t)
			do(5, Mem{Base: t, Index: one, Scale: 1})
			do(6, Mem{Base: t, Index: one, Scale: 2})
			do(7, Mem{Base: t, Index: three, Scale: 1})
		}
	}
	Label("row")
	Load(Param("width"), q)
	Label("column")
	a := make([]complexVec, f.radix)
	each(xr, s, s3, func(k int, m Mem) {
		a[k].re = f.vec()
		f.move(m, a[k].re)
	})
	each(xi, s, s3, func(k int, m Mem) {
		a[k].im = f.vec()
		f.move(m, a[k].im)
	})
	y := f.butterfly(a)
	for j := 1; j < f.radix; j++ {
		re, im := f.vec(), f.vec()
		f.broadcast(Mem{Base: turns, Disp: 2 * (j - 1) * f.size}, re)
		f.broadcast(Mem{Base: turns, Disp: (2*j - 1) * f.size}, im)
		y[j] = f.turned(y[j], re, im)
	}
	each(yr, w, w3, func(k int, m Mem) { f.move(y[k].re, m) })
	each(yi, w, w3, func(k int, m Mem) { f.move(y[k].im, m) })
	b := uint8(f.bytes())
	for _, p := range []GPVirtual{xr, xi, yr, yi} {
		ADDQ(U8(b), p)
	}
	SUBQ(U8(b), q)
	JNZ(LabelRef("column"))
	// x is at its next row already, y one row of as many as the radix further.
	for range f.radix - 1 {
		ADDQ(w, yr)
		ADDQ(w, yi)
	}
	ADDQ(U8(uint8(2*(f.radix-1)*f.size)), turns)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// joinEight is the last pass of one transform that was taken as eight: rows are turned element by element and
// transformed across.
func joinEight() {
	f := fftPass{machine{name: "512d", wide: true, size: 8}, 8, Mem{}}
	f.consts = GLOBL("fourierJoin", RODATA|NOPTR)
	for i, v := range fourierConsts {
		DATA(8*i, F64(v))
	}
	TEXT("fftJoin512d", NOSPLIT, "func(xr, xi, yr, yi, turns *byte, rows, stride int)")
	Pragma("noescape")
	Doc("fftJoin512d transforms rows, a multiple of 8, of eight elements each, turned by those of turns, real parts first. Results are a stride apart.")
	arg := func(s string) GPVirtual { return Load(Param(s), GP64()).(GPVirtual) }
	xr, xi, yr, yi := arg("xr"), arg("xi"), arg("yr"), arg("yi")
	turns, rows, s := arg("turns"), arg("rows"), arg("stride")
	s3, t := GP64(), GP64()
	LEAQ(Mem{Base: s, Index: s, Scale: 2}, s3)
	Label("loop")
	re, im := make([]VecVirtual, 8), make([]VecVirtual, 8)
	for i := range 8 {
		a := complexVec{ZMM(), ZMM()}
		f.move(Mem{Base: xr, Disp: 64 * i}, a.re)
		f.move(Mem{Base: xi, Disp: 64 * i}, a.im)
		cr, ci := ZMM(), ZMM()
		f.move(Mem{Base: turns, Disp: 128 * i}, cr)
		f.move(Mem{Base: turns, Disp: 128*i + 64}, ci)
		b := f.turned(a, cr, ci)
		re[i], im[i] = b.re, b.im
	}
	re, im = transposed(re), transposed(im)
	a := make([]complexVec, 8)
	for i := range a {
		a[i] = complexVec{re[i], im[i]}
	}
	y := f.eight(a)
	put := func(p GPVirtual, part func(c complexVec) VecVirtual) {
		LEAQ(Mem{Base: p, Index: s, Scale: 4}, t)
		for h, base := range []GPVirtual{p, t} {
			for k, m := range []Mem{{Base: base}, {Base: base, Index: s, Scale: 1}, {Base: base, Index: s, Scale: 2}, {Base: base, Index: s3, Scale: 1}} {
				f.move(part(y[4*h+k]), m)
			}
		}
	}
	put(yr, func(c complexVec) VecVirtual { return c.re })
	put(yi, func(c complexVec) VecVirtual { return c.im })
	ADDQ(U32(512), xr)
	ADDQ(U32(512), xi)
	ADDQ(U32(1024), turns)
	ADDQ(Imm(64), yr)
	ADDQ(Imm(64), yi)
	SUBQ(Imm(8), rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// transposed is eight vectors of eight words, turned.
func transposed(v []VecVirtual) []VecVirtual {
	var even, odd [4]VecVirtual
	for i := range 4 {
		even[i], odd[i] = ZMM(), ZMM()
		VUNPCKLPD(v[2*i+1], v[2*i], even[i])
		VUNPCKHPD(v[2*i+1], v[2*i], odd[i])
	}
	a, b := blocks(even[0], even[1], even[2], even[3]), blocks(odd[0], odd[1], odd[2], odd[3])
	return []VecVirtual{a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]}
}

// fourierParts takes the real and imaginary parts of complex numbers apart, and puts them together.
func fourierParts() {
	table := func(name string, order [8]uint64) Mem {
		t := GLOBL(name, RODATA|NOPTR)
		for i, v := range order {
			DATA(8*i, U64(v))
		}
		return t
	}
	reals := table("fourierReals", [8]uint64{0, 2, 4, 6, 8, 10, 12, 14})
	imags := table("fourierImags", [8]uint64{1, 3, 5, 7, 9, 11, 13, 15})
	first := table("fourierFirst", [8]uint64{0, 8, 1, 9, 2, 10, 3, 11})
	last := table("fourierLast", [8]uint64{4, 12, 5, 13, 6, 14, 7, 15})
	halves(first, last, table("fourierBackFirst", [8]uint64{7, 15, 6, 14, 5, 13, 4, 12}), table("fourierBackLast", [8]uint64{3, 11, 2, 10, 1, 9, 0, 8}),
		table("fourierBack", [8]uint64{7, 6, 5, 4, 3, 2, 1, 0}))
	arg := func(s string) GPVirtual { return Load(Param(s), GP64()).(GPVirtual) }
	load := func(m Mem) VecVirtual {
		v := ZMM()
		VMOVUPD(m, v)
		return v
	}

	TEXT("fftApart512d", NOSPLIT, "func(re, im, from *byte, rows, stride int)")
	Pragma("noescape")
	Doc("fftApart512d writes the parts of rows of eight complex numbers, a stride apart.")
	re, im, from := arg("re"), arg("im"), arg("from")
	rows, stride := arg("rows"), arg("stride")
	p, q := load(reals), load(imags)
	Label("loop")
	a, b, t := load(Mem{Base: from}), load(Mem{Base: from, Disp: 64}), ZMM()
	VMOVAPD(a, t)
	VPERMT2PD(b, p, t)
	VPERMT2PD(b, q, a)
	VMOVUPD(t, Mem{Base: re})
	VMOVUPD(a, Mem{Base: im})
	ADDQ(stride, from)
	ADDQ(Imm(64), re)
	ADDQ(Imm(64), im)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()

	TEXT("fftTogether512d", NOSPLIT, "func(to, re, im *byte, rows, stride int, factor float64)")
	Pragma("noescape")
	Doc("fftTogether512d writes rows of eight complex numbers, a stride apart, of their parts times factor.")
	to := arg("to")
	re, im = arg("re"), arg("im")
	rows, stride = arg("rows"), arg("stride")
	f := ZMM()
	VBROADCASTSD(NewParamAddr("factor", 40), f)
	p, q = load(first), load(last)
	Label("loop")
	a, b, t = load(Mem{Base: re}), load(Mem{Base: im}), ZMM()
	VMULPD(f, a, a)
	VMULPD(f, b, b)
	VMOVAPD(a, t)
	VPERMT2PD(b, p, t)
	VPERMT2PD(b, q, a)
	VMOVUPD(t, Mem{Base: to})
	VMOVUPD(a, Mem{Base: to, Disp: 64})
	ADDQ(stride, to)
	ADDQ(Imm(64), re)
	ADDQ(Imm(64), im)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
