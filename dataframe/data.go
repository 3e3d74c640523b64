package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// C is a named column for New: a Go slice of bools, numbers, or strings, or a *frame.Column.
type C struct {
	Name any
	Data any
}

// New makes a frame of columns in Go memory, which must not be changed.
func New(cols ...C) *DataFrame {
	f := &frame.Frame{}
	for i, c := range cols {
		col, err := columnOf(c.Data)
		if err != nil {
			return FrameOf(bad("dataframe.DataFrame", err))
		}
		if i > 0 && col.Rows != f.NRows {
			return FrameOf(bad("dataframe.DataFrame", errs.New(errs.Invalid, "All arrays must be of the same length: %d and %d", f.NRows, col.Rows)))
		}
		f.NRows = col.Rows
		f.Names, f.Cols = append(f.Names, frame.L(c.Name)), append(f.Cols, col)
	}
	f.Index = frame.NewRange(0, 1, f.NRows)
	return FromFrame(f)
}

// FromFrame is a frame in Go memory, which must not be changed.
func FromFrame(f *frame.Frame, o ...Chunk) *DataFrame {
	return FrameOf(apply(&data{Data: f, ChunkSize: rowsOf(o)}))
}

// SeriesFromFrame is a series of a one-column frame in Go memory, which must not be changed.
func SeriesFromFrame(f *frame.Frame, o ...Chunk) *Series {
	return SeriesOf(apply(&data{Data: f, ChunkSize: rowsOf(o), Series: true}))
}

// Chunk is the options of what is made out of nothing.
type Chunk struct {
	Rows int // of a chunk. The default depends on the columns.
}

func rowsOf(o []Chunk) int {
	if len(o) == 0 {
		return 0
	}
	return o[0].Rows
}

type data struct {
	Data      *frame.Frame
	ChunkSize int
	Series    bool `sig:"-"`
}

func init() {
	op.Register[data](op.Doc{Name: "dataframe.DataFrame", Like: "pandas.DataFrame",
		Sig: "DataFrame(data=None, index=None, columns=None, dtype=None, copy=None, chunk_size=0)", Summary: "Frame of given data"})
}

func (o *data) Infer([]op.Meta) ([]op.Meta, error) {
	if o.Data == nil {
		return nil, errs.New(errs.Invalid, "no data")
	}
	m := *op.SchemaOf(o.Data)
	if o.Data.Index.Kind == frame.RangeIndex && o.Data.Index.Start == 0 && o.Data.Index.Step == 1 {
		names := m.Index.Levels
		m.Index = op.FreshRange(m.Dims[0])
		m.Index.Levels = names
	} else {
		m.Index = m.Index.Identify(o.Data.Index)
	}
	if o.Series {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

func (o *data) Tile(t *op.Tiler) error {
	return t.Out(t.SourceAt(t.Even(t.Meta(0), []int{o.ChunkSize})))
}

func (o *data) Exec(x *op.Exec) error {
	shape, _ := x.Out(0).Shape()
	f, err := o.Data.Slice(x.Lo()[0], x.Lo()[0]+shape[0]).Clone(x.Mem())
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// columnOf makes a column of a Go slice.
func columnOf(v any) (*frame.Column, error) {
	switch v := v.(type) {
	case *frame.Column:
		return v, nil
	case []string:
		return frame.Strs(v...), nil
	case []float64:
		return frame.Of(v), nil
	case []float32:
		return frame.Of(v), nil
	case []int:
		w := make([]int64, len(v))
		for i := range v {
			w[i] = int64(v[i])
		}
		return frame.Of(w), nil
	case []int64:
		return frame.Of(v), nil
	case []int32:
		return frame.Of(v), nil
	case []bool:
		return frame.Of(v), nil
	}
	return nil, errs.New(errs.Type, "a %T is no column", v)
}
