package parquet

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"unsafe"

	pq "github.com/parquet-go/parquet-go"

	"github.com/mars-project/mars-go/dtype"
)

// copied takes values as they are stored: little-endian, as this machine holds them.
func copied[E dtype.Elem](dst []E, src []byte) {
	if len(dst) == 0 {
		return
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&dst[0])), len(dst)*int(unsafe.Sizeof(dst[0]))), src)
}

// narrow takes the low bytes of 32-bit integers.
func narrow[E int8 | int16 | uint8 | uint16](dst []E, src []byte) {
	for i := range dst {
		dst[i] = E(binary.LittleEndian.Uint32(src[4*i:]))
	}
}

// floats converts to float64: floats themselves, decimals, and integers of columns that miss rows.
func (p *physical) floats() func(dst []float64, src []byte) {
	if p.what == decimal {
		return p.scaled()
	}
	switch {
	case p.kind == pq.Double:
		return copied[float64]
	case p.kind == pq.Float:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:])))
			}
		}
	case p.kind == pq.Int32 && p.what == unsigned:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = float64(binary.LittleEndian.Uint32(src[4*i:]))
			}
		}
	case p.kind == pq.Int32:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = float64(int32(binary.LittleEndian.Uint32(src[4*i:])))
			}
		}
	case p.kind == pq.Int64 && p.what == unsigned:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = float64(binary.LittleEndian.Uint64(src[8*i:]))
			}
		}
	}
	return func(dst []float64, src []byte) {
		for i := range dst {
			dst[i] = float64(int64(binary.LittleEndian.Uint64(src[8*i:])))
		}
	}
}

// ticks converts to counts of the column's unit.
func (p *physical) ticks() func(dst []int64, src []byte) {
	switch {
	case p.kind == pq.Int96:
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int96(src[12*i:])
			}
		}
	case p.kind == pq.Int32:
		by := int64(1)
		if p.what == date {
			by = 86400
		}
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(int32(binary.LittleEndian.Uint32(src[4*i:]))) * by
			}
		}
	}
	return copied[int64]
}

// int96 is nanoseconds of a day and a Julian day number, as nanoseconds since 1970.
func int96(b []byte) int64 {
	const epoch = 2440588
	day := int64(binary.LittleEndian.Uint32(b[8:])) - epoch
	return day*86400e9 + int64(binary.LittleEndian.Uint64(b))
}

// scaled converts decimals to the nearest floats.
func (p *physical) scaled() func(dst []float64, src []byte) {
	scale := p.scale
	switch p.kind {
	case pq.Int32:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = quotient(int64(int32(binary.LittleEndian.Uint32(src[4*i:]))), scale)
			}
		}
	case pq.Int64:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = quotient(int64(binary.LittleEndian.Uint64(src[8*i:])), scale)
			}
		}
	case pq.ByteArray:
		return copied[float64] // decoder.decimals has done it
	}
	size := p.size
	return func(dst []float64, src []byte) {
		for i := range dst {
			dst[i] = unscaled(src[i*size:(i+1)*size], scale)
		}
	}
}

// exact powers of ten.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// quotient is v / 10^scale, correctly rounded: both are exact where one division does it.
func quotient(v int64, scale int) float64 {
	if scale >= 0 && scale < len(pow10) && v > -1<<53 && v < 1<<53 {
		return float64(v) / pow10[scale]
	}
	f, _ := strconv.ParseFloat(strconv.FormatInt(v, 10)+"e"+strconv.Itoa(-scale), 64) // out of range is an infinity
	return f
}

// unscaled is quotient of a big-endian integer of any length.
func unscaled(b []byte, scale int) float64 {
	if len(b) <= 8 {
		v := int64(0)
		if len(b) > 0 && b[0]&0x80 != 0 {
			v = -1
		}
		for _, c := range b {
			v = v<<8 | int64(c)
		}
		return quotient(v, scale)
	}
	x := new(big.Int).SetBytes(b)
	if b[0]&0x80 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	f, _ := strconv.ParseFloat(x.String()+"e"+strconv.Itoa(-scale), 64)
	return f
}

// maxDecimal is the longest decimal that is read: the format knows no precision beyond it.
const maxDecimal = 64

// decimals are floats of decimals that are stored as byte arrays.
func (d *decoder) decimals(pg *page) ([]byte, error) {
	out, err := d.bytes.room(d.al, 8*pg.n)
	if err != nil {
		return nil, err
	}
	at := 0
	err = d.texts(pg, func(s []byte) error {
		if len(s) > maxDecimal {
			return damaged("a decimal of %d bytes", len(s))
		}
		binary.LittleEndian.PutUint64(out[at:], math.Float64bits(unscaled(s, d.p.scale)))
		at += 8
		return nil
	})
	return out, err
}
