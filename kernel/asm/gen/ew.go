package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Element-wise kernels are loops of kernel/basic: func(n int, in, out []Vec). A turn of a loop does two
// steps, a step being about a vector of the widest operand. An operand that is a single value is spread over
// a buffer of one turn, from which the loop reads it again and again; the elements behind the last turn go
// through the same buffers and the same instructions, so that every element has the same bits wherever it
// stands.

// An ew is one kernel.
type ew struct {
	ewk
	op     string // name of the function in kernel/basic
	types  []string
	in     []int // bytes of an element of each operand
	out    int
	step   int  // elements
	stream bool // whole vectors are stored: there is a loop with non-temporal stores
	// make writes what comes before the loops and returns what writes a step.
	make func(in []Mem, to ewTo)
	init func()
}

const ewSteps = 2

// A Vec of package asm in bytes.
const (
	vecSize   = 16
	vecConst  = 8
	vecStream = 9
)

// An ewk is the instructions of one level.
type ewk struct {
	wide  bool
	table *ewTable
}

// ewTo is where a step goes.
type ewTo struct {
	Mem
	stream bool
}

// An ewTable is the table of a family: names and types, and the kernels that serve them.
type ewTable struct{ rows []string }

// emit writes the kernel and its row in the table.
func (e ew) emit() {
	symbol := e.symbol()
	for _, t := range e.types {
		e.table.rows = append(e.table.rows, fmt.Sprintf("%s %s %t %s", strings.ReplaceAll(e.op, " ", "+"), t, e.wide, symbol))
	}
	TEXT(symbol, NOSPLIT, "func(n int, in, out []byte)")
	n := Load(Param("n"), GP64())
	args, outs := Load(Param("in").Base(), GP64()), Load(Param("out").Base(), GP64())
	turn := e.step * ewSteps
	sizes := append(slices.Clone(e.in), e.out)
	room := 64
	var at []int
	for _, s := range sizes {
		at = append(at, room-64)
		room += (turn*s + 63) &^ 63
	}
	base := GP64()
	LEAQ(AllocLocal(room), base)
	ADDQ(Imm(63), base)
	ANDQ(I8(-64), base)
	var from, stride []GPVirtual
	for i, s := range e.in {
		p := GP64()
		MOVQ(Mem{Base: args, Disp: vecSize * i}, p)
		from = append(from, p)
		if len(e.in) > 1 {
			d := GP64()
			MOVQ(U32(uint32(turn*s)), d)
			stride = append(stride, d)
			e.spread(Mem{Base: args, Disp: vecSize*i + vecConst}, Mem{Base: base, Disp: at[i]}, turn*s, s, p, d, fmt.Sprint("many", i))
		}
	}
	to := GP64()
	MOVQ(Mem{Base: outs}, to)
	if e.init != nil {
		e.init()
	}
	loop := func(label string, stream bool) {
		CMPQ(n, U32(uint32(turn)))
		JLT(LabelRef("rest"))
		Label(label)
		for u := range ewSteps {
			var in []Mem
			for i, s := range e.in {
				in = append(in, Mem{Base: from[i], Disp: u * e.step * s})
			}
			e.make(in, ewTo{Mem{Base: to, Disp: u * e.step * e.out}, stream})
		}
		for i, s := range e.in {
			if len(e.in) > 1 {
				ADDQ(stride[i], from[i])
			} else {
				ADDQ(U32(uint32(turn*s)), from[i])
			}
		}
		ADDQ(U32(uint32(turn*e.out)), to)
		SUBQ(U32(uint32(turn)), n)
		CMPQ(n, U32(uint32(turn)))
		JGE(LabelRef(label))
	}
	if e.stream {
		CMPB(Mem{Base: outs, Disp: vecStream}, Imm(0))
		JEQ(LabelRef("plain"))
		TESTQ(U32(63), to)
		JNE(LabelRef("plain"))
		loop("streams", true)
		SFENCE()
		JMP(LabelRef("rest"))
		Label("plain")
	}
	loop("turns", false)
	Label("rest")
	TESTQ(n, n)
	JEQ(LabelRef("done"))
	for i, s := range e.in {
		skip := fmt.Sprint("single", i)
		if len(e.in) > 1 {
			TESTQ(stride[i], stride[i])
			JEQ(LabelRef(skip))
		}
		copyBytes(fmt.Sprint("in", i), Mem{Base: base, Disp: at[i]}, from[i], n, s)
		if len(e.in) > 1 {
			Label(skip)
		}
	}
	last := len(at) - 1
	for u := range ewSteps {
		var in []Mem
		for i, s := range e.in {
			in = append(in, Mem{Base: base, Disp: at[i] + u*e.step*s})
		}
		e.make(in, ewTo{Mem{Base: base, Disp: at[last] + u*e.step*e.out}, false})
	}
	ADDQ(U32(uint32(at[last])), base)
	copyBytes("out", Mem{Base: to}, base, n, e.out)
	Label("done")
	VZEROUPPER()
	RET()
}

