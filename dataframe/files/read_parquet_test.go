package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

const (
	parquetFiles = "../../wire/parquet/testdata/"
	flights      = "../../examples/data/flights-200k.parquet"
)

func TestReadParquet(t *testing.T) {
	g := marstest.Load(t, "testdata/read_parquet.json")
	for _, name := range []string{"hole_zstd", "index_multi", "index_range", "index_time", "empty_columns", "empty_rows"} {
		marstest.Check(t, name, dataframe.ReadParquet(parquetFiles+name+".parquet"), g.Get(t, name))
	}
	hole := parquetFiles + "hole_zstd.parquet"
	marstest.Check(t, "columns", dataframe.ReadParquet(hole, dataframe.Parquet{Columns: []string{"t", "I", "b"}}), g.Get(t, "columns"))
	marstest.Check(t, "no columns", dataframe.ReadParquet(hole, dataframe.Parquet{Columns: []string{}}), g.Get(t, "no columns"))
	marstest.Check(t, "index and columns", dataframe.ReadParquet(parquetFiles+"index_time.parquet", dataframe.Parquet{Columns: []string{"s"}}),
		g.Get(t, "index and columns"))
	marstest.Check(t, "two files", dataframe.ReadParquet(parquetFiles+"base_snappy.parquet",
		dataframe.Parquet{Files: []string{parquetFiles + "index_none.parquet"}, Columns: []string{"i64", "s"}}), g.Get(t, "two files"))
	f := dataframe.ReadParquet(flights)
	if f.Rows() != 200_000 {
		t.Errorf("%d rows are known at the call", f.Rows())
	}
	marstest.Check(t, "flights", f.Iloc([]int{0, 1, 49999, 50000, 123456, 199999}), g.Get(t, "flights"), marstest.ChunkBytes(1<<10))
}

// copyFile copies a file of testdata into a folder of the test and says where.
func copyFile(t *testing.T, from, to string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestReadParquetOfManyFiles(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"b.parquet", "a.parquet", "_meta", ".hidden"} {
		copyFile(t, parquetFiles+"index_none.parquet", filepath.Join(dir, n))
	}
	one := marstest.Load(t, "../../wire/parquet/testdata/files.json").Get(t, "index_none.parquet").Value(t).(*frame.Frame)
	want, err := one.Take(mem.Heap, []int64{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5})
	if err != nil {
		t.Fatal(err)
	}
	want = want.WithIndex(frame.NewRange(0, 1, 12))
	marstest.Check(t, "directory", dataframe.ReadParquet(dir), want)
	marstest.Check(t, "pattern", dataframe.ReadParquet(filepath.Join(dir, "*.parquet")), want)
	copyFile(t, parquetFiles+"index_time.parquet", filepath.Join(dir, "c.parquet"))
	copyFile(t, parquetFiles+"arrow.parquet", filepath.Join(dir, "d.parquet"))
	fails(t, dataframe.ReadParquet(dir), errs.NotFound, "d.parquet: no column 'i64', which other files have")
	fails(t, dataframe.ReadParquet(filepath.Join(dir, "*.csv")), errs.NotFound, "*.csv")
}

// fails wants an error at the call, with the place of the call.
func fails(t *testing.T, h interface{ Err() error }, kind errs.Kind, text string) {
	t.Helper()
	err := h.Err()
	if !errs.Is(err, kind) || !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), "_test.go:") {
		t.Errorf("%v, want an error of kind %s: %s", err, kind, text)
	}
}

