package arrow

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// The names of field metadata.
const (
	dtypeKey  = "mars:dtype"  // the dtype, where Arrow has no type of its own; of categories theirs, where it is nullable
	objectKey = "mars:object" // "json": cells of an object column as JSON text
)

// numTypes are the Arrow types of fixed-width dtypes whose values are the same bytes.
var numTypes = map[dtype.Kind]arrow.DataType{
	dtype.Int8Kind: arrow.PrimitiveTypes.Int8, dtype.Int16Kind: arrow.PrimitiveTypes.Int16,
	dtype.Int32Kind: arrow.PrimitiveTypes.Int32, dtype.Int64Kind: arrow.PrimitiveTypes.Int64,
	dtype.Uint8Kind: arrow.PrimitiveTypes.Uint8, dtype.Uint16Kind: arrow.PrimitiveTypes.Uint16,
	dtype.Uint32Kind: arrow.PrimitiveTypes.Uint32, dtype.Uint64Kind: arrow.PrimitiveTypes.Uint64,
	dtype.Float16Kind: arrow.FixedWidthTypes.Float16, dtype.Float32Kind: arrow.PrimitiveTypes.Float32,
	dtype.Float64Kind: arrow.PrimitiveTypes.Float64,
}

var units = map[dtype.Unit]arrow.TimeUnit{
	dtype.Second: arrow.Second, dtype.Milli: arrow.Millisecond, dtype.Micro: arrow.Microsecond, dtype.Nano: arrow.Nanosecond,
}

// A sender makes arrays of columns.
type sender struct {
	al     mem.Allocator
	shapes []*shape // of the object columns, by field; shorter or nil: as the cells of the one frame are
	json   bool     // object columns that have no shape are JSON: later frames may be anything

	keep  mem.Allocator                    // of what later batches share
	dicts map[*frame.Dictionary]sentValues // values of categories, if batches share them
}

// sentValues are the values of a dictionary and the metadata of the field that has it.
type sentValues struct {
	arrow.ArrayData
	meta arrow.Metadata
}

func buf(b []byte) *memory.Buffer {
	if b == nil {
		return nil
	}
	return memory.NewBufferBytes(b)
}

// array is the Arrow form of a column and the metadata of its field. Buffers share the column's blocks.
// of is the shape of an object column, if it is known.
func (s sender) array(c *frame.Column, of *shape) (arrow.ArrayData, arrow.Metadata, error) {
	none := arrow.Metadata{}
	switch {
	case c.DType.IsObject():
		return s.objects(c, of)
	case c.DType.IsCategorical():
		return s.category(c)
	}
	c, err := c.Decode(s.al)
	if err != nil {
		return nil, none, err
	}
	d := c.DType
	switch {
	case d.IsString() || d.IsBinary():
		a, err := s.text(c)
		if d.IsBinary() {
			return a, meta(dtypeKey, d.String()), err
		}
		return a, none, err
	case d.IsBool():
		a, err := s.bools(c)
		return a, none, err
	case d.IsTemporal():
		a, err := s.times(c)
		return a, none, err
	case d.IsComplex():
		a, err := s.complexes(c)
		return a, meta(dtypeKey, d.String()), err
	}
	t, ok := numTypes[d.Kind]
	if !ok {
		return nil, none, errs.New(errs.Type, "no Arrow type for %s", d)
	}
	valid, nulls, err := validBits(s.al, c.Valid, c.Rows)
	if err != nil {
		return nil, none, err
	}
	return array.NewData(t, c.Rows, []*memory.Buffer{buf(valid), buf(bytesOf(c))}, nil, nulls, 0), none, nil
}

func meta(k, v string) arrow.Metadata { return arrow.NewMetadata([]string{k}, []string{v}) }

// bytesOf are the values of a plain column or the codes of a dictionary column.
func bytesOf(c *frame.Column) []byte {
	w := c.DType.Size()
	if c.Enc == frame.Dict {
		w = int(c.Codes)
	}
	if c.Rows == 0 {
		return []byte{}
	}
	return c.Data.Bytes()[c.Offset*w:][:c.Rows*w]
}

func (s sender) bools(c *frame.Column) (arrow.ArrayData, error) {
	bits, err := packBools(s.al, frame.Values[uint8](c))
	if err != nil {
		return nil, err
	}
	valid, nulls, err := validBits(s.al, c.Valid, c.Rows)
	return array.NewData(arrow.FixedWidthTypes.Boolean, c.Rows, []*memory.Buffer{buf(valid), buf(bits)}, nil, nulls, 0), err
}

