package arrow_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	upstream "github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/arrow"
)

// TestWritesPandasMetadata: a frame read from pyarrow is written with the metadata that pyarrow wrote.
func TestWritesPandasMetadata(t *testing.T) {
	for _, name := range []string{"kinds", "str_index", "range_index", "multi_index", "date_index", "int_columns", "tuple_columns", "axis_name", "empty"} {
		in, err := ipc.NewReader(bytes.NewReader(golden(t, name+".arrow")))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := arrow.ToRecord(mem.Heap, read(t, name+".arrow"))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(pandasMeta(t, in.Schema()), pandasMeta(t, rec.Schema())); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		for i, f := range in.Schema().Fields() {
			g := rec.Schema().Field(i)
			if f.Name != g.Name || !sameType(f.Type, g.Type) {
				t.Errorf("%s: field %s %s, not %s %s", name, g.Name, g.Type, f.Name, f.Type)
			}
		}
	}
}

// sameType lets objects travel in the large form of a type.
func sameType(a, b upstream.DataType) bool {
	large := map[string]string{"utf8": "large_utf8", "binary": "large_binary", "list<item: int64, nullable>": "large_list<item: int64, nullable>"}
	return a.String() == b.String() || large[a.String()] == b.String()
}

func pandasMeta(t *testing.T, s *upstream.Schema) map[string]any {
	t.Helper()
	md := s.Metadata()
	text, _ := md.GetValue("pandas")
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	delete(m, "creator")
	return m
}

