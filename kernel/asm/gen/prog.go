package main

import (
	"fmt"
	"math"
)

// A prog is a straight-line program over float64 lanes, written once: from it come the kernels for AVX-512
// and AVX2, and the portable Go function that gives the same bits. Values are lanes of 64 bits, or masks of
// them; float32 functions widen when they load and round when they store.
type prog struct {
	name   string
	doc    string // of the Go function, after its name
	args   int
	single bool // float32 in memory
	native bool // and in lanes of 32 bits, not widened
	wide   bool // for AVX-512, which has instructions of its own for some steps; the others and Go do what gives the same
	rare   val  // mask of lanes that only Go's NAMERare answers; noVal for none
	nodes  []node
	known  map[string]val
}

// A val is the number of a node.
type val int

const noVal val = -1

// A node is one operation. Operands are a, b and c in the order of its method below.
type node struct {
	op      string
	a, b, c val
	bits    uint64 // of a constant, the count of a shift, the number of an argument
	tab     *table
	turn    int // of an argument: of which vector, in a program for two
}

// A table is up to 16 values in registers, or more in memory.
type table struct {
	name string
	v    []float64
}

func (n node) mask() bool {
	switch n.op {
	case "lt", "le", "eq", "ne", "odd", "class", "mor", "mand", "mandn":
		return true
	}
	return false
}

// exact says whether the result is a pattern of bits, not a float: what Go keeps as uint64.
func (n node) whole() bool {
	switch n.op {
	case "and", "or", "xor", "andn", "addi", "subi", "shl", "shr":
		return true
	}
	return false
}

// put adds a node, or finds the same one.
func (p *prog) put(n node) val {
	key := fmt.Sprintf("%s %d %d %d %d %d", n.op, n.a, n.b, n.c, n.bits, n.turn)
	if n.tab != nil {
		key += n.tab.name
	}
	if v, ok := p.known[key]; ok {
		return v
	}
	v := val(len(p.nodes))
	p.nodes = append(p.nodes, n)
	p.known[key] = v
	return v
}

func (p *prog) op(name string, v ...val) val {
	n := node{op: name, a: noVal, b: noVal, c: noVal}
	for i, to := range []*val{&n.a, &n.b, &n.c}[:len(v)] {
		*to = v[i]
	}
	return p.put(n)
}

func (p *prog) arg(i int) val {
	return p.put(node{op: "arg", a: noVal, b: noVal, c: noVal, bits: uint64(i)})
}

// f is a float constant, u a pattern of bits.
func (p *prog) f(x float64) val {
	if p.native {
		return p.u(uint64(math.Float32bits(float32(x))))
	}
	return p.u(math.Float64bits(x))
}

func (p *prog) u(b uint64) val {
	return p.put(node{op: "const", a: noVal, b: noVal, c: noVal, bits: b})
}

func (p *prog) add(a, b val) val     { return p.op("add", a, b) }
func (p *prog) sub(a, b val) val     { return p.op("sub", a, b) }
func (p *prog) mul(a, b val) val     { return p.op("mul", a, b) }
func (p *prog) div(a, b val) val     { return p.op("div", a, b) }
func (p *prog) sqrt(a val) val       { return p.op("sqrt", a) }
func (p *prog) floor(a val) val      { return p.op("floor", a) }
func (p *prog) fma(a, b, c val) val  { return p.op("fma", a, b, c) }  // a*b + c
func (p *prog) fnma(a, b, c val) val { return p.op("fnma", a, b, c) } // c - a*b
func (p *prog) fms(a, b, c val) val  { return p.op("fms", a, b, c) }  // a*b - c

// min and max are those of the CPU: the second operand where either is NaN, and of two zeros.
func (p *prog) min(a, b val) val { return p.op("min", a, b) }
func (p *prog) max(a, b val) val { return p.op("max", a, b) }

func (p *prog) and(a, b val) val  { return p.op("and", a, b) }
func (p *prog) or(a, b val) val   { return p.op("or", a, b) }
func (p *prog) xor(a, b val) val  { return p.op("xor", a, b) }
func (p *prog) andn(a, b val) val { return p.op("andn", a, b) } // b without the bits of a
func (p *prog) addi(a, b val) val { return p.op("addi", a, b) }
func (p *prog) subi(a, b val) val { return p.op("subi", a, b) }

func (p *prog) shl(a val, n int) val {
	return p.put(node{op: "shl", a: a, b: noVal, c: noVal, bits: uint64(n)})
}

func (p *prog) shr(a val, n int) val {
	return p.put(node{op: "shr", a: a, b: noVal, c: noVal, bits: uint64(n)})
}

// class is the mask of numbers of some kinds, of those of VFPCLASS; only AVX-512 has it.
func (p *prog) class(a val, kinds uint64) val {
	return p.put(node{op: "class", a: a, b: noVal, c: noVal, bits: kinds})
}

const zeros, infinities, nans, negatives = 0x06, 0x18, 0x81, 0x40

// bound is a, or most with the sign of a where |a| is more, most a constant; most where a is NaN.
func (p *prog) bound(a val, most float64) val {
	return p.put(node{op: "bound", a: a, b: p.f(most), c: p.f(-most)})
}

