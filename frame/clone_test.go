package frame_test

import (
	"slices"
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

func TestCloneFindsItsOwnLabels(t *testing.T) {
	numbers, texts := []int64{7, 3, 5}, frame.Strs("viper", "cobra", "asp")
	for name, c := range map[string]*frame.Column{"int64": frame.Of(numbers), "texts": texts} {
		f := frame.Must(frame.New(frame.NewIndex(frame.L("i"), c), frame.Labels("n"), frame.Of([]float64{1, 2, 3})))
		want := f.Index.Locate(f.Index.Label(1)) // builds the hash
		g, err := f.Clone(mem.Heap)
		if err != nil {
			t.Fatal(err)
		}
		clear(f.Index.Levels[0].Data.Bytes())
		if got := g.Index.Locate(g.Index.Label(1)); !slices.Equal(got, want) {
			t.Errorf("%s: the clone finds its label in rows %v, not %v", name, got, want)
		}
	}
}

func TestCompactFindsItsOwnLabels(t *testing.T) {
	numbers := make([]int64, 1000)
	for i := range numbers {
		numbers[i] = int64(-i)
	}
	f := frame.Must(frame.New(frame.NewIndex(frame.L("i"), frame.Of(numbers)), nil)).Slice(500, 600)
	f.Index.Locate(frame.L(-510)) // builds the hash
	g, err := f.Compact(mem.Heap)
	if err != nil {
		t.Fatal(err)
	}
	clear(f.Index.Levels[0].Data.Bytes())
	if at := g.Index.Locate(frame.L(-510)); !slices.Equal(at, []int{10}) {
		t.Errorf("the compact frame finds its label in rows %v, not 10", at)
	}
}
