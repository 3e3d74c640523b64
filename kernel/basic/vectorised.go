package basic

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// vectorised is the kernel of package asm for a loop at a level, or the portable loop where it has none. Some
// have one of their own for a single value as the second argument.
func vectorised(level asm.Level, name, types string, portable Func) Func {
	f := asm.Elementwise(level, name, types)
	if f == nil {
		return portable
	}
	if one := asm.Elementwise(level, name+" single", types); one != nil {
		return func(n int, in, out []Vec) {
			if in[1].Const {
				one(n, in, out)
			} else {
				f(n, in, out)
			}
		}
	}
	return f
}

// Pair is the loop of second over the result of first, its argument number at, which is kept nowhere: the
// arguments are those of first, then the other one of second. The bits are those of the two loops. False
// where there is no such kernel, as on machines without vectors.
func Pair(first, second *Loop, at int) (Loop, bool) { return pairAt(asm.Active(), first, second, at) }

func pairAt(level asm.Level, first, second *Loop, at int) (Loop, bool) {
	if len(first.In) > 2 || len(second.In) > 2 || len(first.Out) != 1 || len(second.Out) != 1 {
		return Loop{}, false
	}
	d := second.Out[0]
	in := slices.Concat(first.In, second.In[1:])
	if slices.ContainsFunc(in, func(x dtype.DType) bool { return x != d }) || first.Out[0] != d {
		return Loop{}, false
	}
	name := first.Name + " " + second.Name
	if at == 1 && (second.Name == "subtract" || second.Name == "divide") {
		name += " last"
	}
	var types string
	switch d {
	case dtype.Float64:
		types = "dddd"[:len(in)] + "->d"
	case dtype.Float32:
		types = "ffff"[:len(in)] + "->f"
	}
	f := asm.Elementwise(level, name, types)
	return Loop{Name: name, In: in, Out: second.Out, run: f}, f != nil
}
