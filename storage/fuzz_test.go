package storage

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
)

// plain is a value of one block, and its codec: a header of one byte, and one segment.
type plain struct{ b *mem.Block }

func (p plain) Blocks(f func(*mem.Block)) { f(p.b) }
func (p plain) Bytes() int64              { return int64(p.b.Len()) }

type plainCodec struct{}

func (plainCodec) Encode(v Value) ([]byte, [][]byte, error) {
	return []byte{1}, [][]byte{v.(plain).b.Bytes()}, nil
}

func (plainCodec) Decode(header []byte, segs Segments, al mem.Allocator) (Value, error) {
	if len(header) != 1 || segs.Len() != 1 {
		return nil, errs.New(errs.Lost, "header %x with %d segments", header, segs.Len())
	}
	b, err := al.Alloc(int(segs.Size(0)))
	if err != nil {
		return nil, err
	}
	return plain{b}, segs.Read(0, b.Bytes())
}

func spillBytes(t testing.TB, key string, parts ...string) []byte {
	var recs []record
	for _, p := range parts {
		r, err := encode(plainCodec{}, plain{mem.Wrap([]byte(p))})
		if err != nil {
			t.Fatal(err)
		}
		recs = append(recs, r)
	}
	segs, size := spillSegs(key, recs, 0)
	out := bytes.Join(segs, nil)
	if int64(len(out)) != size {
		t.Fatalf("%d bytes, said to be %d", len(out), size)
	}
	return out
}

// FuzzSpillFile reads any bytes as a spill file: no panic, no block larger than the file, and damage is Lost.
func FuzzSpillFile(f *testing.F) {
	for _, sums := range []bool{false, true} {
		f.Add([]byte{}, "k", sums)
		f.Add(spillBytes(f, "k"), "k", sums)
		f.Add(spillBytes(f, "key", "hello"), "key", sums)
		f.Add(spillBytes(f, "key", "", "a", "longer than the others"), "key", sums)
		f.Add(spillBytes(f, "other", "a"), "key", sums)
	}
	f.Fuzz(func(t *testing.T, p []byte, key string, sums bool) {
		if p = bytes.Clone(p); sums {
			mendSums(p, key)
		}
		v := vfs.NewMem()
		w, _ := v.Create("/f")
		_, _ = w.Write(p)
		file, _ := v.Open("/f")
		r, err := openSpill(file, key)
		if err != nil {
			lostOnly(t, err)
			return
		}
		limit := &bounded{most: len(p)}
		for j := range r.parts {
			if _, err := r.part(plainCodec{}, j, limit); err != nil {
				lostOnly(t, err)
				return
			}
		}
		if _, err := r.part(plainCodec{}, r.parts, limit); err == nil {
			t.Error("a part past the end is there")
		}
	})
}

// mendSums makes the checksums of what may be a spill file right, so that the fuzzer gets behind them.
func mendSums(p []byte, key string) {
	le := binary.LittleEndian
	at := len(p) - tailBytes
	if at < 0 {
		return
	}
	tail := p[at:]
	le.PutUint32(tail[12:], uint32(len(key)))
	le.PutUint32(tail[16:], crc([]byte(key)))
	le.PutUint32(tail[24:], crc(tail[:24]))
	copy(tail[28:], magic)
	for n := le.Uint32(tail[8:]); n > 0 && at >= rowBytes; n-- {
		at -= rowBytes
		row := p[at : at+rowBytes]
		le.PutUint32(row[20:], crc(row[:20]))
		off, head := le.Uint64(row), uint64(le.Uint32(row[16:]))
		if off < uint64(at) && head >= 8 && head <= uint64(at)-off {
			h := p[off : off+head]
			le.PutUint32(h[head-4:], crc(h[:head-4]))
		}
	}
}

// FuzzRecord reads any bytes as a record, at any span. What is taken is byte for byte what would be written.
func FuzzRecord(f *testing.F) {
	good := spillBytes(f, "", "hello")
	f.Add(good, int64(8), int64(26), int64(21))
	f.Add(good, int64(-1), int64(26), int64(21))
	f.Add(good, int64(8), int64(1)<<62, int64(21))
	f.Fuzz(func(t *testing.T, p []byte, off, size, head int64) {
		if head > 1<<20 { // the reader takes what the table says, up to 2 GiB
			head = 1 << 20
		}
		v, err := decode(plainCodec{}, bytes.NewReader(p), span{off, size, head}, &bounded{most: len(p)})
		if err != nil {
			lostOnly(t, err)
			return
		}
		again, _ := encode(plainCodec{}, v)
		if want := append(bytes.Clone(again.head), v.(plain).b.Bytes()...); !bytes.Equal(want, p[off:off+size]) {
			t.Errorf("a record that was never written is taken: %x, want %x", p[off:off+size], want)
		}
	})
}

func lostOnly(t *testing.T, err error) {
	t.Helper()
	if !errs.Is(err, errs.Lost) {
		t.Errorf("damage is %v: %v", errs.KindOf(err), err)
	}
}

// bounded refuses blocks larger than the file they are read from.
type bounded struct{ most int }

func (b *bounded) Alloc(n int) (*mem.Block, error) {
	if n > b.most {
		return nil, errs.New(errs.Internal, "%d bytes from a file of %d", n, b.most)
	}
	return mem.Heap.Alloc(n)
}

// Every single flipped byte of a spill file is found, but for its first magic and the key, which is checked
// by its sum.
func TestEveryFlippedByteIsFound(t *testing.T) {
	good := spillBytes(t, "key", "hello", "", "world")
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		err := readAll(bad, "key", 3)
		key := len(good) - tailBytes - 3*rowBytes - len("key")
		if covered := i >= len(magic) && (i < key || i >= key+len("key")); covered != errs.Is(err, errs.Lost) {
			t.Errorf("byte %d of %d flipped: %v", i, len(good), err)
		}
	}
	for n := range good {
		if err := readAll(good[:n], "key", 3); !errs.Is(err, errs.Lost) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	if err := readAll(good, "kez", 3); !errs.Is(err, errs.Lost) {
		t.Errorf("read under another key: %v", err)
	}
}

func readAll(p []byte, key string, parts int) error {
	v := vfs.NewMem()
	w, _ := v.Create("/f")
	_, _ = io.Copy(w, bytes.NewReader(p))
	r, err := openSpill(w, key)
	for j := 0; err == nil && j < parts; j++ {
		_, err = r.part(plainCodec{}, j, mem.Heap)
	}
	return err
}
