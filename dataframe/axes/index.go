package axes

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// GetIndex takes the labels of a frame or series.
type GetIndex struct{ op.Rowwise }

// AsIndex makes labels of the values of a series.
type AsIndex struct {
	op.Rowwise
	Name  frame.Label
	Named bool `sig:"-"`
}

func init() {
	op.Register[GetIndex](op.Doc{
		Face: "inner",
		Name: "dataframe.index", Like: "pandas.DataFrame.index", Sig: "index(df)", Summary: "Row labels of a frame or series",
		Methods: "DataFrame.index Series.index",
	})
	op.Register[AsIndex](op.Doc{Name: "dataframe.as_index", Face: "inner", Like: "pandas.Index", Sig: "as_index(data, name=None)", Summary: "Index of the values of a series"})
}

func (*GetIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{{Kind: op.Index, Dims: in[0].Dims, Index: in[0].Index}}, nil
}

func (*GetIndex) Exec(x *op.Exec) error { return x.Put(0, x.Frame(0).Select()) }

// ColumnsOf says that none is read.
func (*GetIndex) ColumnsOf(int, []op.Meta, []int) ([]int, bool) { return nil, true }

// Normalize takes a name for given.
func (o *AsIndex) Normalize([]op.Meta) error { o.Named = o.Named || !o.Name.IsNil(); return nil }

func (o *AsIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	c := in[0].Cols[0]
	if o.Named {
		c.Name = o.Name
	}
	return []op.Meta{{Kind: op.Index, Dims: in[0].Dims, Index: schema.LevelsMeta("values", in[0], c)}}, nil
}

func (o *AsIndex) Exec(x *op.Exec) error {
	f := x.Frame(0)
	name := f.Names[0]
	if o.Named {
		name = o.Name
	}
	c, err := schema.AsLevel(x, f.Cols[0])
	if err != nil {
		return err
	}
	g := f.Select()
	return x.Put(0, g.WithIndex(frame.NewIndex(name, c)))
}
