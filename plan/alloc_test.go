package plan_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/plan"
)

// What a run of a tiny graph costs is memory that is not in the caches: passes that find nothing to do make
// little of it.
func TestPassesThatFindNothingAllocateLittle(t *testing.T) {
	v := dataframe.NewSeries([]float64{1}).Add(1.0).Value()
	p, err := plan.New(plan.Options{}, v)
	if err != nil {
		t.Fatal(err)
	}
	known := v.Meta()
	if n := testing.AllocsPerRun(100, func() { p.Settle(known) }); n != 0 {
		t.Errorf("settling what is known makes %v allocations", n)
	}
	const most = 24
	if n := testing.AllocsPerRun(100, func() { plan.Rewritten(v) }); n > most {
		t.Errorf("rewriting a graph of two nodes that no rule concerns makes %v allocations, want at most %d", n, most)
	}
}
