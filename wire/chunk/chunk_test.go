package chunk_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/wire/chunk"
)

var codec chunk.Codec

// ok takes a value out of a call that must not fail.
func ok[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestValuesRoundTrip(t *testing.T) {
	for name, v := range values() {
		h, segs, err := codec.Encode(v)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := codec.Decode(h, segments(segs), mem.Heap)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s := same(v, got); s != "" {
			t.Errorf("%s: %s", name, s)
		}
	}
}

func TestDenseArraysAreNotCopied(t *testing.T) {
	a := arange(4, 5, 6)
	for name, c := range map[string]struct {
		v     *nd.Array
		bytes int
		same  bool
	}{
		"plain": {a, 960, true}, "axes swapped": {a.Transpose(2, 0, 1), 960, true}, "broadcast": {ok(a.BroadcastTo(9, 4, 5, 6)), 960, true},
		"rows": {a.Slice(0, 1, 3, 1), 480, true}, "columns": {a.Slice(2, 0, 3, 1), 480, false}, "backwards": {a.Slice(0, 3, -1, -1), 960, false},
	} {
		_, segs, err := codec.Encode(c.v)
		if err != nil || len(segs) != 1 || len(segs[0]) != c.bytes {
			t.Fatalf("%s: %v", name, err)
		}
		all := a.Block.Bytes()
		inside := false
		for i := range all {
			inside = inside || &all[i] == &segs[0][0]
		}
		if inside != c.same {
			t.Errorf("%s: a view of the block: %v", name, inside)
		}
	}
	h, segs, _ := codec.Encode(a.Transpose(2, 0, 1))
	got := ok(codec.Decode(h, segments(segs), mem.Heap)).(*nd.Array)
	if !slices.Equal(got.Strides, a.Transpose(2, 0, 1).Strides) {
		t.Errorf("strides %v", got.Strides)
	}
}

// TestPartsShareNothing: a part of a few rows does not carry the strings and dictionaries of the whole.
func TestPartsShareNothing(t *testing.T) {
	var words []string
	plain := frame.PlainStr(mem.Heap, dtype.Str)
	for i := range 1000 {
		words = append(words, fmt.Sprintf("%s%d", long, i))
		plain.Append(words[i])
	}
	dict := frame.NewDict(dtype.Str, ok(frame.NewDictionary(frame.Strs(words...))), mem.WrapOf(make([]int16, 2000)), 0, 2000, 2)
	for name, c := range map[string]*frame.Column{"plain": ok(plain.Column()).Slice(10, 20), "dictionary": dict.Slice(5, 9)} {
		h, segs, err := codec.Encode(c)
		if err != nil {
			t.Fatal(err)
		}
		n := len(h)
		for _, s := range segs {
			n += len(s)
		}
		if n > 2000 {
			t.Errorf("%s: %d bytes", name, n)
		}
		if s := same(c, ok(codec.Decode(h, segments(segs), mem.Heap))); s != "" {
			t.Errorf("%s: %s", name, s)
		}
	}
}

func TestDictionariesAreSharedAgain(t *testing.T) {
	c := repeated(900, "x", "y")
	f := ok(frame.New(nil, frame.Labels("a", "b"), c, c.Slice(0, 900)))
	h, segs, err := codec.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	g := ok(codec.Decode(h, segments(segs), mem.Heap)).(*frame.Frame)
	if g.Cols[0].Dict != g.Cols[1].Dict || g.Cols[0].Dict == nil {
		t.Error("two columns of one dictionary came back with two")
	}
}

type pair []any

func TestTuplesOfOtherTypes(t *testing.T) {
	c := chunk.Codec{Tuple: func(vs []any) any { return pair(vs) }}
	h, segs, err := c.Encode(pair{int64(1), pair{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	got := ok(c.Decode(h, segments(segs), mem.Heap))
	if !reflect.DeepEqual(got, pair{int64(1), pair{"x"}}) {
		t.Errorf("%#v", got)
	}
}

func TestEncodeRefuses(t *testing.T) {
	deep := any(int64(1))
	for range 40 {
		deep = chunk.Tuple{deep}
	}
	for want, v := range map[string]any{
		"a value of type map[string]int cannot be stored or sent":                  map[string]int{},
		"tuples are nested deeper than 16":                                         deep,
		"column 'a': element 1: a value of type chan int cannot be stored or sent": ok(frame.New(nil, frame.Labels("a"), frame.NewObjects([]any{nil, make(chan int)}))),
	} {
		if _, _, err := codec.Encode(v); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func packed(t testing.TB, vs ...any) (*chunk.Packed, []byte) {
	t.Helper()
	p, err := codec.Pack(vs...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if n, err := p.WriteTo(&b); err != nil || n != p.Size() || int64(b.Len()) != n {
		t.Fatalf("wrote %d of %d bytes: %v", n, p.Size(), err)
	}
	return p, b.Bytes()
}

func TestPackedPartsAreReadAlone(t *testing.T) {
	vs := []any{arange(3, 4), everything(), nil, chunk.Tuple{1.5, arange(2)}}
	p, b := packed(t, vs...)
	o, err := codec.Open(bytes.NewReader(b), p.Size())
	if err != nil || o.Len() != 4 || p.Parts() != 4 {
		t.Fatal(o, err)
	}
	all := ok(codec.Unpack(iotest.HalfReader(bytes.NewReader(b)), p.Size(), mem.Heap))
	for i := len(vs) - 1; i >= 0; i-- {
		if s := same(vs[i], ok(o.Part(i, mem.Heap))); s != "" {
			t.Errorf("part %d: %s", i, s)
		}
		if s := same(vs[i], all[i]); s != "" {
			t.Errorf("part %d of the stream: %s", i, s)
		}
		r := p.Part(i)
		if r != o.Range(i) {
			t.Errorf("part %d is at %v and %v", i, r, o.Range(i))
		}
		alone := bytes.Join(p.Buffers(r), nil)
		if !bytes.Equal(alone, b[r.Off:r.Off+r.Size]) {
			t.Errorf("the buffers of part %d differ", i)
		}
		if s := same(vs[i], ok(codec.ReadRecord(bytes.NewReader(alone), r.Size, mem.Heap))); s != "" {
			t.Errorf("record %d: %s", i, s)
		}
	}
	for _, r := range []chunk.Range{{0, p.Size()}, {0, 0}, {5, 1}, {3, 100}, {p.Size() - 1, 1}, {p.Size(), 0}} {
		if got := bytes.Join(p.Buffers(r), nil); !bytes.Equal(got, b[r.Off:r.Off+r.Size]) {
			t.Errorf("buffers of %v: %d bytes", r, len(got))
		}
	}
	if _, err := o.Part(4, mem.Heap); !errs.Is(err, errs.NotFound) || err.Error() != "part 4 of a chunk of 4" {
		t.Error(err)
	}
	if _, b := packed(t); len(b) != 16 {
		t.Errorf("an empty object has %d bytes", len(b))
	}
}
