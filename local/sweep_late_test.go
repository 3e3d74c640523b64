package local_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// late is an operator of tests: chunks but the first wait until open is closed.
type late struct{}

func init() {
	op.Register[late](op.Doc{Name: "test.late", Like: "numpy.positive", Sig: "late(a)", Summary: "Tests what happens when the first chunk is done"})
}

// open lets all chunks pass once it is closed; every writing of a test makes its own.
var open chan struct{}

func (o *late) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *late) Tile(t *op.Tiler) error                { return t.Out(t.Map(t.In(0))) }

func (o *late) Exec(x *op.Exec) error {
	if nd.Data[int64](x.Array(0))[0] > 0 {
		select {
		case <-open:
		case <-x.Context().Done():
			return x.Context().Err()
		}
	}
	return x.Put(0, x.Array(0))
}

// files are the names in a folder, hidden ones too.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		names = append(names, e.Name())
	}
	return names
}

// halfWritten runs f on writings that are in the middle: the first chunk of 0, 1, ... 3999 is on the disk,
// the others come when open is closed. Each writes into an empty folder, as one file or as four.
func halfWritten(t *testing.T, f func(t *testing.T, g *rig, w *client.Future, dir string, names ...string)) {
	type frame = dataframe.DataFrame
	four := func(ext string) (names []string) {
		for _, k := range []string{"0", "1", "2", "3"} {
			names = append(names, "a-"+k+ext)
		}
		return names
	}
	for _, c := range []struct {
		name  string
		write func(d *frame, path string) *frame
		files []string
	}{
		{"a.csv", func(d *frame, p string) *frame { return d.ToCSV(p) }, []string{"a.csv"}},
		{"a-*.csv", func(d *frame, p string) *frame { return d.ToCSV(p) }, four(".csv")},
		{"a.parquet", func(d *frame, p string) *frame { return d.ToParquet(p) }, []string{"a.parquet"}},
		{"a-*.parquet", func(d *frame, p string) *frame { return d.ToParquet(p) }, four(".parquet")},
		{"a.feather", func(d *frame, p string) *frame { return d.ToFeather(p) }, []string{"a.feather"}},
		{"a.jsonl", func(d *frame, p string) *frame { return d.ToJSON(p) }, []string{"a.jsonl"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, dir := start(t, local.Config{Workers: 2, Slots: 4}, client.Options{}), t.TempDir()
			open = make(chan struct{})
			a := tensor.Of(op.Value{N: op.Apply(&late{}, tensor.Arange(0, 4000, 1, tensor.Create{Chunk: []int{1000}}).Value())})
			w, err := g.s.ExecuteAsync(g.ctx, c.write(dataframe.FromTensor(a, "v"), filepath.Join(dir, c.name)))
			if err != nil {
				t.Fatal(err)
			}
			g.until("a part is written", func() bool {
				select {
				case <-w.Done():
					t.Fatalf("the task is over: %v", w.Wait(g.ctx))
				default:
				}
				return len(files(t, dir)) > 0
			})
			for _, n := range files(t, dir) {
				if !strings.HasPrefix(n, ".") {
					t.Errorf("%s is seen before all of it is there", n)
				}
			}
			f(t, g, w, dir, c.files...)
		})
	}
}

// TestCanceledWritersLeaveNothing cancels when some parts are there and others are not.
func TestCanceledWritersLeaveNothing(t *testing.T) {
	halfWritten(t, func(t *testing.T, g *rig, w *client.Future, dir string, _ ...string) {
		if err := w.Cancel(g.ctx); err != nil {
			t.Fatal(err)
		}
		if err := w.Wait(g.ctx); !errs.Is(err, errs.Canceled) {
			t.Errorf("got %v", err)
		}
		if left := files(t, dir); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}

// TestClosedSessionsLeaveNoParts closes the session while it writes, as it happens to one whose client went
// away.
func TestClosedSessionsLeaveNoParts(t *testing.T) {
	halfWritten(t, func(t *testing.T, g *rig, w *client.Future, dir string, _ ...string) {
		if err := g.Session().Close(g.ctx, g.s.ID()); err != nil {
			t.Fatal(err)
		}
		if err := w.Wait(g.ctx); err == nil {
			t.Error("the task is done")
		}
		g.until("parts are swept", func() bool { return len(files(t, dir)) == 0 })
	})
}

// TestPartsOfKilledWorkersAreSwept kills all workers, one after the other. A part that nobody can vouch for
// any more ends the task, and nothing stays of it; if the worker died before it said that the part was done,
// another one writes it again, and what is left goes with the end.
func TestPartsOfKilledWorkersAreSwept(t *testing.T) {
	halfWritten(t, func(t *testing.T, g *rig, w *client.Future, dir string, names ...string) {
		for range 2 {
			if err := g.Replace(g.ctx); err != nil {
				t.Fatal(err)
			}
		}
		close(open)
		err := w.Wait(g.ctx)
		if errs.Is(err, errs.Lost) {
			names = nil
		} else if err != nil {
			t.Fatal(err)
		}
		if got := files(t, dir); !slices.Equal(got, names) {
			t.Errorf("files %q, want %q; the task: %v", got, names, err)
		}
	})
}
