package files_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// types is testdata/csv/types.csv in memory, in chunks of 20 rows.
func types(t *testing.T, change ...func(f *frame.Frame) *frame.Frame) *dataframe.DataFrame {
	t.Helper()
	got, err := (&marstest.Loop{}).Run(dataframe.ReadCSV(csvFiles+"types.csv", dataframe.CSV{ParseDates: []any{"d"}}).Value())
	if err != nil {
		t.Fatal(err)
	}
	f := got[0].(*frame.Frame)
	for _, c := range change {
		f = c(f)
	}
	return dataframe.FromFrame(f, dataframe.Chunk{Rows: 20})
}

// onlyFiles wants these files in a folder, and nothing hidden.
func onlyFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range es {
		got = append(got, e.Name())
	}
	if len(got) != len(names) {
		t.Errorf("the folder has %q, want %q", got, names)
	}
	for _, n := range names {
		if _, err := os.Stat(filepath.Join(dir, n)); err != nil {
			t.Error(err)
		}
	}
}

func sameFile(t *testing.T, got, want string) {
	t.Helper()
	a, err := os.ReadFile(got)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s has %d bytes, pandas writes %d:\n%.300s\nwant\n%.300s", filepath.Base(got), len(a), len(b), a, b)
	}
}

// noted is what a writer returns.
func noted(files []string, rows ...int64) *frame.Frame {
	return frame.Must(frame.New(nil, frame.Labels("file", "rows"), frame.Strs(files...), frame.Of(rows)))
}

func TestToCSV(t *testing.T) {
	d := types(t)
	late := types(t, func(f *frame.Frame) *frame.Frame { // one time that is not at midnight, in the last chunk
		ticks := append([]int64{}, frame.Values[int64](f.Col(frame.L("d")))...)
		ticks[70] += 1e6
		day := frame.OfType(dtype.Datetime(dtype.Micro), ticks)
		return frame.Must(frame.New(frame.NewIndex(frame.L("d"), day), frame.Labels("i"), f.Col(frame.L("i"))))
	})
	for name, write := range map[string]func(path string) *dataframe.DataFrame{
		"plain.csv": func(p string) *dataframe.DataFrame { return d.ToCSV(p) },
		"bare.csv":  func(p string) *dataframe.DataFrame { return d.ToCSV(p, dataframe.ToCSV{NoIndex: true, NoHeader: true}) },
		"columns.csv": func(p string) *dataframe.DataFrame {
			return d.ToCSV(p, dataframe.ToCSV{Columns: []any{"d", "nas"}, Sep: ";", NARep: "-", IndexLabel: []string{"row"}})
		},
		"named.csv": func(p string) *dataframe.DataFrame {
			return d.ToCSV(p, dataframe.ToCSV{Columns: []any{"d", "i"}, Header: []string{"day", "n"}, NoIndex: true})
		},
		"floats.csv": func(p string) *dataframe.DataFrame {
			return d.ToCSV(p, dataframe.ToCSV{Columns: []any{"f"}, FloatFormat: "%.3f", Quoting: 2})
		},
		"seconds.csv": func(p string) *dataframe.DataFrame { return late.ToCSV(p) },
		"series.csv": func(p string) *dataframe.DataFrame {
			return types(t).Col("f").ToCSV(p)
		},
		"filtered.csv": func(p string) *dataframe.DataFrame {
			return d.Filter(d.Col("i").Mod(3).Eq(1)).ToCSV(p, dataframe.ToCSV{Columns: []any{"i"}})
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		rows := int64(80)
		if name == "filtered.csv" {
			rows = 27
		}
		marstest.Check(t, name, write(path), noted([]string{path}, rows))
		sameFile(t, path, "testdata/to_csv/"+name)
		onlyFiles(t, dir, name)
	}
}

func TestToCSVManyFiles(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, k := range "0123" {
		files = append(files, filepath.Join(dir, "part-"+string(k)+".csv"))
	}
	marstest.Check(t, "star", types(t).ToCSV(filepath.Join(dir, "part-*.csv"), dataframe.ToCSV{Columns: []any{"i", "b"}}), noted(files, 20, 20, 20, 20))
	for _, f := range files {
		sameFile(t, f, "testdata/to_csv/"+filepath.Base(f))
	}
	onlyFiles(t, dir, "part-0.csv", "part-1.csv", "part-2.csv", "part-3.csv")
}

func TestToCSVCompressed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv.gz")
	if _, err := (&marstest.Loop{}).Run(types(t).ToCSV(path).Value()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/to_csv/plain.csv")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes unpacked, want %d (%v)", len(got), len(want), err)
	}
}

