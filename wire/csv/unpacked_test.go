package csv_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// asked is the heap with a sum of what is asked of it.
type asked struct{ bytes int }

func (c *asked) Alloc(n int) (*mem.Block, error) {
	c.bytes += n
	return mem.Heap.Alloc(n)
}

// longText is so many bytes whose every eight tell where they stand, and their zstd.
func longText(t *testing.T, n int) (text, packed []byte) {
	t.Helper()
	for k := range n / 8 {
		text = binary.BigEndian.AppendUint64(text, uint64(k))
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	return text, e.EncodeAll(text, nil)
}

func TestALookKeepsTheLastOfTheText(t *testing.T) {
	const most = 64 << 20
	text, packed := longText(t, most+5<<20+24)
	al := &asked{}
	r, n, err := csv.Look(al, "zstd", bytes.NewReader(packed), int64(len(packed)))
	if err != nil || n != int64(len(text)) {
		t.Fatalf("%d bytes of %d, %v", n, len(text), err)
	}
	if al.bytes != most {
		t.Errorf("%d bytes were asked for, not %d", al.bytes, most)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	places := []int{len(text) - 10, 6 << 20, 0, len(text) - 100}
	for range 2 {
		places = append(places, rng.IntN(len(text)))
	}
	for _, at := range places {
		got := make([]byte, min(3<<20, len(text)-at))
		if k, err := r.ReadAt(got, int64(at)); err != nil || !bytes.Equal(got[:k], text[at:at+len(got)]) {
			t.Errorf("from byte %d: %d bytes, %v", at, k, err)
		}
	}
}

func TestALookAtAFileThatChanges(t *testing.T) {
	_, packed := longText(t, 66<<20)
	r, _, err := csv.Look(mem.Heap, "zstd", bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	clear(packed[len(packed)/3:])
	for range 2 { // the second time it is read again too
		if _, err := r.ReadAt(make([]byte, 48<<20), 0); errs.KindOf(err) != errs.Invalid {
			t.Errorf("a file that changed: %v", err)
		}
	}
}
