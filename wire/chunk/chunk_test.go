package chunk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
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

func arange(shape ...int) *nd.Array {
	data := make([]int64, nd.Size(shape))
	for i := range data {
		data[i] = int64(i)
	}
	return nd.Of(data, shape...)
}

func texts(d dtype.DType, vs ...any) *frame.Column {
	b := frame.PlainStr(mem.Heap, d)
	for _, v := range vs {
		if v == nil {
			b.AppendNull()
		} else {
			b.Append(v.(string))
		}
	}
	return ok(b.Column())
}

func repeated(n int, vs ...string) *frame.Column {
	b := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for i := range n {
		if k := i % (len(vs) + 1); k == len(vs) {
			b.AppendNull()
		} else {
			b.Append(vs[k])
		}
	}
	return ok(b.Column())
}

const long = "a text that is longer than a view holds "

// everything is a frame with a column of every dtype and encoding, six rows.
func everything() *frame.Frame {
	cats := ok(frame.NewDictionary(frame.Strs("low", "high", long)))
	ordered := dtype.DType{Kind: dtype.CategoricalKind, Ordered: true}
	nullable := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64.Nullable(), 0)
	flags := frame.NewNumBuilder[bool](mem.Heap, dtype.Bool.Nullable(), 0)
	for i := range 6 {
		if i == 2 {
			nullable.AppendNull()
			flags.AppendNull()
			continue
		}
		nullable.Append(int64(i))
		flags.Append(i%2 == 0)
	}
	nan := math.NaN()
	cols := map[string]*frame.Column{
		"bool": frame.Of([]bool{true, false, true, true, false, false}), "i1": frame.Of([]int8{-1, 0, 1, 2, 3, 4}), "i2": frame.Of([]int16{-1, 0, 1, 2, 3, 4}),
		"i4": frame.Of([]int32{-1, 0, 1, 2, 3, 4}), "i8": frame.Of([]int64{-1, 0, 1, 2, 3, math.MaxInt64}), "u1": frame.Of([]uint8{1, 0, 1, 2, 3, 255}),
		"u8": frame.Of([]uint64{1, 0, 1, 2, 3, math.MaxUint64}), "f2": frame.Of([]dtype.F16{1, 0, 1, 2, 3, 4}), "f4": frame.Of([]float32{1, 0, 1, 2, 3, float32(nan)}),
		"f8": frame.Of([]float64{1, nan, math.Copysign(0, -1), math.Inf(1), 3, 4}), "c16": frame.Of([]complex128{1, 2i, 1, 2, 3, 4}),
		"time":  frame.OfType(dtype.Datetime(dtype.Micro), []int64{0, 1, frame.NaT, 3, 4, 5}),
		"zone":  frame.OfType(dtype.DatetimeTZ(dtype.Nano, "Europe/Vienna"), []int64{0, 1, 2, 3, 4, 5}),
		"delta": frame.OfType(dtype.Timedelta(dtype.Second), []int64{0, 1, frame.NaT, 3, 4, 5}),
		"str":   texts(dtype.Str, "", "a", nil, long+"1", "twelve bytes", long+"2"), "string": texts(dtype.NullStr, "x", nil, nil, long, "y", "z"),
		"bytes": texts(dtype.Binary, "\x00\xff", "", nil, long, "y", "z"), "Int64": ok(nullable.Column()), "boolean": ok(flags.Column()),
		"dict": repeated(600, "x", long).Slice(3, 9), "range": frame.NewRangeColumn(dtype.Int64, 5, -2, 6),
		"timerange": frame.NewRangeColumn(dtype.Datetime(dtype.Second), 5, 60, 6), "const": ok(frame.NewConst(mem.Heap, frame.Strs(long), 6)),
		"constnull": ok(frame.NewConst(mem.Heap, texts(dtype.Str, nil), 6)),
		"cat":       frame.NewDict(dtype.Categorical, cats, mem.WrapOf([]int8{0, 1, -1, 2, 1, 0}), 0, 6, 1),
		"ordered":   frame.NewDict(ordered, cats, mem.WrapOf([]int16{9, 0, 1, -1, 2, 1, 0}), 1, 6, 2),
		"object": frame.NewObjects([]any{
			nil, int64(3), "x",
			[]any{1.5, frame.Tuple{true, nil}, frame.Record{{Name: "a", Value: nil}, {Name: "b", Value: []any{1.0}}}},
			frame.NA,
			frame.Timestamp{Ticks: 7, Unit: dtype.Nano, TZ: "UTC"},
		}),
		"object2": frame.NewObjects([]any{[]byte{1}, uint64(3), []any{complex(1, 2), new(big.Int).Lsh(big.NewInt(-3), 70)}, frame.Timedelta{Ticks: -1, Unit: dtype.Second}, float32(2), int(5)}),
	}
	var names []frame.Label
	var list []*frame.Column
	for _, k := range slices.Sorted(func(yield func(string) bool) {
		for k := range cols {
			if !yield(k) {
				return
			}
		}
	}) {
		names, list = append(names, frame.L(k)), append(list, cols[k])
	}
	x := frame.NewMulti(frame.Labels("one", nil), repeated(600, "p", "q").Slice(0, 6), frame.Of([]int64{1, 1, 2, 2, 3, 3}))
	x.Token = frame.NewToken("test")
	f := ok(frame.New(x, names, list...))
	f.Axis = frame.Labels("columns")
	return f.WithOrd(frame.Of([]int64{10, 11, 12, 13, 14, 15}))
}

