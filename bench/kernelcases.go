package main

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

type (
	ts    = []*tensor.Tensor
	goals = map[string]float64
)

// kernelCases are the cases with their goals. An element-wise one costs at least what it reads and writes.
func kernelCases() []kernelCase {
	f8 := func(name, in string, written float64, one, two goals, expr func(x ts) op.Handle) kernelCase {
		return elementwise(name, in, 8, written, one, two, expr)
	}
	f4 := func(name, in string, one, two goals, expr func(x ts) op.Handle) kernelCase {
		return elementwise(name, in, 4, 4, one, two, expr)
	}
	simple := goals{"numpy": 1.5, "numexpr": 1.5, "dask": 1.5}
	each := goals{"numpy": 1.2, "numexpr": 1.2}
	both := goals{"numpy": 1.2, "numexpr": 1.2, "dask": 1.2}
	fused := goals{"numpy": 4, "numexpr": 2.5, "dask": 2.5}
	out := []kernelCase{
		f8("add", "ab", 8, goals{"numpy": 1.5, "numexpr": 1.5}, simple, func(x ts) op.Handle { return tensor.Add(x[0], x[1]) }),
		f8("sqrt", "a", 8, goals{"numpy": 1.5, "numexpr": 1.5}, simple, func(x ts) op.Handle { return tensor.Sqrt(x[0]) }),
		f8("greater", "ab", 1, goals{"numpy": 1.5, "numexpr": 1.5}, simple, func(x ts) op.Handle { return tensor.Greater(x[0], x[1]) }),
		f8("where", "ab", 8, goals{"numpy": 6, "numexpr": 1.5}, goals{"numpy": 6, "numexpr": 1.5, "dask": 1.5}, func(x ts) op.Handle {
			return tensor.Where(tensor.Greater(x[0], x[1]), x[0], x[1])
		}),
		f8("muladd", "abc", 8, goals{"numpy": 4, "numexpr": 2.5}, fused, func(x ts) op.Handle { return tensor.Add(tensor.Multiply(x[0], x[1]), x[2]) }),
		f8("fused", "abcd", 8, goals{"numpy": 4, "numexpr": 2.5}, fused, func(x ts) op.Handle { return fusedOf(x) }),
		f8("exp", "a", 8, each, both, func(x ts) op.Handle { return tensor.Exp(x[0]) }),
		f8("log", "a", 8, each, both, func(x ts) op.Handle { return tensor.Log(x[0]) }),
		f8("sin", "w", 8, goals{"numpy": 1.4, "numexpr": 1.4}, goals{"numpy": 1.4, "numexpr": 1.4, "dask": 1.4}, func(x ts) op.Handle { return tensor.Sin(x[0]) }),
		f8("cos", "w", 8, goals{"numpy": 1.4, "numexpr": 1.4}, goals{"numpy": 1.4, "numexpr": 1.4, "dask": 1.4}, func(x ts) op.Handle { return tensor.Cos(x[0]) }),
		f8("tanh", "w", 8, goals{"numpy": 1.4, "numexpr": 1.4}, goals{"numpy": 1.4, "numexpr": 1.4, "dask": 1.4}, func(x ts) op.Handle { return tensor.Tanh(x[0]) }),
		f8("power", "ab", 8, each, both, func(x ts) op.Handle { return tensor.Power(x[0], x[1]) }),
		f4("exp_f32", "A", goals{"numpy": 2, "numexpr": 2}, goals{"numpy": 2, "numexpr": 2, "dask": 2}, func(x ts) op.Handle { return tensor.Exp(x[0]) }),
		f4("sin_f32", "W", goals{"numpy": 2, "numexpr": 2}, goals{"numpy": 2, "numexpr": 2, "dask": 2}, func(x ts) op.Handle { return tensor.Sin(x[0]) }),
		f4("tanh_f32", "W", goals{"numpy": 2, "numexpr": 2}, goals{"numpy": 2, "numexpr": 2, "dask": 2}, func(x ts) op.Handle { return tensor.Tanh(x[0]) }),
		f8("sum", "a", 0, goals{"numpy": 1, "numexpr": 1}, goals{"numpy": 1, "numexpr": 1, "dask": 1}, func(x ts) op.Handle { return tensor.Sum(x[0]) }),
		f8("max", "a", 0, goals{"numpy": 1, "numexpr": 1}, goals{"numpy": 1, "numexpr": 1, "dask": 1}, func(x ts) op.Handle { return tensor.Max(x[0]) }),
		f8("var", "a", 0, goals{"numpy": 5}, goals{"numpy": 5, "dask": 5}, func(x ts) op.Handle { return tensor.Var(x[0]) }),
		f8("argmax", "a", 0, goals{"numpy": 1}, goals{"numpy": 1, "dask": 1}, func(x ts) op.Handle { return tensor.Argmax(x[0]) }),
		f8("cumsum", "a", 8, goals{"numpy": 5}, goals{"numpy": 5, "dask": 5}, func(x ts) op.Handle { return tensor.Cumsum(x[0]) }),
		drawn("uniform", goals{"numpy": 2.5}, goals{"numpy": 5, "dask": 5}, func() op.Handle { return tensor.Rand(big) }),
		drawn("normal", goals{"numpy": 6}, goals{"numpy": 12, "dask": 5}, func() op.Handle { return tensor.Randn(big) }),
	}
	return append(append(out, orderings()...), algebra()...)
}

// fusedOf is the expression by which the suite measures fusion.
func fusedOf(x ts) *tensor.Tensor {
	return tensor.Subtract(tensor.Multiply(tensor.Add(x[0], x[1]), tensor.Sqrt(x[2])), tensor.Exp(x[3]))
}

// elementwise is a case that reads size bytes of each input for an element and writes so many.
func elementwise(name, in string, size, written float64, one, two goals, expr func(x ts) op.Handle) kernelCase {
	read, out := big*size*float64(len(in)), big*written
	return kernelCase{
		name: name, n: big, in: in, expr: expr, one: one, two: two, work: (read + out) / 1e9, unit: "GB",
		cost: func(l limit) float64 { return l.moved(read, out) },
	}
}

func drawn(name string, one, two goals, expr func() op.Handle) kernelCase {
	return kernelCase{
		name: name, n: big, expr: func(ts) op.Handle { return expr() }, one: one, two: two, work: big * 8 / 1e9, unit: "GB",
		cost: func(l limit) float64 { return l.moved(0, big*8) },
	}
}

// orderings are sorts of 10^7 elements.
func orderings() []kernelCase {
	of := func(name string, integers bool, one, two float64, expr func(x *tensor.Tensor) op.Handle) kernelCase {
		return kernelCase{
			name: name, n: many, one: goals{"numpy": one}, two: goals{"numpy": two}, work: many * 8 / 1e9, unit: "GB",
			data: func() *tensor.Tensor {
				if integers {
					return tensor.Randint(0, many, tensor.Sample{Size: tensor.Shape(many)})
				}
				return tensor.Rand(many)
			},
			expr: func(x ts) op.Handle { return expr(x[0]) },
		}
	}
	return []kernelCase{
		of("sort_f64", false, 1, 1.3, func(x *tensor.Tensor) op.Handle { return tensor.Sort(x) }),
		of("sort_i64", true, 1, 1.3, func(x *tensor.Tensor) op.Handle { return tensor.Sort(x) }),
		of("argsort", false, 1, 1.3, func(x *tensor.Tensor) op.Handle { return tensor.Argsort(x) }),
		of("unique_i64", true, 1, 1.3, func(x *tensor.Tensor) op.Handle { return tensor.Unique(x).Values }),
	}
}
