package frame

import (
	"fmt"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

func sizeOf[T any](z T) int { return int(unsafe.Sizeof(z)) }

// A NumBuilder makes a plain column of fixed-width values one by one. Failures of the allocator stick and
// come out of Column.
type NumBuilder[T dtype.Elem] struct {
	d    dtype.DType
	vals buffer[T]
	bits bitBuffer
	null T // what missing rows hold
}

// NewNumBuilder is a builder of dtype d, stored as T, with room for hint rows. AppendNull needs a dtype that
// can miss, else the column is pending.
func NewNumBuilder[T dtype.Elem](al mem.Allocator, d dtype.DType, hint int) *NumBuilder[T] {
	if !dtype.Holds[T](d.Base()) {
		panic(fmt.Sprintf("frame: a builder of %s over %s", d, dtype.Of[T]()))
	}
	b := &NumBuilder[T]{d: d, vals: buffer[T]{al: al}, bits: bitBuffer{al: al}}
	putNull(d, unsafe.Slice((*byte)(unsafe.Pointer(&b.null)), sizeOf(b.null)))
	if hint > 0 {
		b.vals.room(hint)
	}
	return b
}

// Append adds a row.
func (b *NumBuilder[T]) Append(v T) {
	b.vals.add(v)
	b.bits.add(true)
}

// AppendNull adds a missing row.
func (b *NumBuilder[T]) AppendNull() {
	b.vals.add(b.null)
	b.bits.add(b.ownNull())
}

// ownNull reports that the dtype tells missing rows by a value.
func (b *NumBuilder[T]) ownNull() bool { return !UsesBitmap(b.d) && CanMiss(b.d) }

// Len is the number of rows so far.
func (b *NumBuilder[T]) Len() int { return b.bits.n }

// Column ends the builder.
func (b *NumBuilder[T]) Column() (*Column, error) {
	blk, err := b.vals.done()
	if err != nil {
		return nil, err
	}
	valid, err := b.bits.done()
	if err != nil {
		return nil, err
	}
	return NewPlain(b.d, blk, 0, b.bits.n, valid), nil
}

// putNull writes what a missing row of d holds into p: NaN, NaT or zero.
func putNull(d dtype.DType, p []byte) {
	clear(p)
	if d.Null {
		return
	}
	switch d.Kind {
	case dtype.Float64Kind, dtype.Complex128Kind:
		p[6], p[7] = 0xf8, 0x7f
	case dtype.Float32Kind, dtype.Complex64Kind:
		p[2], p[3] = 0xc0, 0x7f
	case dtype.Float16Kind:
		p[1] = 0x7e
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		p[7] = 0x80
	}
}