// values are all sorts of values by name.
func values() map[string]any {
	a := arange(4, 5, 6)
	b := ok(a.BroadcastTo(3, 4, 5, 6))
	vs := map[string]any{
		"array": a, "vector": arange(7), "scalar": nd.Scalar(2.5), "empty": nd.Of([]float64{}, 0, 3), "transposed": a.Transpose(), "axes": a.Transpose(1, 2, 0),
		"slice": a.Slice(1, 1, 4, 2), "backwards": a.Slice(0, 3, -1, -1), "box": a.Box([]int{1, 1, 1}, []int{2, 3, 4}), "broadcast": b,
		"broadcast transposed": b.Transpose(3, 1, 0, 2), "broadcast scalar": ok(nd.Scalar(int32(4)).BroadcastTo(100, 100)),
		"bools": nd.Of([]bool{true, false, true}), "half": nd.Of([]dtype.F16{1, 2, 3}), "complex": nd.Of([]complex64{1, 2i}),
		"times": nd.OfType(dtype.Datetime(dtype.Day), []int64{1, frame.NaT}),
		"frame": everything(), "rows": everything().Slice(1, 4), "no rows": everything().Slice(2, 2), "series": ok(frame.NewSeries(nil, frame.Label{}, frame.Of([]int32{1, 2}))),
		"no columns": ok(frame.New(frame.NewRange(3, 2, 5), nil)), "column": everything().Cols[3], "index": everything().Index, "range": frame.NewRange(0, 1, 3),
		"nil": nil, "int": int64(5), "float": math.Inf(-1), "text": "x", "label": frame.Tup("a", 3, nil), "cell": frame.Tuple{int64(1), "b"},
		"tuple": chunk.Tuple{int64(3), a, everything(), chunk.Tuple{}, chunk.Tuple{nil, 1.5}}, "list": []any{int64(1), arange(2)},
	}
	for _, c := range everything().Cols {
		vs["column of "+c.DType.String()+" "+c.Enc.String()] = c
	}
	return vs
}

