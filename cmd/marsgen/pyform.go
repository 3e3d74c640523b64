package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// kindOf is the kind of what an operator gives.
func kindOf(name string) string {
	domain, rest, _ := strings.Cut(name, ".")
	if domain == "tensor" {
		return "tensor"
	}
	if k := op.Lookup(name).Doc.Gives; k != "" {
		return k
	}
	if strings.HasPrefix(rest, "Series.") {
		return "series"
	}
	return "same"
}

// spelling is the name that Python gives a parameter which no Go field can have: the form "as:N".
func spelling(d *op.Doc, param string) string {
	if s, ok := strings.CutPrefix(d.Form(param), "as:"); ok {
		return s
	}
	return param
}

// idle are parameters that change no answer: any value is taken.
var idle = words(`copy subok like device engine engine_kwargs low_memory memory_map overwrite_input cache cache_dates float_precision precise_float sparse use_threads`)

// generated are the forms that the generator writes out; the others are functions of the client: of
// _core/attrs.py an encoder, with an argument behind a colon a function of _core/forms.py that sets several
// parameters.
var generated = map[string]bool{
	"masked": true, // asked for, it makes the function a reduction of some elements
	"other":  true, // other:tensor.f: given, it is one more input, and the function is another operator
	"own":    true, // the function written by hand deals with it
	"any":    true, // any value is taken: it changes no answer
	"stored": true, // of the first input: the result is stored in it, and nothing is given
	"only":   true, // taken at its default only, although its name changes no answer elsewhere
	"ravel":  true, // axis=None takes all elements: of a tensor in C order
	"as":     true, // as:N: Python's name is N
	"in":     true, // in:table: an input that the named function of _core/forms.py makes
	"for":    true, // for:ddof: another name of the parameter ddof
	"here":   true, // of the first input: of a single value, a list or an array pandas' own function answers
	"read":   true, // of order: the first input is read in that order
	"each":   true, // of the only parameter: views, one of each argument
	"line":   true, // values one after the other: a single one is left to pandas, a list is an index
	"listed": true, // values one after the other, of which those without labels give a tensor: a single one is left to pandas
	"codes":  true, // values, of which those without labels give a tensor where labels is False
	"kind":   true, // of a field that no signature names: whether the first input is a series
}

// encoder is the call that encodes a parameter in its form, and whether it is called for the default too.
func encoder(form, attr, value, encode, def string) (line string, always bool) {
	name, arg, several := strings.Cut(form, ":")
	loose := encode == "written" && (!identical[def] || name == "drawn") // comparing a frame with the default is no question of true or false; what draws is drawn here
	switch {
	case several && encode == "written":
		return fmt.Sprintf("attrs[%q] = _forms.%s(%s, ins, %s)", attr, name, value, strings.ReplaceAll(arg, ",", ", ")), loose
	case name == "expression": // it adds inputs and sets several parameters
		return fmt.Sprintf("_forms.%s(attrs, ins, %q, %s, %s)", name, attr, value, arg), true
	case several && !generated[name]:
		return fmt.Sprintf("_forms.%s(attrs, %q, %s, %q)", name, attr, value, arg), true
	case form == "aggregates":
		return fmt.Sprintf("attrs[%q] = _forms.aggregates(%s)", attr, value), false
	case encode == "written" && form == "plain":
		return fmt.Sprintf("attrs[%q] = _forms.plain(%s)", attr, value), loose
	case encode == "written":
		return fmt.Sprintf("attrs[%q] = _forms.%s(%s, ins)", attr, cmp.Or(form, "written"), value), loose
	case form != "" && !generated[name]:
		encode = form
	}
	return fmt.Sprintf("attrs[%q] = _a.%s(%s)", attr, encode, value), false
}

// identical are defaults that an argument is or is not.
var identical = map[string]bool{"None": true, "True": true, "False": true, "_no_default": true, "_no_value": true}

// formOf is the form of a parameter of a named operator.
func formOf(name, param string) string {
	if d := op.Lookup(name); d != nil {
		return d.Doc.Form(param)
	}
	return ""
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
