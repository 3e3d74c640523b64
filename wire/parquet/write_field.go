package parquet

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A field is a column of the file to be.
type field struct {
	name  string
	dtype dtype.DType // of what is stored; the column's own but for objects and categories that are no texts
	kind  pq.Kind
	times int64 // factor of stored times: seconds become milliseconds
	el    format.SchemaElement
	arrow arrow.DataType
	note  columnNote
}

// fieldOf plans column i of a frame, or a level of its index behind them.
func fieldOf(f *frame.Frame, i int, c *frame.Column) (*field, error) {
	var label frame.Label
	fl := &field{dtype: c.DType, times: 1}
	if i < len(f.Cols) {
		label = f.Names[i]
		fl.name = label.String()
	} else {
		k := i - len(f.Cols)
		label = f.Index.Names[k]
		fl.name = label.String()
		if label.IsNil() || slices.ContainsFunc(f.Names, func(n frame.Label) bool { return n.String() == fl.name }) {
			fl.name = fmt.Sprintf("__index_level_%d__", k)
		}
	}
	switch {
	case c.DType.IsObject():
		d, err := cellsType(c)
		if err != nil {
			return nil, errs.Wrap(errs.Type, err, "Conversion failed for column %s with type object", label)
		}
		fl.dtype = d
	case c.DType.IsCategorical() && !c.Dict.Values.DType.IsString():
		fl.dtype = c.Dict.Values.DType.WithMissing()
		if c.Dict.Values.DType.IsInteger() {
			fl.dtype = c.Dict.Values.DType.Nullable()
		}
	}
	if err := fl.plan(); err != nil {
		return nil, errs.Wrap(errs.Type, err, "column %s", label.Repr())
	}
	fl.el.Name = fl.name
	fl.el.Type = thrift.New(format.Type(fl.kind))
	fl.el.RepetitionType = thrift.New(format.Optional)
	fl.describe(label, c)
	return fl, nil
}

// plan chooses how values are stored.
func (f *field) plan() error {
	d := f.dtype
	integer := func(k pq.Kind, bits int8, signed bool, old deprecated.ConvertedType, a arrow.DataType) {
		f.kind, f.arrow = k, a
		if bits < 32 || !signed {
			f.el.LogicalType.Value = &format.IntType{BitWidth: bits, IsSigned: signed}
			f.el.ConvertedType = thrift.New(old)
		}
	}
	switch d.Kind {
	case dtype.BoolKind:
		f.kind, f.arrow = pq.Boolean, arrow.FixedWidthTypes.Boolean
	case dtype.Int8Kind:
		integer(pq.Int32, 8, true, deprecated.Int8, arrow.PrimitiveTypes.Int8)
	case dtype.Int16Kind:
		integer(pq.Int32, 16, true, deprecated.Int16, arrow.PrimitiveTypes.Int16)
	case dtype.Int32Kind:
		integer(pq.Int32, 32, true, deprecated.Int32, arrow.PrimitiveTypes.Int32)
	case dtype.Int64Kind:
		integer(pq.Int64, 64, true, deprecated.Int64, arrow.PrimitiveTypes.Int64)
	case dtype.Uint8Kind:
		integer(pq.Int32, 8, false, deprecated.Uint8, arrow.PrimitiveTypes.Uint8)
	case dtype.Uint16Kind:
		integer(pq.Int32, 16, false, deprecated.Uint16, arrow.PrimitiveTypes.Uint16)
	case dtype.Uint32Kind:
		integer(pq.Int32, 32, false, deprecated.Uint32, arrow.PrimitiveTypes.Uint32)
	case dtype.Uint64Kind:
		integer(pq.Int64, 64, false, deprecated.Uint64, arrow.PrimitiveTypes.Uint64)
	case dtype.Float16Kind:
		f.kind, f.arrow = pq.FixedLenByteArray, arrow.FixedWidthTypes.Float16
		f.el.TypeLength, f.el.LogicalType.Value = thrift.New(int32(2)), &format.Float16Type{}
	case dtype.Float32Kind:
		f.kind, f.arrow = pq.Float, arrow.PrimitiveTypes.Float32
	case dtype.Float64Kind:
		f.kind, f.arrow = pq.Double, arrow.PrimitiveTypes.Float64
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return f.planTime()
	case dtype.StringKind, dtype.CategoricalKind:
		f.kind, f.arrow = pq.ByteArray, arrow.BinaryTypes.LargeString
		f.el.LogicalType.Value, f.el.ConvertedType = &format.StringType{}, thrift.New(deprecated.UTF8)
		if d.IsCategorical() {
			f.arrow = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String, Ordered: d.Ordered}
		}
	case dtype.BinaryKind:
		f.kind, f.arrow = pq.ByteArray, arrow.BinaryTypes.Binary
	case dtype.ObjectKind: // nothing but missing rows
		f.kind, f.arrow, f.el.LogicalType.Value = pq.Int32, arrow.Null, &format.NullType{}
	default:
		return errs.New(errs.Type, "dtype %s is not written to Parquet", d)
	}
	return nil
}

