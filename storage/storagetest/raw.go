package storagetest

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
)

// Raw is a value of plain bytes: from Lo to Hi of a block.
type Raw struct {
	Block  *mem.Block
	Lo, Hi int
}

// Make fills a block of al with n bytes that depend on seed.
func Make(al mem.Allocator, n int, seed uint64) (*Raw, error) {
	b, err := al.Alloc(n)
	if err != nil {
		return nil, err
	}
	Fill(b.Bytes(), seed)
	return &Raw{b, 0, n}, nil
}

// Fill writes bytes that depend on seed (splitmix64).
func Fill(p []byte, seed uint64) {
	for i := 0; i < len(p); i += 8 {
		seed += 0x9E3779B97F4A7C15
		z := seed
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], z^z>>31)
		copy(p[i:], w[:])
	}
}

// Data is the bytes.
func (r *Raw) Data() []byte { return r.Block.Bytes()[r.Lo:r.Hi] }

// Blocks calls f for the one block.
func (r *Raw) Blocks(f func(*mem.Block)) { f(r.Block) }

// Bytes is the number of bytes.
func (r *Raw) Bytes() int64 { return int64(r.Hi - r.Lo) }

// Loose reports that it has less than half of the block.
func (r *Raw) Loose() bool { return 2*(r.Hi-r.Lo) < r.Block.Len() }

// Compact copies the bytes when they are less than half of the block.
func (r *Raw) Compact(al mem.Allocator) (storage.Value, error) {
	if !r.Loose() {
		return nil, nil
	}
	b, err := al.Alloc(r.Hi - r.Lo)
	if err != nil {
		return nil, err
	}
	copy(b.Bytes(), r.Data())
	return &Raw{b, 0, b.Len()}, nil
}

// Codec writes Raw values.
type Codec struct{}

// Encode lists the bytes as two segments.
func (Codec) Encode(v storage.Value) ([]byte, [][]byte, error) {
	r, ok := v.(*Raw)
	if !ok {
		return nil, nil, errs.New(errs.Type, "no codec for %T", v)
	}
	d := r.Data()
	return []byte("raw"), [][]byte{d[:len(d)/2], d[len(d)/2:]}, nil
}

// Decode reads the segments into one block.
func (Codec) Decode(header []byte, segs storage.Segments, al mem.Allocator) (storage.Value, error) {
	if string(header) != "raw" || segs.Len() != 2 {
		return nil, errs.New(errs.Lost, "header %q with %d segments", header, segs.Len())
	}
	n := segs.Size(0) + segs.Size(1)
	b, err := al.Alloc(int(n))
	if err != nil {
		return nil, err
	}
	if err := segs.Read(0, b.Bytes()[:segs.Size(0)]); err != nil {
		return nil, err
	}
	if err := segs.Read(1, b.Bytes()[segs.Size(0):]); err != nil {
		return nil, err
	}
	return &Raw{b, 0, int(n)}, nil
}
