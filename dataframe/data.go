package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// C is a named column for New. Data is a slice of bools, numbers, strings, time.Time, time.Duration or any
// (whose dtype is inferred as pandas does), a *frame.Column, a one-dimensional *nd.Array, or a single value
// that fills the column.
type C struct {
	Name any
	Data any
}

// Options say more about what is made of data. The zero value is pandas' default.
type Options struct {
	Index any         // labels: what a column may be made of, or an index in Go memory (*frame.Index). The default is 0, 1, ...
	Name  any         // of a series or an index
	DType dtype.DType // to convert to
	Rows  int         // of a chunk. The default depends on the columns.
}

// New makes a frame of columns in Go memory, which must not be changed. All have one length; a single value
// fills a column. Errors: Type for data that is no column, Invalid for lengths that differ.
func New(cols ...C) *DataFrame { return NewWith(Options{}, cols...) }

// NewWith is New with an index, a dtype or a chunk length.
func NewWith(o Options, cols ...C) *DataFrame {
	f, err := frameOf(o, cols)
	if err != nil {
		return FrameOf(bad("dataframe.DataFrame", err))
	}
	return FrameOf(apply(&data{Data: f, ChunkSize: o.Rows, kind: op.Frame}))
}

// NewSeries makes a series of what a column may be made of. Errors: Type, Invalid.
func NewSeries(v any, opts ...Options) *Series {
	if err := op.Once(opts); err != nil {
		return SeriesOf(bad("dataframe.Series", err))
	}
	o := one(opts)
	f, err := frameOf(o, []C{{o.Name, v}})
	if err != nil {
		return SeriesOf(bad("dataframe.Series", err))
	}
	return SeriesOf(apply(&data{Data: f, ChunkSize: o.Rows, kind: op.Series}))
}

// NewIndex makes an index of what a column may be made of, or of the labels of a series or another index.
// Errors: Type.
func NewIndex(v any, opts ...Options) *Index {
	if err := op.Once(opts); err != nil {
		return IndexOf(bad("dataframe.Index", err))
	}
	o := one(opts)
	if h, ok := v.(Handle); ok {
		return indexFrom(h, o)
	}
	x, err := indexOf(v, o.DType)
	if err != nil {
		return IndexOf(bad("dataframe.Index", err))
	}
	if o.Name != nil {
		l, ok := frame.LabelOf(o.Name)
		if !ok {
			return IndexOf(bad("dataframe.Index", errs.New(errs.Type, "Index.name must be a hashable type")))
		}
		x = x.WithNames(l)
	}
	f := &frame.Frame{Index: x, NRows: x.N}
	return IndexOf(apply(&data{Data: f, ChunkSize: o.Rows, kind: op.Index}))
}

// FromFrame is a frame in Go memory, which must not be changed.
func FromFrame(f *frame.Frame, o ...Chunk) *DataFrame {
	if err := op.Once(o); err != nil {
		return FrameOf(bad("dataframe.DataFrame", err))
	}
	return FrameOf(apply(&data{Data: f, ChunkSize: rowsOf(o), kind: op.Frame}))
}

// SeriesFromFrame is a series of a one-column frame in Go memory, which must not be changed.
func SeriesFromFrame(f *frame.Frame, o ...Chunk) *Series {
	if err := op.Once(o); err != nil {
		return SeriesOf(bad("dataframe.Series", err))
	}
	return SeriesOf(apply(&data{Data: f, ChunkSize: rowsOf(o), kind: op.Series}))
}

// Chunk is the options of what is made out of nothing.
type Chunk struct {
	Rows int // of a chunk. The default depends on the columns.
}

func rowsOf(o []Chunk) int { return one(o).Rows }

// data is a value in Go memory: a frame, a series or an index.
type data struct {
	Data      *frame.Frame
	ChunkSize int
	kind      op.Kind
}

// Row tells the three apart.
func (o *data) Row() string { return o.kind.String() }

func init() {
	op.Register(op.Doc{
		Gives: "dataframe", Face: "inner",
		Name: "dataframe.DataFrame", Like: "pandas.DataFrame",
		Sig: "DataFrame(data=None, index=None, columns=None, dtype=None, copy=None, chunk_size=0)", Summary: "Frame of given data",
	}, data{kind: op.Frame})
	op.Register(op.Doc{
		Gives: "series", Face: "inner",
		Name: "dataframe.Series", Like: "pandas.Series",
		Sig: "Series(data=None, index=None, dtype=None, name=None, copy=None, chunk_size=0)", Summary: "Series of given data",
	}, data{kind: op.Series})
	op.Register(op.Doc{
		Gives: "index", Face: "inner",
		Name: "dataframe.Index", Like: "pandas.Index",
		Sig: "Index(data=None, dtype=None, copy=None, name=None, tupleize_cols=True, chunk_size=0)", Summary: "Index of given labels",
	}, data{kind: op.Index})
}

func (o *data) Infer([]op.Meta) ([]op.Meta, error) {
	if o.Data == nil {
		return nil, errs.New(errs.Invalid, "no data")
	}
	m := *op.SchemaOf(o.Data)
	m.Kind = o.kind
	if o.Data.Index.Kind == frame.RangeIndex && o.Data.Index.Start == 0 && o.Data.Index.Step == 1 {
		names := m.Index.Levels
		m.Index = op.FreshRange(m.Dims[0])
		m.Index.Levels = names
	} else {
		m.Index = m.Index.Identify(o.Data.Index)
	}
	return []op.Meta{m}, nil
}

func (o *data) Tile(t *op.Tiler) error {
	return t.Out(t.SourceAt(t.Even(t.Meta(0), []int{o.ChunkSize})))
}

func (o *data) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	f := o.Data.Slice(x.Lo()[0], x.Lo()[0]+shape[0])
	var err error
	if shape[0] >= chunk.NarrowRows {
		if f, err = f.Narrowed(x.Mem()); err != nil {
			return err
		}
	}
	if f, err = f.Clone(x.Mem()); err != nil {
		return err
	}
	return x.Put(0, f)
}

// Given is the frame.
func (o *data) Given() (any, []int) {
	if o.ChunkSize == 0 {
		return o.Data, nil
	}
	return o.Data, []int{o.ChunkSize}
}

// Elements counts the data.
func (o *data) Elements() int { return o.Data.NRows * max(1, len(o.Data.Cols)) }

// PartOf is the rows of one chunk.
func (o *data) PartOf(lo, size []int) op.Operand {
	if o.Data.Bytes() <= op.SmallLiteral {
		return nil
	}
	return &data{Data: o.Data.Slice(lo[0], lo[0]+size[0]), ChunkSize: o.ChunkSize, kind: o.kind}
}

// Project reads only some columns.
func (o *data) Project(cols []int) op.Operand {
	return &data{Data: o.Data.Select(cols...), ChunkSize: o.ChunkSize, kind: o.kind}
}
