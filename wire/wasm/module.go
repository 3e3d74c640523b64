package wasm

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// A Type is the type of a number.
type Type byte

// The types of numbers.
const (
	I32 Type = 0x7f
	I64 Type = 0x7e
	F32 Type = 0x7d
	F64 Type = 0x7c
)

func (t Type) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	}
	return "a reference"
}

// A Func is what a function takes and gives.
type Func struct{ Params, Results []Type }

// String is as the text format has it: "(i32, i32) -> f64".
func (f Func) String() string { return "(" + list(f.Params) + ") -> " + list(f.Results) }

func list(ts []Type) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = t.String()
	}
	return strings.Join(words, ", ")
}

// A Module is what others see of one.
type Module struct {
	Imports []string        // the modules that it imports from, ascending
	Exports map[string]Func // the functions that it exports
	Memory  bool            // it exports its memory, under the name memory
}

// Sections that are read.
const (
	sectionTypes   = 1
	sectionImports = 2
	sectionFuncs   = 3
	sectionExports = 7
)

const head = "\x00asm\x01\x00\x00\x00"

// Parse reads a module. Errors: Invalid, it is none.
func Parse(b []byte) (m *Module, err error) {
	if !bytes.HasPrefix(b, []byte(head)) {
		return nil, errs.New(errs.Invalid, "this is no WebAssembly module of version 1: it begins with %q", b[:min(len(b), 8)])
	}
	p := &parser{m: &Module{Exports: map[string]Func{}}, imports: map[string]bool{}}
	for r := (&reader{b: b[len(head):]}); len(r.b) > 0; {
		id := r.byte()
		body := &reader{b: r.bytes(r.count(len(b)))}
		if r.bad {
			return nil, errs.New(errs.Invalid, "the WebAssembly module breaks off in section %d", id)
		}
		if p.section(id, body); body.bad {
			return nil, errs.New(errs.Invalid, "section %d of the WebAssembly module cannot be read", id)
		}
	}
	if !p.exports() {
		return nil, errs.New(errs.Invalid, "the WebAssembly module exports functions that it does not have")
	}
	p.m.Imports = slices.Sorted(maps.Keys(p.imports))
	return p.m, nil
}

type parser struct {
	m       *Module
	types   []Func
	funcs   []uint32 // by number, those that are imported first: of which type each is
	imports map[string]bool
	named   map[string]uint32 // functions that are exported
}

func (p *parser) section(id byte, r *reader) {
	switch id {
	case sectionTypes:
		for range r.count(len(r.b)) {
			if r.byte() != 0x60 { // a recursive type: none that is called from outside
				r.bad = true
				return
			}
			p.types = append(p.types, Func{r.types(), r.types()})
		}
	case sectionImports:
		for range r.count(len(r.b)) {
			p.imports[r.name()] = true
			r.name()
			p.imported(r)
		}
	case sectionFuncs:
		for range r.count(len(r.b)) {
			p.funcs = append(p.funcs, r.u32())
		}
	case sectionExports:
		p.named = map[string]uint32{}
		for range r.count(len(r.b)) {
			name, kind, at := r.name(), r.byte(), r.u32()
			switch {
			case kind == 0:
				p.named[name] = at
			case kind == 2 && name == "memory":
				p.m.Memory = true
			}
		}
	}
}

// imported passes by what is imported.
func (p *parser) imported(r *reader) {
	switch r.byte() {
	case 0:
		p.funcs = append(p.funcs, r.u32())
	case 1:
		r.byte()
		r.limits()
	case 2:
		r.limits()
	case 3:
		r.byte()
		r.byte()
	case 4:
		r.byte()
		r.u32()
	default:
		r.bad = true
	}
}

// exports finds the types of the functions that are exported.
func (p *parser) exports() bool {
	for name, n := range p.named {
		if int64(n) >= int64(len(p.funcs)) || int64(p.funcs[n]) >= int64(len(p.types)) {
			return false
		}
		p.m.Exports[name] = p.types[p.funcs[n]]
	}
	return true
}

// A reader reads bytes; bad is true once they are not as they should be.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) bytes(n int) []byte {
	if r.bad || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// u32 reads LEB128 of at most 32 bits.
func (r *reader) u32() uint32 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || n > 5 || v > 1<<32-1 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return uint32(v)
}

// count is a number of things, of which at most so many can be there.
func (r *reader) count(most int) int {
	n := r.u32()
	if int64(n) > int64(most) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) name() string {
	b := r.bytes(r.count(len(r.b)))
	if !utf8.Valid(b) {
		r.bad = true
	}
	return string(b)
}

func (r *reader) types() (out []Type) {
	for _, t := range r.bytes(r.count(len(r.b))) {
		out = append(out, Type(t))
	}
	return out
}

func (r *reader) limits() {
	most := r.byte()&1 == 1
	if r.u32(); most {
		r.u32()
	}
}
