package chunk_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/wire/chunk"
)

// FuzzDecode reads headers and segments without checksums before them. What is accepted must bear being read
// and written again.
func FuzzDecode(f *testing.F) {
	for _, v := range values() {
		h, segs, err := codec.Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(h, join(segs))
	}
	f.Fuzz(func(t *testing.T, header, data []byte) {
		v, err := codec.Decode(header, split(data), mem.Heap)
		if err != nil {
			if !errs.Is(err, errs.Lost) {
				t.Errorf("%v is %v", err, errs.KindOf(err))
			}
			return
		}
		walk(v)
		h, segs, err := codec.Encode(v)
		if err != nil {
			t.Fatalf("%v of %x", err, header)
		}
		again, err := codec.Decode(h, segments(segs), mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		h2, segs2, err := codec.Encode(again)
		if err != nil || !bytes.Equal(h, h2) || !bytes.Equal(join(segs), join(segs2)) {
			t.Errorf("a second round differs: %v", err)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	_, b := packed(f, everything(), arange(3), nil)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := codec.Unpack(bytes.NewReader(b), int64(len(b)), mem.Heap); err != nil && !errs.Is(err, errs.Lost) {
			t.Errorf("%v is %v", err, errs.KindOf(err))
		}
		o, err := codec.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		for i := range o.Len() {
			if v, err := o.Part(i, mem.Heap); err == nil {
				walk(v)
			}
		}
	})
}

// walk reads what a value holds, within reason: an index of numbers or a constant may claim any number of
// rows.
func walk(v any) {
	switch v := v.(type) {
	case *nd.Array:
		if v.Size() <= 1<<16 {
			_ = v.String()
		}
	case *frame.Column:
		for i := range min(v.Rows, 1000) {
			v.Cell(i)
		}
	case *frame.Index:
		for i := range min(v.N, 1000) {
			v.Label(i)
		}
	case *frame.Frame:
		walk(v.Index)
		for _, c := range v.Cols {
			walk(c)
		}
	case chunk.Tuple:
		for _, e := range v {
			walk(e)
		}
	}
}

// join puts segments into one slice, each behind its length.
func join(segs [][]byte) []byte {
	var b []byte
	for _, s := range segs {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(s)))
		b = append(b, s...)
	}
	return b
}

func split(b []byte) segments {
	var s segments
	for len(b) >= 2 {
		n := min(int(binary.LittleEndian.Uint16(b)), len(b)-2)
		s = append(s, b[2:2+n])
		b = b[2+n:]
	}
	return s
}
