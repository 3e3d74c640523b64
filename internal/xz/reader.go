package xz

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"
)

// maxDict bounds the history that a stream may ask for; xz -9 asks for 64 MiB.
const maxDict = 128 << 20

var magic = [6]byte{0xfd, '7', 'z', 'X', 'Z', 0}

// A Reader unpacks streams, one behind the other.
type Reader struct {
	in      *bufio.Reader
	read    int64 // bytes of in
	lz      lzma2
	check   byte
	sum     hash.Hash
	blocks  []block // of the stream so far
	at      int64   // where the block begins
	head    int64   // bytes of its header
	size    int64   // unpacked bytes of the block
	wants   block   // what the header of the block says, -1 where it does not
	inBlock bool
	err     error
}

// A block is the sizes of one: without padding, and unpacked.
type block struct{ packed, size int64 }

// NewReader unpacks r. Errors: those of r, io.ErrUnexpectedEOF for a stream that ends early, others for
// damaged data.
func NewReader(r io.Reader) (*Reader, error) {
	z := &Reader{in: bufio.NewReaderSize(r, 64<<10)}
	return z, z.streamHeader()
}

// Read unpacks more.
func (z *Reader) Read(p []byte) (int, error) {
	for z.err == nil {
		if n := copy(p, z.lz.pending()); n > 0 || len(p) == 0 {
			z.lz.out += n
			return n, nil
		}
		z.err = z.more()
	}
	return 0, z.err
}

// more unpacks the next piece. Its error is io.EOF behind the last stream.
func (z *Reader) more() error {
	if !z.inBlock {
		return z.blockHeader()
	}
	if end, err := z.lz.chunk(z); err != nil || end {
		if err == nil {
			err = z.blockEnd()
		}
		return err
	}
	p := z.lz.pending()
	z.size += int64(len(p))
	if z.sum != nil {
		z.sum.Write(p)
	}
	return nil
}

