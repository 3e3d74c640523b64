package basic

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// An Extra is an element-wise function of real numbers from another package, which programs fuse like NumPy's
// own. It has loops of float32, computed in float64 and rounded once, and of float64.
type Extra struct {
	Row
	Func func(a [3]float64) float64 // of the first In numbers
	One  func(float64) float64      // the same for one argument
	As   string                     // the row whose loops of floats and complex numbers are taken instead
}

// Extras are functions of another package by name.
type Extras struct {
	index map[string]entry
	rows  []Row
}

// NewExtras makes them.
func NewExtras(es ...Extra) Extras {
	var more []row
	var x Extras
	for _, e := range es {
		more = append(more, row{name: e.Name, in: e.In, out: 1, summary: e.Summary, hidden: true, alone: e.Alone, loops: e.loops()})
		x.rows = append(x.rows, e.Row)
	}
	slices.SortFunc(x.rows, func(a, b Row) int { return strings.Compare(a.Name, b.Name) })
	x.index = indexRows(more, asm.Portable)
	return x
}

// Rows lists them by name.
func (x Extras) Rows() []Row { return slices.Clone(x.rows) }

// Resolve is the package's Resolve for them.
func (x Extras) Resolve(name string, in ...dtype.DType) (Loop, error) {
	return resolve(x.index, name, in)
}

func (e Extra) loops() []sig {
	if e.As != "" {
		var o []sig
		for _, p := range index[e.As].plans {
			types := charsOf(p.in) + "->" + charsOf(p.out)
			if slices.Contains([]dtype.DType{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}, p.in[0]) {
				o = append(o, sig{types, p.run})
			}
		}
		return o
	}
	in := strings.Repeat("x", e.In)
	form := func(c string) string { return strings.ReplaceAll(in, "x", c) + "->" + c }
	if e.One != nil {
		return []sig{{form("f"), map1(wide1(e.One))}, {form("d"), map1(e.One)}}
	}
	return []sig{{form("f"), mapN[float32](e.In, e.Func)}, {form("d"), mapN[float64](e.In, e.Func)}}
}

// mapN is a loop of up to three arguments.
func mapN[T float32 | float64](args int, f func(a [3]float64) float64) Func {
	return func(n int, in, out []Vec) {
		var from [3]operand[T]
		for k := range args {
			from[k] = reader[T](in[k], n)
		}
		for i, o := 0, view[T](out[0], n); i < len(o); i++ {
			var a [3]float64
			for k := range args {
				a[k] = float64(from[k].at(i))
			}
			o[i] = T(f(a))
		}
	}
}

// Lookup is the universal function of a name of NumPy's; nil where there is none.
func Lookup(name string) *Row {
	if e, ok := index[name]; ok && !e.hidden {
		return &Row{Name: e.name, In: e.in, Out: e.out, Summary: e.summary, Time: e.time != nil}
	}
	return nil
}
