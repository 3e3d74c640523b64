package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

const (
	pageRows  = 1 << 15 // rows of a page at most
	pageBytes = 1 << 20 // a page of texts ends when it has so many bytes
	statBytes = 256     // longer texts are no bounds
)

// An encoder holds what pages are made in.
type encoder struct {
	page, packed []byte
	ones         []byte   // of levels
	codes        []uint32 // of a page
	zstd         *zstd.Encoder
	lz4          lz4.Compressor
}

// full is n levels of 1.
func (e *encoder) full(n int) []byte {
	if len(e.ones) < n {
		e.ones = bytes.Repeat([]byte{1}, n)
	}
	return e.ones[:n]
}

func encode(v any) ([]byte, error) {
	var p thrift.CompactProtocol
	var b bytes.Buffer
	if err := thrift.NewEncoder(p.NewWriter(&b)).Encode(v); err != nil {
		return nil, errs.Wrap(errs.Internal, err, "thrift")
	}
	return b.Bytes(), nil
}

// chunk writes a column of a row group, and says what its pages hold.
func (p *Writer) chunk(f *field, c *frame.Column) (m format.ColumnMetaData, ix chunkIndex, err error) {
	m = format.ColumnMetaData{
		Type: format.Type(f.kind), Encoding: []format.Encoding{format.RLE, format.Plain}, PathInSchema: []string{f.name},
		Codec: p.codec, NumValues: int64(c.Rows),
	}
	start := p.at
	nulls, full := 0, c.NullCount() == 0
	var few *fewInts
	values := c
	switch {
	case c.Enc == frame.Dict:
		values = c.Dict.Values
	case full && f.kind == pq.Int64 && f.times == 1:
		if few = fewOf(c); few != nil {
			values = few.values
		}
	}
	if values != c {
		m.Encoding = append(m.Encoding, format.RLEDictionary)
		m.DictionaryPageOffset = p.at
		if err := p.dictionary(f, values, &m); err != nil {
			return m, ix, err
		}
	}
	m.DataPageOffset = p.at
	for lo := 0; lo < c.Rows; {
		at := p.at
		hi, k, err := p.data(f, c, few, lo, full, &m)
		if err != nil {
			return m, ix, err
		}
		ix.add(f, c.Slice(lo, hi), k, format.PageLocation{Offset: at, CompressedPageSize: int32(p.at - at), FirstRowIndex: int64(lo)})
		nulls += k
		lo = hi
	}
	m.TotalCompressedSize = p.at - start
	m.Statistics = ix.statistics(f, int64(nulls))
	return m, ix, nil
}

// data writes a page of rows from lo on and says where it ends and how many of them are missing; full says
// that none is.
func (p *Writer) data(f *field, c *frame.Column, few *fewInts, lo int, full bool, m *format.ColumnMetaData) (hi, nulls int, err error) {
	hi = min(lo+pageRows, c.Rows)
	if f.kind == pq.ByteArray && c.Enc != frame.Dict {
		hi = pageEnd(c, lo, hi)
	}
	there, n := p.buf.full(hi-lo), hi-lo
	if !full {
		there = bytes.Clone(there)
		for i := range there {
			if c.IsNull(lo + i) {
				there[i] = 0
				n--
			}
		}
	}
	body := p.buf.page[:0]
	encoding := format.Plain
	body = append(body, 0, 0, 0, 0)
	body = packLevels(body, there, n)
	binary.LittleEndian.PutUint32(body, uint32(len(body)-4))
	switch {
	case few != nil:
		encoding = format.RLEDictionary
		p.buf.codes = few.codes(p.buf.codes[:0], lo, hi)
		body = packCodes(body, p.buf.codes, codeBits(few.values.Rows))
	case c.Enc == frame.Dict:
		encoding = format.RLEDictionary
		p.buf.codes = codesOf(p.buf.codes[:0], c, lo, there)
		body = packCodes(body, p.buf.codes, codeBits(c.Dict.Len()))
	default:
		body = f.values(body, c.Slice(lo, hi), there)
	}
	p.buf.page = body
	h := format.PageHeader{Type: format.DataPage, DataPageHeader: thrift.New(format.DataPageHeader{
		NumValues: int32(hi - lo), Encoding: encoding,
		DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})}
	return hi, hi - lo - n, p.write(&h, body, m)
}

// pageEnd is where a page of texts ends that begins at lo and may go to hi.
func pageEnd(c *frame.Column, lo, hi int) int {
	size := 0
	for i := lo; i < hi; i++ {
		if size += len(c.Text(i)); size > pageBytes {
			return i + 1
		}
	}
	return hi
}

// codeBits is how many bits codes of n values take.
func codeBits(n int) int { return max(1, bits.Len(uint(max(n-1, 0)))) }

// codesOf appends the codes of rows from lo on that are there.
func codesOf(out []uint32, c *frame.Column, lo int, there []byte) []uint32 {
	switch c.Codes {
	case 1:
		return codesThere(out, mem.View[int8](c.Data, c.Offset+lo, len(there)))
	case 2:
		return codesThere(out, mem.View[int16](c.Data, c.Offset+lo, len(there)))
	}
	return codesThere(out, mem.View[int32](c.Data, c.Offset+lo, len(there)))
}

// codesThere appends the codes that are not negative, which missing rows have.
func codesThere[T int8 | int16 | int32](out []uint32, codes []T) []uint32 {
	for _, k := range codes {
		if k >= 0 {
			out = append(out, uint32(k))
		}
	}
	return out
}

