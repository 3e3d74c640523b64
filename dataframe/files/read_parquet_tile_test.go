package files_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// TestLargeRowGroupsBecomeSeveralChunks reads a file whose one row group takes many times the chunk limit.
func TestLargeRowGroupsBecomeSeveralChunks(t *testing.T) {
	const n = 120_000
	i, x, s, u := make([]int64, n), make([]float64, n), make([]string, n), make([]string, n)
	for k := range n {
		i[k], x[k], s[k], u[k] = int64(k*7919%n), float64(k)/8, fmt.Sprint("s", k%5), fmt.Sprintf("a text of its own %06d", k)
	}
	f := frame.Must(frame.New(nil, frame.Labels("i", "x", "s", "u"), frame.Of(i), frame.Of(x), frame.Strs(s...), frame.Strs(u...)))
	byText := f.WithIndex(frame.NewIndex(frame.L("name"), f.Cols[3]))
	for name, f := range map[string]*frame.Frame{"range": f.WithIndex(frame.NewRange(5, 3, n)), "texts": byText} {
		path := filepath.Join(t.TempDir(), name+".parquet")
		if _, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(dataframe.FromFrame(f).ToParquet(path).Value()); err != nil {
			t.Fatal(err)
		}
		d := dataframe.ReadParquet(path)
		for what, h := range map[string]*dataframe.DataFrame{
			"all":       d,
			"condition": d.Filter(d.Col("i").Lt(n / 3).And(d.Col("x").Gt(n / 16))),
			"few":       d.Filter(d.Col("x").Eq(9000.5)),
			"none":      d.Filter(d.Col("x").Lt(-1)),
			"columns":   d.Select("s", "i"),
		} {
			one, many := &marstest.Loop{ChunkBytes: 1 << 30}, &marstest.Loop{ChunkBytes: 1 << 18, NoFuse: true}
			want, err := one.Run(h.Value())
			if err != nil {
				t.Fatal(err)
			}
			got, err := many.Run(h.Value())
			if err != nil {
				t.Fatal(err)
			}
			if diff := got[0].(*frame.Frame).Diff(want[0].(*frame.Frame)); diff != "" {
				t.Errorf("%s, %s: %s", name, what, diff)
			}
			if n, m := one.Calls["*files.readParquet chunk"], many.Calls["*files.readParquet chunk"]; n != 1 || what == "all" && m < 8 {
				t.Errorf("%s, %s: %v and %v reads", name, what, one.Calls, many.Calls)
			}
		}
	}
}
