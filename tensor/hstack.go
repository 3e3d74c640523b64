package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Hstack joins tensors along the second axis, vectors along their only one.
func Hstack(tup ...any) *Tensor { return joinedBy("hstack", tup) }

// Vstack joins tensors along the first axis; vectors are rows.
func Vstack(tup ...any) *Tensor { return joinedBy("vstack", tup) }

// Dstack joins tensors along the third axis; vectors are rows and matrices one deep.
func Dstack(tup ...any) *Tensor { return joinedBy("dstack", tup) }

// ColumnStack joins tensors along the second axis; vectors are columns.
func ColumnStack(tup ...any) *Tensor { return joinedBy("column_stack", tup) }

func joinedBy(name string, tup []any) *Tensor {
	o := &joined{name: name}
	in := make([]*Tensor, len(tup))
	for i, v := range tup {
		t, err := As(v)
		if err != nil {
			return bad("tensor."+name, err)
		}
		in[i], o.Tup = t, append(o.Tup, op.In(i))
	}
	return apply(o, in...)
}

// joined is hstack, vstack, dstack or column_stack.
type joined struct {
	macro
	Tup  []op.Ref
	name string
}

func (o *joined) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, sig, summary string }{
		{"hstack", "hstack(tup, *, dtype=None, casting='same_kind')", "Tensors joined along the second axis"},
		{"vstack", "vstack(tup, *, dtype=None, casting='same_kind')", "Tensors joined along the first axis"},
		{"dstack", "dstack(tup)", "Tensors joined along the third axis"},
		{"column_stack", "column_stack(tup)", "Tensors joined along the second axis, vectors being columns"},
	} {
		op.Register[joined](op.Doc{Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.sig, Summary: r.summary}, joined{name: r.name})
	}
	expand[joined]("hstack and the like are concatenate")
}

func (o *joined) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *joined) build(b builder, in []op.Value) op.Value {
	if len(in) == 0 {
		return b.bad(errs.New(errs.Invalid, "need at least one array to concatenate"))
	}
	vs := make([]op.Value, len(in))
	axis := map[string]int{"vstack": 0, "dstack": 2, "column_stack": 1, "hstack": 1}[o.name]
	for i, v := range in {
		switch rank := len(v.Meta().Dims); o.name {
		case "hstack":
			if v = atLeast(b, v, 1); i == 0 && len(v.Meta().Dims) == 1 {
				axis = 0
			}
		case "vstack":
			v = atLeast(b, v, 2)
		case "dstack":
			v = atLeast(b, v, 3)
		case "column_stack":
			if rank < 2 {
				v = b.value(&transpose{}, atLeast(b, v, 2))
			}
		}
		vs[i] = v
	}
	return b.concat(axis, vs...)
}

// atLeast gives v new axes as atleast_1d to atleast_3d do.
func atLeast(b builder, v op.Value, rank int) op.Value {
	ix := []Index{}
	switch have := len(v.Meta().Dims); {
	case have >= rank:
		return v
	case have == 0:
		for range rank {
			ix = append(ix, NewAxis)
		}
	case rank == 2, rank == 1:
		ix = []Index{NewAxis, Whole}
	case have == 1:
		ix = []Index{NewAxis, Whole, NewAxis}
	default:
		ix = []Index{Whole, Whole, NewAxis}
	}
	return b.value(&getitem{Index: ix}, v)
}