func (e ew) symbol() string {
	words := strings.FieldsFunc(e.op, func(r rune) bool { return r == '_' || r == ' ' })
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	t := strings.NewReplacer("->", "", "?", "o").Replace(e.types[0])
	if s, _, ok := strings.Cut(e.types[0], "->"); ok && strings.Count(s, s[:1]) == len(s) && (s[:1] == e.types[0][len(e.types[0])-1:] || strings.HasSuffix(e.types[0], "?")) {
		t = strings.ReplaceAll(s[:1], "?", "o")
	}
	return strings.Join(words, "") + e.level() + t
}

func (k ewk) level() string {
	if k.wide {
		return "512"
	}
	return "256"
}

// spread fills a buffer with the value at p if its operand is a single one, and makes the loop read the
// buffer.
func (k ewk) spread(flag, buf Mem, bytes, size int, p, stride GPVirtual, label string) {
	CMPB(flag, Imm(0))
	JEQ(LabelRef(label))
	v := k.vec()
	k.broadcast(Mem{Base: p}, v, size)
	for b := 0; b < bytes; b += k.bytes() {
		k.save(v, buf.Offset(b))
	}
	LEAQ(buf, p)
	XORQ(stride, stride)
	Label(label)
}

// copyBytes copies n elements of a size.
func copyBytes(label string, to Mem, from, n Register, size int) {
	left, i, t := GP64(), GP64(), GP64()
	IMUL3Q(U8(uint8(size)), n, left)
	XORQ(i, i)
	to.Index, to.Scale = i, 1
	word := Mem{Base: from, Index: i, Scale: 1}
	Label(label + "words")
	CMPQ(left, Imm(8))
	JLT(LabelRef(label + "bytes"))
	MOVQ(word, t)
	MOVQ(t, to)
	ADDQ(Imm(8), i)
	SUBQ(Imm(8), left)
	JMP(LabelRef(label + "words"))
	Label(label + "bytes")
	TESTQ(left, left)
	JEQ(LabelRef(label + "end"))
	MOVB(word, t.As8())
	MOVB(t.As8(), to)
	INCQ(i)
	DECQ(left)
	JMP(LabelRef(label + "bytes"))
	Label(label + "end")
}

// write makes the Go side of a family: declarations and table.
func (t *ewTable) write(family, path string) {
	var b strings.Builder
	b.WriteString("// Code generated by gen " + family + ". DO NOT EDIT.\n\npackage asm\n")
	type row struct{ at [2]string }
	rows, seen := map[string]row{}, map[string]bool{}
	for _, r := range t.rows {
		f := strings.Fields(r)
		key := f[0] + " " + f[1]
		x := rows[key]
		x.at[map[string]int{"false": 0, "true": 1}[f[2]]] = f[3]
		rows[key] = x
		if !seen[f[3]] {
			seen[f[3]] = true
			fmt.Fprintf(&b, "\n//go:noescape\nfunc %s(n int, in, out []Vec)\n", f[3])
		}
	}
	keys := make([]string, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, "+", " "), strings.ReplaceAll(b, "+", " "))
	})
	fmt.Fprintf(&b, "\n// %sTable is the kernels of the family, sorted.\nvar %sTable = [...]elementwise{\n", family, family)
	for _, k := range keys {
		f := strings.Fields(k)
		r := rows[k]
		for i := range r.at {
			if r.at[i] == "" {
				r.at[i] = "nil"
			}
		}
		fmt.Fprintf(&b, "\t{%q, %q, %s, %s},\n", strings.ReplaceAll(f[0], "+", " "), f[1], r.at[0], r.at[1])
	}
	b.WriteString("}\n")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
