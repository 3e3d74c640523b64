package chunk

import (
	"encoding/binary"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// The tags of cells: the values of object columns and of tuples that are no arrays or frames.
const (
	tagNil byte = iota
	tagFalse
	tagTrue
	tagInt
	tagInt8
	tagInt16
	tagInt32
	tagInt64
	tagUint
	tagUint8
	tagUint16
	tagUint32
	tagUint64
	tagFloat32
	tagFloat64
	tagComplex64
	tagComplex128
	tagString
	tagBytes
	tagTime
	tagDelta
	tagMissing
	tagLabel
	tagList
	tagTuple
)

// appendCell appends the form of one cell: its tag, then integers as varints, floats as their bits, texts and lists by length.
func appendCell(b []byte, v any, depth int) ([]byte, error) {
	if depth > maxNest {
		return nil, errs.New(errs.Invalid, "lists are nested deeper than %d", maxNest)
	}
	switch v := v.(type) {
	case nil:
		return append(b, tagNil), nil
	case bool:
		if v {
			return append(b, tagTrue), nil
		}
		return append(b, tagFalse), nil
	case string:
		return append(binary.AppendUvarint(append(b, tagString), uint64(len(v))), v...), nil
	case []byte:
		return append(binary.AppendUvarint(append(b, tagBytes), uint64(len(v))), v...), nil
	case frame.Missing:
		return append(b, tagMissing), nil
	case frame.Timestamp:
		b = binary.AppendVarint(append(b, tagTime, byte(v.Unit)), v.Ticks)
		return append(binary.AppendUvarint(b, uint64(len(v.TZ))), v.TZ...), nil
	case frame.Timedelta:
		return binary.AppendVarint(append(b, tagDelta, byte(v.Unit)), v.Ticks), nil
	case frame.Label:
		p, err := v.MarshalBinary()
		return append(binary.AppendUvarint(append(b, tagLabel), uint64(len(p))), p...), err
	case []any:
		return appendCells(append(b, tagList), v, depth+1)
	case frame.Tuple:
		return appendCells(append(b, tagTuple), v, depth+1)
	}
	return appendNumber(b, v)
}

// appendCells appends a count and that many cells.
func appendCells(b []byte, vs []any, depth int) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(vs)))
	for i, v := range vs {
		var err error
		if b, err = appendCell(b, v, depth); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "element %d", i)
		}
	}
	return b, nil
}

func appendNumber(b []byte, v any) ([]byte, error) {
	le := binary.LittleEndian
	switch v := v.(type) {
	case int:
		return binary.AppendVarint(append(b, tagInt), int64(v)), nil
	case int8:
		return binary.AppendVarint(append(b, tagInt8), int64(v)), nil
	case int16:
		return binary.AppendVarint(append(b, tagInt16), int64(v)), nil
	case int32:
		return binary.AppendVarint(append(b, tagInt32), int64(v)), nil
	case int64:
		return binary.AppendVarint(append(b, tagInt64), v), nil
	case uint:
		return binary.AppendUvarint(append(b, tagUint), uint64(v)), nil
	case uint8:
		return binary.AppendUvarint(append(b, tagUint8), uint64(v)), nil
	case uint16:
		return binary.AppendUvarint(append(b, tagUint16), uint64(v)), nil
	case uint32:
		return binary.AppendUvarint(append(b, tagUint32), uint64(v)), nil
	case uint64:
		return binary.AppendUvarint(append(b, tagUint64), v), nil
	case float32:
		return le.AppendUint32(append(b, tagFloat32), math.Float32bits(v)), nil
	case float64:
		return le.AppendUint64(append(b, tagFloat64), math.Float64bits(v)), nil
	case complex64:
		b = le.AppendUint32(append(b, tagComplex64), math.Float32bits(real(v)))
		return le.AppendUint32(b, math.Float32bits(imag(v))), nil
	case complex128:
		b = le.AppendUint64(append(b, tagComplex128), math.Float64bits(real(v)))
		return le.AppendUint64(b, math.Float64bits(imag(v))), nil
	}
	return nil, errs.New(errs.Type, "a value of type %T cannot be stored or sent", v)
}

