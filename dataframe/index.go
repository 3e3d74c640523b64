package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Index is the row labels of the frame.
func (d *DataFrame) Index() *Index { return IndexOf(apply(&getIndex{}, d)) }

// Index is the row labels of the series.
func (s *Series) Index() *Index { return IndexOf(apply(&getIndex{}, s)) }

// getIndex takes the labels of a frame or series.
type getIndex struct{ op.Rowwise }

// asIndex makes labels of the values of a series.
type asIndex struct {
	op.Rowwise
	Name  frame.Label
	Named bool `sig:"-"`
}

func init() {
	op.Register[getIndex](op.Doc{
		Face: "inner",
		Name: "dataframe.index", Like: "pandas.DataFrame.index", Sig: "index(df)", Summary: "Row labels of a frame or series",
		Methods: "DataFrame.index Series.index",
	})
	op.Register[asIndex](op.Doc{Name: "dataframe.as_index", Face: "inner", Like: "pandas.Index", Sig: "as_index(data, name=None)", Summary: "Index of the values of a series"})
}

// indexFrom makes an index of a series or of another index.
func indexFrom(h Handle, o Options) *Index {
	const name = "dataframe.Index"
	l, ok := frame.LabelOf(o.Name)
	if !ok {
		return IndexOf(bad(name, errs.New(errs.Type, "Index.name must be a hashable type")))
	}
	switch k := h.Value().Meta().Kind; {
	case h.Value().Err() != nil || k == op.Series:
		return IndexOf(apply(&asIndex{Name: l, Named: o.Name != nil}, h))
	case k == op.Index && o.Name == nil:
		return IndexOf(h.Value())
	case k == op.Index:
		return IndexOf(apply(&renameAxis{Names: []frame.Label{l}}, h))
	}
	return IndexOf(bad(name, errs.New(errs.Invalid, "Index data must be 1-dimensional")))
}

func (*getIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{{Kind: op.Index, Dims: in[0].Dims, Index: in[0].Index}}, nil
}

func (*getIndex) Exec(x *op.Exec) error { return x.Put(0, x.Frame(0).Select()) }

// ColumnsOf says that none is read.
func (*getIndex) ColumnsOf(int, []op.Meta, []int) ([]int, bool) { return nil, true }

// Normalize takes a name for given.
func (o *asIndex) Normalize([]op.Meta) error { o.Named = o.Named || !o.Name.IsNil(); return nil }

func (o *asIndex) Infer(in []op.Meta) ([]op.Meta, error) {
	c := in[0].Cols[0]
	if o.Named {
		c.Name = o.Name
	}
	return []op.Meta{{Kind: op.Index, Dims: in[0].Dims, Index: levelsMeta("values", in[0], c)}}, nil
}

func (o *asIndex) Exec(x *op.Exec) error {
	f := x.Frame(0)
	name := f.Names[0]
	if o.Named {
		name = o.Name
	}
	c, err := asLevel(x, f.Cols[0])
	if err != nil {
		return err
	}
	g := f.Select()
	return x.Put(0, g.WithIndex(frame.NewIndex(name, c)))
}

// asLevel is a column as a level of an index.
func asLevel(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	if c.IsPending() || c.Enc == frame.Range {
		var err error
		if c, err = c.Settle(x.Mem(), c.HasNulls()); err != nil {
			return nil, err
		}
	}
	return c.Decode(x.Mem())
}

// levelsMeta is an index of columns of m as levels; the question names how they became labels.
func levelsMeta(question string, m op.Meta, cols ...op.Col) op.IndexMeta {
	var h op.Hasher
	ix := op.IndexMeta{Kind: frame.MultiIndex, Levels: cols}
	if len(cols) == 1 {
		ix.Kind = frame.IndexKindOf(cols[0].Is)
	}
	h.Str("levels").Str(question).Key(m.Key)
	for _, c := range cols {
		h.Str(c.Name.Repr())
	}
	ix.Token = h.Sum()
	return ix
}
