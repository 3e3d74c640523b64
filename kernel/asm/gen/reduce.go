package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// reduce is folds of elements: of runs, whose elements lie together, and of rows, column by column; and what
// looks for places.
func reduce() {
	for _, wide := range []bool{true, false} {
		for _, e := range elems {
			for _, op := range []string{"Add", "Mul", "Min", "Max", "Fmin", "Fmax"} {
				if f := (folder{strand{wide, e}, op}); f.exists() {
					f.runs()
					f.rows()
				}
			}
			if !e.unsigned {
				strand{wide, e}.find()
			}
		}
		for _, e := range elems[:2] {
			strand{wide, e}.denan()
		}
	}
}

// A folder is one fold of one kind of elements at one width.
type folder struct {
	strand
	op string
}

func (f folder) exists() bool {
	switch f.op {
	case "Add":
		return f.name == "I64"
	case "Mul":
		return f.name == "I64" && f.wide
	case "Fmin", "Fmax":
		return f.float
	}
	return true
}

func (f folder) arithmetic() bool { return f.op == "Add" || f.op == "Mul" }

// picks tells that the fold is one of floats that chooses one of them.
func (f folder) picks() bool { return f.float && !f.arithmetic() }

// wins tells that NaN does.
func (f folder) wins() bool { return f.picks() && f.op[0] == 'M' }

func (f folder) down() bool { return f.op == "Min" || f.op == "Fmin" }

// identity is the bits of what changes nothing, in every lane of 8 bytes.
func (f folder) identity() uint64 {
	inf := map[int]uint64{8: 0x7ff0000000000000, 4: 0x7f800000}[f.size]
	sign := uint64(1) << (8*f.size - 1)
	top := ^uint64(0) >> (64 - 8*f.size)
	switch {
	case f.op == "Add" && f.float:
		return f.repeat(sign) // -0
	case f.op == "Add":
		return 0
	case f.op == "Mul" && f.float:
		return f.repeat(map[int]uint64{8: 0x3ff0000000000000, 4: 0x3f800000}[f.size])
	case f.op == "Mul":
		return f.repeat(1)
	case f.picks() && !f.wins() && f.wide:
		return f.repeat(f.nan())
	case f.picks() && f.down():
		return f.repeat(inf)
	case f.picks():
		return f.repeat(inf | sign)
	case f.unsigned && f.wide && f.down():
		return ^uint64(0)
	case f.unsigned && f.wide:
		return 0
	case f.unsigned && f.size < 8 && f.down():
		return ^uint64(0)
	case f.unsigned && f.size < 8:
		return 0
	case f.down():
		return f.repeat(top >> 1)
	}
	return f.repeat(sign)
}

// step is acc = acc op x. Of floats that are picked from, NaN loses; zeros are told apart with AVX-512 alone.
func (f folder) step(x Op, acc, t VecPhysical) {
	switch {
	case f.op == "Add":
		f.add(x, acc)
	case f.op == "Mul":
		f.mul(x, acc)
	case f.picks() && f.wide:
		imm := Imm(5) // the greater one, by its own sign
		if f.down() {
			imm = Imm(4)
		}
		if f.size == 8 {
			VRANGEPD(imm, x, acc, acc)
		} else {
			VRANGEPS(imm, x, acc, acc)
		}
	case f.picks():
		f.floatPick(acc, x, acc)
	case f.size == 8 && !f.wide:
		if f.down() {
			VPCMPGTQ(x, acc, t)
		} else {
			VPCMPGTQ(acc, x, t)
		}
		VBLENDVPD(t, x, acc, acc)
	default:
		f.intPick(x, acc)
	}
}

// floatPick is to = x op y of the first level: y where one of them is NaN.
func (f folder) floatPick(y, x Op, to VecPhysical) {
	switch {
	case f.size == 8 && f.down():
		VMINPD(y, x, to)
	case f.size == 8:
		VMAXPD(y, x, to)
	case f.down():
		VMINPS(y, x, to)
	default:
		VMAXPS(y, x, to)
	}
}

func (f folder) intPick(x Op, acc VecPhysical) {
	type form func(...Op)
	signed := map[int][2]form{8: {VPMINSQ, VPMAXSQ}, 4: {VPMINSD, VPMAXSD}, 2: {VPMINSW, VPMAXSW}, 1: {VPMINSB, VPMAXSB}}
	unsigned := map[int][2]form{8: {VPMINUQ, VPMAXUQ}, 4: {VPMINUD, VPMAXUD}, 2: {VPMINUW, VPMAXUW}, 1: {VPMINUB, VPMAXUB}}
	forms := signed
	if f.unsigned {
		forms = unsigned
	}
	i := 1
	if f.down() {
		i = 0
	}
	forms[f.size][i](x, acc, acc)
}

// flips tells that elements are compared as signed ones after their sign is turned round.
func (f folder) flips() bool { return f.unsigned && f.size == 8 && !f.wide }

