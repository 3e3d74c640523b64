package main

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// kernelCases are the cases with their goals.
func kernelCases(z sizes) []kernelCase {
	out := expressions(z)
	for _, more := range [][]kernelCase{functions(z), others(z), folds(z), draws(z), orderings(z), transforms(), specials(z), algebra()} {
		out = append(out, more...)
	}
	return out
}

// A letter's bytes by what operand makes.
func bytesOf(names string) (n float64) {
	for _, c := range names {
		switch c {
		case 'A', 'B', 'W', 'K':
			n += 4
		case 'm':
			n++
		case 'y', 'z':
			n += 16
		default:
			n += 8
		}
	}
	return n
}

// elementwise is a case that reads its inputs and writes so many bytes for an element: that is the least it
// costs. The limit is as good as a goal: no program is faster.
func elementwise(name, in string, n int, written float64, one, two goals, expr func(x ts) op.Handle) kernelCase {
	read, out := float64(n)*bytesOf(in), float64(n)*written
	return kernelCase{
		name: name, n: n, in: in, expr: expr, one: one, two: two, work: (read + out) / 1e9, unit: "GB", reach: 0.85,
		cost: func(l limit) float64 { return l.moved(read, out) },
	}
}

// both are goals on one core and on two, where Dask can use the other one too.
func both(numpy, numexpr float64) (one, two goals) {
	one, two = goals{"numpy": numpy}, goals{"numpy": numpy, "dask": math.Max(1, math.Min(numpy, 1.5))}
	if numexpr > 0 {
		one["numexpr"], two["numexpr"], two["dask"] = numexpr, numexpr, numexpr
	}
	return one, two
}

// expressions are those whose goals are about memory.
func expressions(z sizes) []kernelCase {
	of := func(name, in string, written, numpy, numexpr float64, expr func(x ts) op.Handle) kernelCase {
		one, two := both(numpy, numexpr)
		return elementwise(name, in, z.big, written, one, two, expr)
	}
	out := []kernelCase{
		of("add", "ab", 8, 1.5, 1.5, func(x ts) op.Handle { return tensor.Add(x[0], x[1]) }),
		of("sqrt", "a", 8, 1.5, 1.5, func(x ts) op.Handle { return tensor.Sqrt(x[0]) }),
		of("greater", "ab", 1, 1.5, 1.5, func(x ts) op.Handle { return tensor.Greater(x[0], x[1]) }),
		of("where", "ab", 8, 6, 1.5, func(x ts) op.Handle { return tensor.Where(tensor.Greater(x[0], x[1]), x[0], x[1]) }),
		of("muladd", "abc", 8, 4, 2.5, func(x ts) op.Handle { return tensor.Add(tensor.Multiply(x[0], x[1]), x[2]) }),
		of("fused", "abcd", 8, 4, 2.5, func(x ts) op.Handle { return fusedOf(x) }),
	}
	for i := range out[4:] {
		out[4+i].bound = 0.8 // within 25 % of it
	}
	return out
}

// fusedOf is the expression by which the suite measures fusion.
func fusedOf(x ts) *tensor.Tensor {
	return tensor.Subtract(tensor.Multiply(tensor.Add(x[0], x[1]), tensor.Sqrt(x[2])), tensor.Exp(x[3]))
}

// functions are the transcendental ones in float64 and float32.
func functions(z sizes) []kernelCase {
	type unary = func(x any, o ...tensor.Elementwise) *tensor.Tensor
	of := func(name, in string, goal float64, f unary) kernelCase {
		one, two := both(goal, goal)
		return elementwise(name, in, z.big, bytesOf(in), one, two, func(x ts) op.Handle { return f(x[0]) })
	}
	out := []kernelCase{of("exp", "a", 1.2, tensor.Exp), of("log", "a", 1.2, tensor.Log)}
	out[0].bound, out[1].bound = 0.85, 0.85
	return append(
		out,
		of("sin", "w", 1.4, tensor.Sin), of("cos", "w", 1.4, tensor.Cos), of("tanh", "w", 1.4, tensor.Tanh),
		of("exp_f32", "A", 2, tensor.Exp), of("log_f32", "A", 2, tensor.Log),
		of("sin_f32", "W", 2, tensor.Sin), of("cos_f32", "W", 2, tensor.Cos), of("tanh_f32", "W", 2, tensor.Tanh),
	)
}