// same says how two values differ, "" when they do not.
func same(a, b any) string {
	switch a := a.(type) {
	case *nd.Array:
		b, is := b.(*nd.Array)
		if !is || !nd.Identical(a, b) {
			return fmt.Sprintf("%v, not %v", b, a)
		}
		return ""
	case *frame.Frame:
		b, is := b.(*frame.Frame)
		if !is {
			return fmt.Sprintf("a %T", b)
		}
		if a.Index.Token != b.Index.Token || (a.Ord == nil) != (b.Ord == nil) || a.Ord != nil && !a.Ord.Equal(b.Ord) {
			return "token or ordinals"
		}
		for i := range a.Cols {
			if a.Cols[i].Enc != b.Cols[i].Enc || a.Cols[i].Diff(b.Cols[i]) != "" {
				return fmt.Sprintf("column %v %v: %s", a.Names[i], a.Cols[i].Enc, a.Cols[i].Diff(b.Cols[i]))
			}
		}
		return a.Diff(b)
	case *frame.Column:
		b, is := b.(*frame.Column)
		if !is {
			return fmt.Sprintf("a %T", b)
		}
		return a.Diff(b)
	case *frame.Index:
		b, is := b.(*frame.Index)
		if !is || a.Kind != b.Kind || a.Token != b.Token {
			return fmt.Sprintf("%v", b)
		}
		return a.Diff(b)
	case chunk.Tuple:
		b, is := b.(chunk.Tuple)
		if !is || len(a) != len(b) {
			return fmt.Sprintf("%v, not %v", b, a)
		}
		for i := range a {
			if s := same(a[i], b[i]); s != "" {
				return s
			}
		}
		return ""
	case []any:
		return same(chunk.Tuple(a), b)
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("%#v, not %#v", b, a)
	}
	return ""
}

func TestValuesRoundTrip(t *testing.T) {
	for name, v := range values() {
		h, segs, err := codec.Encode(v)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := codec.Decode(h, chunk.Slices(segs), mem.Heap)
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
	got := ok(codec.Decode(h, chunk.Slices(segs), mem.Heap)).(*nd.Array)
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
		if s := same(c, ok(codec.Decode(h, chunk.Slices(segs), mem.Heap))); s != "" {
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
	g := ok(codec.Decode(h, chunk.Slices(segs), mem.Heap)).(*frame.Frame)
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
	got := ok(c.Decode(h, chunk.Slices(segs), mem.Heap))
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
		if _, err := codec.Decode(h, chunk.Slices(segs), mem.Heap); err == nil || err.Error() != c.want {
			t.Errorf("%s: got  %v\nwant %s", name, err, c.want)
		}
	}
	h, segs, _ := codec.Encode(arange(2, 3))
	for want, s := range map[string][][]byte{
		"damaged chunk: segment 0 holds -1 bytes where an array of int64, shape (2, 3) takes 48": nil,
		"damaged chunk: segment 0 holds 3 bytes where an array of int64, shape (2, 3) takes 48":  {{1, 2, 3}},
		"damaged chunk: 2 segments, 1 of them used":                                              {segs[0], segs[0]},
	} {
		if _, err := codec.Decode(h, chunk.Slices(s), mem.Heap); err == nil || err.Error() != want {
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
	_, err = codec.Decode(bad, chunk.Slices(segs), mem.Heap)
	if err == nil || err.Error() != "damaged chunk: damaged label: 5 bytes of kind 99" {
		t.Error(err)
	}
	for i := range h {
		for _, x := range []byte{1, 0x20, 0x80, 0xff} {
			bad := slices.Clone(h)
			bad[i] ^= x
			if _, err := codec.Decode(bad, chunk.Slices(segs), mem.Heap); err != nil && !errs.Is(err, errs.Lost) {
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
	f, err := codec.Decode(h, chunk.Slices(segs), mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	got := f.(*frame.Frame).Cols[0]
	if got.Diff(texts(dtype.Str, "x", nil, long)) != "" || frame.Views(got)[1] != (frame.View{}) {
		t.Errorf("%v", frame.Views(got))
	}
}
