package axes

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// FromTensor is the operand of dataframe.dataframe_from_tensor.
type FromTensor struct {
	Columns []frame.Label
}

func init() {
	op.Register[FromTensor](op.Doc{
		Gives: "dataframe", Forms: "tensor=in:tensor columns=columns",
		Name: "dataframe.dataframe_from_tensor", Sig: "dataframe_from_tensor(tensor, index=None, columns=None)",
		Summary: "Frame of the columns of a matrix",
	})
}

func (o *FromTensor) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	n := 1
	switch len(m.Dims) {
	case 1:
	case 2:
		if !m.Dims[1].Known() {
			return nil, errs.New(errs.Invalid, "the number of columns is not known before the tensor was executed")
		}
		n = m.Dims[1].N
	default:
		return nil, errs.New(errs.Invalid, "Must pass 2-d input. shape=%s", op.ShapeString(m.Dims))
	}
	if o.Columns != nil && len(o.Columns) != n {
		return nil, errs.New(errs.Invalid, "Shape of passed values is %s, indices imply %d columns", op.ShapeString(m.Dims), len(o.Columns))
	}
	cols := make([]op.Col, n)
	for i := range cols {
		cols[i] = op.Col{Name: o.label(i), Type: m.DType}
	}
	ix := op.FreshRange(m.Dims[0])
	ix.Loose = true
	return []op.Meta{op.NewFrame(m.Dims[0], ix, cols...)}, nil
}

func (o *FromTensor) label(i int) frame.Label {
	if o.Columns != nil {
		return o.Columns[i]
	}
	return frame.L(i)
}

func (o *FromTensor) Tile(t *op.Tiler) error {
	x := t.In(0)
	if len(x.Shape) == 2 && x.Shape[1] > 1 {
		if err := t.Need(op.Rows, x); err != nil {
			return err
		}
		x = t.WholeAxes(x, 1)
	}
	x.Shape = x.Shape[:1]
	return t.Out(t.Pair(x))
}

// Exec copies the columns apart, so that each is contiguous.
func (o *FromTensor) Exec(x *op.Exec) error {
	a := x.Array(0)
	rows, cols := a.Shape[0], x.Out(0).Cols
	byCol, err := nd.New(x.Mem(), a.DType, len(cols), rows)
	if err != nil {
		return err
	}
	if a.Rank() == 2 {
		a = a.Transpose()
	} else if a, err = a.BroadcastTo(1, rows); err != nil {
		return err
	}
	if err := nd.Copy(byCol, a); err != nil {
		return err
	}
	names, vs := make([]frame.Label, len(cols)), make([]*frame.Column, len(cols))
	for i := range cols {
		names[i] = cols[i].Name
		vs[i] = frame.NewPlain(byCol.DType, byCol.Block, i*rows, rows, frame.Bitmap{})
	}
	f, err := frame.New(frame.NewRange(0, 1, rows), names, vs...)
	if err != nil {
		return err
	}
	return x.Put(0, f)
}
