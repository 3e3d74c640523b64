package parquet_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// open opens a file for the length of the test.
func open(t testing.TB, path string) *parquet.File {
	t.Helper()
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	s, err := r.Stat()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.Open(r, s.Size(), filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// all reads a whole file, columns that cannot be read left out, pending ones settled.
func all(t testing.TB, f *parquet.File, groups ...int) *frame.Frame {
	t.Helper()
	q := parquet.Request{Hi: len(f.Groups), Index: f.Index}
	if len(groups) == 2 {
		q.Lo, q.Hi = groups[0], groups[1]
		q.First = f.Groups[q.Lo].Start
	}
	cols, _ := f.Data()
	for _, k := range cols {
		if f.Columns[k].Err == nil {
			q.Columns = append(q.Columns, k)
		}
	}
	out, err := f.Read(mem.Heap, q)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range out.Cols {
		if c.IsPending() {
			if out.Cols[i], err = c.Settle(mem.Heap, c.HasNulls()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

func TestFilesOfPandas(t *testing.T) {
	for name, g := range marstest.Load(t, "testdata/files.json") {
		t.Run(name, func(t *testing.T) {
			f := open(t, "testdata/"+name)
			want := g.Value(t).(*frame.Frame)
			if name == "nostats.parquet" { // a bool that misses rows and was not counted is settled as by a join: NaN, not None
				want.Cols[1] = frame.NewObjects([]any{true, nan, nan})
			}
			got := all(t, f)
			if name == "nested.parquet" { // TestNestedColumns looks at nested ones
				got.Names, got.Cols = want.Names, []*frame.Column{got.Cols[0], got.Cols[3]}
			}
			if d := got.Diff(want); d != "" {
				t.Error(d)
			}
			var parts []*frame.Frame
			for k := range f.Groups {
				parts = append(parts, all(t, f, k, k+1))
			}
			if len(parts) > 1 && name != "nostats.parquet" {
				joined, err := frame.ConcatFrames(mem.Heap, parts...)
				if err != nil {
					t.Fatal(err)
				}
				if d := joined.Diff(want); d != "" {
					t.Errorf("row group by row group: %s", d)
				}
			}
		})
	}
}

func TestDictionariesAreKept(t *testing.T) {
	f := all(t, open(t, "../../examples/data/flights-200k.parquet"))
	for _, name := range []string{"origin", "destination"} {
		if c := f.Col(frame.L(name)); c.Enc != frame.Dict || c.Codes != 2 {
			t.Errorf("column %s: %s encoding, codes of %d bytes", name, c.Enc, c.Codes)
		}
	}
	if c := all(t, open(t, "testdata/base_snappy.parquet")).Col(frame.L("u")); c.Enc != frame.Plain {
		t.Errorf("texts that never repeat have %s encoding", c.Enc)
	}
}

func TestBinary(t *testing.T) {
	f := all(t, open(t, "testdata/binary.parquet"))
	for col, want := range map[string][]string{"b": {"\x00\xff", "<nil>", "long enough for a heap"}, "f": {"abc", "def", "<nil>"}} {
		c := f.Col(frame.L(col))
		if !c.DType.IsBinary() {
			t.Fatalf("column %s is %s", col, c.DType)
		}
		for i, w := range want {
			got := "<nil>"
			if !c.IsNull(i) {
				got = c.Str(i)
			}
			if got != w {
				t.Errorf("%s[%d] = %q, want %q", col, i, got, w)
			}
		}
	}
}

func TestTypesOfADataSet(t *testing.T) {
	f := open(t, "../../examples/data/flights-200k.parquet")
	k := f.Find(frame.L("delay"))
	got, err := f.Read(mem.Heap, parquet.Request{Lo: 1, Hi: 2, Columns: []int{k}, Types: []dtype.DType{dtype.Float64}, First: f.Groups[1].Start})
	if err != nil {
		t.Fatal(err)
	}
	if c := got.Cols[0]; c.DType != dtype.Float64 || got.Index.Label(0) != frame.L(50000) {
		t.Errorf("%s from row %s on", c.DType, got.Index.Label(0))
	}
}

func TestMemoryIsAsked(t *testing.T) {
	f := open(t, "../../examples/data/flights-200k.parquet")
	cols, _ := f.Data()
	for _, limit := range []int64{1 << 10, 300 << 10, 600 << 10} {
		p := mem.NewPool(limit)
		_, err := f.Read(p, parquet.Request{Hi: 1, Columns: cols})
		if k := errs.KindOf(err); k != errs.Pressure && k != errs.OutOfMemory {
			t.Errorf("with %d bytes: %v", limit, err)
		}
	}
}

func TestPruning(t *testing.T) {
	f := open(t, "../../examples/data/flights-200k.parquet")
	date, delay, origin := f.Find(frame.L("date")), f.Find(frame.L("delay")), f.Find(frame.L("origin"))
	march := frame.L(frame.Timestamp{Ticks: 984000000, Unit: dtype.Second})
	for _, c := range []struct {
		column int
		op     parquet.Op
		value  frame.Label
		want   string
	}{
		{date, parquet.Greater, march, " 1 2 3"},
		{date, parquet.Less, march, " 0 1"},
		{date, parquet.Equal, march, " 1"},
		{delay, parquet.Greater, frame.L(5000), ""},
		{delay, parquet.GreaterEqual, frame.L(-80.5), " 0 1 2 3"},
		{delay, parquet.Less, frame.L(-1000), ""},
		{delay, parquet.NotEqual, frame.L(3), " 0 1 2 3"},
		{origin, parquet.Equal, frame.L("ZZZ"), ""},
		{origin, parquet.Equal, frame.L(7), " 0 1 2 3"},
		{origin, parquet.Equal, frame.L(nan), ""},
	} {
		got := ""
		for g := range f.Groups {
			if f.May(g, c.column, c.op, c.value) {
				got += " " + string(rune('0'+g))
			}
		}
		if got != c.want {
			t.Errorf("%s %s %s: groups%s, want%s", f.Columns[c.column].Name, c.op, c.value.Repr(), got, c.want)
		}
	}
}
