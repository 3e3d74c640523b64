package tensor

import (
	"context"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// FetchArray brings an executed tensor to Go memory.
func FetchArray(ctx context.Context, s op.Session, t *Tensor) (*nd.Array, error) {
	if s == nil {
		return nil, errs.New(errs.Invalid, "s is nil: give the session that executed the tensor")
	}
	v, err := s.Fetch(ctx, t)
	if err != nil {
		return nil, err
	}
	a, ok := v.(*nd.Array)
	if !ok {
		return nil, errs.New(errs.Internal, "a tensor fetched as %T", v)
	}
	return a, nil
}

// Fetch brings the elements of an executed tensor to Go memory, in C order. T must be the element type. Type:
// it is not.
func Fetch[T dtype.Elem](ctx context.Context, s op.Session, t *Tensor) ([]T, error) {
	a, err := FetchArray(ctx, s, t)
	if err != nil {
		return nil, err
	}
	if !dtype.Holds[T](a.DType) {
		return nil, errs.New(errs.Type, "the tensor holds %s, which is not Go's %T", a.DType, *new(T))
	}
	return nd.Data[T](a), nil
}
