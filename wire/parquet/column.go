package parquet

import (
	"math"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// physical says how stored values become elements.
type physical struct {
	kind  pq.Kind
	size  int        // bytes of a fixed-length byte array
	unit  dtype.Unit // of stored times
	scale int        // of decimals: digits after the point
	what  meaning
}

// meaning is what stored values are beside numbers.
type meaning uint8

const (
	number   meaning = iota
	unsigned         // the integer has no sign
	decimal
	date  // days
	clock // a time of the day
	stamp
	span // a duration
	text
	raw
	half // float16
	void // nothing but missing rows
)

// columnOf describes the top-level column that els begins with.
func columnOf(els []format.SchemaElement, leaf int, n *notes) Column {
	el := &els[0]
	out := Column{Name: n.label(el.Name), leaf: leaf, field: el.Name}
	if el.NumChildren.V > 0 || el.RepetitionType.V == format.Repeated {
		out.leaf, out.Nulls, out.DType = -1, -1, dtype.Object
		t := tree{els: els, leaf: leaf}
		if out.tree, out.Err = t.field(0, 0, n.arrow[el.Name]); out.Err != nil {
			out.Err, out.DType = errs.Wrap(errs.Type, out.Err, "column %s", out.Name.Repr()), dtype.DType{}
		}
		return out
	}
	if el.RepetitionType.V == format.Optional {
		out.max = 1
	}
	var utc bool
	out.plain, out.DType, utc, out.Err = typeOf(el)
	if out.Err != nil {
		out.Err = errs.Wrap(errs.Type, out.Err, "column %s", out.Name.Repr())
		return out
	}
	if utc {
		out.DType.TZ = "UTC"
	}
	n.refine(&out)
	return out
}

// typeOf is the meaning of a leaf by itself.
func typeOf(el *format.SchemaElement) (p physical, d dtype.DType, utc bool, err error) {
	p.kind, p.size = pq.Kind(el.Type.V), int(el.TypeLength.V)
	if p.kind == pq.FixedLenByteArray && (p.size <= 0 || p.size > maxFixed) || !el.Type.Valid {
		return p, d, false, errs.New(errs.Type, "values of type %s, %d bytes, are not read", p.kind, p.size)
	}
	if p, d, utc, ok := logical(p, el.LogicalType.Value); ok {
		return p, d, utc, nil
	}
	if el.ConvertedType.Valid {
		if p, d, utc, ok := converted(p, el); ok {
			return p, d, utc, nil
		}
	}
	switch p.kind {
	case pq.Boolean:
		return p, dtype.Bool, false, nil
	case pq.Int32:
		return p, dtype.Int32, false, nil
	case pq.Int64:
		return p, dtype.Int64, false, nil
	case pq.Int96:
		p.what, p.unit = stamp, dtype.Nano
		return p, dtype.Datetime(dtype.Nano), false, nil
	case pq.Float:
		return p, dtype.Float32, false, nil
	case pq.Double:
		return p, dtype.Float64, false, nil
	case pq.ByteArray, pq.FixedLenByteArray:
		p.what = raw
		return p, dtype.Binary, false, nil
	}
	return p, d, false, errs.New(errs.Type, "values of type %s are not read", p.kind)
}

// maxFixed is the longest value of a fixed length that is read.
const maxFixed = 1 << 20

// logical is a logical type; false where it says nothing more than the physical one.
func logical(p physical, v format.LogicalTypeValue) (physical, dtype.DType, bool, bool) {
	bytes := p.kind == pq.ByteArray
	switch v := v.(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		p.what = text
		return p, dtype.Str, false, bytes
	case *format.IntType:
		return integer(p, int(v.BitWidth), v.IsSigned)
	case *format.DecimalType:
		return scaledBy(p, v.Scale)
	case *format.NullType:
		p.what = void
		return p, dtype.Object, false, true
	case *format.DateType:
		p.what = date
		return p, dtype.Datetime(dtype.Second), false, p.kind == pq.Int32
	case *format.TimeType:
		p.what, p.unit = clock, unitOf(v.Unit)
		return p, dtype.Timedelta(p.unit), false, p.kind == pq.Int64 || p.kind == pq.Int32
	case *format.TimestampType:
		p.what, p.unit = stamp, unitOf(v.Unit)
		return p, dtype.Datetime(p.unit), v.IsAdjustedToUTC, p.kind == pq.Int64
	case *format.Float16Type:
		p.what = half
		return p, dtype.Float16, false, p.kind == pq.FixedLenByteArray && p.size == 2
	}
	return p, dtype.DType{}, false, false
}

// scaledBy is a decimal.
func scaledBy(p physical, scale int32) (physical, dtype.DType, bool, bool) {
	p.what, p.scale = decimal, int(scale)
	ok := p.kind == pq.Int32 || p.kind == pq.Int64 || p.kind == pq.ByteArray || p.kind == pq.FixedLenByteArray && p.size <= maxDecimal
	return p, dtype.Float64, false, ok && scale >= -400 && scale <= 400
}

func unitOf(u format.TimeUnit) dtype.Unit {
	switch u.Value.(type) {
	case *format.MilliSeconds:
		return dtype.Milli
	case *format.MicroSeconds:
		return dtype.Micro
	}
	return dtype.Nano
}

func integer(p physical, bits int, signed bool) (physical, dtype.DType, bool, bool) {
	if !signed {
		p.what = unsigned
	}
	ok := p.kind == pq.Int32 && bits <= 32 || p.kind == pq.Int64 && bits == 64
	for i, b := range []int{8, 16, 32, 64} {
		if b == bits && signed {
			return p, []dtype.DType{dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64}[i], false, ok
		}
		if b == bits {
			return p, []dtype.DType{dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64}[i], false, ok
		}
	}
	return p, dtype.DType{}, false, false
}

// converted is the older annotation.
func converted(p physical, el *format.SchemaElement) (physical, dtype.DType, bool, bool) {
	c := el.ConvertedType.V
	switch c {
	case deprecated.Decimal:
		return scaledBy(p, el.Scale.V)
	case deprecated.UTF8, deprecated.Enum, deprecated.Json:
		p.what = text
		return p, dtype.Str, false, p.kind == pq.ByteArray
	case deprecated.Date:
		p.what = date
		return p, dtype.Datetime(dtype.Second), false, p.kind == pq.Int32
	case deprecated.TimeMillis:
		p.what, p.unit = clock, dtype.Milli
		return p, dtype.Timedelta(p.unit), false, p.kind == pq.Int32
	case deprecated.TimeMicros:
		p.what, p.unit = clock, dtype.Micro
		return p, dtype.Timedelta(p.unit), false, p.kind == pq.Int64
	case deprecated.TimestampMillis:
		p.what, p.unit = stamp, dtype.Milli
		return p, dtype.Datetime(p.unit), true, p.kind == pq.Int64
	case deprecated.TimestampMicros:
		p.what, p.unit = stamp, dtype.Micro
		return p, dtype.Datetime(p.unit), true, p.kind == pq.Int64
	}
	for i, t := range []deprecated.ConvertedType{deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64} {
		if c == t {
			return integer(p, 8<<i, true)
		}
	}
	for i, t := range []deprecated.ConvertedType{deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64} {
		if c == t {
			return integer(p, 8<<i, false)
		}
	}
	return p, dtype.DType{}, false, false
}

// label is a stored number or text of the column as a label; None where it has no order that we know.
func (c *Column) label(b []byte) frame.Label {
	p := &c.plain
	width := map[pq.Kind]int{pq.Boolean: 1, pq.Int32: 4, pq.Int64: 8, pq.Float: 4, pq.Double: 8}[p.kind]
	if width > 0 && len(b) != width {
		return frame.Label{}
	}
	switch {
	case p.what == text:
		return frame.L(string(b))
	case p.what == decimal, p.what == raw, p.what == half, width == 0:
		return frame.Label{}
	case p.kind == pq.Boolean:
		return frame.L(b[0] != 0)
	case p.kind == pq.Float:
		return floatLabel(float64(math.Float32frombits(uint32(little(b)))))
	case p.kind == pq.Double:
		return floatLabel(math.Float64frombits(little(b)))
	}
	v := int64(little(b))
	if width == 4 && p.what != unsigned {
		v = int64(int32(v))
	}
	switch p.what {
	case unsigned:
		return frame.L(uint64(v))
	case date:
		return frame.L(frame.Timestamp{Ticks: v * 86400, Unit: dtype.Second})
	case clock, span:
		return frame.L(frame.Timedelta{Ticks: v, Unit: p.unit})
	case stamp:
		return frame.L(frame.Timestamp{Ticks: v, Unit: p.unit, TZ: c.DType.TZ})
	}
	return frame.L(v)
}

func floatLabel(v float64) frame.Label {
	if v != v {
		return frame.Label{}
	}
	if v == 0 {
		v = 0 // of either sign: bounds have the sign that widens them
	}
	return frame.L(v)
}

func little(b []byte) (v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}
