package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// Spaced is the options of Linspace.
type Spaced struct {
	Open  bool        // leave stop out: endpoint=False
	DType dtype.DType // zero for float64; integers are rounded down
	Chunk []int
}

// Linspace is num numbers from start to stop, evenly spaced. Bounds are numbers; see Spread.
func Linspace(start, stop float64, num int, o ...Spaced) *Tensor {
	s := &spanned{Start: op.WrittenOf(start), Stop: op.WrittenOf(stop), Num: &num}
	if err := op.Once(o); err != nil {
		return bad(op.NameOf(s), err)
	}
	if len(o) > 0 {
		s.Endpoint, s.Dtype, s.ChunkSize = new(!o[0].Open), o[0].DType, o[0].Chunk
	}
	return madeN(2, s)[0]
}