// full reads all of p.
func (z *Reader) full(p []byte) error {
	n, err := io.ReadFull(z.in, p)
	z.read += int64(n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func (z *Reader) byte() (byte, error) {
	c, err := z.in.ReadByte()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		z.read++
	}
	return c, err
}

func (z *Reader) streamHeader() error {
	var h [12]byte
	if err := z.full(h[:]); err != nil {
		return err
	}
	if [6]byte(h[:6]) != magic {
		return errors.New("not xz data")
	}
	if binary.LittleEndian.Uint32(h[8:]) != crc32.ChecksumIEEE(h[6:8]) {
		return errors.New("the header's checksum is wrong")
	}
	z.check, z.blocks = h[7], nil
	switch z.check {
	case 0:
		z.sum = nil
	case 1:
		z.sum = crc32.NewIEEE()
	case 4:
		z.sum = crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		z.sum = sha256.New()
	default:
		return fmt.Errorf("checks of kind %d are not known", z.check)
	}
	if h[6] != 0 {
		return fmt.Errorf("streams of kind %d are not known", h[6])
	}
	return nil
}

// blockHeader begins a block, or ends the stream.
func (z *Reader) blockHeader() error {
	z.at = z.read
	n, err := z.byte()
	if err != nil {
		return err
	}
	if n == 0 {
		return z.index()
	}
	h := make([]byte, 4*(int(n)+1))
	h[0] = n
	if err := z.full(h[1:]); err != nil {
		return err
	}
	body := h[:len(h)-4]
	if binary.LittleEndian.Uint32(h[len(body):]) != crc32.ChecksumIEEE(body) {
		return errors.New("a block header's checksum is wrong")
	}
	if body[1]&0x3f != 0 {
		return errors.New("filters other than LZMA2 are not known")
	}
	p := field{rest: body[2:]}
	z.wants = block{-1, -1}
	if body[1]&0x40 != 0 {
		z.wants.packed = p.number()
	}
	if body[1]&0x80 != 0 {
		z.wants.size = p.number()
	}
	if id, props := p.number(), p.number(); id != 0x21 || props != 1 || len(p.rest) == 0 || p.bad {
		return errors.New("filters other than LZMA2 are not known")
	}
	dict := p.rest[0]
	size := int64(2|dict&1) << (dict/2 + 11)
	for _, c := range p.rest[1:] {
		if c != 0 {
			return errors.New("a block header with more in it than is known")
		}
	}
	if dict > 40 || size > maxDict {
		return fmt.Errorf("a history of %d bytes is more than the %d that are kept", size, maxDict)
	}
	z.lz.reset(int(size))
	z.inBlock, z.size, z.head = true, 0, int64(len(h))
	if z.sum != nil {
		z.sum.Reset()
	}
	return nil
}

// blockEnd compares sizes and the check.
func (z *Reader) blockEnd() error {
	z.inBlock = false
	packed := z.read - z.at // with the header
	if z.wants.size >= 0 && z.wants.size != z.size || z.wants.packed >= 0 && z.wants.packed != packed-z.head {
		return errors.New("a block has another size than it says")
	}
	if err := z.padding(packed); err != nil {
		return err
	}
	if z.sum != nil {
		have, want := z.sum.Sum(nil), make([]byte, z.sum.Size())
		if err := z.full(want); err != nil {
			return err
		}
		if z.check != 10 { // written with the lowest byte first
			slices.Reverse(have)
		}
		if string(have) != string(want) {
			return errors.New("a block's checksum is wrong")
		}
		packed += int64(len(want))
	}
	z.blocks = append(z.blocks, block{packed, z.size})
	return nil
}

// padding reads zeros up to a multiple of four behind n bytes.
func (z *Reader) padding(n int64) error {
	for ; n%4 != 0; n++ {
		c, err := z.byte()
		if err != nil {
			return err
		}
		if c != 0 {
			return errors.New("padding that is not zero")
		}
	}
	return nil
}

// index reads the list of blocks and the footer, whose first byte was read, and looks for another stream.
func (z *Reader) index() error {
	sum := crc32.NewIEEE()
	sum.Write([]byte{0})
	number := func() (v int64, err error) {
		for shift := 0; shift < 63; shift += 7 {
			c, err := z.byte()
			if err != nil {
				return 0, err
			}
			sum.Write([]byte{c})
			v |= int64(c&0x7f) << shift
			if c < 0x80 {
				return v, nil
			}
		}
		return 0, errors.New("a number of more than 63 bits")
	}
	n, err := number()
	if err == nil && n != int64(len(z.blocks)) {
		err = errors.New("the index has another number of blocks")
	}
	for _, b := range z.blocks {
		if err != nil {
			return err
		}
		var packed, size int64
		if packed, err = number(); err == nil {
			size, err = number()
		}
		if err == nil && b != (block{packed, size}) {
			err = errors.New("the index has other sizes of blocks")
		}
	}
	if err != nil {
		return err
	}
	for (z.read-z.at)%4 != 0 {
		c, err := z.byte()
		if err != nil {
			return err
		}
		sum.Write([]byte{c})
	}
	var f [16]byte
	if err := z.full(f[:]); err != nil {
		return err
	}
	size := z.read - z.at - 12 // of the index with its checksum
	switch {
	case binary.LittleEndian.Uint32(f[:]) != sum.Sum32():
		return errors.New("the index's checksum is wrong")
	case binary.LittleEndian.Uint32(f[4:]) != crc32.ChecksumIEEE(f[8:14]), f[14] != 'Y' || f[15] != 'Z', f[13] != z.check || f[12] != 0:
		return errors.New("the footer is damaged")
	case (int64(binary.LittleEndian.Uint32(f[8:]))+1)*4 != size:
		return errors.New("the footer says another size of the index")
	}
	return z.another()
}

// another begins the next stream, io.EOF where there is none.
func (z *Reader) another() error {
	for n := 0; ; n++ {
		c, err := z.in.Peek(1)
		switch {
		case errors.Is(err, io.EOF) && n%4 == 0:
			return io.EOF
		case err != nil:
			return err
		case c[0] != 0 && n%4 == 0:
			return z.streamHeader()
		case c[0] != 0:
			return errors.New("padding of streams is not a multiple of four bytes")
		}
		if _, err := z.byte(); err != nil {
			return err
		}
	}
}

// A field reads a header.
type field struct {
	rest []byte
	bad  bool
}

// number is of up to nine bytes with seven bits each.
func (f *field) number() (v int64) {
	for i, c := range f.rest {
		if i == 9 {
			break
		}
		v |= int64(c&0x7f) << (7 * i)
		if c < 0x80 {
			f.rest = f.rest[i+1:]
			return v
		}
	}
	f.bad = true
	return 0
}
