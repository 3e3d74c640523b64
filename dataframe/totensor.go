package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// ToTensor is the values as a tensor of rows and columns, in the dtype that holds all columns, or a given one. Errors: Type for columns that
// arrays do not hold, as text is; Invalid for missing values that the dtype does not have.
func (d *DataFrame) ToTensor(to ...dtype.DType) *tensor.Tensor {
	return tensor.Of(apply(&toTensor{Dtype: one(to)}, d))
}

// ToTensor is the values as a tensor of one dimension.
func (s *Series) ToTensor(to ...dtype.DType) *tensor.Tensor {
	return tensor.Of(apply(&toTensor{Dtype: one(to)}, s))
}

// ToTensor is the labels as a tensor of one dimension.
func (x *Index) ToTensor(to ...dtype.DType) *tensor.Tensor {
	return x.ToSeries().ToTensor(to...)
}

type toTensor struct{ Dtype dtype.DType }

func init() {
	op.Register[toTensor](op.Doc{
		Gives: "tensor",
		Name:  "dataframe.to_tensor", Like: "pandas.DataFrame.to_numpy", Sig: "to_tensor(df, dtype=None)", Summary: "Values as a tensor",
		Methods: "DataFrame.to_tensor Series.to_tensor", Notes: "What NumPy keeps as objects is refused.",
	})
}

func (o *toTensor) to(ds []dtype.DType) (dtype.DType, error) {
	d := o.Dtype
	if d.IsZero() {
		d = dtype.Float64
		if len(ds) > 0 {
			d = commonType(ds...)
		}
		d = d.Base()
	}
	if !d.Fixed() || d.Null {
		return d, errs.New(errs.Type, "a tensor cannot hold dtype %s", d)
	}
	return d, nil
}

func (o *toTensor) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame && in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "the values of a %s", in[0].Kind)
	}
	d, err := o.to(typesOf(in[0].Cols))
	if err != nil {
		return nil, err
	}
	dims := []op.Dim{in[0].Dims[0]}
	if in[0].Kind == op.Frame {
		dims = append(dims, op.Dim{N: len(in[0].Cols)})
	}
	return []op.Meta{op.NewTensor(d, dims...)}, nil
}

func (o *toTensor) Tile(t *op.Tiler) error {
	g := t.Map(t.In(0))
	if t.Err() == nil && t.In(0).Meta.Kind == op.Frame {
		g.Shape = append(g.Shape, 1)
	}
	return t.Out(g)
}

func (o *toTensor) Exec(x *op.Exec) error {
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
func (*toTensor) Look(int) op.Look { return op.Passes }

// Labels are lost.
func (*toTensor) Labels(int) op.Look { return op.Ignores }
