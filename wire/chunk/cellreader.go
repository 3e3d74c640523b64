package chunk

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// A cellReader reads cells; after a failure it gives zeros and remembers.
type cellReader struct {
	b   []byte
	bad bool
}

// oneCell is the only cell of b.
func oneCell(b []byte) (any, error) {
	r := &cellReader{b: b}
	v := r.cell(0)
	if r.bad || len(r.b) > 0 {
		return nil, damaged("a cell of %d bytes", len(b))
	}
	return v, nil
}

// cellRows is the n cells of an object column.
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
	case tagBig:
		return r.big()
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
	case tagRecord:
		return r.record(depth + 1)
	default:
		return r.number(tag)
	}
}

// big reads an integer beyond 64 bits.
func (r *cellReader) big() *big.Int {
	n := r.varint()
	z := new(big.Int).SetBytes(r.take(uint64(max(n, -n))))
	if n < 0 {
		z.Neg(z)
	}
	return z
}

// record reads names and values.
func (r *cellReader) record(depth int) frame.Record {
	n := r.uvarint()
	if r.bad || depth > maxNest || n > uint64(len(r.b))/2 { // a part takes two bytes
		r.bad = true
		return nil
	}
	out := make(frame.Record, 0, n)
	for range n {
		p := frame.Part{Key: r.cell(depth)}
		if name, ok := p.Key.(string); ok {
			p.Name, p.Key = name, nil
		}
		p.Value = r.cell(depth)
		if out = append(out, p); r.bad {
			return nil
		}
	}
	return out
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
