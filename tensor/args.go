package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// As makes a tensor of what a caller may give: a *Tensor, an *nd.Array, a Go slice of numbers or bools, or a
// number. Of nil it is nil, which every function refuses by the argument's name.
func As(v any) (*Tensor, error) {
	switch v := v.(type) {
	case *Tensor:
		return v, nil
	case *nd.Array:
		if v == nil {
			return nil, nil
		}
		return FromArray(v), nil
	case []float64:
		return Array(v, len(v)), nil
	case []float32:
		return Array(v, len(v)), nil
	case []int:
		w := make([]int64, len(v))
		for i := range v {
			w[i] = int64(v[i])
		}
		return Array(w, len(v)), nil
	case []int64:
		return Array(v, len(v)), nil
	case []int32:
		return Array(v, len(v)), nil
	case []bool:
		return Array(v, len(v)), nil
	case []complex128:
		return Array(v, len(v)), nil
	case op.List:
		return nested(v)
	case op.Tuple:
		return nested(v)
	case nil: // whoever gets it names the argument
		return nil, nil
	}
	switch n := chunk.Number(v).(type) {
	case bool:
		return FromArray(nd.Scalar(n)), nil
	case int64:
		return FromArray(nd.Scalar(n)), nil
	case float64:
		return FromArray(nd.Scalar(n)), nil
	case complex128:
		return FromArray(nd.Scalar(n)), nil
	}
	if n, ok := v.(uint64); ok { // beyond int64
		return FromArray(nd.Scalar(n)), nil
	}
	return nil, errs.New(errs.Type, "a %T is not a tensor", v)
}

// mixed splits arguments into numbers, which are parameters, and tensors, which are inputs. All numbers make
// one tensor of the first, so that there is something to compute.
func mixed(args []any) (op.Scalars, []*Tensor, error) {
	var s op.Scalars
	var in []*Tensor
	for i, a := range args {
		if n := chunk.Number(a); n != nil && (i < len(args)-1 || len(in) > 0) {
			s.Args = append(s.Args, n)
			continue
		}
		t, err := As(a)
		if err != nil {
			return s, nil, err
		}
		in, s.Args = append(in, t), append(s.Args, nil)
	}
	if len(in) == len(args) {
		s.Args = nil
	}
	return s, in, nil
}
