package axes

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// ToTensor is the operand of dataframe.to_tensor.
type ToTensor struct{ Dtype dtype.DType }

func init() {
	op.Register[ToTensor](op.Doc{
		Gives: "tensor",
		Name:  "dataframe.to_tensor", Like: "pandas.DataFrame.to_numpy", Sig: "to_tensor(df, dtype=None)", Summary: "Values as a tensor",
		Methods: "DataFrame.to_tensor Series.to_tensor", Notes: "What NumPy keeps as objects is refused.",
	})
}

func (o *ToTensor) to(ds []dtype.DType) (dtype.DType, error) {
	d := o.Dtype
	if d.IsZero() {
		d = dtype.Float64
		if len(ds) > 0 {
			d = schema.CommonType(ds...)
		}
		d = d.Base()
	}
	if !d.Fixed() || d.Null {
		return d, errs.New(errs.Type, "a tensor cannot hold dtype %s", d)
	}
	return d, nil
}

func (o *ToTensor) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame && in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "the values of a %s", in[0].Kind)
	}
	d, err := o.to(schema.TypesOf(in[0].Cols))
	if err != nil {
		return nil, err
	}
	dims := []op.Dim{in[0].Dims[0]}
	if in[0].Kind == op.Frame {
		dims = append(dims, op.Dim{N: len(in[0].Cols)})
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

func (o *ToTensor) Tile(t *op.Tiler) error {
	g := t.Map(t.In(0))
	if t.Err() == nil && t.In(0).Meta.Kind == op.Frame {
		g.Shape = append(g.Shape, 1)
	}
	return t.Out(g)
}

func (o *ToTensor) Exec(x *op.Exec) error {
	f, e := x.Frame(0), chunk.Env(x)
	d := x.Out(0).DType.Is
	out := x.Alloc(d, f.NRows, len(f.Cols))
	for j, c := range f.Cols {
		c, err := e.Cast(c, d)
		if err == nil {
			c, err = c.Decode(x.Mem())
		}
		if err != nil {
			return err
		}
		a, ok := c.Array()
		if !ok {
			return errs.New(errs.Internal, "a column of %s is no array", c.DType)
		}
		if x.InMeta(0).Kind == op.Series {
			return x.Put(0, a)
		}
		if err := nd.Copy(out.Index(1, j), a); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

// Look passes: rows stay.
func (*ToTensor) Look(int) op.Look { return op.Passes }

// Labels are lost.
func (*ToTensor) Labels(int) op.Look { return op.Ignores }
