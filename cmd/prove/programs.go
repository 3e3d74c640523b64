package main

import (
	"math"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A program builds a value over about n numbers.
type program struct {
	name string
	make func(n int) op.Handle
}

// waves are n numbers without order: the sine of squares.
func waves(n int) *tensor.Tensor {
	a := tensor.Arange(0, n, 1)
	return tensor.Sin(tensor.Multiply(a, a))
}

// grid is a matrix of about n numbers, 50 columns wide.
func grid(n int) *tensor.Tensor { return tensor.Reshape(waves(n/50*50), -1, 50) }

// whole are n whole numbers below 1000.
func whole(n int) *tensor.Tensor {
	return tensor.AsType(tensor.Multiply(tensor.Abs(waves(n)), 1000.0), dtype.Int64)
}

// trips is a frame of n/4 rows: a key of 97 values, a name, a number with holes.
func trips(n int) *dataframe.DataFrame {
	n /= 4
	key, name, x := make([]int64, n), make([]string, n), make([]float64, n)
	for i := range n {
		key[i] = int64(i) * 7919 % 97
		name[i] = string(rune('a'+i*31%26)) + string(rune('a'+i*17%26))
		x[i] = math.Sin(float64(i) * float64(i))
		if i%11 == 0 {
			x[i] = math.NaN()
		}
	}
	return dataframe.New(dataframe.C{Name: "key", Data: key}, dataframe.C{Name: "name", Data: name}, dataframe.C{Name: "x", Data: x})
}

// places is a frame of a row for two keys of three.
func places() *dataframe.DataFrame {
	var key []int64
	var size []float64
	for i := range int64(97) {
		if i%3 > 0 {
			key, size = append(key, i), append(size, float64(i)/7)
		}
	}
	return dataframe.New(dataframe.C{Name: "key", Data: key}, dataframe.C{Name: "size", Data: size})
}

var programs = []program{
	{"sum", func(n int) op.Handle { return tensor.Sum(waves(n)) }},
	{"sum of products", func(n int) op.Handle { return tensor.Sum(tensor.Multiply(waves(n), tensor.Cos(waves(n)))) }},
	{"prod along rows", func(n int) op.Handle { return tensor.Prod(grid(n), tensor.Reduce{Axis: tensor.Axes(0)}) }},
	{"max of a chain", func(n int) op.Handle { return tensor.Max(tensor.Sqrt(tensor.Abs(tensor.Subtract(waves(n), 0.5)))) }},
	{"any along columns", func(n int) op.Handle {
		return tensor.Any(tensor.Greater(grid(n), 0.99), tensor.Reduce{Axis: tensor.Axes(1)})
	}},
	{"count nonzero", func(n int) op.Handle { return tensor.CountNonzero(whole(n)) }},
	{"sort", func(n int) op.Handle { return tensor.Sort(waves(n)) }},
	{"argsort", func(n int) op.Handle { return tensor.Argsort(waves(n)) }},
	{"unique values", func(n int) op.Handle { return tensor.Unique(whole(n)).Values }},
	{"unique inverse", func(n int) op.Handle { return tensor.Unique(whole(n)).Inverse }},
	{"quantile", func(n int) op.Handle { return tensor.Quantile(waves(n), 0.37) }},
	{"largest 25", func(n int) op.Handle { return tensor.TopK(waves(n), 25) }},
	{"transpose", func(n int) op.Handle { return tensor.Transpose(grid(n)) }},
	{"gram matrix", func(n int) op.Handle { return tensor.Matmul(tensor.Transpose(grid(n)), grid(n)) }},
	{"inner", func(n int) op.Handle { return tensor.Inner(grid(n/10), grid(n/10)) }},
	{"qr", func(n int) op.Handle { _, r := tensor.QR(grid(n)); return r }},
	{"concatenate", func(n int) op.Handle { return tensor.Concatenate([]*tensor.Tensor{waves(n / 2), waves(n / 3)}, 0) }},
	{"reshape", func(n int) op.Handle { return tensor.Reshape(grid(n), -1) }},
	{"slice", func(n int) op.Handle { return waves(n).Get(tensor.Slice(n/7, n-n/5)) }},
	{"where", func(n int) op.Handle { return tensor.Where(tensor.Greater(waves(n), 0.25), waves(n), 0.0) }},
	{"clip and cast", func(n int) op.Handle { return tensor.AsType(tensor.Clip(waves(n), -0.5, 0.5), dtype.Float32) }},
	{"broadcast", func(n int) op.Handle {
		return tensor.Subtract(grid(n), tensor.Max(grid(n), tensor.Reduce{Axis: tensor.Axes(0)}))
	}},
	{"group by a number", func(n int) op.Handle { return trips(n).GroupBy("key").Select("x").Agg([]string{"sum", "mean", "std"}) }},
	{"group by a name, in order of appearance", func(n int) op.Handle {
		no := false
		return trips(n).GroupBy("name", dataframe.GroupOptions{Sort: &no}).Col("x").Mean()
	}},
	{"median of groups", func(n int) op.Handle { return trips(n).GroupBy("key").Col("x").Median() }},
	{"sizes of groups", func(n int) op.Handle { return trips(n).GroupBy([]any{"name", "key"}).Size() }},
	{"inner join", func(n int) op.Handle { return trips(n).Merge(places()) }},
	{"outer join", func(n int) op.Handle {
		return trips(n).Merge(places(), dataframe.MergeOptions{How: "outer", Indicator: true})
	}},
	{"first rows of a left join", func(n int) op.Handle {
		return trips(n).Merge(places(), dataframe.MergeOptions{How: "left"}).Head(100)
	}},
	{"upper names", func(n int) op.Handle { return trips(n).Col("name").Str().Upper() }},
}