// others are functions and casts without a goal of their own: they must be level with NumPy.
func others(z sizes) []kernelCase {
	n, level := z.big, goals{"numpy": 1}
	of := func(name, in string, written float64, expr func(x ts) op.Handle) kernelCase {
		return elementwise(name, in, n, written, level, level, expr)
	}
	to := func(name, in string, written float64, d dtype.DType) kernelCase {
		return of(name, in, written, func(x ts) op.Handle { return x[0].AsType(d) })
	}
	out := []kernelCase{
		to("cast_f64_f32", "a", 4, dtype.Float32), to("cast_f32_f64", "A", 8, dtype.Float64), to("cast_f64_i32", "w", 4, dtype.Int32),
		to("cast_i64_f64", "i", 8, dtype.Float64), to("cast_f64_f16", "a", 2, dtype.Float16),
		of("power", "ab", 8, func(x ts) op.Handle { return tensor.Power(x[0], x[1]) }),
		of("arctan2", "ww", 8, func(x ts) op.Handle { return tensor.Arctan2(x[0], x[1]) }),
		of("cbrt", "a", 8, func(x ts) op.Handle { return tensor.Cbrt(x[0]) }),
		of("expm1", "a", 8, func(x ts) op.Handle { return tensor.Expm1(x[0]) }),
		of("log1p", "a", 8, func(x ts) op.Handle { return tensor.Log1p(x[0]) }),
		of("arcsin", "u", 8, func(x ts) op.Handle { return tensor.Arcsin(x[0]) }),
		of("floor", "w", 8, func(x ts) op.Handle { return tensor.Floor(x[0]) }),
		of("floor_divide_i64", "ij", 8, func(x ts) op.Handle { return tensor.FloorDivide(x[0], x[1]) }),
		of("bitwise_and_i64", "ij", 8, func(x ts) op.Handle { return tensor.BitwiseAnd(x[0], x[1]) }),
	}
	n = z.many // of what is large, or slow in NumPy
	return append(
		out,
		of("multiply_c128", "yz", 16, func(x ts) op.Handle { return tensor.Multiply(x[0], x[1]) }),
		of("hypot", "ab", 8, func(x ts) op.Handle { return tensor.Hypot(x[0], x[1]) }),
	)
}

// folds are reductions and a scan.
func folds(z sizes) []kernelCase {
	of := func(name string, written, numpy, numexpr float64, expr func(x *tensor.Tensor) op.Handle) kernelCase {
		one, two := both(numpy, numexpr)
		return elementwise(name, "a", z.big, written, one, two, func(x ts) op.Handle { return expr(x[0]) })
	}
	level := func(name string, expr func(x *tensor.Tensor) op.Handle) kernelCase {
		return elementwise(name, "a", z.big, 0, goals{"numpy": 1}, goals{"numpy": 1}, func(x ts) op.Handle { return expr(x[0]) })
	}
	rows := z.big / 1000
	return []kernelCase{
		of("sum", 0, 1, 1, func(x *tensor.Tensor) op.Handle { return tensor.Sum(x) }),
		of("max", 0, 1, 1, func(x *tensor.Tensor) op.Handle { return tensor.Max(x) }),
		of("var", 0, 5, 0, func(x *tensor.Tensor) op.Handle { return tensor.Var(x) }),
		of("argmax", 0, 1, 0, func(x *tensor.Tensor) op.Handle { return tensor.Argmax(x) }),
		of("cumsum", 8, 5, 0, func(x *tensor.Tensor) op.Handle { return tensor.Cumsum(x) }),
		level("prod", func(x *tensor.Tensor) op.Handle { return tensor.Prod(x) }),
		level("nansum", func(x *tensor.Tensor) op.Handle { return tensor.Nansum(x) }),
		level("sum_axis0", func(x *tensor.Tensor) op.Handle {
			return tensor.Sum(tensor.Reshape(x.Get(tensor.Slice(0, rows*1000)), rows, 1000), tensor.Reduce{Axis: tensor.Axes(0)})
		}),
	}
}
