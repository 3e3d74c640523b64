package local_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
)

// promise is the argument by which a process knows what was promised of a frame of two columns of integers.
const promise = `((IN(0), {"promise": {"what": "f", "kind": "dataframe", "columns": [("k", "int64"), ("x", "int64")], "guessed": False,
 "aligned": False, "levels": [(None, "int64")], "multi": False}, "own": {}, "indexed": False}, (), {}), {})`

// chunks is what a function gives for the chunks of a frame with keys k and numbers x, where the engine was
// told that it has columns of the names.
func chunks(t *testing.T, source string, o *remote.Chunks, k, x []int64, names ...string) *dataframe.DataFrame {
	t.Helper()
	labels := make([]frame.Label, len(names))
	none := make([]*frame.Column, len(names))
	for i, n := range names {
		labels[i], none[i] = frame.L(n), frame.Of([]int64{})
	}
	var err error
	if o.Schema, err = frame.New(frame.NewIndex(frame.Label{}, frame.Of([]int64{})), labels, none...); err != nil {
		t.Fatal(err)
	}
	version, _ := python()
	o.Args, o.Python, o.Style, o.Kind = pickled(t, "", promise), version.Version, "chunk", "dataframe"
	f := op.Apply(&remote.Function{Pickle: pickled(t, source, "f")})
	df := dataframe.NewWith(dataframe.Options{Rows: 3}, dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "x", Data: x})
	n := op.Apply(o, op.Value{N: f}, df.Value())
	if n.Err != nil {
		t.Fatal(n.Err)
	}
	return dataframe.FrameOf(op.Value{N: n})
}

// Rows with equal keys meet in one call, and calls are in the order of their keys.
func TestChunksByKey(t *testing.T) {
	g := withPython(t, 2)
	k, x, want := []int64{}, []int64{}, make([]int64, 7)
	for i := range int64(40) {
		k, x = append(k, (i*5)%7), append(x, i)
		want[(i*5)%7] += i
	}
	d := chunks(t, "def f(c): return c.groupby('k', as_index=False).sum()", &remote.Chunks{By: []frame.Label{frame.L("k")}}, k, x, "k", "x")
	g.execute(d)
	f, err := dataframe.FetchFrame(g.ctx, g.s, d)
	if err != nil {
		t.Fatal(err)
	}
	keys, sums := frame.Values[int64](f.Cols[0]), frame.Values[int64](f.Cols[1])
	if !slices.Equal(keys, []int64{0, 1, 2, 3, 4, 5, 6}) || !slices.Equal(sums, want) {
		t.Errorf("%v, %v", keys, sums)
	}
}

// A process that gives other columns than the engine was told of is not believed.
func TestChunksAreNotBelieved(t *testing.T) {
	g := withPython(t, 1)
	d := chunks(t, "def f(c): return c", &remote.Chunks{}, []int64{1, 2}, []int64{3, 4}, "k", "y")
	if err := g.s.Execute(g.ctx, d); !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "of a function, not") {
		t.Error(err)
	}
}
