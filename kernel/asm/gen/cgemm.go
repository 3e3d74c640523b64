package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// cgemm is gemm for complex numbers.
func cgemm() {
	l := laneMasks()
	signs := map[int]Mem{8: signTable(8), 4: signTable(4)}
	for _, m := range []machine{{"512z", true, 8, l}, {"512c", true, 4, l}, {"256z", false, 8, l}, {"256c", false, 4, l}} {
		rows := 2
		if m.wide {
			rows = 4
		}
		ctile{tile{m, rows, 3, false}, signs[m.size]}.emit()
		for r := 1; r <= rows; r++ {
			for v := 1; v <= 3; v++ {
				ctile{tile{m, r, v, true}, signs[m.size]}.emit()
			}
		}
	}
}

// signTable is what sums are xored with: for no operand, the first, the second, and both conjugated 64 bytes
// for the products with the real parts of a, and 64 for those with the imaginary ones, swapped. With x = -1
// where a is conjugated and y where b is, re = re*re - xy im*im and im = y re*im + x im*re.
func signTable(size int) Mem {
	t := GLOBL(fmt.Sprintf("signs%d", size), RODATA|NOPTR)
	at := 0
	for _, c := range [][4]bool{
		{false, false, true, false},
		{false, false, false, true},
		{false, true, false, false},
		{false, true, true, true},
	} {
		for h := range 2 {
			for i := range 64 / size {
				minus := c[2*h+i%2]
				if size == 8 {
					v := U64(0)
					if minus {
						v = 1 << 63
					}
					DATA(at, v)
				} else {
					v := U32(0)
					if minus {
						v = 1 << 31
					}
					DATA(at, v)
				}
				at += size
			}
		}
	}
	return t
}

// A ctile keeps two sums for every vector of c: of b times the real part of an element of a, and times its
// imaginary part. They meet at the end.
type ctile struct {
	tile
	signs Mem
}

func (t ctile) emit() {
	name := fmt.Sprintf("tile%s%dx%d", t.name, t.rows, t.vectors)
	if !t.masked {
		name = fmt.Sprintf("tile%s", t.name)
	}
	p := t.begin(name)
	regs := t.regs()
	re, im := regs[:t.rows*t.vectors], regs[t.rows*t.vectors:][:t.rows*t.vectors]
	bs := regs[2*len(re):][:t.vectors]
	xs := regs[2*len(re)+t.vectors:]
	xs = xs[:min(2, len(xs))]
	for i := range re {
		t.clear(re[i])
		t.clear(im[i])
	}
	t.loop(name, p, bs, xs[0], func(from []Mem) {
		for i := range t.rows {
			for part, sums := range [][]VecPhysical{re, im} {
				x := xs[part%len(xs)]
				t.broadcast(from[i].Offset(part*t.size), x)
				for j, v := range bs {
					t.fma(v, x, sums[i*t.vectors+j])
				}
			}
		}
	})

	sign := GP64()
	LEAQ(t.signs, sign)
	mode := Load(Param("mode"), GP64())
	at := GP64()
	MOVQ(mode, at)
	ANDQ(Imm(6), at)
	SHLQ(Imm(6), at)
	ADDQ(at, sign)
	for i := range re {
		t.swap(im[i])
		t.xor(Mem{Base: sign, Disp: 64}, im[i])
		t.xor(Mem{Base: sign}, re[i])
		t.plus(im[i], re[i])
	}
	t.finish(name, p, re, im[len(im)-1], bs[0], xs[0])
}

// swap exchanges the parts of complex numbers.
func (m machine) swap(v Op) {
	switch {
	case m.size == 4:
		VPERMILPS(Imm(0xB1), v, v)
	case m.wide:
		VPERMILPD(Imm(0x55), v, v)
	default:
		VPERMILPD(Imm(0x5), v, v)
	}
}

func (m machine) xor(x, v Op) {
	if m.size == 8 {
		VXORPD(x, v, v)
	} else {
		VXORPS(x, v, v)
	}
}

func (m machine) plus(x, v Op) {
	if m.size == 8 {
		VADDPD(x, v, v)
	} else {
		VADDPS(x, v, v)
	}
}
