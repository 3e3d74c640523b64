package local_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Jobs over three times the memory of the worker end, with the right numbers, whether keys differ or all rows
// have the same.
func TestJobsOutgrowMemory(t *testing.T) {
	const n = 1 << 18
	g := start(t, local.Config{Workers: 1, Memory: n * 16 / 3}, client.Options{ChunkBytes: 64 << 10})
	for name, many := range map[string]int{"distinct": n, "some": 1000, "equal": 1} {
		i := tensor.Arange(0, n, 1)
		k := tensor.Mod(tensor.Multiply(i, 7919), many)
		d := dataframe.FromTensor(tensor.Stack([]*tensor.Tensor{k, i}, 1), "k", "i")
		sorted := d.SortValues([]string{"k"}, dataframe.Sort{IgnoreIndex: true})
		step := sorted.Col("k").Diff().Min()
		if many == n { // k+1 follows k
			step = sorted.Col("k").Diff().Max()
		}
		for what, c := range map[string]struct {
			h    op.Handle
			want string
		}{
			"smallest step of a sort": {step, map[bool]string{true: "1.0", false: "0.0"}[many == n]},
			"rows that differ":        {d.DropDuplicates(dataframe.Duplicates{Subset: []string{"k"}}).Col("i").Count(), fmt.Sprint(many)},
			"number of values":        {d.Col("k").NUnique(), fmt.Sprint(many)},
			"commonest":               {d.Col("k").ValueCounts().Sum(), fmt.Sprint(n)},
			"unique":                  {tensor.Sum(tensor.Unique(k).Counts), fmt.Sprint(n)},
		} {
			if raced && (name != "some" || what == "number of values" || what == "unique") {
				continue
			}
			g.execute(c.h)
			got, err := g.s.Fetch(g.ctx, c.h)
			if err != nil || fmt.Sprint(got) != c.want {
				t.Errorf("%s of %s keys: %v, %v, want %v", what, name, got, err, c.want)
			}
		}
	}
}
