package chunk

import (
	"encoding/binary"
	"math"
	"math/big"

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
	tagRecord
	tagBig
)

// appendCell appends the form of one cell: its tag, then integers as varints (larger ones as a length with
// their sign and bytes from the largest down), floats as their bits, texts and lists by length.
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
	case *big.Int:
		p := v.Bytes()
		return append(binary.AppendVarint(append(b, tagBig), int64(v.Sign())*int64(len(p))), p...), nil
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
	case frame.Record:
		b = binary.AppendUvarint(append(b, tagRecord), uint64(len(v)))
		for _, p := range v {
			var err error
			if b, err = appendCell(b, p.Label(), depth+1); err != nil {
				return nil, errs.Wrap(errs.KindOf(err), err, "key %v", p.Label())
			}
			if b, err = appendCell(b, p.Value, depth+1); err != nil {
				return nil, errs.Wrap(errs.KindOf(err), err, "element %q", p.Name)
			}
		}
		return b, nil
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