func TestReadParquetFails(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.parquet")
	if err := os.WriteFile(junk, []byte("this is no Parquet file at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, dataframe.ReadParquet(filepath.Join(dir, "none.parquet")), errs.NotFound, "none.parquet: no such file")
	fails(t, dataframe.ReadParquet(junk), errs.Invalid, "junk.parquet: it begins with")
	fails(t, dataframe.ReadParquet(flights, dataframe.Parquet{Columns: []string{"delay", "tail"}}), errs.NotFound,
		"no column 'tail'; the columns are 'date', 'delay', 'distance', 'origin', 'destination'")
	b, err := os.ReadFile(flights)
	if err != nil {
		t.Fatal(err)
	}
	for i := 50000; i < 51000; i++ {
		b[i] ^= 0x55
	}
	bad := filepath.Join(dir, "bad.parquet")
	if err := os.WriteFile(bad, b, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = (&marstest.Loop{}).Run(dataframe.ReadParquet(bad).Value())
	if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "bad.parquet: row group 0, column 'date'") {
		t.Errorf("a damaged page: %v", err)
	}
}

func TestReadParquetOfNestedColumns(t *testing.T) {
	rec := func(k string, v any) frame.Record { return frame.Record{{Name: k, Value: v}} }
	want := frame.Must(frame.New(nil, frame.Labels("a", "l", "m", "z"), frame.Of([]int64{1, 2}),
		frame.NewObjects([]any{[]any{int64(1)}, []any{int64(2), int64(3)}}),
		frame.NewObjects([]any{rec("x", int64(1)), rec("x", int64(2))}), frame.Strs("p", "q")))
	marstest.Check(t, "nested", dataframe.ReadParquet(parquetFiles+"nested.parquet"), want)
}

func TestReadParquetOfAChangedFileIsLost(t *testing.T) {
	path := copyFile(t, parquetFiles+"index_none.parquet", filepath.Join(t.TempDir(), "x.parquet"))
	f := dataframe.ReadParquet(path)
	g := dataframe.ReadParquet(path)
	if f.Value().N.Key != g.Value().N.Key {
		t.Error("one file has two keys")
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	_, err := (&marstest.Loop{}).Run(f.Value())
	if !errs.Is(err, errs.Lost) || !strings.Contains(err.Error(), "x.parquet has changed") {
		t.Errorf("%v, want Lost", err)
	}
	if h := dataframe.ReadParquet(path); f.Value().N.Key == h.Value().N.Key {
		t.Error("a changed file has the same key")
	}
}

func TestReadParquetProjects(t *testing.T) {
	r := dataframe.ReadParquet(flights).Value()
	o := r.N.Op.(op.Projector).Project([]int{3, 1})
	v := op.Value{N: op.Apply(o)}
	want := dataframe.ReadParquet(flights, dataframe.Parquet{Columns: []string{"origin", "delay"}}).Value()
	l := &marstest.Loop{}
	got, err := l.Run(v, want)
	if err != nil {
		t.Fatal(err)
	}
	if d := got[0].(*frame.Frame).Diff(got[1].(*frame.Frame)); d != "" {
		t.Error(d)
	}
}

func TestFlightsAreThoseOfPandas(t *testing.T) {
	want := marstest.Load(t, "testdata/read_parquet.json").Get(t, "delays").Value(t).(*frame.Frame).Cols[0]
	got, err := (&marstest.Loop{ChunkBytes: 1 << 20}).Run(dataframe.ReadParquet(flights).Value())
	if err != nil {
		t.Fatal(err)
	}
	f := got[0].(*frame.Frame)
	c := f.Col(frame.L("delay"))
	sum := 0.0
	for _, v := range frame.Values[int64](c) {
		sum += float64(v)
	}
	lo, _ := c.Stats().Min.Float()
	hi, _ := c.Stats().Max.Float()
	for i, v := range []float64{float64(c.Rows), sum / float64(c.Rows), lo, hi} {
		if w := want.Cell(i); v != w {
			t.Errorf("statistic %d of the delays: %v, pandas has %v", i, v, w)
		}
	}
}

func TestFilterGoesIntoTheReader(t *testing.T) {
	all, err := (&marstest.Loop{}).Run(dataframe.ReadParquet(flights).Value())
	if err != nil {
		t.Fatal(err)
	}
	f := all[0].(*frame.Frame)
	march := frame.Timestamp{Ticks: 984000000, Unit: dtype.Second}
	first := f.Cols[0].Cell(100)
	for name, mask := range map[string]func(d *dataframe.DataFrame) *dataframe.Series{
		"late":   func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("delay").Gt(300) },
		"nobody": func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("delay").Gt(3000) },
		"text":   func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("origin").Eq("ABE") },
		"time":   func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("date").Lt(march) },
		"several": func(d *dataframe.DataFrame) *dataframe.Series {
			return d.Col("origin").Eq("JFK").And(d.Col("delay").Ge(60)).And(d.Col("date").Ge(march))
		},
		"partly": func(d *dataframe.DataFrame) *dataframe.Series {
			return d.Col("delay").Gt(300).And(d.Col("origin").Eq("ABE").Or(d.Col("distance").Add(d.Col("delay")).Gt(2000)))
		},
		"first rows": func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("date").Le(first) },
		"one of":     func(d *dataframe.DataFrame) *dataframe.Series { return d.Col("origin").IsIn("ABE") },
		"some of": func(d *dataframe.DataFrame) *dataframe.Series {
			return d.Col("origin").IsIn("ABE", "ORD", "zz").And(d.Col("delay").IsIn(300, 301.0))
		},
		"not pushed": func(d *dataframe.DataFrame) *dataframe.Series {
			return d.Col("delay").Gt(300).Or(d.Col("origin").Eq("ABE"))
		},
	} {
		d := dataframe.ReadParquet(flights)
		have := dataframe.FromFrame(f)
		want, err := (&marstest.Loop{}).Run(have.Filter(mask(have)).Value())
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&marstest.Loop{ChunkBytes: 1 << 20}).Run(d.Filter(mask(d)).Value())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := got[0].(*frame.Frame).Diff(want[0].(*frame.Frame)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if ok := conditioned(plan.Rewritten(d.Filter(mask(d)).Value())[0]); ok == (name == "not pushed") {
			t.Errorf("%s: the reader takes the condition: %v", name, ok)
		}
	}
}

// TestPrunedRowGroupsAreNotRead filters a file by a condition that rules its damaged row group out.
func TestPrunedRowGroupsAreNotRead(t *testing.T) {
	b, err := os.ReadFile(flights)
	if err != nil {
		t.Fatal(err)
	}
	for i := 50000; i < 51000; i++ {
		b[i] ^= 0x55
	}
	bad := filepath.Join(t.TempDir(), "bad.parquet")
	if err := os.WriteFile(bad, b, 0o644); err != nil {
		t.Fatal(err)
	}
	d := dataframe.ReadParquet(bad)
	june := frame.Timestamp{Ticks: 991353600, Unit: dtype.Second}
	got, err := (&marstest.Loop{}).Run(d.Filter(d.Col("date").Ge(june)).Value())
	if err != nil {
		t.Fatal(err)
	}
	if f := got[0].(*frame.Frame); f.NRows == 0 || f.Index.Label(f.NRows-1) != frame.L(199999) {
		t.Errorf("%d rows", f.NRows)
	}
	if _, err := (&marstest.Loop{}).Run(d.Filter(d.Col("delay").Ge(0)).Value()); !errs.Is(err, errs.Invalid) {
		t.Errorf("a condition that needs the damaged row group: %v", err)
	}
}
