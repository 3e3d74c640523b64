package chunk_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// TestEveryDamagedByteIsFound flips each byte and cuts at each length.
func TestEveryDamagedByteIsFound(t *testing.T) {
	_, b := packed(t, ok(frame.New(nil, frame.Labels("a", "b"), texts(dtype.Str, "x", nil, long), frame.Of([]int64{1, 2, 3}))), arange(2))
	for i := range b {
		bad := slices.Clone(b)
		bad[i] ^= 0x55
		_, err := codec.Unpack(bytes.NewReader(bad), int64(len(bad)), mem.Heap)
		if !errs.Is(err, errs.Lost) || !strings.Contains(err.Error(), "damaged chunk: ") {
			t.Fatalf("byte %d of %d changed: %v", i, len(b), err)
		}
		if _, err = codec.Unpack(bytes.NewReader(b[:i]), int64(len(b)), mem.Heap); !errs.Is(err, errs.Lost) {
			t.Fatalf("cut at %d: %v", i, err)
		}
		if _, err = codec.Unpack(bytes.NewReader(b[:i]), int64(i), mem.Heap); !errs.Is(err, errs.Lost) {
			t.Fatalf("an object of %d bytes: %v", i, err)
		}
	}
}

func TestDamageIsTold(t *testing.T) {
	p, b := packed(t, arange(2))
	first := p.Part(0).Off
	for want, bad := range map[string][]byte{
		`damaged chunk: it starts with "PK345678"`:                 append([]byte("PK345678"), b[8:]...),
		"damaged chunk: it ends at byte 3 of 3":                    b[:3],
		"damaged chunk: the checksum of its table differs":         change(b, 13),
		"part 0: damaged chunk: the checksum of its head differs":  change(b, int(first)+12),
		"part 0: damaged chunk: the checksum of segment 0 differs": change(b, len(b)-1),
		"damaged chunk: 65536 parts in 89 bytes":                   change(change(b, 8), 10),
		"damaged chunk: 1 bytes behind the last part":              append(slices.Clone(b), 0),
	} {
		if _, err := codec.Unpack(bytes.NewReader(bad), int64(len(bad)), mem.Heap); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	boom := errors.New("boom")
	if _, err := codec.Unpack(io.MultiReader(bytes.NewReader(b[:20]), iotest.ErrReader(boom)), int64(len(b)), mem.Heap); !errors.Is(err, boom) || errs.Is(err, errs.Lost) {
		t.Errorf("a failing reader: %v", err)
	}
}

func change(b []byte, i int) []byte {
	c := slices.Clone(b)
	c[i] ^= 1
	return c
}

// TestSoundness gives Decode headers that Encode wrote with segments that it did not.
func TestSoundness(t *testing.T) {
	str := texts(dtype.Str, "x", long)
	for name, c := range map[string]struct {
		v     any
		seg   int
		spoil func(p []byte)
		want  string
	}{
		"bools":  {nd.Of([]bool{true, false}), 0, func(p []byte) { p[1] = 2 }, "damaged chunk: byte 1 of bools is 2"},
		"column": {frame.Of([]bool{true, false}), 0, func(p []byte) { p[1] = 2 }, "damaged chunk: bool 1 is 2"},
		"codes":  {repeated(300, "x", "y"), 0, func(p []byte) { p[7] = 9 }, "damaged chunk: row 7 has code 9 in a dictionary of 2"},
		"code":   {repeated(300, "x", "y"), 0, func(p []byte) { p[7] = 0x80 }, "damaged chunk: row 7 has code -128 in a dictionary of 2"},
		"length": {str, 0, func(p []byte) { p[19] = 0x7f }, "damaged chunk: text 1 of 2130706472 bytes at 0 of heap 0 of 1"},
		"minus":  {str, 0, func(p []byte) { p[19] = 0xff }, "damaged chunk: text 1 of -16777176 bytes at 0 of heap 0 of 1"},
		"heap":   {str, 0, func(p []byte) { p[24] = 1 }, "damaged chunk: text 1 of 40 bytes at 0 of heap 1 of 1"},
		"offset": {str, 0, func(p []byte) { p[28] = 1 }, "damaged chunk: text 1 of 40 bytes at 1 of heap 0 of 1"},
		"object": {frame.NewObjects([]any{"x"}), 0, func(p []byte) { p[1] = 99 }, "damaged chunk: 4 bytes of objects for 1 rows"},
	} {
		h, segs, err := codec.Encode(c.v)
		if err != nil {
			t.Fatal(err)
		}
		for i := range segs {
			segs[i] = slices.Clone(segs[i])
		}
		c.spoil(segs[c.seg])
		if _, err := codec.Decode(h, segments(segs), mem.Heap); err == nil || err.Error() != c.want {
			t.Errorf("%s: got  %v\nwant %s", name, err, c.want)
		}
	}
	h, segs, _ := codec.Encode(arange(2, 3))
	for want, s := range map[string][][]byte{
		"damaged chunk: segment 0 holds -1 bytes where an array of int64, shape (2, 3) takes 48": nil,
		"damaged chunk: segment 0 holds 3 bytes where an array of int64, shape (2, 3) takes 48":  {{1, 2, 3}},
		"damaged chunk: 2 segments, 1 of them used":                                              {segs[0], segs[0]},
	} {
		if _, err := codec.Decode(h, segments(s), mem.Heap); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestDamagedLabel: cbor's decoder panics after an UnmarshalBinary that fails, so labels are not left to it.
func TestDamagedLabel(t *testing.T) {
	h, segs, err := codec.Encode(ok(frame.New(nil, frame.Labels("name", "other"), frame.Of([]int64{1}), frame.Of([]int64{2}))))
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(h, []byte("\x05name"), []byte("\x63name"), 1)
	_, err = codec.Decode(bad, segments(segs), mem.Heap)
	if err == nil || err.Error() != "damaged chunk: damaged label: 5 bytes of kind 99" {
		t.Error(err)
	}
	for i := range h {
		for _, x := range []byte{1, 0x20, 0x80, 0xff} {
			bad := slices.Clone(h)
			bad[i] ^= x
			if _, err := codec.Decode(bad, segments(segs), mem.Heap); err != nil && !errs.Is(err, errs.Lost) {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
}

// TestMissingRowsMayHoldAnything: what lies under a missing row is not damage, and harmless afterwards.
func TestMissingRowsMayHoldAnything(t *testing.T) {
	c := texts(dtype.Str, "x", nil, long)
	frame.Views(c)[1] = frame.View{Len: -5, Heap: 77}
	h, segs, err := codec.Encode(ok(frame.New(nil, frame.Labels("a"), c)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := codec.Decode(h, segments(segs), mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	got := f.(*frame.Frame).Cols[0]
	if got.Diff(texts(dtype.Str, "x", nil, long)) != "" || frame.Views(got)[1] != (frame.View{}) {
		t.Errorf("%v", frame.Views(got))
	}
}
