package dataframe

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A Scalar is one value: a cell, or what a series reduces to. It is a tensor without dimensions where arrays
// hold its dtype, else an object: a string, nil, frame.NA, a frame.Timestamp with a zone, or a number of a
// nullable dtype as bool, int64, uint64 or float64.
type Scalar struct{ cell }

// ScalarOf is a scalar cell that points at v.
func ScalarOf(v op.Value) *Scalar { return &Scalar{cell{v: v}} }

// Tensor is the scalar as a tensor without dimensions. Of a value that arrays do not hold, a call with it
// fails.
func (s *Scalar) Tensor() *tensor.Tensor { return tensor.Of(s.Value()) }

// Fetch brings an executed scalar to Go: bool, int64, uint64, float64, complex128, string, frame.Timestamp,
// frame.Timedelta, frame.NA or nil.
func (s *Scalar) Fetch(ctx context.Context, sess op.Session) (any, error) {
	if sess == nil {
		return nil, noSession()
	}
	if s == nil {
		return nil, errs.New(errs.Type, "h is nil: give a scalar that was executed")
	}
	v, err := sess.Fetch(ctx, s)
	if err != nil {
		return nil, err
	}
	if a, ok := v.(*nd.Array); ok {
		return chunk.GoValue(a)
	}
	return v, nil
}

// String prints an executed scalar as Python does. One that was not executed is described.
func (s *Scalar) String() string {
	if err := s.Err(); err != nil {
		return fmt.Sprintf("Scalar <error: %v>", err)
	}
	sess := op.SessionOf(s.v, s.sess)
	if sess == nil {
		return fmt.Sprintf("Scalar <op=%s>", s.v.N.Name)
	}
	v, err := sess.Fetch(context.Background(), s)
	if err != nil {
		return fmt.Sprintf("Scalar <error: %v>", err)
	}
	if a, ok := v.(*nd.Array); ok {
		if v, err = chunk.GoValue(a); err != nil {
			return fmt.Sprintf("Scalar <error: %v>", err)
		}
	}
	return frame.CellText(v)
}
