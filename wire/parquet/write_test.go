package parquet_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// written is a file of frames.
func written(t testing.TB, o parquet.WriteOptions, fs ...*frame.Frame) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := parquet.NewWriter(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fs {
		if err := w.Write(mem.Heap, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func reopened(t testing.TB, b []byte) *parquet.File {
	t.Helper()
	f, err := parquet.Open(bytes.NewReader(b), int64(len(b)), "written")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readable is a golden frame as it comes back: Parquet has no seconds.
func readable(t testing.TB, f *frame.Frame) *frame.Frame {
	t.Helper()
	g := *f
	g.Cols = append([]*frame.Column(nil), f.Cols...)
	for i, c := range g.Cols {
		if c.DType == dtype.Datetime(dtype.Second) {
			ms := make([]int64, c.Rows)
			for k, v := range frame.Values[int64](c) {
				if ms[k] = v; v != frame.NaT {
					ms[k] *= 1000
				}
			}
			g.Cols[i] = frame.OfType(dtype.Datetime(dtype.Milli), ms)
		}
	}
	return &g
}

func TestWrittenIsRead(t *testing.T) {
	for name, g := range marstest.Load(t, "testdata/files.json") {
		f := g.Value(t).(*frame.Frame)
		want := readable(t, f)
		for codec, rows := range map[string]int{"": 7, "snappy": 0, "zstd": 0, "gzip": 0, "lz4": 0, "none": 0} {
			t.Run(fmt.Sprint(name, " ", codec, " ", rows), func(t *testing.T) {
				got := all(t, reopened(t, written(t, parquet.WriteOptions{Compression: codec, GroupRows: rows}, f)))
				if d := got.Diff(want); d != "" {
					t.Error(d)
				}
			})
		}
		t.Run(name+" joined", func(t *testing.T) {
			var parts []parquet.Part
			for _, part := range []*frame.Frame{f.Slice(0, f.NRows/2), f.Slice(f.NRows/2, f.NRows)} {
				b := written(t, parquet.WriteOptions{}, part)
				parts = append(parts, parquet.Part{R: bytes.NewReader(b), Size: int64(len(b)), Name: "part"})
			}
			var b bytes.Buffer
			if _, err := parquet.Join(&b, parts); err != nil {
				t.Fatal(err)
			}
			if d := all(t, reopened(t, b.Bytes())).Diff(want); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestFramesContinueAFile(t *testing.T) {
	f := marstest.Load(t, "testdata/files.json").Get(t, "hole_zstd.parquet").Value(t).(*frame.Frame)
	b := written(t, parquet.WriteOptions{}, f.Slice(0, 20), f.Slice(20, 21), f.Slice(21, 60))
	g := reopened(t, b)
	if len(g.Groups) != 3 || g.Groups[1].Start != 20 || g.Groups[1].Rows != 1 {
		t.Errorf("row groups %v", g.Groups)
	}
	if d := all(t, g).Diff(f); d != "" {
		t.Error(d)
	}
	var parts []parquet.Part
	for _, part := range []*frame.Frame{f.Slice(0, 20), f.Slice(20, 21), f.Slice(21, 60)} {
		p := written(t, parquet.WriteOptions{Compression: "zstd"}, part)
		parts = append(parts, parquet.Part{R: bytes.NewReader(p), Size: int64(len(p)), Name: "part"})
	}
	var joined bytes.Buffer
	rows, err := parquet.Join(&joined, parts)
	if err != nil || rows != 60 {
		t.Fatal(rows, err)
	}
	if d := all(t, reopened(t, joined.Bytes())).Diff(f); d != "" {
		t.Errorf("joined: %s", d)
	}
	other := written(t, parquet.WriteOptions{}, frame.Must(frame.New(nil, frame.Labels("x"), frame.Of([]int64{1}))))
	if _, err := parquet.Join(&joined, append(parts, parquet.Part{R: bytes.NewReader(other), Size: int64(len(other)), Name: "other"})); !errs.Is(err, errs.Invalid) {
		t.Errorf("parts of two schemas: %v", err)
	}
	cut := parts[0]
	cut.Size -= 10
	if _, err := parquet.Join(&joined, []parquet.Part{cut}); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "part") {
		t.Errorf("a part that was cut: %v", err)
	}
}

func TestWrittenStatistics(t *testing.T) {
	f := frame.Must(frame.New(nil, frame.Labels("i", "f", "s", "t"), frame.Of([]int64{3, -1, 2, 9}), frame.Of([]float64{0, nan, 2, 5}),
		frame.Strs("b", "a", "d", "c"), frame.OfType(dtype.Datetime(dtype.Micro), []int64{5, frame.NaT, 1, 2})))
	g := reopened(t, written(t, parquet.WriteOptions{GroupRows: 2}, f))
	got := ""
	for _, grp := range g.Groups {
		for _, s := range grp.Stats {
			got += fmt.Sprintf("%d %s %s; ", s.Nulls, s.Min.Repr(), s.Max.Repr())
		}
	}
	want := "0 -1 3; 1 0.0 0.0; 0 'a' 'b'; 1 Timestamp('1970-01-01 00:00:00.000005') Timestamp('1970-01-01 00:00:00.000005'); " +
		"0 2 9; 0 2.0 5.0; 0 'c' 'd'; 0 Timestamp('1970-01-01 00:00:00.000001') Timestamp('1970-01-01 00:00:00.000002'); "
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestObjectsAndIndex(t *testing.T) {
	x := frame.NewIndex(frame.L("k"), frame.Of([]int64{7, 8, 9}))
	f := frame.Must(frame.New(x, frame.Labels("s", "b", "n", "none"), frame.NewObjects([]any{"p", nil, "q"}), frame.NewObjects([]any{true, nil, false}),
		frame.NewObjects([]any{int64(1), nil, int64(3)}), frame.NewObjects([]any{nil, nil, nil})))
	got := all(t, reopened(t, written(t, parquet.WriteOptions{}, f)))
	if got.Index.Diff(x) != "" || got.Cols[0].DType != dtype.Str || !got.Cols[1].DType.IsObject() || got.Cols[2].DType != dtype.Float64 || !got.Cols[3].DType.IsObject() {
		t.Errorf("%v, index %s", got.DTypes(), got.Index)
	}
	twin := x.WithNames(frame.L("s"))
	if got = all(t, reopened(t, written(t, parquet.WriteOptions{}, f.WithIndex(twin)))); got.Index.Diff(twin) != "" || len(got.Cols) != 4 {
		t.Errorf("an index named as a column: %d columns, index %s", len(got.Cols), got.Index)
	}
	no := false
	got = all(t, reopened(t, written(t, parquet.WriteOptions{Index: &no}, f)))
	if got.Index.Diff(frame.NewRange(0, 1, 3)) != "" || len(got.Cols) != 4 {
		t.Errorf("without an index: %d columns, index %s", len(got.Cols), got.Index)
	}
	yes := true
	got = all(t, reopened(t, written(t, parquet.WriteOptions{Index: &yes}, f.WithIndex(frame.NewRange(4, 2, 3)))))
	if got.Index.Kind != frame.IntIndex || got.Index.Label(2) != frame.L(8) {
		t.Errorf("a range written out: %s", got.Index)
	}
}

func TestDatesAreWritten(t *testing.T) {
	day := func(n int64) any { return frame.Timestamp{Ticks: n, Unit: dtype.Day} }
	f := frame.Must(frame.New(nil, frame.Labels("d"), frame.NewObjects([]any{day(18262), nil, day(-1)})))
	got := all(t, reopened(t, written(t, parquet.WriteOptions{}, f))).Cols[0]
	want := []any{frame.Timestamp{Ticks: 18262 * 86400, Unit: dtype.Second}, nil, frame.Timestamp{Ticks: -86400, Unit: dtype.Second}}
	if got.DType != dtype.Datetime(dtype.Second) || !slices.Equal(got.Cells(), want) {
		t.Errorf("%s %v, not %v", got.DType, got.Cells(), want)
	}
}

func TestWhatIsNotWritten(t *testing.T) {
	for want, f := range map[string]*frame.Frame{
		"Conversion failed for column o with type object: row 1 holds Int64, rows before it str": frame.Must(frame.New(nil, frame.Labels("o"), frame.NewObjects([]any{"a", int64(1)}))),
		"Conversion failed for column o with type object: row 1 holds datetime64[D], rows before it str": frame.Must(frame.New(nil, frame.Labels("o"),
			frame.NewObjects([]any{"a", frame.Timestamp{Ticks: 1, Unit: dtype.Day}}))),
		"column 'c': dtype complex128 is not written to Parquet": frame.Must(frame.New(nil, frame.Labels("c"), frame.Of([]complex128{1}))),
	} {
		w, err := parquet.NewWriter(&bytes.Buffer{}, parquet.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(mem.Heap, f); !errs.Is(err, errs.Type) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := parquet.NewWriter(nil, parquet.WriteOptions{Compression: "lzo"}); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
	w, _ := parquet.NewWriter(&bytes.Buffer{}, parquet.WriteOptions{})
	if err := w.Close(); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
	dup := frame.Must(frame.New(nil, frame.Labels("a", "a"), frame.Of([]int64{1}), frame.Of([]int64{1})))
	if err := w.Write(mem.Heap, dup); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "Duplicate column names") {
		t.Error(err)
	}
}

// TestFewInts writes integers that lie close together, whose dictionary is by value, and some that do not.
func TestFewInts(t *testing.T) {
	n := 3000
	near, far, big, small, times := make([]int64, n), make([]int64, n), make([]uint64, n), make([]int64, n), make([]int64, n)
	for i := range n {
		near[i], far[i], big[i], small[i], times[i] = int64(i*7919%100)-50, int64(i)<<40, 1<<63+uint64(i%3), -5, int64(i%50)*3
	}
	f := frame.Must(frame.New(nil, frame.Labels("near", "far", "big", "small", "times"), frame.Of(near), frame.Of(far), frame.Of(big), frame.Of(small),
		frame.OfType(dtype.Datetime(dtype.Micro), times)))
	for _, rows := range []int{0, 700} {
		raw := written(t, parquet.WriteOptions{Compression: "none", GroupRows: rows}, f)
		if d := all(t, reopened(t, raw)).Diff(f); d != "" {
			t.Errorf("row groups of %d: %s", rows, d)
		}
		if len(raw) > 8*n+4*2*n {
			t.Errorf("%d bytes: integers that lie close together take eight bytes each", len(raw))
		}
	}
}

// TestBoundsOfTexts has dictionaries of which rows use a part, an empty text among them.
func TestBoundsOfTexts(t *testing.T) {
	texts := make([]string, 400)
	for i := range texts {
		texts[i] = []string{"b", "", "c", "d"}[i%4]
	}
	col := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for _, s := range texts {
		col.Append(s)
	}
	c, err := col.Column()
	if err != nil {
		t.Fatal(err)
	}
	for want, rows := range map[string][2]int{" d": {0, 400}, "b b": {0, 1}, " ": {1, 2}, "c d": {2, 4}} {
		part := c.Slice(rows[0], rows[1])
		if part.Enc != frame.Dict {
			t.Fatal("no dictionary")
		}
		f := reopened(t, written(t, parquet.WriteOptions{}, frame.Must(frame.New(nil, frame.Labels("s"), part))))
		if s := f.Groups[0].Stats[0]; s.Min.String()+" "+s.Max.String() != want {
			t.Errorf("rows %v: from %s to %s, not %q", rows, s.Min.Repr(), s.Max.Repr(), want)
		}
	}
}