func TestToCSVFails(t *testing.T) {
	d, dir := types(t), t.TempDir()
	fails(t, d.ToCSV(""), errs.Invalid, "no file is named")
	fails(t, d.ToCSV(filepath.Join(dir, "*", "x.csv")), errs.Invalid, "one star may stand in the name")
	fails(t, d.ToCSV(filepath.Join(dir, "x.csv"), dataframe.ToCSV{Sep: "ab"}), errs.Type, "must be a 1-character string")
	fails(t, d.ToCSV(filepath.Join(dir, "x.csv"), dataframe.ToCSV{Columns: []any{"none"}}), errs.NotFound, "none")
	fails(t, d.ToCSV(filepath.Join(dir, "x.csv.bz2")), errs.Invalid, `compression "bz2" is not written`)
	_, err := (&marstest.Loop{}).Run(d.ToCSV(filepath.Join(dir, "none", "x.csv")).Value())
	if !errs.Is(err, errs.NotFound) {
		t.Errorf("a folder that is not there: %v", err)
	}
	onlyFiles(t, dir)
}

// fullFS is a file system whose disk is full after some bytes.
type fullFS struct {
	op.LocalFS
	left int
}

type fullFile struct {
	io.WriteCloser
	fs *fullFS
}

func (s *fullFS) Create(path string) (io.WriteCloser, error) {
	f, err := s.LocalFS.Create(path)
	return fullFile{f, s}, err
}

func (f fullFile) Write(p []byte) (int, error) {
	if f.fs.left -= len(p); f.fs.left < 0 {
		return 0, syscall.ENOSPC
	}
	return f.WriteCloser.Write(p)
}

// fullWorld is Go memory and that disk.
type fullWorld struct{ fs op.FS }

func (fullWorld) Alloc(n int) (*mem.Block, error) { return mem.Heap.Alloc(n) }
func (fullWorld) Context() context.Context        { return context.Background() }
func (w fullWorld) FS() op.FS                     { return w.fs }
func (fullWorld) Scratch() (op.Scratch, error)    { return nil, errors.New("no scratch") }
func (fullWorld) Parallel(n int, f func(i int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// runFull runs the writing of a chunk of 20 rows on a full disk.
func runFull(t *testing.T, h *dataframe.DataFrame, left int) error {
	t.Helper()
	n := h.Value().N
	in := n.In[0].Meta().WithRows(op.Dim{N: 20})
	f, err := (&marstest.Loop{}).Run(n.In[0])
	if err != nil {
		t.Fatal(err)
	}
	outs, err := n.Op.(op.Stager).StageMeta(op.Chunk, []op.Meta{in})
	if err != nil {
		t.Fatal(err)
	}
	c := &op.Call{Op: n.Op, Name: n.Name, Stage: op.Chunk, Index: []int{0}, In: []op.Arg{{Call: -1, Part: -1, Meta: in}}, Outs: outs, Lo: []int{0}, Full: []int{1}}
	_, err = op.Run(c, []any{f[0].(*frame.Frame).Slice(0, 20)}, []bool{false}, fullWorld{&fullFS{left: left}})
	return err
}

func TestWritersOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	for _, h := range []*dataframe.DataFrame{types(t).ToCSV(filepath.Join(dir, "x.csv")), types(t).ToParquet(filepath.Join(dir, "x.parquet"))} {
		if err := runFull(t, h, 1<<20); err != nil {
			t.Fatalf("with room for all: %v", err)
		}
		err := runFull(t, h, 100)
		if !errs.Is(err, errs.Unavailable) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%v, want a full disk", err)
		}
	}
	es, err := os.ReadDir(dir)
	if err != nil || len(es) != 2 { // the parts that had room, which nobody committed
		t.Errorf("%v are left (%v)", es, err)
	}
}