// getexp is the exponent of |x|, getmant the fraction of x in [3/4, 3/2), and getmantabs that of |x|, as
// AVX-512 gives them.
func (p *prog) getexp(x val) val     { return p.op("getexp", x) }
func (p *prog) getmant(x val) val    { return p.op("getmant", x) }
func (p *prog) getmantabs(x val) val { return p.op("getmantabs", x) }

// Comparisons with NaN are false, but for ne.
func (p *prog) lt(a, b val) val    { return p.op("lt", a, b) }
func (p *prog) le(a, b val) val    { return p.op("le", a, b) }
func (p *prog) eq(a, b val) val    { return p.op("eq", a, b) }
func (p *prog) ne(a, b val) val    { return p.op("ne", a, b) }
func (p *prog) odd(a val) val      { return p.op("odd", a) } // the lowest bit is set
func (p *prog) mor(a, b val) val   { return p.op("mor", a, b) }
func (p *prog) mand(a, b val) val  { return p.op("mand", a, b) }
func (p *prog) mandn(a, b val) val { return p.op("mandn", a, b) } // b and not a

// pick is a where the mask is set, else b.
func (p *prog) pick(mask, a, b val) val { return p.op("pick", mask, a, b) }

// look is the entry of a table whose number is the low bits of idx; the length is a power of two.
func (p *prog) look(t *table, idx val) val {
	return p.put(node{op: "look", a: idx, b: noVal, c: noVal, tab: t})
}

// scale is v * 2^floor(q) rounded once, for |q| < 2100.
func (p *prog) scale(v, q val) val { return p.op("scale", v, q) }

// orSign is a with the sign of x where a has none, xorSign a with its sign changed where that of x is set.
func (p *prog) orSign(a, x val) val {
	if p.wide {
		return p.op("orsign", a, x)
	}
	return p.or(a, p.sign(x))
}

func (p *prog) xorSign(a, x val) val {
	if p.wide {
		return p.op("xorsign", a, x)
	}
	return p.xor(a, p.sign(x))
}

// Below is what is made of the operations above.

func (p *prog) abs(a val) val  { return p.andn(p.f(math.Copysign(0, -1)), a) }
func (p *prog) sign(a val) val { return p.and(p.f(math.Copysign(0, -1)), a) }
func (p *prog) neg(a val) val  { return p.xor(p.f(math.Copysign(0, -1)), a) }

// poly is c[0] + c[1] x + ..., by Horner's rule.
func (p *prog) poly(x val, c []float64) val {
	v := p.f(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		v = p.fma(v, x, p.f(c[i]))
	}
	return v
}

// estrin is poly by halves, which takes fewer steps one after another: for a power of two of coefficients, x2
// the square of x.
func (p *prog) estrin(x, x2 val, c []float64) val {
	var v []val
	for i := 0; i < len(c); i += 2 {
		v = append(v, p.fma(p.f(c[i+1]), x, p.f(c[i])))
	}
	for ; len(v) > 1; x2 = p.mul(x2, x2) {
		for i := 0; i < len(v)/2; i++ {
			v[i] = p.fma(v[2*i+1], x2, v[2*i])
		}
		v = v[:len(v)/2]
	}
	return v[0]
}

// fast2 is the exact sum of a and b as two numbers where |a| >= |b|, or a is 0.
func (p *prog) fast2(a, b val) (s, e val) {
	s = p.add(a, b)
	return s, p.add(p.sub(a, s), b)
}

// two is the exact sum of any a and b (Knuth).
func (p *prog) two(a, b val) (s, e val) {
	s = p.add(a, b)
	t := p.sub(s, a)
	return s, p.add(p.sub(a, p.sub(s, t)), p.sub(b, t))
}

// shifter rounds a float64 to an integer by addition: the sum has no bits for a fraction, and its low bits
// are the integer.
const shifter = 0x1.8p52

// shifter does so for the lanes of p; digits are the bits of their fractions, bias what is added to
// exponents.
func (p *prog) shifter() float64 {
	if p.native {
		return 0x1.8p23
	}
	return shifter
}

func (p *prog) digits() uint64 {
	if p.native {
		return 23
	}
	return 52
}

func (p *prog) bias() uint64 {
	if p.native {
		return 127
	}
	return 1023
}

// top is the number of the uppermost bit of a lane.
func (p *prog) top() int {
	if p.native {
		return 31
	}
	return 63
}

// nearest is a*b rounded to an integer, as a float and as the low bits of a pattern.
func (p *prog) nearest(a, b val) (n, bits val) {
	bits = p.fma(a, b, p.f(p.shifter()))
	return p.sub(bits, p.f(p.shifter())), bits
}

// last are the uses of each node: the number of the last reader. Results live for ever, what nobody reads is
// -1.
func (p *prog) last(outs ...val) []int {
	l := make([]int, len(p.nodes))
	for i := range l {
		l[i] = -1
	}
	for _, o := range append(outs[:len(outs):len(outs)], p.rare) {
		if o != noVal {
			l[o] = len(p.nodes)
		}
	}
	for i := len(p.nodes) - 1; i >= 0; i-- {
		if l[i] < 0 {
			continue
		}
		for _, o := range []val{p.nodes[i].a, p.nodes[i].b, p.nodes[i].c} {
			if o != noVal && l[o] < i {
				l[o] = i
			}
		}
	}
	return l
}
