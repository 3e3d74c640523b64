package tensor

import "github.com/mars-project/mars-go/op"

// made is the one output of an operator of what a caller gave for its inputs.
func made(o op.Operand, args ...any) *Tensor {
	in := make([]*Tensor, len(args))
	for i, a := range args {
		t, err := As(a)
		if err != nil {
			return bad(op.DefOf(o).Doc.Name, err)
		}
		in[i] = t
	}
	return apply(o, in...)
}