// dates is what a column of objects that are dates is written as; no column has it.
var dates = dtype.Datetime(dtype.Day)

// planTime stores ticks; Parquet has no seconds, so they become milliseconds, as pyarrow writes them.
func (f *field) planTime() error {
	f.kind = pq.Int64
	u := f.dtype.Unit
	if f.dtype == dates {
		f.kind, f.arrow = pq.Int32, arrow.FixedWidthTypes.Date32
		f.el.LogicalType.Value, f.el.ConvertedType = &format.DateType{}, thrift.New(deprecated.Date)
		return nil
	}
	if !u.Pandas() {
		return errs.New(errs.Type, "dtype %s is not written to Parquet", f.dtype)
	}
	if f.dtype.IsTimedelta() {
		f.arrow = &arrow.DurationType{Unit: toArrow(u)}
		return nil
	}
	if u == dtype.Second {
		u, f.times = dtype.Milli, 1000
	}
	t := &format.TimestampType{IsAdjustedToUTC: f.dtype.TZ != ""}
	switch u {
	case dtype.Milli:
		t.Unit.Value = &format.MilliSeconds{}
	case dtype.Micro:
		t.Unit.Value = &format.MicroSeconds{}
	default:
		t.Unit.Value = &format.NanoSeconds{}
	}
	f.el.LogicalType.Value = t
	f.arrow = &arrow.TimestampType{Unit: toArrow(u), TimeZone: dtype.ArrowZone(f.dtype.TZ)}
	return nil
}

// cellsType is the dtype that holds all cells of an object column; object when all are missing.
func cellsType(c *frame.Column) (dtype.DType, error) {
	out := dtype.Object
	for i, v := range c.Objects {
		if frame.IsMissing(v) {
			continue
		}
		var d dtype.DType
		switch v := v.(type) {
		case frame.Timestamp:
			if v.Unit != dtype.Day || int64(int32(v.Ticks)) != v.Ticks {
				return d, errs.New(errs.Type, "row %d holds a %T", i, v)
			}
			d = dates
		case string:
			d = dtype.Str
		case []byte:
			d = dtype.Binary
		case bool:
			d = dtype.Bool.Nullable()
		case int64:
			d = dtype.Int64.Nullable()
		case float64:
			d = dtype.Float64
		default:
			return d, errs.New(errs.Type, "row %d holds a %T", i, v)
		}
		if !out.IsObject() && d != out {
			return d, errs.New(errs.Type, "row %d holds %s, rows before it %s", i, d, out)
		}
		out = d
	}
	return out, nil
}

// storable is the rows of a column as the field stores them: plain, or codes of a text dictionary that pays.
func (f *field) storable(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	if c.DType.IsObject() {
		d, err := cellsType(c)
		if err != nil {
			return nil, errs.Wrap(errs.Type, err, "column %q", f.name)
		}
		if d.IsObject() || f.dtype.IsObject() {
			if d != f.dtype && !d.IsObject() {
				return nil, errs.New(errs.Type, "column %q holds %s, and nothing in the rows before", f.name, d)
			}
			return c, nil
		}
		if d != f.dtype {
			return nil, errs.New(errs.Type, "column %q holds %s, and %s in the rows before", f.name, d, f.dtype)
		}
		return cellsOf(al, c, d)
	}
	if c.DType.IsCategorical() && !f.dtype.IsCategorical() {
		return c.Uncode(al)
	}
	if c.DType != f.dtype && c.DType.Base() != f.dtype.Base() {
		return nil, errs.New(errs.Invalid, "column %q is %s, the first frame had %s", f.name, c.DType, f.dtype)
	}
	if c.Enc == frame.Dict && (f.dtype.IsCategorical() || c.Dict.Len() <= c.Rows && f.kind == pq.ByteArray) {
		return c, nil
	}
	return c.Decode(al)
}

