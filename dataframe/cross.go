package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// namesIndex is the index of column labels: what a reduction over columns is labeled with.
func namesIndex(names []frame.Label) *frame.Index {
	n := frame.ColumnLevels(names)
	if n < 2 {
		return frame.NewIndex(frame.Label{}, frame.LabelColumn(names))
	}
	levels := make([]*frame.Column, n)
	for k := range levels {
		ls := make([]frame.Label, len(names))
		for i, l := range names {
			ls[i] = l.Elem(k)
		}
		levels[k] = frame.LabelColumn(ls)
	}
	return frame.NewMulti(nil, levels...)
}

// axisIndex is the namesIndex of a frame, under the names of its column axis.
func axisIndex(names, axis []frame.Label) *frame.Index {
	ix := namesIndex(names)
	if len(axis) == ix.NLevels() {
		return ix.WithNames(axis...)
	}
	return ix
}

// namesMeta is its meta; it does not know the names of the axis.
func namesMeta(cols []op.Col) op.IndexMeta {
	x := namesIndex(labelsOf(cols))
	return op.IndexOf(x).Identify(x)
}

// across is how many rows a series over columns of m has: what follows from the data where m may have more of them.
func across(m op.Meta, cols []op.Col) op.Dim {
	if m.Open {
		return op.Sym("columns", m)
	}
	return op.Dim{N: len(cols)}
}

func labelsOf(cols []op.Col) []frame.Label {
	ls := make([]frame.Label, len(cols))
	for i, c := range cols {
		ls[i] = c.Name
	}
	return ls
}

func typesOf(cols []op.Col) []dtype.DType {
	ds := make([]dtype.DType, len(cols))
	for i, c := range cols {
		ds[i] = c.Is
	}
	return ds
}

// commonType is the dtype of a row of columns; of no column it is object.
func commonType(ds ...dtype.DType) dtype.DType {
	if len(ds) == 0 {
		return dtype.Object
	}
	d := ds[0]
	for i, e := range ds[1:] {
		if e != ds[i] { // neighbours are mostly alike
			d = dtype.Common(d, e)
		}
	}
	return d
}

// cross turns row 0 of f into a series of dtype d: a row for each column.
func cross(x *op.Exec, f *frame.Frame, name frame.Label, d dtype.DType) (*frame.Frame, error) {
	c, err := rowCells(x, f, 0, d)
	if err != nil {
		return nil, err
	}
	return frame.NewSeries(axisIndex(f.Names, f.Axis), name, c)
}

// putRow puts row 0 of f: its only value, or a series over the columns where the output is one.
func putRow(x *op.Exec, f *frame.Frame) error {
	m := x.Out(0)
	if m.Kind != op.Series {
		v, err := scalar(x, f.Cols[0], 0)
		if err != nil {
			return err
		}
		return x.Put(0, v)
	}
	s, err := cross(x, f, m.Cols[0].Name, m.Cols[0].Is)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// rowCells is row r of f as a column of dtype d.
func rowCells(x *op.Exec, f *frame.Frame, r int, d dtype.DType) (*frame.Column, error) {
	same := len(f.Cols) > 0
	cols := make([]*frame.Column, len(f.Cols))
	for i, c := range f.Cols {
		cols[i] = c.Slice(r, r+1)
		same = same && c.DType == d
	}
	if same {
		return frame.Concat(x.Mem(), cols...)
	}
	cells := make([]any, len(cols))
	for i, c := range cols {
		if cells[i] = c.Cell(0); cells[i] == nil {
			cells[i] = missingCell(c.DType)
		}
	}
	return column.Env{Mem: x.Mem(), Parallel: x.Parallel}.Build(cells, d)
}

// rowType is the dtype of a row of columns as a selection gives it: of no column it is float64.
func rowType(cols []op.Col) dtype.DType {
	if len(cols) == 0 {
		return dtype.Float64
	}
	return commonType(typesOf(cols)...)
}

// missingCell is a missing value of dtype d as a cell of an object column.
func missingCell(d dtype.DType) any {
	switch {
	case d.Null:
		return frame.NA
	case d.IsDatetime():
		return frame.Timestamp{Ticks: frame.NaT, Unit: d.Unit, TZ: d.TZ}
	case d.IsTimedelta():
		return frame.Timedelta{Ticks: frame.NaT, Unit: d.Unit}
	case d.IsObject():
		return nil
	}
	return nan
}

// scalarMeta describes one value: a tensor of no dimension where arrays hold the dtype, else an object.
func scalarMeta(d dtype.DType) op.Meta {
	if !d.Fixed() || d.Null || d.TZ != "" {
		return op.NewObject()
	}
	return op.NewTensor(d)
}

// scalar is row i of c as scalarMeta says. A missing value of an object is NaN, NaT, NA or nil.
func scalar(x *op.Exec, c *frame.Column, i int) (any, error) {
	if scalarMeta(c.DType).Kind != op.Tensor {
		if v := c.Cell(i); v != nil {
			return v, nil
		}
		return missingCell(c.DType), nil
	}
	c, err := c.Slice(i, i+1).Decode(x.Mem())
	if err != nil {
		return nil, err
	}
	if !c.Valid.IsZero() {
		if c, err = c.Settle(x.Mem(), false); err != nil {
			return nil, err
		}
	}
	a, ok := c.Array()
	if !ok {
		return nil, errs.New(errs.Internal, "a row of a %s column is no array", c.DType)
	}
	return &nd.Array{DType: a.DType, Block: a.Block, Offset: a.Offset}, nil
}
