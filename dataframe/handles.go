package dataframe

import (
	"runtime"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A DataFrame is a cell that points at a frame of the graph. Assigning a column moves the cell to a new
// value; what was derived from it before keeps the old one.
type DataFrame struct{ cell }

// A Series is one column with its index.
type Series struct{ cell }

// An Index is row labels as a value of its own.
type Index struct{ cell }

// cell is what the three have in common.
type cell struct {
	v    op.Value
	sess op.Session
}

// Value is what the cell points at now.
func (c *cell) Value() op.Value { return c.v }

// meta describes the value as far as is known by now.
func (c *cell) meta() op.Meta { return op.MetaOf(c, c.sess) }

func init() {
	op.Binds(func(h op.Handle, s op.Session, release func()) bool {
		c, ok := h.(interface{ self() *cell })
		if ok {
			c.self().sess = s
			runtime.AddCleanup(c.self(), func(f func()) { f() }, release)
		}
		return ok
	})
}

func (c *cell) self() *cell { return c }

func (c *cell) rows() int {
	if m := c.meta(); len(m.Dims) > 0 && m.Rows().Known() {
		return m.Rows().N
	}
	return -1
}

// Value is what the frame points at now; of nil a value with an error.
func (d *DataFrame) Value() op.Value {
	if d == nil {
		return nothing("DataFrame")
	}
	return d.v
}

// Value is what the series points at now; of nil a value with an error.
func (s *Series) Value() op.Value {
	if s == nil {
		return nothing("Series")
	}
	return s.v
}

// Value is what the index points at now; of nil a value with an error.
func (x *Index) Value() op.Value {
	if x == nil {
		return nothing("Index")
	}
	return x.v
}

// Value is what the scalar points at now; of nil a value with an error.
func (s *Scalar) Value() op.Value {
	if s == nil {
		return nothing("Scalar")
	}
	return s.v
}

// nothing is the value of a nil handle.
func nothing(kind string) op.Value {
	return bad("", errs.New(errs.Type, "a *%s is nil: give one that was built", kind))
}

// Err is the error of the call that made the frame, or of one before it; nil when all were good.
func (d *DataFrame) Err() error { return d.Value().Err() }

// Err is the error of the call that made the series, or of one before it; nil when all were good.
func (s *Series) Err() error { return s.Value().Err() }

// Err is the error of the call that made the index, or of one before it; nil when all were good.
func (x *Index) Err() error { return x.Value().Err() }

// Err is the error of the call that made the scalar, or of one before it; nil when all were good.
func (s *Scalar) Err() error { return s.Value().Err() }

// Rows is the number of rows; -1 while it is not known, which it is at last when the frame was executed.
func (d *DataFrame) Rows() int {
	if d == nil {
		return -1
	}
	return d.rows()
}

// Rows is the number of elements; -1 while it is not known, which it is at last when the series was executed.
func (s *Series) Rows() int {
	if s == nil {
		return -1
	}
	return s.rows()
}

// Rows is the number of labels; -1 while it is not known, which it is at last when the index was executed.
func (x *Index) Rows() int {
	if x == nil {
		return -1
	}
	return x.rows()
}

// Handle is any of the handles of this package, and a tensor: what operators take as input.
type Handle interface{ Value() op.Value }

// FrameOf is a frame cell that points at v.
func FrameOf(v op.Value) *DataFrame { return &DataFrame{cell{v: v}} }

// SeriesOf is a series cell that points at v.
func SeriesOf(v op.Value) *Series { return &Series{cell{v: v}} }

// IndexOf is an index cell that points at v.
func IndexOf(v op.Value) *Index { return &Index{cell{v: v}} }

// Columns are the column labels. Of a schema that depends on the data they are known once it was executed.
func (d *DataFrame) Columns() []frame.Label {
	if d == nil {
		return nil
	}
	cols := d.meta().Cols
	out := make([]frame.Label, len(cols))
	for i, c := range cols {
		out[i] = c.Name
	}
	return out
}

// Name is the label of the series.
func (s *Series) Name() frame.Label {
	if s == nil {
		return frame.Label{}
	}
	if cols := s.meta().Cols; len(cols) > 0 {
		return cols[0].Name
	}
	return frame.Label{}
}

// apply builds a node and takes its first output.
func apply(o op.Operand, in ...Handle) op.Value {
	vs := make([]op.Value, len(in))
	for i, h := range in {
		if op.IsNil(h) {
			return op.Value{N: op.BadAt(op.NameOf(o), op.NilInput(o, i))}
		}
		vs[i] = h.Value()
	}
	return op.Value{N: op.Apply(o, vs...)}
}

// bad is the result of a call whose arguments are wrong.
func bad(name string, err error) op.Value { return op.Value{N: op.BadAt(name, err)} }

// parameter is a parameter of any type as it travels. Errors: Type for a value that no column holds.
func parameter(v any) (any, error) {
	if s, ok := chunk.ScalarOf(v); ok {
		return s, nil
	}
	return nil, errs.New(errs.Type, "a %T as a value", v)
}
