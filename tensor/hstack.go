package tensor

import (
	"slices"

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
	op.Recipe
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
}

func (o *joined) Build(tup []*Tensor) (*Tensor, error) {
	if len(tup) == 0 {
		return nil, errs.New(errs.Invalid, "need at least one array to concatenate")
	}
	ts := make([]*Tensor, len(tup))
	axis := map[string]int{"vstack": 0, "dstack": 2, "column_stack": 1, "hstack": 1}[o.name]
	for i, t := range tup {
		switch o.name {
		case "hstack":
			if t = atLeast(t, 1); i == 0 && t.Rank() == 1 {
				axis = 0
			}
		case "vstack":
			t = atLeast(t, 2)
		case "dstack":
			t = atLeast(t, 3)
		case "column_stack":
			if t.Rank() < 2 {
				t = Transpose(atLeast(t, 2))
			}
		}
		ts[i] = t
	}
	return joinAll(ts, axis), nil
}

// atLeast gives t new axes as atleast_1d to atleast_3d do.
func atLeast(t *Tensor, rank int) *Tensor {
	switch have := t.Rank(); {
	case have >= rank:
		return t
	case have == 0:
		return t.Get(slices.Repeat([]Index{NewAxis}, rank)...)
	case rank == 2:
		return t.Get(NewAxis, Whole)
	case have == 1:
		return t.Get(NewAxis, Whole, NewAxis)
	}
	return t.Get(Whole, Whole, NewAxis)
}
