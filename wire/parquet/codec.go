package parquet

import (
	"bytes"
	"io"
	"unsafe"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// maxPage is the size of an unpacked page that is taken for damage. Writers aim at 1 MiB.
const maxPage = 1 << 30

// expands is how many bytes one compressed byte can become at most, by codec; a page that claims more is
// damaged.
var expands = map[format.CompressionCodec]int{format.Snappy: 64, format.Gzip: 1100, format.Lz4Raw: 260, format.Zstd: 1 << 16, format.Brotli: 1 << 16}

// An unpacker decompresses the pages of a column chunk into memory that it uses again for the next one.
type unpacker struct {
	al    mem.Allocator
	codec format.CompressionCodec
	block *mem.Block
	zstd  *zstd.Decoder
}

// unpack is src decompressed to exactly n bytes, valid until the next call.
func (u *unpacker) unpack(src []byte, n int) ([]byte, error) {
	if u.codec == format.Uncompressed {
		if len(src) != n {
			return nil, damaged("a page of %d bytes, said to have %d", len(src), n)
		}
		return src, nil
	}
	k, known := expands[u.codec]
	if !known {
		return nil, errs.New(errs.Type, "compression %s is not read", u.codec)
	}
	if n > maxPage || n/k > len(src) {
		return nil, damaged("%d bytes of %s, said to become %d", len(src), u.codec, n)
	}
	if n == 0 {
		return nil, nil
	}
	if u.codec == format.Zstd {
		if err := sameSize(src, n); err != nil {
			return nil, err
		}
	}
	if u.block == nil || u.block.Len() < n {
		b, err := u.al.Alloc(max(n, 64<<10))
		if err != nil {
			return nil, err
		}
		mem.Free(u.al, u.block)
		u.block = b
	}
	dst := u.block.Bytes()[:n:n]
	got, err := u.into(dst, src)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "%s", u.codec)
	}
	if got != n {
		return nil, damaged("%s gave %d bytes, said to become %d", u.codec, got, n)
	}
	return dst, nil
}

// holds says where data lies in the block that pages are unpacked into; false when it does not.
func (u *unpacker) holds(data []byte) (off int, ok bool) {
	if u == nil || u.block == nil || len(data) == 0 {
		return 0, false
	}
	d := uintptr(unsafe.Pointer(&data[0])) - uintptr(unsafe.Pointer(&u.block.Bytes()[0]))
	return int(d), d < uintptr(u.block.Len())
}

// take is the block that the last page was unpacked into; the next one gets another.
func (u *unpacker) take() *mem.Block {
	b := u.block
	u.block = nil
	return b
}

// sameSize refuses a zstd frame that tells another length than the page header.
func sameSize(src []byte, n int) error {
	var h zstd.Header
	if err := h.Decode(src); err != nil {
		return errs.Wrap(errs.Invalid, err, "zstd")
	}
	if h.HasFCS && h.FrameContentSize > uint64(n) {
		return damaged("a zstd frame of %d bytes, said to have %d", h.FrameContentSize, n)
	}
	return nil
}

// into decompresses src into dst and says how long it is.
func (u *unpacker) into(dst, src []byte) (int, error) {
	switch u.codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(src)
		if err != nil || n != len(dst) {
			return n, err
		}
		out, err := snappy.Decode(dst, src)
		return len(out), err
	case format.Lz4Raw:
		return lz4.UncompressBlock(src, dst)
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(src))
		if err != nil {
			return 0, err
		}
		return whole(z, dst)
	case format.Brotli:
		return whole(brotli.NewReader(bytes.NewReader(src)), dst)
	}
	if u.zstd == nil {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPage))
		if err != nil {
			return 0, err
		}
		u.zstd = z
	}
	out, err := u.zstd.DecodeAll(src, dst[:0])
	return len(out), err
}

// whole reads r, which should give len(dst) bytes and then end.
func whole(r io.Reader, dst []byte) (int, error) {
	n, err := io.ReadFull(r, dst)
	if err != nil {
		return n, err
	}
	var one [1]byte
	if k, err := r.Read(one[:]); k > 0 || err != nil && err != io.EOF {
		return n + k, err
	}
	return n, nil
}

// close frees what pages were unpacked into.
func (u *unpacker) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
	mem.Free(u.al, u.block)
	u.block = nil
}

func damaged(f string, args ...any) error { return errs.New(errs.Invalid, f, args...) }