func (s sender) times(c *frame.Column) (arrow.ArrayData, error) {
	u, ok := units[c.DType.Unit]
	if !ok {
		return nil, errs.New(errs.Type, "no Arrow type for %s", c.DType)
	}
	var t arrow.DataType = &arrow.DurationType{Unit: u}
	if c.DType.IsDatetime() {
		t = &arrow.TimestampType{Unit: u, TimeZone: dtype.ArrowZone(c.DType.TZ)}
	}
	vs := frame.Values[int64](c)
	valid, nulls, err := bitsOf(s.al, c.Rows, func(i int) bool { return vs[i] == frame.NaT })
	return array.NewData(t, c.Rows, []*memory.Buffer{buf(valid), buf(bytesOf(c))}, nil, nulls, 0), err
}

// complexes are lists of two floats over the same bytes.
func (s sender) complexes(c *frame.Column) (arrow.ArrayData, error) {
	t := arrow.PrimitiveTypes.Float64
	if c.DType.Kind == dtype.Complex64Kind {
		t = arrow.PrimitiveTypes.Float32
	}
	parts := array.NewData(t, 2*c.Rows, []*memory.Buffer{nil, buf(bytesOf(c))}, nil, 0, 0)
	return array.NewData(arrow.FixedSizeListOfNonNullable(2, t), c.Rows, []*memory.Buffer{nil}, []arrow.ArrayData{parts}, 0, 0), nil
}

// category is a dictionary array; codes of missing rows stay -1 under their null bits. Its field says what is
// said of a column of the categories.
func (s sender) category(c *frame.Column) (arrow.ArrayData, arrow.Metadata, error) {
	vs, err := s.categories(c.Dict)
	if err != nil {
		return nil, vs.meta, err
	}
	index := map[frame.CodeWidth]arrow.DataType{1: arrow.PrimitiveTypes.Int8, 2: arrow.PrimitiveTypes.Int16, 4: arrow.PrimitiveTypes.Int32}[c.Codes]
	valid, nulls, err := bitsOf(s.al, c.Rows, func(i int) bool { return c.Code(i) < 0 })
	if err != nil {
		return nil, vs.meta, err
	}
	t := &arrow.DictionaryType{IndexType: index, ValueType: vs.DataType(), Ordered: c.DType.Ordered}
	data := array.NewDataWithDictionary(t, c.Rows, []*memory.Buffer{buf(valid), buf(bytesOf(c))}, nulls, 0, vs.ArrayData.(*array.Data))
	return data, vs.meta, nil
}

// categories are the values of a dictionary, made once for all batches.
func (s sender) categories(d *frame.Dictionary) (vs sentValues, err error) {
	if vs, ok := s.dicts[d]; ok {
		return vs, nil
	}
	if s.dicts != nil {
		s.al = s.keep
	}
	vs.ArrayData, vs.meta, err = s.array(d.Values, nil)
	if d.Values.DType.Null && vs.meta.Len() == 0 {
		vs.meta = meta(dtypeKey, d.Values.DType.String())
	}
	if err == nil && s.dicts != nil {
		s.dicts[d] = vs
	}
	return vs, err
}

// text is a large_string or large_binary array: offsets, and the texts one after the other.
func (s sender) text(c *frame.Column) (arrow.ArrayData, error) {
	views := frame.Views(c)
	total := 0
	for i := range views {
		if c.Valid.Get(i) {
			total += int(views[i].Len)
		}
	}
	ob, err := s.al.Alloc(8 * (c.Rows + 1))
	if err != nil {
		return nil, err
	}
	tb, err := s.al.Alloc(total)
	if err != nil {
		return nil, err
	}
	offs, p, at := mem.View[int64](ob, 0, c.Rows+1), tb.Bytes(), 0
	offs[0] = 0
	for i := range views {
		if c.Valid.Get(i) {
			at += copy(p[at:], views[i].Bytes(c.Heaps))
		}
		offs[i+1] = int64(at)
	}
	var t arrow.DataType = arrow.BinaryTypes.LargeString
	if c.DType.IsBinary() {
		t = arrow.BinaryTypes.LargeBinary
	}
	valid, nulls, err := validBits(s.al, c.Valid, c.Rows)
	if p == nil {
		p = []byte{}
	}
	return array.NewData(t, c.Rows, []*memory.Buffer{buf(valid), buf(ob.Bytes()), buf(p)}, nil, nulls, 0), err
}
