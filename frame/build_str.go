package frame

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// When a StrBuilder gives up its dictionary: more distinct texts than a quarter of the first 64 Ki rows, or
// more than 32 MB of them.
const (
	dictRows  = 64 << 10
	dictBytes = 32 << 20
)

// A StrBuilder makes a str, string or bytes column. While appending it keeps a dictionary, and gives it up
// when the texts repeat too little; so the result has Dict or Plain encoding, which depends on the rows
// alone. Failures of the allocator stick and come out of Column.
type StrBuilder struct {
	d     dtype.DType
	al    mem.Allocator
	heaps heapWriter
	views buffer[View] // of the dictionary, or after giving up of the rows
	codes buffer[int32]
	bits  bitBuffer
	table table
	dict  bool
	rows  int
	bytes int // of the dictionary

	expect int // rows; 0: not known
}

// NewStrBuilder is a builder of dtype d.
func NewStrBuilder(al mem.Allocator, d dtype.DType) *StrBuilder {
	if !d.IsString() && !d.IsBinary() {
		panic("frame: StrBuilder of " + d.String())
	}
	return &StrBuilder{
		d: d, al: al, heaps: heapWriter{al: al}, views: buffer[View]{al: al}, codes: buffer[int32]{al: al},
		bits: bitBuffer{al: al}, dict: true,
	}
}

// PlainStr is a builder that never makes a dictionary.
func PlainStr(al mem.Allocator, d dtype.DType) *StrBuilder {
	b := NewStrBuilder(al, d)
	b.dict = false
	return b
}

// Append adds a row; s is copied.
func (b *StrBuilder) Append(s string) { b.AppendBytes(unsafe.Slice(unsafe.StringData(s), len(s))) }

// AppendBytes is Append of bytes. For str and string they must be UTF-8; readers check what they read.
func (b *StrBuilder) AppendBytes(s []byte) {
	b.rows++
	if !b.dict {
		b.views.add(b.heaps.put(s))
		b.bits.add(true)
		return
	}
	k, found := b.table.find(s, b.views.data[:b.views.n], b.heaps.blocks)
	if !found {
		b.views.add(b.heaps.put(s))
		b.bytes += len(s) + 16
	}
	b.codes.add(int32(k))
	b.check()
}

// AppendNull adds a missing row.
func (b *StrBuilder) AppendNull() {
	b.rows++
	if b.dict {
		b.codes.add(-1)
		b.check()
		return
	}
	b.views.add(View{})
	b.bits.add(false)
}

// Len is the number of rows so far.
func (b *StrBuilder) Len() int { return b.rows }

// check gives the dictionary up when it does not pay.
func (b *StrBuilder) check() {
	if b.bytes > dictBytes || b.rows <= dictRows && b.views.n > dictRows/4 {
		b.spread()
	}
}

// spread replaces the dictionary by one view per row.
func (b *StrBuilder) spread() {
	b.dict = false
	dict, codes := b.views, b.codes
	b.views, b.codes, b.table = buffer[View]{al: b.al, err: firstError(dict.err, codes.err)}, buffer[int32]{al: b.al}, table{}
	if !b.views.room(max(codes.n, b.expect)) {
		return
	}
	for _, k := range codes.data[:codes.n] {
		if k < 0 {
			b.views.add(View{})
		} else {
			b.views.add(dict.data[k])
		}
		b.bits.add(k >= 0)
	}
	mem.Free(b.al, dict.block)
	mem.Free(b.al, codes.block)
}

// Column ends the builder. A dictionary that did not pay at the end of fewer than 64 Ki rows is spread too.
func (b *StrBuilder) Column() (*Column, error) {
	if b.dict && b.views.n > b.rows/4 && b.rows < dictRows {
		b.spread()
	}
	heaps, herr := b.heaps.done()
	views, err := b.views.done()
	if err := firstError(herr, err, b.codes.err); err != nil {
		return nil, err
	}
	if !b.dict {
		valid, err := b.bits.done()
		return NewText(b.d, views, 0, b.rows, heaps, valid), err
	}
	dict := &Dictionary{Values: NewText(b.d, views, 0, b.views.n, heaps, Bitmap{})}
	return b.narrow(dict)
}

// narrow makes the dictionary column with codes as wide as needed.
func (b *StrBuilder) narrow(dict *Dictionary) (*Column, error) {
	width := WidthOf(dict.Values.Rows)
	if width == 4 {
		blk, err := b.codes.done()
		return NewDict(b.d, dict, blk, 0, b.rows, 4), err
	}
	return NewCoded(b.al, b.d, dict, b.codes.block, b.codes.data[:b.rows])
}
