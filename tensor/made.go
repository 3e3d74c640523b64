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

// madeN is the k outputs of an operator; all have the error of a bad call.
func madeN(k int, o op.Operand, args ...any) []*Tensor {
	return outputs(made(o, args...).v.N, k)
}

// shown is a view of what a caller gave.
func shown(o op.Operand, a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad(op.DefOf(o).Doc.Name, err)
	}
	return view(o, t)
}

// madeAll is all outputs of an operator of which there may be any number.
func madeAll(o op.Operand, args ...any) []*Tensor {
	t := made(o, args...)
	return outputs(t.v.N, max(1, len(t.v.N.Outs)))
}
