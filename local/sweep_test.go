package local_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/local"
)

// TestFailedWritersLeaveNothing writes a frame whose last chunk cannot be written, when others are.
func TestFailedWritersLeaveNothing(t *testing.T) {
	const n = 64
	cells := make([]any, n)
	for i := range cells {
		cells[i] = "text"
	}
	cells[n-1] = int64(1)
	d := dataframe.FromFrame(frame.Must(frame.New(nil, frame.Labels("o"), frame.NewObjects(cells))), dataframe.Chunk{Rows: 2})
	g := start(t, local.Config{Workers: 2, Slots: 2}, client.Options{})
	for _, name := range []string{"one.parquet", "part-*.parquet"} {
		dir := t.TempDir()
		if err := g.s.Execute(g.ctx, d.ToParquet(filepath.Join(dir, name))); !errs.Is(err, errs.Type) {
			t.Errorf("%s: %v", name, err)
		}
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range left {
			t.Errorf("%s leaves %s", name, e.Name())
		}
	}
}
