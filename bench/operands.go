package main

import (
	"context"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

type ts = []*tensor.Tensor

// operand makes an input of n elements by its name: a to d are from 0.5 to 1.5, w from -10 to 10, capitals
// the same in float32; i and j are int64 from 1 to 1000, k places below n, K the same as int32, m a mask, y
// and z complex, e a million ordered ones, u from 0 to 1.
func operand(name rune, n int, seed uint64) *tensor.Tensor {
	random, size := tensor.NewRandom(seed), tensor.Sample{Size: tensor.Shape(n)}
	switch name {
	case 'a', 'b', 'c', 'd':
		return random.Uniform(0.5, 1.5, size)
	case 'w':
		return random.Uniform(-10, 10, size)
	case 'A', 'B':
		return random.Uniform(0.5, 1.5, size).AsType(dtype.Float32)
	case 'W':
		return random.Uniform(-10, 10, size).AsType(dtype.Float32)
	case 'i', 'j':
		return random.Randint(1, 1001, size)
	case 'k':
		return random.Randint(0, int64(n), size)
	case 'K':
		return random.Randint(0, int64(n), size).AsType(dtype.Int32)
	case 'm':
		return tensor.Less(random.Uniform(0, 1, size), 0.5)
	case 'e':
		return tensor.Linspace(0, 1, min(n, 1_000_000))
	case 'y', 'z':
		return tensor.Multiply(random.Uniform(0.5, 1.5, size), complex(1, 1))
	}
	return random.Uniform(0, 1, size)
}

// operands makes inputs by their names.
func operands(ctx context.Context, s *mars.Session, names string, n int) (ts, error) {
	var in ts
	var hs []op.Handle
	for i, name := range names {
		t := operand(name, n, uint64(i))
		in, hs = append(in, t), append(hs, t)
	}
	if len(hs) == 0 {
		return nil, nil
	}
	return in, s.Execute(ctx, hs...)
}
