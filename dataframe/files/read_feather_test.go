package files_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/arrow"
)

const featherFiles = "../../wire/arrow/testdata/"

// featherFrame has n rows of most kinds; part k of several misses an integer.
func featherFrame(t *testing.T, n int) *frame.Frame {
	t.Helper()
	is, ss, ts := make([]int64, n), make([]string, n), make([]int64, n)
	codes := make([]int8, n)
	for i := range n {
		is[i], ss[i], ts[i], codes[i] = int64(i*i), fmt.Sprintf("a text of row %d", i), int64(i)*1e9, int8(i%3)-1
	}
	return frame.Must(frame.New(nil, frame.Labels("i", "s", "t", "c"), frame.Of(is), frame.Strs(ss...),
		frame.OfType(dtype.Datetime(dtype.Micro), ts), categories(t, frame.Strs("x", "y"), codes...)))
}

// writeFeather writes frames as the record batches of a file.
func writeFeather(t *testing.T, fs ...*frame.Frame) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.feather")
	w, err := os.Create(path)
	if err == nil {
		a := arrow.NewWriter(w, mem.Heap, arrow.Options{File: true, Rows: 40})
		for _, f := range fs {
			if err == nil {
				err = a.Write(f)
			}
		}
		if err == nil {
			err = a.Close()
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadFeather(t *testing.T) {
	want := featherFrame(t, 40)
	path := writeFeather(t, want.Slice(0, 10), want.Slice(10, 25), want.Slice(25, 25), want.Slice(25, 40))
	d := dataframe.ReadFeather(path)
	if d.Rows() != 40 {
		t.Errorf("%d rows are known at the call", d.Rows())
	}
	marstest.Check(t, "batches", d, want)
	marstest.Check(t, "columns", dataframe.ReadFeather(path, dataframe.Feather{Columns: []string{"c", "i"}}), want.Select(3, 0))
	marstest.Check(t, "projected", dataframe.ReadFeather(path).Select("t"), want.Select(2))
	again, err := frame.ConcatFrames(mem.Heap, want, want)
	if err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "two files", dataframe.ReadFeather(path, dataframe.Feather{Files: []string{path}}), again.WithIndex(frame.NewRange(0, 1, 80)))
	marstest.Check(t, "no rows", dataframe.ReadFeather(writeFeather(t, want.Slice(0, 0))), want.Slice(0, 0))
	for _, name := range []string{"kinds.feather", "zstd.feather", "int_columns.arrow"} { // as package arrow reads them, which pandas' files test
		b, err := os.Open(featherFiles + name)
		if err != nil {
			t.Fatal(err)
		}
		read := arrow.ReadFile
		if filepath.Ext(name) == ".arrow" {
			read = arrow.ReadAll
		}
		whole, err := read(b, mem.Heap, 0)
		_ = b.Close()
		if err != nil {
			t.Fatal(err)
		}
		marstest.Check(t, name, dataframe.ReadFeather(featherFiles+name), whole)
	}
}

// TestReadFeatherOfMissingIntegers has integers that miss a row in one file of two.
func TestReadFeatherOfMissingIntegers(t *testing.T) {
	w, err := frame.NewBits(mem.Heap, 3, true)
	if err != nil {
		t.Fatal(err)
	}
	w.Clear(1)
	holes := frame.NewPlain(dtype.Int64, mem.WrapOf([]int64{1, 0, 3}), 0, 3, w.Bitmap())
	a := writeFeather(t, frame.Must(frame.New(nil, frame.Labels("i"), holes)))
	b := writeFeather(t, frame.Must(frame.New(nil, frame.Labels("i"), frame.Of([]int64{4, 5}))))
	marstest.Check(t, "missing", dataframe.ReadFeather(a, dataframe.Feather{Files: []string{b}}),
		frame.Must(frame.New(nil, frame.Labels("i"), frame.Of([]float64{1, math.NaN(), 3, 4, 5}))))
}

func TestReadFeatherFails(t *testing.T) {
	path := writeFeather(t, featherFrame(t, 5))
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut := writeText(t, "cut.feather", string(b[:len(b)/2]))
	for name, c := range map[string]struct {
		d    *dataframe.DataFrame
		kind errs.Kind
	}{
		"missing":        {dataframe.ReadFeather(path + "x"), errs.NotFound},
		"no column":      {dataframe.ReadFeather(path, dataframe.Feather{Columns: []string{"z"}}), errs.NotFound},
		"damaged":        {dataframe.ReadFeather(cut), errs.Invalid},
		"other dtypes":   {dataframe.ReadFeather(path, dataframe.Feather{Files: []string{featherFiles + "kinds.feather"}}), errs.Type},
		"other labels":   {dataframe.ReadFeather(path, dataframe.Feather{Files: []string{featherFiles + "date_index.arrow"}}), errs.Invalid},
		"text":           {dataframe.ReadFeather("../../examples/data/airports.csv"), errs.Invalid},
		"Feather 1":      {dataframe.ReadFeather(writeText(t, "1.feather", "FEA1 and more than eight bytes FEA1")), errs.Type},
		"method":         {dataframe.FromFrame(featherFrame(t, 2)).ToFeather(path, dataframe.ToFeather{Compression: "lz4"}), errs.Invalid},
		"labels written": {dataframe.FromFrame(featherFrame(t, 4)).SetIndex("i").ToFeather(path), errs.Invalid},
	} {
		marstest.Check(t, name, c.d, c.kind)
	}
}

func TestToFeather(t *testing.T) {
	f := featherFrame(t, 30)
	d := dataframe.FromFrame(f, dataframe.Chunk{Rows: 7})
	dir := t.TempDir()
	for _, name := range []string{"one.feather", "part-*.feather"} {
		for _, method := range []string{"", "zstd"} {
			written := d.ToFeather(filepath.Join(dir, name), dataframe.ToFeather{Compression: method})
			if op := written.Value().N.Name; op != "dataframe.to_feather" {
				t.Errorf("the operator is %s", op)
			}
			ran(t, written)
			marstest.Check(t, name+" "+method, dataframe.ReadFeather(filepath.Join(dir, name)), f)
		}
	}
}
