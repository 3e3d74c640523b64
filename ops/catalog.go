package ops

import (
	_ "embed"
	"slices"
	"strings"

	_ "github.com/mars-project/mars-go/dataframe" // registers its operators
	"github.com/mars-project/mars-go/op"
	_ "github.com/mars-project/mars-go/remote"  // registers its operators
	_ "github.com/mars-project/mars-go/tensor"  // registers its operators
	_ "github.com/mars-project/mars-go/webfile" // registers its schemes
)

// An Entry is an operator as documentation and clients see it.
type Entry struct {
	Name    string   `json:"name"`
	Like    string   `json:"like,omitempty"`
	Sig     string   `json:"sig"`
	Summary string   `json:"summary"`
	Methods []string `json:"methods,omitempty"`
	Aliases []string `json:"aliases,omitempty"`
	Notes   string   `json:"notes,omitempty"`
	Params  []Param  `json:"params,omitempty"`
	Refused []string `json:"refused,omitempty"` // parameters taken at their default only
}

// A Param is one name of a signature.
type Param struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Kind    string `json:"kind"`
	Default string `json:"default,omitempty"`
	Call    int    `json:"call,omitempty"` // which call of a chain: groupby(...).agg(...)
}

// Catalog lists the registered operators in order of their names.
func Catalog() []Entry {
	var out []Entry
	for _, d := range op.Defs() {
		e := Entry{
			Name: d.Doc.Name, Like: d.Doc.Like, Sig: d.Doc.Sig, Summary: d.Doc.Summary, Notes: d.Doc.Notes,
		}
		e.Aliases, e.Methods = d.Doc.Names()
		for _, p := range d.Sig.Params {
			e.Params = append(e.Params, Param{p.Name, string(p.Role), p.Kind, p.Default, p.Call})
			if p.Role == op.DefaultRole && !idle[p.Name] && d.Doc.Form(p.Name) != "any" {
				e.Refused = append(e.Refused, p.Name)
			}
		}
		out = append(out, e)
	}
	return out
}

// idle are parameters of NumPy and pandas that change no answer: accepting them at their default only takes
// nothing away.
var idle = map[string]bool{
	"out": true, "order": true, "copy": true, "subok": true, "like": true, "device": true, "engine": true,
	"engine_kwargs": true, "low_memory": true, "inplace": true, "memory_map": true, "observed": true,
}

//go:embed api.txt
var api string

// API is the names that programs written for the Python Mars may call, as "tensor.add" or "dataframe.merge";
// methods of frames are among the functions.
func API() []string {
	var out []string
	for _, l := range strings.Split(api, "\n") {
		if l != "" && !strings.HasPrefix(l, "#") {
			out = append(out, l)
		}
	}
	return out
}

// Missing are the names of API that no operator has as name, alias or method.
func Missing() []string {
	have := map[string]bool{}
	for _, e := range Catalog() {
		domain, _, _ := strings.Cut(e.Name, ".")
		for _, n := range slices.Concat([]string{e.Name}, e.Aliases, e.Methods) {
			have[domain+"."+n[strings.LastIndexByte(n, '.')+1:]] = true
		}
	}
	return slices.DeleteFunc(API(), func(n string) bool {
		domain, _, _ := strings.Cut(n, ".")
		return have[domain+"."+n[strings.LastIndexByte(n, '.')+1:]]
	})
}
