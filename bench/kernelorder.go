package main

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// draws are random numbers: the goals of uniform and normal ones are for both cores, the others must be ahead
// of NumPy.
func draws(z sizes) []kernelCase {
	of := func(name string, n int, one, two goals, expr func() op.Handle) kernelCase {
		return elementwise(name, "", n, 8, one, two, func(ts) op.Handle { return expr() })
	}
	out := []kernelCase{
		of("uniform", z.big, goals{"numpy": 2.5}, goals{"numpy": 5, "dask": 2.5}, func() op.Handle { return tensor.Rand(z.big) }),
		of("normal", z.big, goals{"numpy": 6}, goals{"numpy": 12, "dask": 6}, func() op.Handle { return tensor.Randn(z.big) }),
	}
	for _, d := range []struct {
		name   string
		params []any
	}{
		{"exponential", []any{2.0}},
		{"gamma", []any{2.5, 1.0}},
		{"beta", []any{2.0, 3.0}},
		{"poisson", []any{4.0}},
		{"binomial", []any{100, 0.3}},
	} {
		// A new seed for each run, or it would be the same value.
		seed := uint64(0)
		out = append(out, of(d.name, z.many, goals{"numpy": 1}, goals{"numpy": 2}, func() op.Handle {
			seed++
			return tensor.NewRandom(seed).Draw(d.name, tensor.Sample{Size: tensor.Shape(z.many)}, d.params...)
		}))
	}
	return append(out, of("integers", z.many, goals{"numpy": 1}, goals{"numpy": 2}, func() op.Handle {
		return tensor.Randint(0, 1000, tensor.Sample{Size: tensor.Shape(z.many)})
	}))
}

// orderings are sorts and what goes with them.
func orderings(z sizes) []kernelCase {
	of := func(name, in string, two float64, expr func(x ts) op.Handle) kernelCase {
		return kernelCase{
			name: name, n: z.many, in: in, one: goals{"numpy": 1}, two: goals{"numpy": two}, work: float64(z.many) * bytesOf(in) / 1e9, unit: "GB", expr: expr,
		}
	}
	sorted := func(x ts) op.Handle { return tensor.Sort(x[0]) }
	return []kernelCase{
		of("sort_f64", "u", 1.3, sorted),
		of("sort_i64", "k", 1.3, sorted),
		of("sort_f32", "A", 1.3, sorted),
		of("sort_i32", "K", 1.3, sorted),
		of("argsort", "u", 1.3, func(x ts) op.Handle { return tensor.Argsort(x[0]) }),
		of("partition", "u", 1.3, func(x ts) op.Handle { return tensor.Partition(x[0], []int{z.many / 2}) }),
		of("topk", "u", 1.3, func(x ts) op.Handle { return tensor.TopK(x[0], 100) }),
		of("unique_i64", "k", 1.3, func(x ts) op.Handle { return tensor.Unique(x[0]).Values }),
		of("unique_f64", "u", 1.3, func(x ts) op.Handle { return tensor.Unique(x[0]).Values }),
		of("searchsorted", "eu", 1.3, func(x ts) op.Handle { return tensor.SearchSorted(x[0], x[1]) }),
		of("histogram", "u", 1.3, func(x ts) op.Handle {
			h, _ := tensor.Histogram(x[0], tensor.Bins{Bins: 100, Range: []float64{0, 1}})
			return h
		}),
		of("bincount", "i", 1.3, func(x ts) op.Handle { return tensor.Bincount(x[0], tensor.Counts{Minlength: 1001}) }),
		of("nonzero", "m", 1.3, func(x ts) op.Handle { return tensor.Nonzero(x[0])[0] }),
		of("compress", "mu", 1.3, func(x ts) op.Handle { return tensor.Compress(x[0], x[1]) }),
		of("take", "uk", 1.3, func(x ts) op.Handle { return tensor.Take(x[0], x[1]) }),
	}
}