// A cellReader reads cells; after a failure it gives zeros and remembers.
type cellReader struct {
	b   []byte
	bad bool
}

// one is the only cell of b.
func oneCell(b []byte) (any, error) {
	r := &cellReader{b: b}
	v := r.cell(0)
	if r.bad || len(r.b) > 0 {
		return nil, damaged("a cell of %d bytes", len(b))
	}
	return v, nil
}

// rows is the n cells of an object column.
func cellRows(b []byte, n int) ([]any, error) {
	r := &cellReader{b: b}
	vs := r.list(0)
	if r.bad || len(r.b) > 0 || len(vs) != n {
		return nil, damaged("%d bytes of objects for %d rows", len(b), n)
	}
	return vs, nil
}

func (r *cellReader) take(n uint64) []byte {
	if r.bad || n > uint64(len(r.b)) {
		r.bad = true
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

func (r *cellReader) byte() byte {
	if p := r.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (r *cellReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *cellReader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *cellReader) text() []byte { return r.take(r.uvarint()) }

func (r *cellReader) f32() float32 {
	if p := r.take(4); p != nil {
		return math.Float32frombits(binary.LittleEndian.Uint32(p))
	}
	return 0
}

func (r *cellReader) f64() float64 {
	if p := r.take(8); p != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(p))
	}
	return 0
}

func (r *cellReader) unit() dtype.Unit {
	u := dtype.Unit(r.byte())
	r.bad = r.bad || u > dtype.Atto
	return u
}

// list reads a count and that many cells; each has a byte at least, which bounds the count.
func (r *cellReader) list(depth int) []any {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.bad = true
	}
	if r.bad {
		return nil
	}
	vs := make([]any, n)
	for i := range vs {
		if vs[i] = r.cell(depth); r.bad {
			return nil
		}
	}
	return vs
}

func (r *cellReader) cell(depth int) any {
	if depth > maxNest {
		r.bad = true
		return nil
	}
	switch tag := r.byte(); tag {
	case tagNil:
		return nil
	case tagFalse, tagTrue:
		return tag == tagTrue
	case tagString:
		return string(r.text())
	case tagBytes:
		return append([]byte{}, r.text()...)
	case tagMissing:
		return frame.NA
	case tagTime:
		u := r.unit()
		t := r.varint()
		return frame.Timestamp{Ticks: t, Unit: u, TZ: string(r.text())}
	case tagDelta:
		u := r.unit()
		return frame.Timedelta{Ticks: r.varint(), Unit: u}
	case tagLabel:
		var l frame.Label
		r.bad = l.UnmarshalBinary(r.text()) != nil || r.bad
		return l
	case tagList:
		return r.list(depth + 1)
	case tagTuple:
		return frame.Tuple(r.list(depth + 1))
	default:
		return r.number(tag)
	}
}

func (r *cellReader) number(tag byte) any {
	switch tag {
	case tagInt:
		return int(r.varint())
	case tagInt8:
		return int8(r.varint())
	case tagInt16:
		return int16(r.varint())
	case tagInt32:
		return int32(r.varint())
	case tagInt64:
		return r.varint()
	case tagUint:
		return uint(r.uvarint())
	case tagUint8:
		return uint8(r.uvarint())
	case tagUint16:
		return uint16(r.uvarint())
	case tagUint32:
		return uint32(r.uvarint())
	case tagUint64:
		return r.uvarint()
	case tagFloat32:
		return r.f32()
	case tagFloat64:
		return r.f64()
	case tagComplex64:
		re := r.f32()
		return complex(re, r.f32())
	case tagComplex128:
		re := r.f64()
		return complex(re, r.f64())
	}
	r.bad = true
	return nil
}
