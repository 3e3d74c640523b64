package wasm_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/wire/wasm"
)

// add is
//
//	(module
//	  (memory (export "memory") 1)
//	  (func (export "add") (param f64 f64) (result f64) local.get 0 local.get 1 f64.add))
const add = "\x00asm\x01\x00\x00\x00" + // head
	"\x01\x07\x01\x60\x02\x7c\x7c\x01\x7c" + // types
	"\x03\x02\x01\x00" + // functions
	"\x05\x03\x01\x00\x01" + // memory
	"\x07\x10\x02\x06memory\x02\x00\x03add\x00\x00" + // exports
	"\x0a\x09\x01\x07\x00\x20\x00\x20\x01\xa0\x0b" // code

// clock imports a function, which is number 0, and exports its own.
const clock = "\x00asm\x01\x00\x00\x00" + "\x01\x08\x02\x60\x00\x00\x60\x00\x01\x7e" + "\x02\x09\x01\x03env\x01t\x00\x01" + "\x03\x02\x01\x00" + "\x07\x05\x01\x01f\x00\x01" + "\x0a\x04\x01\x02\x00\x0b"

func TestParse(t *testing.T) {
	m, err := wasm.Parse([]byte(add))
	if err != nil || !m.Memory || m.Exports["add"].String() != "(f64, f64) -> f64" || len(m.Imports) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = wasm.Parse([]byte(clock))
	if err != nil || m.Memory || m.Exports["f"].String() != "() -> " || strings.Join(m.Imports, " ") != "env" {
		t.Errorf("%+v, %v", m, err)
	}
	for what, b := range map[string]string{
		"nothing": "", "text": "(module)", "version 2": "\x00asm\x02\x00\x00\x00", "no section": add[:9], "half a section": add[:14],
		"a function of no type": strings.Replace(add, "\x03\x02\x01\x00", "\x03\x02\x01\x07", 1), "an export of no function": strings.Replace(add, "add\x00\x00", "add\x00\x09", 1),
		"very many types": "\x00asm\x01\x00\x00\x00\x01\x05\xff\xff\xff\xff\x0f",
	} {
		if m, err := wasm.Parse([]byte(b)); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %+v, %v", what, m, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(add))
	f.Add([]byte(clock))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := wasm.Parse(b)
		if (m == nil) == (err == nil) {
			t.Fatalf("%v, %v", m, err)
		}
	})
}
