package frame

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Take is the frame of these rows; a negative row is missing in the index and in every column. The ordinal
// goes along (a missing row has -1), the token does not: the caller, who knows the operation, sets it.
func (f *Frame) Take(al mem.Allocator, rows []int64) (*Frame, error) { return Take(al, f, rows) }

// Take is Frame.Take over rows of either type.
func Take[R Row](al mem.Allocator, f *Frame, rows []R) (*Frame, error) {
	return take(al, f, rows, nil)
}

// TakeWith is Take of rows of which column at is known: it is c.
func (f *Frame) TakeWith(al mem.Allocator, rows []int64, at int, c *Column) (*Frame, error) {
	if c.Rows != len(rows) || c.DType != f.Cols[at].DType {
		return nil, errs.New(errs.Internal, "%d rows of %s taken with %d of %s", len(rows), f.Cols[at].DType, c.Rows, c.DType)
	}
	known := make([]*Column, len(f.Cols))
	known[at] = c
	return take(al, f, rows, known)
}

// take is Take of rows of which those columns are known that are not nil.
func take[R Row](al mem.Allocator, f *Frame, rows []R, known []*Column) (*Frame, error) {
	x, err := takeIndex(al, f.Index, rows)
	if err != nil {
		return nil, err
	}
	g := &Frame{Index: x, Names: f.Names, Axis: f.Axis, Cols: make([]*Column, len(f.Cols)), NRows: len(rows)}
	for i, c := range f.Cols {
		if known != nil && known[i] != nil {
			g.Cols[i] = known[i]
		} else if g.Cols[i], err = TakeColumn(al, c, rows); err != nil {
			return nil, err
		}
	}
	return follow(al, g, f, rows)
}

// Follow gives g, whose row i came from row rows[i] of from, the ordinals of those rows. Without ordinals in
// from it is g.
func (g *Frame) Follow(al mem.Allocator, from *Frame, rows []int64) (*Frame, error) {
	if len(rows) != g.NRows {
		return nil, errs.New(errs.Internal, "%d rows followed into a frame of %d", len(rows), g.NRows)
	}
	h := *g
	return follow(al, &h, from, rows)
}

func follow[R Row](al mem.Allocator, g, from *Frame, rows []R) (*Frame, error) {
	if from.Ord == nil {
		return g, nil
	}
	ord, err := takeOrdinals(al, from.Ord, rows)
	if err != nil {
		return nil, err
	}
	if !ord.Valid.IsZero() {
		if ord.Enc == Narrow {
			without(raw[int32](ord, ord.Rows), rows)
		} else {
			without(raw[int64](ord, ord.Rows), rows)
		}
		ord.Valid, ord.bounds = Bitmap{}, nil
	}
	g.Ord = ord
	return g, nil
}

// without gives missing rows their ordinal.
func without[T int32 | int64, R Row](ord []T, rows []R) {
	for i, r := range rows {
		if r < 0 {
			ord[i] = -1
		}
	}
}

// takeOrdinals is TakeColumn, of four bytes a row where the ordinals are a range that allows it.
func takeOrdinals[R Row](al mem.Allocator, c *Column, rows []R) (*Column, error) {
	if c.Enc != Range || c.Rows == 0 || WidthOfRange(c.Start, c.Start+int64(c.Rows-1)*c.Step) > 4 || anyNegative(rows) {
		return TakeColumn(al, c, rows)
	}
	if _, _, ok := sequence(rows); ok {
		return TakeColumn(al, c, rows)
	}
	b, err := al.Alloc(4 * len(rows))
	if err != nil {
		return nil, err
	}
	dst, start, step := mem.View[int32](b, 0, len(rows)), int32(c.Start), int32(c.Step)
	for i, r := range rows {
		if int64(r) >= int64(c.Rows) {
			panic("frame: Take of a row beyond the column")
		}
		dst[i] = start + int32(r)*step
	}
	return NewNarrow(c.DType, b, 0, len(rows), 4, Bitmap{}), nil
}

// Slice is the view of rows lo to hi. The ordinal goes along, the token does not.
func (f *Frame) Slice(lo, hi int) *Frame {
	g := &Frame{Index: f.Index.Slice(lo, hi), Names: f.Names, Axis: f.Axis, Cols: make([]*Column, len(f.Cols)), NRows: hi - lo}
	for i, c := range f.Cols {
		g.Cols[i] = c.Slice(lo, hi)
	}
	if f.Ord != nil {
		g.Ord = f.Ord.Slice(lo, hi)
	}
	return g
}

// ConcatFrames is the rows of the frames one after the other. All have the same names in the same order and
// equal dtypes: this joins chunks of one whole, while pandas' concat of different frames is an operator. A
// column that is pending in one chunk is pending in the result. The ordinal survives when all have one, the
// token when there is one frame with rows.
func ConcatFrames(al mem.Allocator, fs ...*Frame) (*Frame, error) {
	if len(fs) == 0 {
		panic("frame: concat of no frames")
	}
	a := fs[0]
	if len(fs) == 1 {
		return a, nil
	}
	n := 0
	ords := true
	xs := make([]*Index, len(fs))
	for i, f := range fs {
		if err := a.fits(f); err != nil {
			return nil, err
		}
		n += f.NRows
		ords = ords && f.Ord != nil
		xs[i] = f.Index
	}
	x, err := ConcatIndexes(al, xs...)
	if err != nil {
		return nil, err
	}
	g := &Frame{Index: x, Names: a.Names, Axis: a.Axis, Cols: make([]*Column, len(a.Cols)), NRows: n}
	parts := make([]*Column, len(fs))
	for k := range g.Cols {
		for i, f := range fs {
			parts[i] = f.Cols[k]
		}
		if g.Cols[k], err = Concat(al, parts...); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "column %s", a.Names[k].Repr())
		}
	}
	if ords {
		for i, f := range fs {
			parts[i] = f.Ord
		}
		if g.Ord, err = Concat(al, parts...); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Concat is ConcatFrames of f and others.
func (f *Frame) Concat(al mem.Allocator, fs ...*Frame) (*Frame, error) {
	return ConcatFrames(al, append([]*Frame{f}, fs...)...)
}

// fits reports the first difference of the columns of two chunks.
func (f *Frame) fits(g *Frame) error {
	if len(f.Names) != len(g.Names) {
		return errs.New(errs.Invalid, "concat of frames of %d and %d columns", len(f.Names), len(g.Names))
	}
	for i, n := range f.Names {
		if g.Names[i] != n {
			return errs.New(errs.Invalid, "concat of frames whose column %d is %s and %s", i, n.Repr(), g.Names[i].Repr())
		}
	}
	return nil
}
