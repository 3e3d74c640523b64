package frame_test

import (
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

func TestCloneKeepsNoBlock(t *testing.T) {
	long := "a text that does not fit into a view"
	f := frame.Must(frame.New(nil, frame.Labels("n", "s"), frame.Of([]float64{1, 2}), frame.Strs(long, "b")))
	g, err := f.Clone(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	if d := f.Diff(g); d != "" {
		t.Fatal(d)
	}
	old := map[*mem.Block]bool{}
	f.Blocks(func(b *mem.Block) { old[b] = true })
	g.Blocks(func(b *mem.Block) {
		if old[b] {
			t.Error("the clone shares a block")
		}
	})
	frame.Values[float64](f.Cols[0])[0] = 9
	if frame.Values[float64](g.Cols[0])[0] != 1 {
		t.Error("writing the original changed the clone")
	}
}
