package reshape

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Concat is the operand of dataframe.concatenated.
type Concat struct {
	Objs        []op.Ref
	Axis        int
	Join        string
	IgnoreIndex bool
	Keys        []frame.Label
	Names       []frame.Label
	Sort        bool
}

func init() {
	op.Register[Concat](op.Doc{
		Name: "dataframe.concatenated", Face: "inner", Gives: "dataframe", Summary: "Frames and series below each other, or side by side",
		Sig: "concatenated(objs, *, axis=0, join='outer', ignore_index=False, keys=None, names=None, sort=False)",
	})
}

// Normalize checks what does not depend on data.
func (o *Concat) Normalize(in []op.Meta) error {
	switch {
	case o.Axis != 0 && o.Axis != 1:
		return errs.New(errs.Invalid, "No axis named %d for object type DataFrame", o.Axis)
	case o.Join != "outer" && o.Join != "inner":
		return errs.New(errs.Invalid, "Only can inner (intersect) or outer (union) join the other axis")
	case o.Keys != nil && len(o.Keys) != len(in):
		return errs.New(errs.Invalid, "The length of the keys (%d) must match the length of the objects to concatenate (%d)", len(o.Keys), len(in))
	}
	for _, m := range in {
		if m.Kind != op.Frame && m.Kind != op.Series {
			return errs.New(errs.Type, "cannot concatenate object of type '%s'; only Series and DataFrame objs are valid", m.Kind)
		}
	}
	if o.IgnoreIndex {
		o.Keys, o.Names = nil, nil
	}
	return nil
}

// question names what side by side makes of labels.
func (o *Concat) question() string { return fmt.Sprint("concat", o.Join, o.Sort) }

func (o *Concat) Tile(t *op.Tiler) error {
	if o.Axis == 1 {
		return o.beside(t)
	}
	ms := make([]op.Meta, len(t.Ins()))
	for i, g := range t.Ins() {
		ms[i] = g.Meta.WithRows(op.Dim{})
	}
	var gs []op.Grid
	for i, g := range t.Ins() {
		out := op.Grid{Shape: []int{g.Len()}}
		for k, e := range g.Edges {
			virt := slices.Clone(ms)
			virt[i] = g.Meta.WithRows(t.MetaOf(e).Rows())
			out.Edges = append(out.Edges, op.Edge{ID: t.At(op.Map).Task([]int{i, k}, virt, e), Part: -1})
		}
		gs = append(gs, out)
	}
	return t.Out(t.Concat(0, gs...))
}

func (o *Concat) Exec(x *op.Exec) error {
	if o.Axis == 1 {
		return o.execBeside(x)
	}
	return o.conform(x)
}

// Look: the order of rows is that of the inputs.
func (o *Concat) Look(int) op.Look {
	if o.Axis == 1 {
		return op.Looks
	}
	return op.Passes
}

// Labels of rows pass, or go away.
func (o *Concat) Labels(int) op.Look {
	switch {
	case o.Axis == 1:
		return op.Looks
	case o.IgnoreIndex:
		return op.Ignores
	}
	return op.Passes
}