func (p *Writer) dictionary(f *field, d *frame.Column, m *format.ColumnMetaData) error {
	p.buf.page = f.values(p.buf.page[:0], d, p.buf.full(d.Rows))
	h := format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{
		NumValues: int32(d.Rows),
		Encoding:  format.Plain,
	})}
	return p.write(&h, p.buf.page, m)
}

// write compresses a page and writes it behind its header.
func (p *Writer) write(h *format.PageHeader, body []byte, m *format.ColumnMetaData) error {
	out, err := p.buf.compress(p.codec, body)
	if err != nil {
		return err
	}
	if len(body) > math.MaxInt32 || len(out) > math.MaxInt32 {
		return errs.New(errs.Invalid, "a page of %d bytes", len(body))
	}
	h.UncompressedPageSize, h.CompressedPageSize = int32(len(body)), int32(len(out))
	head, err := encode(h)
	if err != nil {
		return err
	}
	m.TotalUncompressedSize += int64(len(head) + len(body))
	if err := p.put(head); err != nil {
		return err
	}
	return p.put(out)
}

func (e *encoder) compress(codec format.CompressionCodec, src []byte) (out []byte, err error) {
	switch codec {
	case format.Uncompressed:
		return src, nil
	case format.Snappy:
		e.packed = s2.EncodeSnappy(e.packed[:cap(e.packed)], src)
		return e.packed, nil
	case format.Zstd:
		if e.zstd == nil {
			if e.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)); err != nil {
				return nil, err
			}
		}
		e.packed = e.zstd.EncodeAll(src, e.packed[:0])
		return e.packed, nil
	case format.Lz4Raw:
		if n := lz4.CompressBlockBound(len(src)); cap(e.packed) < n {
			e.packed = make([]byte, n)
		}
		n, err := e.lz4.CompressBlock(src, e.packed[:cap(e.packed)])
		if err == nil && n == 0 && len(src) > 0 {
			return nil, errs.New(errs.Internal, "lz4 made nothing of %d bytes", len(src))
		}
		return e.packed[:n], err
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(src); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// packLevels appends levels of one bit, n of which are 1.
func packLevels(b, there []byte, n int) []byte {
	if n == len(there) {
		return append(binary.AppendUvarint(b, uint64(n)<<1), 1)
	}
	b = binary.AppendUvarint(b, uint64((len(there)+7)/8)<<1|1)
	for i := 0; i < len(there); i += 8 {
		v := byte(0)
		for k, x := range there[i:min(i+8, len(there))] {
			v |= x << k
		}
		b = append(b, v)
	}
	return b
}

// packCodes appends codes of w bits behind their width.
func packCodes(b []byte, codes []uint32, w int) []byte {
	b = append(b, byte(w))
	if len(codes) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64((len(codes)+7)/8)<<1|1)
	acc, have := uint64(0), 0
	end := len(b) + (len(codes)+7)/8*w
	for _, k := range codes {
		acc |= uint64(k) << have
		if have += w; have >= 64 {
			b = binary.LittleEndian.AppendUint64(b, acc)
			have -= 64
			acc = uint64(k) >> (w - have)
		}
	}
	for ; have > 0; have -= 8 {
		b = append(b, byte(acc))
		acc >>= 8
	}
	for len(b) < end {
		b = append(b, 0)
	}
	return b
}

// values appends the rows of a plain column that are there.
func (f *field) values(b []byte, c *frame.Column, there []byte) []byte {
	if f.kind == pq.ByteArray {
		for i, t := range there {
			if t != 0 {
				s := c.Text(i)
				b = append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
			}
		}
		return b
	}
	if c.DType.IsObject() {
		return b
	}
	switch size := c.DType.Size(); {
	case size == 8 && f.times == 1 && bytes.IndexByte(there, 0) < 0, size == 4 && f.kind != pq.Int64 && bytes.IndexByte(there, 0) < 0:
		return append(b, c.Data.Bytes()[c.Offset*size:(c.Offset+c.Rows)*size]...) // as this machine holds them
	}
	switch c.DType.Size() {
	case 1:
		return f.bytes(b, c, there)
	case 2:
		for i, v := range mem.View[uint16](c.Data, c.Offset, c.Rows) {
			switch {
			case there[i] == 0:
			case f.kind == pq.FixedLenByteArray:
				b = binary.LittleEndian.AppendUint16(b, v)
			case f.dtype.IsInt():
				b = binary.LittleEndian.AppendUint32(b, uint32(int32(int16(v))))
			default:
				b = binary.LittleEndian.AppendUint32(b, uint32(v))
			}
		}
	case 4:
		for i, v := range mem.View[uint32](c.Data, c.Offset, c.Rows) {
			if there[i] != 0 {
				b = binary.LittleEndian.AppendUint32(b, v)
			}
		}
	default:
		for i, v := range mem.View[int64](c.Data, c.Offset, c.Rows) {
			if there[i] != 0 {
				b = binary.LittleEndian.AppendUint64(b, uint64(v*f.times))
			}
		}
	}
	return b
}

// bytes appends elements of one byte: bools as bits, integers as 32 bits.
func (f *field) bytes(b []byte, c *frame.Column, there []byte) []byte {
	bit, acc := 0, byte(0)
	for i, v := range mem.View[uint8](c.Data, c.Offset, c.Rows) {
		switch {
		case there[i] == 0:
		case f.kind == pq.Boolean:
			acc |= v << bit
			if bit++; bit == 8 {
				b, bit, acc = append(b, acc), 0, 0
			}
		case f.dtype.IsInt():
			b = binary.LittleEndian.AppendUint32(b, uint32(int32(int8(v))))
		default:
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	if bit > 0 {
		b = append(b, acc)
	}
	return b
}
