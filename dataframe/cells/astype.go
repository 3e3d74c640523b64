package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// Astype is the operand of dataframe.astype.
type Astype struct {
	Dtype      dtype.DType
	Categories []frame.Label `sig:"-"`
	Given      bool          `sig:"-"` // Categories are those of Dtype, also none
	Columns    []ColType     `sig:"-"` // for some columns; then Dtype is not used
}

// ColType is a dtype for a column.
type ColType struct {
	Column     frame.Label
	DType      dtype.DType
	Categories []frame.Label
	Given      bool
	Plain      bool // categories that are found have a dtype of NumPy, also those of a nullable column
}

func init() {
	op.Register[Astype](op.Doc{
		Forms: "dtype=dtypes:columns",
		Name:  "dataframe.astype", Like: "pandas.DataFrame.astype", Sig: "astype(df, dtype, copy=None, errors='raise')",
		Summary: "Columns converted to dtypes", Methods: "DataFrame.astype Series.astype Index.astype", Labels: "index (dtype, copy=True)",
	})
}

// of is the dtype that a column becomes.
func (o *Astype) of(l frame.Label, d dtype.DType) ColType {
	if o.Columns == nil {
		return ColType{DType: o.Dtype, Categories: o.Categories, Given: o.Given}
	}
	for _, c := range o.Columns {
		if c.Column.Same(l) {
			return c
		}
	}
	return ColType{DType: d}
}

// asks reports a conversion that depends on all values of a column.
func (to ColType) asks(from dtype.DType) bool {
	return to.DType.IsCategorical() && !to.Given && !from.IsCategorical() || to.DType.IsString() && from.IsTemporal()
}

func (o *Astype) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, c := range o.Columns {
		if _, err := schema.PlacesNamed(in[0], c.Column); err != nil {
			return nil, errs.New(errs.NotFound, "\"Only a column name can be used for the key in a dtype mappings argument. %s not found in columns.\"", c.Column.Repr())
		}
	}
	return EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		to := o.of(c.Name, c.Is)
		if to.Given {
			_, err := to.dictionary()
			return op.T(to.DType), err
		}
		d, err := column.CastType(c.Is, to.DType)
		return op.T(d), err
	})
}

// StageMeta describes what is learnt of the whole.
func (o *Astype) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *Astype) Tile(t *op.Tiler) error {
	g := t.In(0)
	for _, c := range g.Meta.Cols {
		if o.of(c.Name, c.Is).asks(c.Is) && g.Len() > 1 {
			facts := t.TreeReduce(g)
			return t.Out(t.Map(g, op.Whole(facts)))
		}
	}
	return t.Out(t.Map(g))
}

func (o *Astype) Exec(x *op.Exec) error {
	e := chunk.Env(x)
	switch x.Stage {
	case op.Map:
		return o.learn(x, e)
	case op.Combine, op.Final:
		return o.merge(x, e)
	}
	var facts op.Tuple
	if x.Len() > 1 {
		facts = x.Tuple(1)
	}
	names := x.Frame(0).Names
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		to := o.of(names[i], c.DType)
		w := column.Whole{}
		if to.Given {
			var err error
			if w.Cats, err = to.dictionary(); err != nil {
				return nil, err
			}
		}
		if facts != nil && to.asks(c.DType) {
			vs := facts[i].(*frame.Frame).Cols[0]
			if to.DType.IsCategorical() {
				var err error
				if w.Values, err = e.Infer(vs); err != nil {
					return nil, err
				}
			} else {
				w.Unit = dtype.Unit(vs.Cell(vs.Rows - 1).(int64)) // ascending: the finest is last
			}
		}
		out, err := e.CastIn(c, to.DType, w)
		if err == nil && to.Plain {
			out = plain(out)
		}
		return out, err
	})
}

// learn puts, for every column, its distinct values or the digits of its times, as a frame of one column.
func (o *Astype) learn(x *op.Exec, e column.Env) error {
	f := x.Frame(0)
	out := make(op.Tuple, len(f.Cols))
	for i, c := range f.Cols {
		fact := frame.Of([]int64{0})
		to := o.of(f.Names[i], c.DType)
		switch {
		case !to.asks(c.DType):
		case to.DType.IsCategorical():
			vs, err := e.Distinct(c)
			if err != nil {
				return err
			}
			fact = vs
		default:
			u, err := e.Digits(c)
			if err != nil {
				return err
			}
			fact = frame.Of([]int64{int64(u)})
		}
		out[i] = frame.Must(frame.NewSeries(nil, frame.Label{}, fact))
	}
	return x.Put(0, out)
}

// merge joins what was learnt of several chunks.
func (o *Astype) merge(x *op.Exec, e column.Env) error {
	parts := x.Tuples()
	out := make(op.Tuple, len(parts[0]))
	for i := range out {
		cs := make([]*frame.Column, len(parts))
		for k, p := range parts {
			cs[k] = p[i].(*frame.Frame).Cols[0]
		}
		vs, err := e.Union(cs...)
		if err != nil {
			return err
		}
		out[i] = frame.Must(frame.NewSeries(nil, frame.Label{}, vs))
	}
	return x.Put(0, out)
}

// Look passes: rows stay.
func (*Astype) Look(int) op.Look { return op.Passes }

// Labels pass.
func (*Astype) Labels(int) op.Look { return op.Passes }

// ColumnsOf are the wanted ones and those that are named.
func (o *Astype) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols := append([]int{}, want...)
	for _, c := range o.Columns {
		at, err := schema.PlacesNamed(in[0], c.Column)
		if err != nil {
			return nil, false
		}
		cols = append(cols, at...)
	}
	return cols, true
}