func roundTrip(t *testing.T, o arrow.Options, fs ...*frame.Frame) *frame.Frame {
	t.Helper()
	var b bytes.Buffer
	if err := arrow.WriteAll(&b, mem.Heap, o, fs...); err != nil {
		t.Fatal(err)
	}
	f, err := readBack(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func readBack(b *bytes.Buffer, o arrow.Options) (*frame.Frame, error) {
	if o.File {
		return arrow.ReadFile(bytes.NewReader(b.Bytes()), mem.Heap, 0)
	}
	return arrow.ReadAll(b, mem.Heap, 0)
}

func mixture(t *testing.T) *frame.Frame {
	t.Helper()
	f, err := frame.New(frame.NewRange(3, 2, 4).WithNames(frame.L("r")), frame.Labels("a", 1, nil, frame.Tup("x", 2), 0.5, "a", "o", "c", "m", "fl"),
		frame.Of([]int64{1, 2, 3, 4}),
		frame.Strs("x", "", "a longer text than twelve", "é"),
		frame.Of([]bool{true, false, true, true}),
		frame.NewRangeColumn(dtype.Int64, 5, -1, 4),
		frame.Of([]float32{1, float32(nan), 3, float32(math.Inf(-1))}),
		frame.Of([]complex128{1 + 2i, 0, complex(nan, 1), -1}),
		frame.NewObjects([]any{int64(1), nil, int64(-3), int64(4)}),
		frame.OfType(dtype.Datetime(dtype.Nano), []int64{0, frame.NaT, 5, 6}),
		frame.NewObjects([]any{1.0, "a", nil, frame.Tuple{int64(1), []any{frame.NA, nan, []byte("b"), complex(1, 2)}, frame.Record{{Name: "k", Value: frame.Record{}}, {Name: "l", Value: int64(2)}}}}),
		frame.NewObjects([]any{1.5, nil, nan, 2.5}),
	)
	if err != nil {
		t.Fatal(err)
	}
	f.Axis = frame.Labels("ax")
	return f
}

func TestRoundTrip(t *testing.T) {
	f := mixture(t)
	for _, o := range []arrow.Options{{}, {File: true}, {Zstd: true}} {
		g := roundTrip(t, o, f)
		if d := cellsDiff(g, f); d != "" {
			t.Errorf("%+v: %s", o, d)
		}
	}
	parts := roundTrip(t, arrow.Options{}, f.Slice(0, 1), f.Slice(1, 1), f.Slice(1, 4))
	if d := cellsDiff(parts, f); d != "" {
		t.Errorf("in parts: %s", d)
	}
	if parts.Index.Kind != frame.RangeIndex {
		t.Errorf("the RangeIndex became %s", parts.Index.Kind)
	}
}

// cellsDiff is Diff, with a tolerance for NaN within lists.
func cellsDiff(g, f *frame.Frame) string {
	for i := range f.Cols {
		if d := cmp.Diff(f.Cols[i].Cells(), g.Cols[i].Cells(), nanEqual, cmp.Comparer(func(a, b complex128) bool {
			return a == b || a != a && b != b
		})); d != "" {
			return f.Names[i].Repr() + ": " + d
		}
		if f.Cols[i].DType != g.Cols[i].DType || f.Names[i] != g.Names[i] {
			return f.Names[i].Repr() + " became " + g.Names[i].Repr() + " of " + g.Cols[i].DType.String()
		}
	}
	if d := cmp.Diff(f.Axis, g.Axis, cmp.Comparer(func(a, b frame.Label) bool { return a == b })); d != "" {
		return "axis " + d
	}
	return g.Index.Diff(f.Index)
}

func TestFieldsOfOneNameKeepTheirDtypes(t *testing.T) {
	f := frame.Must(frame.New(nil, frame.Labels("a", "b", "a", "a"), frame.NewObjects([]any{true, nil}), frame.Of([]int64{1, 2}),
		frame.Of([]int64{3, 4}), frame.Strs("x", "y")))
	if d := cellsDiff(roundTrip(t, arrow.Options{}, f), f); d != "" {
		t.Error(d)
	}
}

func TestRoundTripOfSlicesSharesNumbers(t *testing.T) {
	f := read(t, "kinds.arrow")
	for lo := 0; lo <= 3; lo++ {
		for hi := lo; hi <= 3; hi++ {
			s := f.Slice(lo, hi)
			if d := roundTrip(t, arrow.Options{}, s).Diff(s); d != "" {
				t.Errorf("rows %d to %d: %s", lo, hi, d)
			}
		}
	}
	rec, err := arrow.ToRecord(mem.Heap, frame.Must(frame.New(nil, frame.Labels("x"), frame.Of([]float64{1, 2, 3}).Slice(1, 3))))
	if err != nil {
		t.Fatal(err)
	}
	if got := rec.Column(0).Data().Buffers()[1].Len(); got != 16 {
		t.Errorf("a slice of two numbers is sent as %d bytes", got)
	}
}

func TestWriterRefusesAnotherSchema(t *testing.T) {
	one := frame.Must(frame.New(nil, frame.Labels("a"), frame.Of([]int64{1})))
	for name, two := range map[string]*frame.Frame{
		"name":  frame.Must(frame.New(frame.NewRange(1, 1, 1), frame.Labels("b"), frame.Of([]int64{1}))),
		"dtype": frame.Must(frame.New(frame.NewRange(1, 1, 1), frame.Labels("a"), frame.Of([]int32{1}))),
		"range": frame.Must(frame.New(frame.NewRange(5, 1, 1), frame.Labels("a"), frame.Of([]int64{1}))),
	} {
		err := arrow.WriteAll(io.Discard, mem.Heap, arrow.Options{}, one, two)
		if !errs.Is(err, errs.Invalid) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	two := frame.Must(frame.New(frame.NewRange(5, 1, 1), frame.Labels("a"), frame.Of([]int64{1})))
	g := roundTrip(t, arrow.Options{PlainIndex: true}, one, two)
	if got := g.Index.Label(1); got != frame.L(5) || g.Index.Kind != frame.IntIndex {
		t.Errorf("a plain index came back as %v", g.Index)
	}
}

// TestBatches: a frame that is sent some rows at a time comes back as it was, whatever the memory that a
// batch may have, and what a batch took is free again.
func TestBatches(t *testing.T) {
	cat, err := frame.NewDictionary(frame.Strs("a", "a longer text than twelve", "c"))
	if err != nil {
		t.Fatal(err)
	}
	n := 4000
	texts, objects, codes := make([]string, n), make([]any, n), make([]byte, n)
	for i := range n {
		texts[i], objects[i], codes[i] = strings.Repeat("x", i%40), int64(i), byte(i%4)-1
	}
	b, err := mem.Heap.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	copy(b.Bytes(), codes)
	f := frame.Must(frame.New(frame.NewRange(7, 3, n), frame.Labels("t", "o", "c"), frame.Strs(texts...), frame.NewObjects(objects),
		frame.NewDict(dtype.Categorical, cat, b, 0, n, 1)))
	tight := mem.NewPool(64 << 10)
	if err := arrow.WriteAll(io.Discard, mem.NewScope(tight), arrow.Options{}, f); !errs.Is(err, errs.Pressure) && !errs.Is(err, errs.OutOfMemory) {
		t.Fatalf("all at once in 64 KiB: %v", err)
	}
	for _, rows := range []int{1, 7, 256, 4000, 5000} {
		for _, limit := range []int64{64 << 10, 1 << 20} {
			p := mem.NewPool(limit)
			p.Poison(true)
			sc := mem.NewScope(p)
			var b bytes.Buffer
			if err := arrow.WriteAll(&b, sc, arrow.Options{Batch: rows}, f); err != nil {
				t.Fatalf("%d rows, %d bytes: %v", rows, limit, err)
			}
			sc.Close()
			if x := p.Stats(); x.Blocks > 0 {
				t.Errorf("%d rows: %d blocks are left", rows, x.Blocks)
			}
			g, err := arrow.ReadAll(&b, mem.Heap, 0)
			if err != nil {
				t.Fatal(err)
			}
			if d := g.Diff(f); d != "" {
				t.Errorf("%d rows, %d bytes: %s", rows, limit, d)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if got := roundTrip(t, arrow.Options{Batch: 3}, f.Slice(0, 0)); got.Diff(f.Slice(0, 0)) != "" {
		t.Errorf("no rows became %v", got)
	}
}
