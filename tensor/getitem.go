package tensor

import "github.com/mars-project/mars-go/op"

// An Index is one entry of a basic index: an integer, a slice, an ellipsis or a new axis.
type Index struct {
	Kind              string // int, slice, ellipsis, newaxis
	Start, Stop, Step *int   // of a slice; Start alone of an int
}

type getitem struct {
	Index []Index
}

func (o *getitem) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *getitem) Tile(t *op.Tiler) error                { return t.Out(t.In(0)) }
func (o *getitem) Exec(*op.Exec) error                   { return nil }
