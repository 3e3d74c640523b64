package basic

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// An Extra is an element-wise function of real numbers from another package, which programs fuse like NumPy's own. It has loops of float32, computed
// in float64 and rounded once, and of float64.
type Extra struct {
	Row
	Func func(a [3]float64) float64 // of the first In numbers
	One  func(float64) float64      // the same for one argument
	As   string                     // the row whose loops of floats and complex numbers are taken instead
}

// extras are those that were added, in order of their names.
var extras []Extra

// Add adds functions. It is called by init of packages.
func Add(es ...Extra) {
	level := asm.Active()
	var more []row
	for _, e := range es {
		more = append(more, row{
			name: e.Name, in: e.In, out: 1, summary: e.Summary, hidden: true, alone: e.Alone, loops: e.loops(),
		})
	}
	for n, e := range indexRows(more, level) {
		if _, ok := index[n]; ok {
			panic("basic: two functions " + n)
		}
		index[n] = e
	}
	extras = append(extras, es...)
	slices.SortFunc(extras, func(a, b Extra) int { return strings.Compare(a.Name, b.Name) })
}

// Extras lists the added functions by name.
func Extras() []Row {
	out := make([]Row, len(extras))
	for i, e := range extras {
		out[i] = e.Row
	}
	return out
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
