package main

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/op"
)

// ufuncOf is the row of an operator that is a universal function.
func ufuncOf(d *op.Def) (basic.Row, bool) {
	for _, r := range basic.Table() {
		if d.Doc.Name == "tensor."+r.Name {
			return r, true
		}
	}
	return basic.Row{}, false
}

// ufunc writes a universal function: an object, which has NumPy's methods.
func (w *pyWriter) ufunc(r basic.Row) {
	identity := "None"
	if r.In == 2 {
		switch v := basic.Identity(r.Name).(type) {
		case int:
			identity = fmt.Sprint(v)
		case bool:
			identity = title(fmt.Sprint(v))
		case float64:
			identity = `float("-inf")`
		}
	}
	args := fmt.Sprintf("%q, %d, %d, %q, %s, %q", r.Name, r.In, r.Out, strings.Join(r.Types, " "), identity, r.Summary)
	w.code.WriteString(breakCall("", r.Name+" = _ufunc(", args, ")") + "\n")
	fmt.Fprintf(&w.stub, "%s: _ufunc\n", r.Name)
}