// cellsOf is an object column as a typed one.
func cellsOf(al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	if d.IsString() || d.IsBinary() {
		b := frame.PlainStr(al, d)
		for _, v := range c.Objects {
			switch v := v.(type) {
			case string:
				b.Append(v)
			case []byte:
				b.AppendBytes(v)
			default:
				b.AppendNull()
			}
		}
		return b.Column()
	}
	switch {
	case d == dates:
		b := frame.NewNumBuilder[int32](al, dtype.Int32.Nullable(), c.Rows)
		for _, v := range c.Objects {
			if t, ok := v.(frame.Timestamp); ok {
				b.Append(int32(t.Ticks))
			} else {
				b.AppendNull()
			}
		}
		return b.Column()
	case d.IsFloat():
		return numbersOf[float64](al, c, d)
	case d.IsBool():
		return numbersOf[bool](al, c, d)
	}
	return numbersOf[int64](al, c, d)
}

// numbersOf is the cells of an object column that are a T; the others are missing.
func numbersOf[T dtype.Elem](al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	b := frame.NewNumBuilder[T](al, d, c.Rows)
	for _, v := range c.Objects {
		if x, ok := v.(T); ok {
			b.Append(x)
		} else {
			b.AppendNull()
		}
	}
	return b.Column()
}

// describe makes pandas' note of the column.
func (f *field) describe(label frame.Label, c *frame.Column) {
	n := &f.note
	n.FieldName = &f.name
	if !label.IsNil() {
		s := label.String()
		n.Name = &s
	}
	d := c.DType
	n.NumpyType, n.PandasType = d.String(), d.Base().String()
	switch {
	case d.IsString(), d.IsTimedelta():
		n.PandasType = "object"
	case d.IsDatetime():
		n.PandasType, n.NumpyType = "datetime", d.Base().String()
		if d.TZ != "" {
			n.PandasType, n.Metadata = "datetimetz", map[string]any{"timezone": dtype.ArrowZone(d.TZ)}
		}
	case d.IsCategorical():
		n.PandasType, n.NumpyType = "categorical", "int8"
		n.Metadata = map[string]any{"num_categories": c.Dict.Len(), "ordered": d.Ordered}
	case d.IsBinary():
		n.PandasType, n.NumpyType = "bytes", "object"
	case d.IsObject():
		n.NumpyType = "object"
		n.PandasType = map[dtype.Kind]string{
			dtype.StringKind: "unicode", dtype.BinaryKind: "bytes", dtype.BoolKind: "bool", dtype.Int64Kind: "int64",
			dtype.Float64Kind: "float64", dtype.ObjectKind: "empty", dtype.DatetimeKind: "date",
		}[f.dtype.Kind]
	}
}

// columnsNote is pandas' note of the column labels.
func columnsNote(f *frame.Frame) columnNote {
	n := columnNote{PandasType: "unicode", NumpyType: "str", Metadata: map[string]any{"encoding": "UTF-8"}}
	if len(f.Axis) == 1 && !f.Axis[0].IsNil() {
		s := f.Axis[0].String()
		n.Name, n.FieldName = &s, &s
	}
	kinds := map[frame.LabelKind]bool{}
	for _, l := range f.Names {
		kinds[l.Kind()] = true
	}
	switch {
	case len(kinds) == 0, len(kinds) == 1 && kinds[frame.LabelInt]: // no labels are a range
		n.PandasType, n.NumpyType, n.Metadata = "int64", "int64", nil
	case len(kinds) == 1 && kinds[frame.LabelFloat]:
		n.PandasType, n.NumpyType, n.Metadata = "float64", "float64", nil
	case len(kinds) > 1 || !kinds[frame.LabelString]:
		n.PandasType, n.NumpyType, n.Metadata = "mixed", "object", nil
	}
	return n
}

// rangeOf is the note of a range of n labels.
func rangeOf(x *frame.Index, n int64) json.RawMessage {
	r := rangeNote{Kind: "range", Start: x.Start, Stop: x.Start + n*x.Step, Step: x.Step}
	if !x.Names[0].IsNil() {
		s := x.Names[0].String()
		r.Name = &s
	}
	b, _ := json.Marshal(r)
	return b
}
