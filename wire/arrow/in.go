package arrow

import (
	"math"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A receiver makes columns of arrays. It trusts nothing in them: lengths, offsets, codes and UTF-8 are
// checked.
type receiver struct {
	*arena
	dicts map[arrow.ArrayData]*frame.Dictionary // of this stream, so that batches share theirs
}

func newReceiver(m *arena) *receiver {
	return &receiver{arena: m, dicts: map[arrow.ArrayData]*frame.Dictionary{}}
}

// A wish is what the schema's metadata says of a field.
type wish struct {
	numpy  string // pandas' numpy_type
	field  arrow.Metadata
	pandas bool // objects stay objects: the writer knew str
	cells  bool // the elements of lists
}

// boxed reports values that become cells, so that integers stay beside missing ones.
func (w wish) boxed() bool { return w.cells || w.object() }

// object reports that pandas had an object column.
func (w wish) object() bool { return w.numpy == "object" && w.pandas }

// nullable is the pandas dtype of a masked column, if the metadata names one of base d.
func (w wish) nullable(d dtype.DType) (dtype.DType, bool) {
	if w.boxed() && !frame.UsesBitmap(d) {
		return d.Nullable(), d.Nullable().Null
	}
	n, err := dtype.Parse(w.numpy)
	return n, err == nil && n.Null && n.Kind == d.Kind
}

// An input is an array that was checked to have its buffers.
type input struct {
	arrow.ArrayData
	n, off int
}

func (r *receiver) column(d arrow.ArrayData, w wish) (*frame.Column, error) {
	in := input{d, d.Len(), d.Offset()}
	if in.n < 0 || in.off < 0 || in.off > math.MaxInt-in.n {
		return nil, damaged("an array of %d rows at %d", in.n, in.off)
	}
	c, err := r.typed(in, w)
	if err != nil || !w.object() || c.DType.IsObject() {
		return c, err
	}
	return toObjects(c), nil
}

func (r *receiver) typed(in input, w wish) (*frame.Column, error) {
	switch t := in.DataType().(type) {
	case *arrow.NullType:
		if err := r.cellRoom(in.n); err != nil {
			return nil, err
		}
		return frame.NewObjects(make([]any, in.n)), nil
	case *arrow.BooleanType:
		return r.bools(in, w)
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType:
		if v, ok := w.field.GetValue(objectKey); ok && v == "json" {
			return r.jsonObjects(in)
		}
		d := dtype.Str
		if n, ok := w.nullable(d); ok {
			d = n
		}
		return r.text(in, d)
	case *arrow.BinaryType, *arrow.LargeBinaryType, *arrow.BinaryViewType:
		c, err := r.text(in, dtype.Binary)
		if v, _ := w.field.GetValue(dtypeKey); err != nil || v == dtype.Binary.String() {
			return c, err
		}
		return toObjects(c), nil
	case *arrow.TimestampType:
		return r.numbers(in, dtype.DatetimeTZ(unitOf(t.Unit), dtype.ZoneOf(t.TimeZone)), w)
	case *arrow.DurationType:
		return r.numbers(in, dtype.Timedelta(unitOf(t.Unit)), w)
	case *arrow.Date64Type:
		return r.numbers(in, dtype.Datetime(dtype.Milli), w)
	case *arrow.Date32Type:
		return r.dates(in, w)
	case *arrow.DictionaryType:
		return r.category(in, t, w)
	case *arrow.FixedSizeListType:
		if v, ok := w.field.GetValue(dtypeKey); ok {
			return r.complexes(in, t, v)
		}
		return r.lists(in, w)
	case *arrow.ListType, *arrow.LargeListType:
		return r.lists(in, w)
	}
	for k, t := range numTypes {
		if arrow.TypeEqual(t, in.DataType()) {
			return r.numbers(in, dtype.DType{Kind: k}, w)
		}
	}
	return nil, errs.New(errs.Type, "Arrow columns of type %s are not supported", in.DataType())
}

// cellRoom refuses more cells than the limit of bytes holds: a column of nulls claims any number of rows
// without a byte.
func (r *receiver) cellRoom(n int) error {
	if int64(n) > r.limit/16 {
		return damaged("%d rows of objects in a message of at most %d bytes", n, r.limit)
	}
	return nil
}

func damaged(format string, args ...any) error {
	return errs.New(errs.Invalid, "damaged Arrow data: "+format, args...)
}

func unitOf(u arrow.TimeUnit) dtype.Unit {
	for d, a := range units {
		if a == u {
			return d
		}
	}
	return dtype.Nano
}

// buffer is buffer k, which must hold at least need bytes.
func (in input) buffer(k, need int) ([]byte, error) {
	bufs := in.Buffers()
	if k >= len(bufs) || need < 0 {
		return nil, damaged("%s without buffer %d", in.DataType(), k)
	}
	var b []byte
	if bufs[k] != nil {
		b = bufs[k].Bytes()
	}
	if len(b) < need {
		return nil, damaged("%d bytes in buffer %d of %d rows of %s", len(b), k, in.n, in.DataType())
	}
	return b[:need], nil
}

// items is buffer k cut to the rows, of w bytes each; more is how many elements follow them.
func (in input) items(k, w, more int) ([]byte, error) {
	if in.n == 0 && more == 0 {
		return nil, nil
	}
	if in.off+in.n+more > math.MaxInt/max(w, 1) {
		return nil, damaged("%d rows", in.n)
	}
	b, err := in.buffer(k, (in.off+in.n+more)*w)
	if err != nil {
		return nil, err
	}
	return b[in.off*w:], nil
}

// valid is the bitmap of the rows that are there, zero when all are.
func (r *receiver) valid(in input) (frame.Bitmap, error) {
	if bufs := in.Buffers(); len(bufs) == 0 || bufs[0] == nil || bufs[0].Len() == 0 || in.n == 0 {
		return frame.Bitmap{}, nil
	}
	b, err := in.buffer(0, (in.off+in.n+7)/8)
	if err != nil {
		return frame.Bitmap{}, err
	}
	blk, at, err := r.block(b, 1)
	if err != nil {
		return frame.Bitmap{}, err
	}
	m := frame.Bitmap{Block: blk, Off: 8*at + in.off}
	if m.Count(in.n) == in.n {
		return frame.Bitmap{}, nil
	}
	return m, nil
}

// numbers shares the values. Nulls become the dtype's own: NaN and NaT by a copy, float64 for integers,
// unless pandas had a masked dtype.
func (r *receiver) numbers(in input, d dtype.DType, w wish) (*frame.Column, error) {
	if n, ok := w.nullable(d); ok {
		d = n
	}
	b, err := in.items(1, d.Size(), 0)
	if err != nil {
		return nil, err
	}
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	blk, at, err := r.block(b, d.Size())
	if err != nil {
		return nil, err
	}
	c := frame.NewPlain(d, blk, at/d.Size(), in.n, valid)
	if valid.IsZero() || d.Null {
		return c, nil
	}
	return r.ownNulls(c)
}

// ownNulls replaces the bitmap of a column by the null values of its dtype.
func (r *receiver) ownNulls(c *frame.Column) (*frame.Column, error) {
	if c.IsPending() && !frame.CanMiss(c.DType) {
		return c.Settle(r.al, true)
	}
	rows := make([]int32, c.Rows)
	for i := range rows {
		rows[i] = int32(i)
		if !c.Valid.Get(i) {
			rows[i] = -1
		}
	}
	all := *frame.NewPlain(c.DType, c.Data, c.Offset, c.Rows, frame.Bitmap{})
	return frame.TakeColumn(r.al, &all, rows)
}

func (r *receiver) bools(in input, w wish) (*frame.Column, error) {
	p, err := in.buffer(1, (in.off+in.n+7)/8)
	if err != nil {
		return nil, err
	}
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	blk, err := unpackBools(r.al, p, in.off, in.n)
	if err != nil {
		return nil, err
	}
	d := dtype.Bool
	if n, ok := w.nullable(d); ok {
		d = n
	}
	c := frame.NewPlain(d, blk, 0, in.n, valid)
	if valid.IsZero() || d.Null {
		return c, nil
	}
	return toObjects(c), nil
}

// dates are whole days as datetimes of seconds: pandas has no date dtype and would make objects.
func (r *receiver) dates(in input, w wish) (*frame.Column, error) {
	b, err := in.items(1, 4, 0)
	if err != nil {
		return nil, err
	}
	days := elems[int32](b, in.n)
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	if w.cells || w.numpy == "object" { // as pandas has dates
		cells := make([]any, in.n)
		for i, v := range days {
			if valid.Get(i) {
				cells[i] = frame.Timestamp{Ticks: int64(v), Unit: dtype.Day}
			}
		}
		return frame.NewObjects(cells), nil
	}
	nb := frame.NewNumBuilder[int64](r.al, dtype.Datetime(dtype.Second), in.n)
	for i, v := range days {
		if valid.Get(i) {
			nb.Append(86400 * int64(v))
		} else {
			nb.AppendNull()
		}
	}
	return nb.Column()
}

func (r *receiver) complexes(in input, t *arrow.FixedSizeListType, name string) (*frame.Column, error) {
	d, err := dtype.Parse(name)
	if err != nil || !d.IsComplex() || t.Len() != 2 || len(in.Children()) != 1 || !arrow.TypeEqual(t.Elem(), numTypes[partKind(d)]) {
		return nil, damaged("%s as %s", t, name)
	}
	parts := input{in.Children()[0], 2 * in.n, in.Children()[0].Offset() + 2*in.off}
	if parts.Len() < parts.n+2*in.off {
		return nil, damaged("%d parts of %d complex numbers", parts.Len(), in.n)
	}
	b, err := parts.items(1, d.Size()/2, 0)
	if err != nil {
		return nil, err
	}
	blk, at, err := r.block(b, d.Size())
	if err != nil {
		return nil, err
	}
	return frame.NewPlain(d, blk, at/d.Size(), in.n, frame.Bitmap{}), nil
}

func partKind(d dtype.DType) dtype.Kind {
	if d.Kind == dtype.Complex64Kind {
		return dtype.Float32Kind
	}
	return dtype.Float64Kind
}

// toObjects are the cells of a column, nil where missing.
func toObjects(c *frame.Column) *frame.Column {
	vs := make([]any, c.Rows)
	for i := range vs {
		if !c.IsNull(i) || c.DType.IsFloat() {
			vs[i] = c.Cell(i)
		}
	}
	return frame.NewObjects(vs)
}
