package files_test

import (
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// dirsOf are the directories below dir that hold files, with how many.
func dirsOf(t *testing.T, dir string) map[string]int {
	t.Helper()
	out := map[string]int{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out[strings.TrimPrefix(filepath.Dir(p), dir)]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestToParquetWithPartitions(t *testing.T) {
	f := frame.Must(frame.New(nil, frame.Labels("v", "k", "n"), frame.Of([]int64{0, 1, 2, 3, 4, 5, 6}),
		frame.NewObjects([]any{"a b", "x/y", nil, "é", "p=q", "a b", "~!*'()"}), frame.Of([]int32{1, 2, 1, 2, 1, 1, -7})))
	for name, loop := range map[string]*marstest.Loop{"whole": {ChunkBytes: 1 << 40}, "three chunks": {ChunkBytes: 1}} {
		dir := filepath.Join(t.TempDir(), "set")
		d := dataframe.FromFrame(f, dataframe.Chunk{Rows: 3})
		if name == "whole" {
			d = dataframe.FromFrame(f)
		}
		got, err := loop.Run(d.ToParquet(dir+"/", dataframe.ToParquet{PartitionCols: []string{"k", "n"}}).Value())
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{ // as pyarrow names them
			"/k=a%20b/n=1": 1, "/k=x%2Fy/n=2": 1, "/k=__HIVE_DEFAULT_PARTITION__/n=1": 1, "/k=%C3%A9/n=2": 1, "/k=p%3Dq/n=1": 1,
			"/k=~%21%2A%27%28%29/n=-7": 1,
		}
		files := 6
		if name != "whole" {
			want["/k=a%20b/n=1"], files = 2, 7
		}
		if dirs := dirsOf(t, filepath.Dir(dir)); len(dirs) != len(want) {
			t.Errorf("%s: %v", name, dirs)
		}
		for d, n := range dirsOf(t, dir) {
			if want[d] != n {
				t.Errorf("%s: %d files in %s, want %d", name, n, d, want[d])
			}
		}
		if n := got[0].(*frame.Frame).NRows; n != files {
			t.Errorf("%s: %d files are told, want %d", name, n, files)
		}
		back, err := loop.Run(dataframe.ReadParquet(dir).SortValues("v").Value())
		if err != nil {
			t.Fatal(err)
		}
		b := back[0].(*frame.Frame)
		for i := range f.NRows {
			for _, l := range f.Names {
				if g, w := b.Col(l).Label(i), f.Col(l).Label(i); !g.Same(w) && (!g.IsMissing() || !w.IsMissing()) {
					t.Errorf("%s: %s[%d] = %s, want %s", name, l, i, g.Repr(), w.Repr())
				}
			}
		}
	}
}

func TestNamesOfPartitions(t *testing.T) {
	ts := func(u dtype.Unit, tz string) *frame.Column {
		return frame.OfType(dtype.DType{Kind: dtype.DatetimeKind, Unit: u, TZ: tz}, []int64{1})
	}
	for want, c := range map[string]*frame.Column{ // as pyarrow 26 writes them
		"-0":                                  frame.Of([]float64{math.Copysign(0, -1)}),
		"0.1":                                 frame.Of([]float64{0.1}),
		"2":                                   frame.Of([]float64{2}),
		"1e-7":                                frame.Of([]float64{1e-7}),
		"1e%2B16":                             frame.Of([]float64{1e16}),
		"1e%2B20":                             frame.Of([]float64{1e20}),
		"123456789.123":                       frame.Of([]float64{123456789.123}),
		"123456790":                           frame.Of([]float32{123456789.123}),
		"inf":                                 frame.Of([]float64{math.Inf(1)}),
		"__HIVE_DEFAULT_PARTITION__":          frame.Of([]float64{math.NaN()}),
		"true":                                frame.Of([]bool{true}),
		"1970-01-01%2000%3A00%3A01":           ts(dtype.Second, ""),
		"1970-01-01%2000%3A00%3A00.001":       ts(dtype.Milli, ""),
		"1970-01-01%2000%3A00%3A00.000001Z":   ts(dtype.Micro, "UTC"),
		"1970-01-01%2000%3A00%3A00.000000001": ts(dtype.Nano, ""),
		"1000000":                             frame.OfType(dtype.Timedelta(dtype.Micro), []int64{1000000}),
	} {
		dir := filepath.Join(t.TempDir(), "set")
		f := frame.Must(frame.New(nil, frame.Labels("v", "k"), frame.Of([]int64{0}), c))
		if _, err := (&marstest.Loop{}).Run(dataframe.FromFrame(f).ToParquet(dir, dataframe.ToParquet{PartitionCols: []string{"k"}}).Value()); err != nil {
			t.Fatal(err)
		}
		if d := dirsOf(t, dir); d["/k="+want] != 1 {
			t.Errorf("%v, want k=%s", d, want)
		}
	}
}

func TestPartitionsThatAreRefused(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int{0, 3, 6, 2, 5, 1}}, dataframe.C{Name: "a", Data: 0.5})
	part := func(cols ...string) dataframe.ToParquet { return dataframe.ToParquet{PartitionCols: cols} }
	fails(t, d.ToParquet("/tmp/x", part("z")), errs.NotFound, "z")
	fails(t, d.ToParquet("/tmp/x*", part("k")), errs.Invalid, "without a star")
	fails(t, d.ToParquet("/tmp/x", part(strings.Fields("k a")...)), errs.Invalid, "No data left")
	dir := filepath.Join(t.TempDir(), "empty")
	if _, err := (&marstest.Loop{}).Run(d.Head(0).ToParquet(dir, part("k")).Value()); err != nil || len(dirsOf(t, dir)) > 0 {
		t.Errorf("no rows: %v", err)
	}
}
