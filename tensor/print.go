package tensor

import (
	"context"
	"fmt"

	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// String prints an executed tensor as NumPy prints the array, fetching only the corners it shows. One that
// was not executed is described.
func (t *Tensor) String() string {
	v := t.Value()
	if err := v.Err(); err != nil {
		return fmt.Sprintf("Tensor <error: %v>", err)
	}
	m := v.Meta()
	sess := op.SessionOf(v, t.sess)
	if sess == nil {
		return fmt.Sprintf("Tensor <op=%s, shape=%s, dtype=%s>", v.N.Name, op.ShapeString(m.Dims), m.DType)
	}
	ctx := context.Background()
	m, err := sess.Meta(ctx, t)
	if err != nil {
		return fmt.Sprintf("Tensor <error: %v>", err)
	}
	shape, _ := m.Shape()
	s, err := nd.Format(shape, m.DType.Is, func(lo, size []int) (*nd.Array, error) {
		v, err := sess.Box(ctx, t, lo, size)
		if err != nil {
			return nil, err
		}
		return v.(*nd.Array), nil
	})
	if err != nil {
		return fmt.Sprintf("Tensor <error: %v>", err)
	}
	return s
}
