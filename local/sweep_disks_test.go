package local_test

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A disk is the file system of workers that share none with their supervisor: its paths lie below a folder.
type disk struct{ root string }

func (d disk) at(path string) string { return filepath.Join(d.root, path) }

func (d disk) Open(path string) (op.File, error)          { return op.Files{}.Open(d.at(path)) }
func (d disk) Stat(path string) (op.FileInfo, error)      { return op.Files{}.Stat(d.at(path)) }
func (d disk) Create(path string) (io.WriteCloser, error) { return op.Files{}.Create(d.at(path)) }
func (d disk) MkdirAll(path string) error                 { return op.Files{}.MkdirAll(d.at(path)) }
func (d disk) Rename(from, to string) error               { return op.Files{}.Rename(d.at(from), d.at(to)) }
func (d disk) Remove(path string) error                   { return op.Files{}.Remove(d.at(path)) }
func (d disk) Glob(pattern string) (out []op.FileInfo, err error) {
	out, err = op.Files{}.Glob(d.at(pattern))
	for i := range out {
		out[i].Path = out[i].Path[len(d.root):]
	}
	return out, err
}

// TestWorkersSweepTheirDisks: what a writing has left that was canceled lies on the disks of workers, which
// the supervisor does not see.
func TestWorkersSweepTheirDisks(t *testing.T) {
	d := disk{t.TempDir()}
	g := start(t, local.Config{Workers: 2, Slots: 4, Files: d}, client.Options{})
	open = make(chan struct{})
	a := tensor.Of(op.Value{N: op.Apply(&late{}, tensor.Arange(0, 4000, 1, tensor.Create{Chunk: []int{1000}}).Value())})
	w, err := g.s.ExecuteAsync(g.ctx, dataframe.FromTensor(a, "v").ToCSV("/a-*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	g.until("a part is written", func() bool { return len(files(t, d.root)) > 0 })
	if err := w.Cancel(g.ctx); err != nil {
		t.Fatal(err)
	}
	if err := w.Wait(g.ctx); !errs.Is(err, errs.Canceled) {
		t.Errorf("got %v", err)
	}
	if left := files(t, d.root); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
