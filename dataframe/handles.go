package dataframe

import (
	"runtime"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A DataFrame is a cell that points at a frame of the graph. Assigning a column moves the cell to a new value; what was
// derived from it before keeps the old one.
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

// Bind remembers the session that executed the value, and calls release when the handle is garbage.
func (c *cell) Bind(s op.Session, release func()) {
	c.sess = s
	runtime.AddCleanup(c, func(f func()) { f() }, release)
}

// Err is the error of the call that made the value, or of one before it; nil when all were good.
func (c *cell) Err() error { return c.v.Err() }

// Rows is the number of rows, -1 while it is not known.
func (c *cell) Rows() int {
	if d := c.v.Meta().Rows(); d.Known() {
		return d.N
	}
	return -1
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
	cols := d.v.Meta().Cols
	out := make([]frame.Label, len(cols))
	for i, c := range cols {
		out[i] = c.Name
	}
	return out
}

// Name is the label of the series.
func (s *Series) Name() frame.Label {
	if cols := s.v.Meta().Cols; len(cols) > 0 {
		return cols[0].Name
	}
	return frame.Label{}
}

// apply builds a node and takes its first output.
func apply(o op.Operand, in ...Handle) op.Value {
	vs := make([]op.Value, len(in))
	for i, h := range in {
		vs[i] = h.Value()
	}
	return op.Value{N: op.Apply(o, vs...)}
}

// bad is the result of a call whose arguments are wrong.
func bad(name string, err error) op.Value { return op.Value{N: op.BadAt(name, err)} }
