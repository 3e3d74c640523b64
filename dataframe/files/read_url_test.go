package files_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	_ "github.com/mars-project/mars-go/webfile"
	"github.com/mars-project/mars-go/wire/parquet"
)

// serve is the URL of a server for the length of the test.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		s.Close()
	})
	return s.URL
}

// bucket is a bucket of an S3 server for the length of the test.
func bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("data"); err != nil {
		t.Fatal(err)
	}
	url := serve(t, gofakes3.New(backend).Server())
	for k, v := range map[string]string{
		"AWS_ENDPOINT_URL_S3": url, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "test" + url, "AWS_SECRET_ACCESS_KEY": "secret",
	} {
		t.Setenv(k, v)
	}
	return "s3://data"
}

// ran is the answer of a run in this goroutine.
func ran(t *testing.T, d *dataframe.DataFrame) *frame.Frame {
	t.Helper()
	got, err := (&marstest.Loop{}).Run(d.Value())
	if err != nil {
		t.Fatal(err)
	}
	return got[0].(*frame.Frame)
}

func TestReadByURL(t *testing.T) {
	g := marstest.Load(t, "testdata/read_parquet.json")
	web := serve(t, http.FileServer(http.Dir("../..")))
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{web, "file://" + filepath.ToSlash(here)} {
		path := root + "/wire/parquet/testdata/"
		marstest.Check(t, root, dataframe.ReadParquet(path+"hole_zstd.parquet"), g.Get(t, "hole_zstd"))
		marstest.Check(t, root+" not there", dataframe.ReadParquet(path+"none.parquet"), errs.NotFound)
		csv := dataframe.ReadCSV(root+"/examples/data/airports.csv", dataframe.CSV{ChunkBytes: 40_000})
		want := ran(t, dataframe.ReadCSV("../../examples/data/airports.csv"))
		marstest.Check(t, root+" CSV", csv, want)
	}
	marstest.Check(t, "a scheme that nobody knows", dataframe.ReadCSV("gopher://a/b.csv"), errs.Invalid)
}

func TestS3IsWrittenAndRead(t *testing.T) {
	root := bucket(t)
	want := frame.Must(frame.New(nil, frame.Labels("i", "s"), frame.Of(make([]int64, 1000)), frame.Strs(make([]string, 1000)...)))
	d := dataframe.FromFrame(want)
	for _, path := range []string{"/one.parquet", "/many/x-*.parquet"} {
		ran(t, d.ToParquet(root+path))
		marstest.Check(t, path, dataframe.ReadParquet(root+path), want)
	}
	marstest.Check(t, "directory", dataframe.ReadParquet(root+"/many"), want)
	ran(t, d.ToCSV(root+"/x.csv.gz", dataframe.ToCSV{NoIndex: true, NARep: "-"}))
	marstest.Check(t, "CSV", dataframe.ReadCSV(root+"/x.csv.gz", dataframe.CSV{NoNAFilter: true}), want)
	if left, err := (op.Files{}).Glob(root + "/.*"); !errs.Is(err, errs.NotFound) {
		t.Errorf("temporary objects are left: %v, %v", left, err)
	}
	marstest.Check(t, "nothing there", dataframe.ReadParquet(root+"/none"), errs.NotFound)
}

// hive writes a data set of two rows in each of four directories.
func hive(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for i, d := range []string{"y=2001/k=x", "y=2001/k=y%20z", "y=2002/k=x", "y=2003/k=__HIVE_DEFAULT_PARTITION__"} {
		var b bytes.Buffer
		w, err := parquet.NewWriter(&b, parquet.WriteOptions{})
		if err == nil {
			err = w.Write(mem.Heap, frame.Must(frame.New(nil, frame.Labels("a"), frame.Of([]int64{int64(2 * i), int64(2*i + 1)}))))
		}
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.MkdirAll(filepath.Join(root, d), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(root, d, "0.parquet"), b.Bytes(), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func categories(t *testing.T, values *frame.Column, codes ...int8) *frame.Column {
	t.Helper()
	d, err := frame.NewDictionary(values)
	if err != nil {
		t.Fatal(err)
	}
	return frame.NewDict(dtype.Categorical, d, mem.WrapOf(codes), 0, len(codes), 1)
}

// TestHivePartitions has the answers of pandas 3 with pyarrow, which fails for the missing value.
func TestHivePartitions(t *testing.T) {
	root := hive(t)
	a := frame.Of([]int64{0, 1, 2, 3, 4, 5, 6, 7})
	y := categories(t, frame.Of([]int32{2001, 2002, 2003}), 0, 0, 0, 0, 1, 1, 2, 2)
	k := categories(t, frame.Strs("x", "y z"), 0, 0, 1, 1, 0, 0, -1, -1)
	marstest.Check(t, "all", dataframe.ReadParquet(root), frame.Must(frame.New(nil, frame.Labels("a", "y", "k"), a, y, k)))
	marstest.Check(t, "columns", dataframe.ReadParquet(root, dataframe.Parquet{Columns: []string{"k", "a"}}),
		frame.Must(frame.New(nil, frame.Labels("k", "a"), k, a)))
	marstest.Check(t, "pattern", dataframe.ReadParquet(root+"/y=2001/*/*.parquet", dataframe.Parquet{Columns: []string{"a", "k"}}),
		frame.Must(frame.New(nil, frame.Labels("a", "k"), frame.Of([]int64{0, 1, 2, 3}), categories(t, frame.Strs("x", "y z"), 0, 0, 1, 1))))
	marstest.Check(t, "projected", dataframe.ReadParquet(root).Col("k"), frame.Must(frame.New(nil, frame.Labels("k"), k)))
	if err := os.WriteFile(filepath.Join(root, "y=2001", "extra.parquet"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	marstest.Check(t, "other keys", dataframe.ReadParquet(root), errs.Invalid)
}

// TestPartitionsAreSkipped filters by the names of directories and damages a file that need not be read.
func TestPartitionsAreSkipped(t *testing.T) {
	root := hive(t)
	bad := filepath.Join(root, "y=2002", "k=x", "0.parquet")
	b, err := os.ReadFile(bad)
	if err != nil {
		t.Fatal(err)
	}
	b[5] ^= 0xff
	b[6] ^= 0xff
	if err := os.WriteFile(bad, b, 0o600); err != nil {
		t.Fatal(err)
	}
	d := dataframe.ReadParquet(root)
	got := ran(t, d.Filter(d.Col("y").Ne(2002).And(d.Col("a").Gt(1))))
	if s := got.Cols[0]; got.NRows != 4 || s.Cell(0) != int64(2) || s.Cell(3) != int64(7) || got.Index.Label(3) != frame.L(7) {
		t.Errorf("%v", got)
	}
	if _, err := (&marstest.Loop{}).Run(d.Value()); !errs.Is(err, errs.Invalid) {
		t.Errorf("the damaged file is read: %v", err)
	}
}
