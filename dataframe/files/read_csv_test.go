package files_test

import (
	"fmt"
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
	"github.com/mars-project/mars-go/op"
)

const csvFiles = "testdata/csv/"

func TestReadCSV(t *testing.T) {
	g := marstest.Load(t, "testdata/read_csv.json")
	types := csvFiles + "types.csv"
	for name, c := range map[string]struct {
		path string
		o    dataframe.CSV
	}{
		"types":           {types, dataframe.CSV{}},
		"gzip":            {types + ".gz", dataframe.CSV{}},
		"dates":           {types, dataframe.CSV{ParseDates: []any{"d"}}},
		"index":           {types, dataframe.CSV{IndexCol: []any{"i"}}},
		"two levels":      {types, dataframe.CSV{IndexCol: []any{"b", 0}}},
		"usecols":         {types, dataframe.CSV{UseCols: []any{"late", "i", "d"}}},
		"nrows":           {types, dataframe.CSV{NRows: new(33)}},
		"skiprows":        {csvFiles + "longer.csv", dataframe.CSV{SkipRows: dataframe.SkipRows{Lines: []int{1, 3, 4}}}},
		"longer":          {csvFiles + "longer.csv", dataframe.CSV{}},
		"index_col false": {csvFiles + "longer.csv", dataframe.CSV{NoIndexCol: true}},
		"plain":           {csvFiles + "plain.txt", dataframe.CSV{Sep: ";", Comment: "#"}},
		"no header":       {csvFiles + "longer.csv", dataframe.CSV{NoHeader: true, SkipRows: dataframe.SkipRows{First: 1}, Names: []string{"p", "q", "r"}}},
		"dtype":           {types, dataframe.CSV{DTypes: dataframe.DTypes{"i": dtype.Float32, "late": dtype.Str, "nas": dtype.Int64.Nullable()}}},
		"all str":         {types, dataframe.CSV{DType: dtype.Str}},
		"na_values":       {types, dataframe.CSV{NAValues: []string{"7"}, OnlyMyNA: true}},
		"only header":     {csvFiles + "header.csv", dataframe.CSV{}},
		"parts":           {csvFiles + "part-*.csv", dataframe.CSV{}},
	} {
		for _, bytes := range []int{0, 200, 1500} { // one chunk; many, looked through when the frame runs; several
			c.o.ChunkBytes = bytes
			h := dataframe.ReadCSV(c.path, c.o)
			marstest.Check(t, fmt.Sprint(name, " by ", bytes), h, g.Get(t, name), marstest.ChunkBytes(1000))
		}
	}
}

func TestReadCSVOfAirports(t *testing.T) {
	g := marstest.Load(t, "testdata/read_csv.json")
	const path = "../../examples/data/airports.csv"
	rows := []int{}
	for i := range 3376 {
		if i < 40 || i >= 1000 && i < 1020 || i >= 3336 {
			rows = append(rows, i)
		}
	}
	for _, bytes := range []int{0, 20_000} {
		a := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: bytes})
		if n := a.Rows(); bytes == 0 && n != 3376 {
			t.Errorf("%d airports are known at the call", n)
		}
		marstest.Check(t, fmt.Sprint("airports by ", bytes), a.Iloc(rows), g.Get(t, "airports"), marstest.ChunkBytes(1<<20))
		o := a.Value().N.Op.(op.Projector).Project([]int{0, 5})
		f := dataframe.FrameOf(op.Value{N: op.Apply(o)})
		marstest.Check(t, fmt.Sprint("projected by ", bytes), f.Head(10), g.Get(t, "airports of a state"), marstest.ChunkBytes(1<<20))
	}
}

// TestReadCSVLooksThroughLargeFiles has a value of another kind where no sample meets it.
func TestReadCSVLooksThroughLargeFiles(t *testing.T) {
	var b strings.Builder
	b.WriteString("k,v\n")
	n := 300_000
	for i := range n {
		v := any(i)
		switch i {
		case n / 3:
			v = ""
		case n / 3 * 2:
			v = 0.5
		}
		fmt.Fprintf(&b, "%d,%v\n", i, v)
	}
	path := filepath.Join(t.TempDir(), "large.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	f := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: 400_000})
	if d := f.Value().Meta().Cols[1].Is; d != dtype.Int64 || f.Rows() != -1 {
		t.Fatalf("the sample shows %s, %d rows: the file is too small for this test", d, f.Rows())
	}
	got, err := (&marstest.Loop{}).Run(f.Value(), f.Tail(1).Value())
	if err != nil {
		t.Fatal(err)
	}
	whole := got[0].(*frame.Frame)
	c := whole.Cols[1]
	if c.DType != dtype.Float64 || whole.NRows != n || !c.IsNull(n/3) || c.Cell(n/3*2) != 0.5 || c.Cell(n-1) != float64(n-1) {
		t.Errorf("column v is %s with %d rows", c.DType, whole.NRows)
	}
	if l := got[1].(*frame.Frame).Index.Label(0); l != frame.L(n-1) {
		t.Errorf("the last label is %s", l)
	}
	given := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: 400_000, DTypes: dataframe.DTypes{"k": dtype.Int64, "v": dtype.Float64}})
	looked := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: 20_000}) // too many chunks to keep before their dtypes are known
	again, err := (&marstest.Loop{}).Run(looked.Value(), looked.Tail(1).Value())
	if err != nil {
		t.Fatal(err)
	}
	if d := again[0].(*frame.Frame).Diff(whole); d != "" {
		t.Error(d)
	}
	if l := again[1].(*frame.Frame).Index.Label(0); l != frame.L(n-1) {
		t.Errorf("the last label is %s", l)
	}
	l := &marstest.Loop{}
	alone, err := l.Run(given.Value())
	if err != nil {
		t.Fatal(err)
	}
	if d := alone[0].(*frame.Frame).Diff(whole); d != "" {
		t.Error(d)
	}
	if l.Stages != 1 {
		t.Errorf("with all dtypes given there are %d stages", l.Stages)
	}
	_, err = l.Run(dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: 400_000, DType: dtype.Int64}).Value())
	if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "large.csv") || !strings.Contains(err.Error(), "column 'v'") {
		t.Errorf("a value that is not of the given dtype: %v", err)
	}
}

func TestReadCSVFails(t *testing.T) {
	fails(t, dataframe.ReadCSV("testdata/none.csv"), errs.NotFound, "testdata/none.csv: no such file")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{UseCols: []any{"nope"}}), errs.Invalid, "Usecols do not match columns")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{Quote: "ab"}), errs.Invalid, "quotechar must be one character")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{UseCols: []any{struct{}{}}}), errs.Type, "a column is a name or a place")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{ChunkBytes: -1}), errs.Invalid, "chunks of -1 bytes")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{Compression: "gzip"}), errs.Invalid, "damaged gzip data")
	fails(t, dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{Header: new(-2)}), errs.Invalid, "Passing negative integer to header")
	fails(t, dataframe.ReadCSV(csvFiles+"part-1.csv", dataframe.CSV{Files: []string{csvFiles + "header.csv"}}), errs.Invalid, "header.csv has other columns")
	empty := filepath.Join(t.TempDir(), "empty.csv")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, dataframe.ReadCSV(empty), errs.Invalid, "empty.csv: No columns to parse from file")
	path := copyFile(t, csvFiles+"part-1.csv", filepath.Join(t.TempDir(), "x.csv"))
	f := dataframe.ReadCSV(path)
	if err := os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := (&marstest.Loop{}).Run(f.Value()); !errs.Is(err, errs.Lost) {
		t.Errorf("a changed file: %v", err)
	}
}
