package files_test

import (
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestToParquet(t *testing.T) {
	g := marstest.Load(t, "../../wire/parquet/testdata/files.json")
	for _, name := range []string{"hole_zstd", "index_multi", "index_range", "index_time", "index_str", "index_int", "arrow", "empty_rows"} {
		want := g.Get(t, name+".parquet").Value(t).(*frame.Frame)
		if name == "arrow" { // of seconds Parquet makes milliseconds
			want = want.Drop(want.Find(frame.L("date")))
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "x.parquet")
		d := dataframe.FromFrame(want, dataframe.Chunk{Rows: 17})
		for _, codec := range []string{"", "zstd"} {
			marstest.Check(t, name+" "+codec, d.ToParquet(path, dataframe.ToParquet{Compression: codec}), noted([]string{path}, int64(want.NRows)))
			marstest.Check(t, name+" read "+codec, dataframe.ReadParquet(path), want)
		}
		onlyFiles(t, dir, "x.parquet")
	}
}

func TestToParquetManyFiles(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, k := range "0123" {
		files = append(files, filepath.Join(dir, "p"+string(k)))
	}
	d := types(t)
	marstest.Check(t, "star", d.ToParquet(filepath.Join(dir, "p*")), noted(files, 20, 20, 20, 20))
	onlyFiles(t, dir, "p0", "p1", "p2", "p3")
	want, err := (&marstest.Loop{}).Run(d.Value())
	if err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "read", dataframe.ReadParquet(filepath.Join(dir, "p*")), want[0])
}

func TestToParquetFails(t *testing.T) {
	d, dir := types(t), t.TempDir()
	fails(t, d.ToParquet(filepath.Join(dir, "x"), dataframe.ToParquet{Compression: "lzo"}), errs.Invalid, `compression "lzo" is not written`)
	c := dataframe.New(dataframe.C{Name: "z", Data: frame.Of([]complex128{1})})
	fails(t, c.ToParquet(filepath.Join(dir, "x")), errs.Type, "column 'z': dtype complex128 is not written")
	o := dataframe.New(dataframe.C{Name: "o", Data: frame.NewObjects([]any{"a", int64(1)})})
	_, err := (&marstest.Loop{}).Run(o.ToParquet(filepath.Join(dir, "x")).Value())
	if !errs.Is(err, errs.Type) {
		t.Errorf("objects of two types: %v", err)
	}
	onlyFiles(t, dir)
}
