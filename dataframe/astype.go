package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// AsType converts to a dtype: a dtype.DType or its name for all columns, or a map[any]any with one for each of some columns. Categories are the
// distinct values of the whole, ascending; texts of times all have the digits that the finest needs. Errors: Type and Invalid, in pandas'
// words, where a column or a value does not convert; NotFound for a column that is not there.
//
// A dtype may also be a CategoryType, which says what the categories are.
func (d *DataFrame) AsType(to any) *DataFrame { return FrameOf(cast(d, to)) }

// AsType converts to a dtype, given as dtype.DType, by name, or as a CategoryType.
func (s *Series) AsType(to any) *Series { return SeriesOf(cast(s, to)) }

type astype struct {
	Dtype      dtype.DType
	Categories []frame.Label `sig:"-"`
	Given      bool          `sig:"-"` // Categories are those of Dtype, also none
	Columns    []colType     `sig:"-"` // for some columns; then Dtype is not used
}

// colType is a dtype for a column.
type colType struct {
	Column     frame.Label
	DType      dtype.DType
	Categories []frame.Label
	Given      bool
}

func init() {
	op.Register[astype](op.Doc{
		Face: "hand",
		Name: "dataframe.astype", Like: "pandas.DataFrame.astype", Sig: "astype(df, dtype, copy=None, errors='raise')",
		Summary: "Columns converted to dtypes", Methods: "DataFrame.astype Series.astype",
	})
}

func cast(h Handle, to any) op.Value {
	const name = "dataframe.astype"
	m, ok := to.(map[any]any)
	if !ok {
		d, err := typeOf(to)
		if err != nil {
			return bad(name, err)
		}
		return apply(&astype{Dtype: d.DType, Categories: d.Categories, Given: d.Given}, h)
	}
	o := &astype{}
	for k, v := range m {
		d, err := typeOf(v)
		if err == nil {
			d.Column, err = labelOf(k)
		}
		if err != nil {
			return bad(name, err)
		}
		o.Columns = append(o.Columns, d)
	}
	slices.SortFunc(o.Columns, func(a, b colType) int { return a.Column.Compare(b.Column) })
	return apply(o, h)
}

// of is the dtype that a column becomes.
func (o *astype) of(l frame.Label, d dtype.DType) colType {
	if o.Columns == nil {
		return colType{DType: o.Dtype, Categories: o.Categories, Given: o.Given}
	}
	for _, c := range o.Columns {
		if c.Column.Same(l) {
			return c
		}
	}
	return colType{DType: d}
}

// asks reports a conversion that depends on all values of a column.
func (to colType) asks(from dtype.DType) bool {
	return to.DType.IsCategorical() && !to.Given && !from.IsCategorical() || to.DType.IsString() && from.IsTemporal()
}

func (o *astype) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, c := range o.Columns {
		if _, err := placesNamed(in[0], c.Column); err != nil {
			return nil, errs.New(errs.NotFound, "\"Only a column name can be used for the key in a dtype mappings argument. %s not found in columns.\"", c.Column.Repr())
		}
	}
	return eachType(in[0], func(_ int, c op.Col) (op.Type, error) {
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
func (o *astype) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *astype) Tile(t *op.Tiler) error {
	g := t.In(0)
	for _, c := range g.Meta.Cols {
		if o.of(c.Name, c.Is).asks(c.Is) && g.Len() > 1 {
			facts := t.TreeReduce(g)
			return t.Out(t.Map(g, op.Whole(facts)))
		}
	}
	return t.Out(t.Map(g))
}

func (o *astype) Exec(x *op.Exec) error {
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
		return e.CastIn(c, to.DType, w)
	})
}

// learn puts, for every column, its distinct values or the digits of its times, as a frame of one column.
func (o *astype) learn(x *op.Exec, e column.Env) error {
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
func (o *astype) merge(x *op.Exec, e column.Env) error {
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
func (*astype) Look(int) op.Look { return op.Passes }

// Labels pass.
func (*astype) Labels(int) op.Look { return op.Passes }

// ColumnsOf are the wanted ones and those that are named.
func (o *astype) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols := append([]int{}, want...)
	for _, c := range o.Columns {
		at, err := placesNamed(in[0], c.Column)
		if err != nil {
			return nil, false
		}
		cols = append(cols, at...)
	}
	return cols, true
}
