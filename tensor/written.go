package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// written is what a caller wrote, with tensors in place of references: more are the inputs behind the k that
// the signature names.
func written(w op.Written, k int, more []*Tensor) any {
	return op.Deep(w.V, func(v any) any {
		if r, ok := v.(op.Ref); ok {
			return more[r.I()-k]
		}
		return v
	})
}

// given is a parameter that is what a caller wrote, and the inputs, to which those are added that it refers
// to. Nil is a parameter that was not given.
func given(in []any, v any) ([]any, op.Written) {
	if v == nil {
		return in, op.Written{}
	}
	refer := func(v any) any {
		switch v.(type) {
		case *Tensor, *nd.Array, []float64, []float32, []int, []int64, []int32, []bool, []complex128:
			in = append(in, v)
			return op.In(len(in) - 1)
		}
		return chunk.Parameter(v)
	}
	return in, op.WrittenOf(op.Deep(chunk.Lists(v), refer))
}

// valueIn is a tensor of what a caller wrote. Type: it is none, or None.
func valueIn(v any) (*Tensor, error) {
	if s, ok := v.(string); ok {
		return nil, errs.New(errs.Type, "an array of <U%d cannot be a tensor; tensors hold bools, numbers and times", max(1, len([]rune(s))))
	}
	t, err := As(v)
	if err == nil && t == nil {
		err = errs.New(errs.Type, "an array of objects cannot be a tensor; give it a dtype")
	}
	return t, err
}

// nested is the tensor of nested lists of numbers, in the dtype that NumPy gives them; lists that hold
// tensors are stacked.
func nested(items []any) (*Tensor, error) {
	if len(items) == 0 {
		return Array([]float64{}, 0), nil
	}
	plain, kind := true, 0
	for _, v := range items {
		switch chunk.Number(v).(type) {
		case bool:
		case int64:
			kind = max(kind, 1)
		case float64:
			kind = max(kind, 2)
		case complex128:
			kind = max(kind, 3)
		default:
			plain = false
		}
	}
	if plain && kind == 3 {
		return vectorOf(items, func(v any) complex128 {
			if c, ok := v.(complex128); ok {
				return c
			}
			x, _ := chunk.NumberIn(v)
			return complex(x, 0)
		}), nil
	}
	if plain && kind == 2 {
		return vectorOf(items, func(v any) float64 { x, _ := chunk.NumberIn(v); return x }), nil
	}
	if plain {
		t := vectorOf(items, func(v any) int64 {
			if b, ok := v.(bool); ok && b {
				return 1
			}
			n, _ := v.(int64)
			return n
		})
		return AsType(t, []dtype.DType{dtype.Bool, dtype.Int64}[kind]), nil
	}
	ts := make([]*Tensor, len(items))
	for i, v := range items {
		t, err := As(v)
		if err != nil {
			return nil, err
		}
		if t == nil {
			return nil, errs.New(errs.Type, "a list with None is no tensor")
		}
		ts[i] = t
	}
	return Stack(ts, 0), nil
}

// vectorOf is a vector of numbers.
func vectorOf[T dtype.Elem](items []any, of func(any) T) *Tensor {
	out := make([]T, len(items))
	for i, v := range items {
		out[i] = of(chunk.Number(v))
	}
	return Array(out)
}
