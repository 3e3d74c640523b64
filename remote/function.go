package remote

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Function is a source whose value is a function as it was pickled: calls of it read it as they read their
// other inputs.
type Function struct {
	Pickle []byte
}

func init() {
	op.Register[Function](op.Doc{
		Face: "inner", Name: "remote.function", Sig: "function(pickle)", Summary: "A function of a Python program, as it was pickled",
		Notes: "Nothing in the engine reads it.",
	})
}

func (o *Function) Infer([]op.Meta) ([]op.Meta, error) {
	if len(o.Pickle) == 0 {
		return nil, errs.New(errs.Invalid, "a function of no bytes")
	}
	return []op.Meta{op.NewPickled()}, nil
}

func (o *Function) Tile(t *op.Tiler) error {
	return t.Out(op.Grid{Shape: []int{}, Edges: []op.Edge{t.Edge(nil)}})
}

func (o *Function) Exec(x *op.Exec) error {
	b, err := x.Mem().Alloc(len(o.Pickle))
	if err != nil {
		return err
	}
	copy(b.Bytes(), o.Pickle)
	return x.Put(0, &op.Pickled{Parts: []*mem.Block{b}})
}