// partials are how many vectors one run is folded in: sums and products of floats have 64 partial ones at
// every level.
func (f folder) partials() int {
	if f.arithmetic() {
		return 64 / f.lanes()
	}
	return 4
}

func (f folder) runs() {
	name := fmt.Sprintf("runs%s%s%s", f.width(), f.op, f.name)
	TEXT(name, NOSPLIT, "func(out *byte, x *byte, w int, l int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s folds w runs of l elements each.%s", name, f.least()))
	switch {
	case f.wide:
		f.wideRuns(name)
	case f.arithmetic():
		f.narrowSums(name)
	default:
		f.narrowPicks(name)
	}
}

func (f folder) least() string {
	if f.wide || f.arithmetic() {
		return ""
	}
	return fmt.Sprintf(" l is %d at least. The sign of a result of zero is not settled.", f.lanes())
}

func (f folder) wideRuns(name string) {
	out, x := Load(Param("out"), GP64()), Load(Param("x"), GP64())
	w, l := Load(Param("w"), GP64()), Load(Param("l"), GP64())
	k := f.partials()
	acc, tmp, id, t := zmm[:k], zmm[8:12], zmm[12], zmm[13]
	f.constant(f.identity(), id)
	n, next, mask := GP64(), GP64(), GP64()
	block := k * f.lanes()
	Label(name + "_run")
	for _, a := range acc {
		VMOVDQA64(id, a)
	}
	if f.wins() {
		KXORQ(K2, K2, K2)
	}
	MOVQ(l, n)
	SUBQ(U32(uint32(block)), n)
	JLT(LabelRef(name + "_rest"))
	Label(name + "_loop")
	for i, a := range acc {
		m := Mem{Base: x, Disp: 64 * i}
		if !f.picks() {
			f.step(m, a, t)
			continue
		}
		VMOVDQU64(m, tmp[i])
		f.step(tmp[i], a, t)
		if f.wins() && i%2 == 1 {
			f.nanMask(tmp[i], tmp[i-1])
		}
	}
	ADDQ(U32(uint32(64*k)), x)
	SUBQ(U32(uint32(block)), n)
	JGE(LabelRef(name + "_loop"))
	Label(name + "_rest")
	ADDQ(U32(uint32(block)), n)
	JE(LabelRef(name + "_fold"))
	LEAQ(Mem{Base: x, Index: n, Scale: uint8(f.size)}, next)
	for i, a := range acc {
		MOVQ(I32(-1), mask)
		BZHIQ(n, mask, mask)
		KMOVQ(mask, K1)
		VMOVDQA64(id, tmp[0])
		f.loadMasked(Mem{Base: x, Disp: 64 * i}, K1, tmp[0])
		f.step(tmp[0], a, t)
		if f.wins() {
			f.nanMask(tmp[0], tmp[0])
		}
		if i < k-1 {
			SUBQ(Imm(uint64(f.lanes())), n)
			JLE(LabelRef(name + "_next"))
		}
	}
	Label(name + "_next")
	MOVQ(next, x)
	Label(name + "_fold")
	CMPQ(l, U32(uint32(f.lanes())))
	JLE(LabelRef(name + "_lanes"))
	for h := k / 2; h > 0; h /= 2 {
		for i := range h {
			f.step(acc[i+h], acc[i], t)
		}
	}
	Label(name + "_lanes")
	a, b := acc[0], tmp[0]
	VEXTRACTI64X4(Imm(1), a, b.AsY())
	f.step(b.AsY(), a.AsY().(VecPhysical), t)
	f.foldLow(a, b, t)
	if f.wins() {
		KORTESTQ(K2, K2)
		JE(LabelRef(name + "_store"))
		MOVQ(U64(f.nan()), mask)
		VMOVQ(mask, a.AsX())
		Label(name + "_store")
	}
	f.storeOne(a, out)
	ADDQ(Imm(uint64(f.size)), out)
	DECQ(w)
	JNE(LabelRef(name + "_run"))
	VZEROUPPER()
	RET()
}

// foldLow folds the lanes of the lower half of a, 32 bytes, into lane 0.
func (f folder) foldLow(a, b, t VecPhysical) {
	VEXTRACTI128(Imm(1), a.AsY(), b.AsX())
	tx := t.AsX().(VecPhysical)
	f.step(b.AsX(), a.AsX().(VecPhysical), tx)
	for s := 8; s >= f.size; s /= 2 {
		VPSRLDQ(Imm(uint64(s)), a.AsX(), b.AsX())
		f.step(b.AsX(), a.AsX().(VecPhysical), tx)
	}
}

// nanMask adds the lanes in which x or y is NaN to K2.
func (f folder) nanMask(x, y Op) {
	if f.size == 8 {
		VCMPPD(Imm(3), x, y, K3)
	} else {
		VCMPPS(Imm(3), x, y, K3)
	}
	KORW(K3, K2, K2)
}
