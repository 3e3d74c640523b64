package basic

import (
	"sort"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// A Row describes a universal function for generators of user functions.
type Row struct {
	Name    string
	In, Out int
	Summary string   // one line, verb or noun first, without a period
	Aliases []string // other names NumPy knows it by
	Time    bool     // has loops for datetime64 or timedelta64
	Notes   string   // what differs from the function it follows, and the bound of its error
	Alone   bool     // float32 is computed as such only where all arguments are of it
	Types   []string // of its loops for numbers, in NumPy's type characters: "dd->d"
}

// row is a Row with its loops, in the order in which they are tried.
type row struct {
	name    string
	in, out int
	summary string
	loops   []sig
	time    timeRule                                      // for arguments with a time among them; nil means none
	alias   string                                        // names separated by blanks
	check   func(dtype.DType) func(n int, in []Vec) error // refuses values, by the dtype of the loop
	refuse  map[string]string                             // error text for exact argument types, "??", or for anyTypes; "" is the usual one
	truth   bool                                          // arguments of different types are taken as bools
	intsTo  dtype.DType                                   // when all arguments are integers, the loop of this type
	alone   bool                                          // the loop of float32 takes arguments of no other type
	hidden  bool                                          // not a universal function of NumPy; Resolve knows it, Table does not list it
}

// anyTypes stands in a row's refuse for argument types that no loop takes.
const anyTypes = "*"

// Table lists the universal functions by name.
func Table() []Row {
	var o []Row
	for _, r := range rows {
		if !r.hidden {
			w := Row{Name: r.name, In: r.in, Out: r.out, Summary: r.summary, Aliases: strings.Fields(r.alias), Time: r.time != nil}
			for _, s := range r.loops {
				w.Types = append(w.Types, s.types)
			}
			o = append(o, w)
		}
	}
	sort.Slice(o, func(i, j int) bool { return o[i].Name < o[j].Name })
	return o
}
