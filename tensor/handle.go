package tensor

import "github.com/mars-project/mars-go/op"

func init() { op.Holds(op.Tensor, Of) }
