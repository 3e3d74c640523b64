package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
)

// Scalars is a trait of operators some of whose inputs may be numbers: a number is a parameter and not a
// value of the graph, and it is weak in NumPy's promotion (NEP 50).
type Scalars struct {
	// Args has an entry for each place of the signature: nil takes the next input, else it is a bool, int64,
	// float64 or complex128. Nil means that all are inputs.
	Args []any
}

// A Placer has places with defaults: the first Places names of its signature are inputs or numbers even where
// they have one.
type Placer interface{ Places() int }

// Types are the promotion arguments of all places.
func (s *Scalars) Types(in []Meta) []dtype.Arg {
	args := make([]dtype.Arg, 0, max(len(in), len(s.Args)))
	for i := range s.places(len(in)) {
		if v := s.at(i); v != nil {
			args = append(args, weak(v))
		} else {
			args, in = append(args, dtype.Strong(in[0].DType.Is)), in[1:]
		}
	}
	return args
}

// Regs are registers of all places; numbers become constants of the dtype that place i has in the operation.
func (s *Scalars) Regs(b *kernel.Builder, in []kernel.Reg, at func(i int) dtype.DType) []kernel.Reg {
	regs := make([]kernel.Reg, 0, max(len(in), len(s.Args)))
	for i := range s.places(len(in)) {
		if v := s.at(i); v != nil {
			regs = append(regs, b.Const(v, at(i)))
		} else {
			regs, in = append(regs, in[0]), in[1:]
		}
	}
	return regs
}

func (s *Scalars) places(inputs int) int {
	if s.Args == nil {
		return inputs
	}
	return len(s.Args)
}

// Each calls f with every place: its number, or nil and the input that it takes.
func (s *Scalars) Each(inputs int, f func(place int, number any, input int)) {
	next := 0
	for i := range s.places(inputs) {
		v := s.at(i)
		f(i, v, next)
		if v == nil {
			next++
		}
	}
}

func (s *Scalars) at(i int) any {
	if i < len(s.Args) {
		return s.Args[i]
	}
	return nil
}

// weak is a Go number as a promotion argument. A bool is not weak, as in NumPy.
func weak(v any) dtype.Arg {
	switch v.(type) {
	case bool:
		return dtype.Strong(dtype.Bool)
	case float64:
		return dtype.WeakFloat
	case complex128:
		return dtype.WeakComplex
	}
	return dtype.WeakInt
}

func (s *Scalars) numbers() []any { return s.Args }
