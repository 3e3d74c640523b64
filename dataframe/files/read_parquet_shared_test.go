package files_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// wordsWorld is Go memory that remembers dictionaries.
type wordsWorld struct {
	op.World
	lexicons frame.Lexicons
}

func (w *wordsWorld) Lexicons() *frame.Lexicons { return &w.lexicons }
func (w *wordsWorld) Hold(*mem.Block) bool      { return true }

// TestChunksOfAFileShareLongTexts reads parts of a file one after the other, as tasks of a worker do, with
// and without a condition.
func TestChunksOfAFileShareLongTexts(t *testing.T) {
	const n, differ = 400_000, 6_000
	s, i := make([]string, n), make([]int64, n)
	for k := range n {
		s[k], i[k] = fmt.Sprintf("a text that is long %06d", uint64(k)*2654435761%differ), int64(k)
	}
	f := frame.Must(frame.New(nil, frame.Labels("s", "i"), frame.Strs(s...), frame.Of(i)))
	path := filepath.Join(t.TempDir(), "f.parquet")
	if _, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(dataframe.FromFrame(f).ToParquet(path).Value()); err != nil {
		t.Fatal(err)
	}
	node := dataframe.ReadParquet(path).Value().N
	w := &wordsWorld{World: marstest.World()}
	var got []*frame.Frame
	for k := range 4 {
		c := &op.Call{Op: node.Op, Stage: op.Chunk, Outs: node.Outs, Lo: []int{0, 0, 1, k * n / 4, (k + 1) * n / 4}}
		out, err := op.Run(c, nil, nil, w)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, out[0].(*frame.Frame))
	}
	for k, g := range got {
		if g.Cols[0].Enc != frame.Dict || g.Cols[0].Dict != got[0].Cols[0].Dict {
			t.Errorf("chunk %d has a dictionary of its own, or none", k)
		}
		if want := f.Slice(k*n/4, (k+1)*n/4); g.NRows != n/4 || !g.Cols[0].Equal(want.Cols[0]) || !g.Cols[1].Equal(want.Cols[1]) {
			t.Errorf("chunk %d: other rows", k)
		}
	}
}
