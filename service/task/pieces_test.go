package task

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/service"
)

// TestPieces cuts random stages: nothing is lost, no subtask reads across a cut, and what reads nothing is
// cut small.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := service.MakeTaskID(1, 1)
		base := rapid.IntRange(0, 5).Draw(t, "base")
		n := rapid.IntRange(0, 4*piece).Draw(t, "n")
		list := make([]service.Subtask, n)
		for i := range list {
			list[i].ID = id.Subtask(base + i)
		}
		reads := rapid.IntRange(0, 6).Draw(t, "reads")
		for range min(reads, n/2) {
			i := rapid.IntRange(1, n-1).Draw(t, "reader")
			list[i].Deps = append(list[i].Deps, list[rapid.IntRange(max(0, i-2*piece), i-1).Draw(t, "read")].ID)
		}
		if base > 0 && n > 0 { // of an earlier stage
			list[n-1].Deps = append(list[n-1].Deps, id.Subtask(0))
		}
		ps := pieces(list)
		var all []service.Subtask
		for k, p := range ps {
			if len(p) == 0 || reads == 0 && len(p) >= 2*piece+1 || len(ps) > 1 && len(p) < piece {
				t.Fatalf("piece %d has %d of %d subtasks", k, len(p), n)
			}
			for i := range p {
				for _, d := range p[i].Deps {
					if d.N() >= base && d < p[0].ID {
						t.Fatalf("%s reads %s, in another piece", p[i].ID, d)
					}
				}
			}
			all = append(all, p...)
		}
		if !slices.EqualFunc(all, list, func(a, b service.Subtask) bool { return a.ID == b.ID }) {
			t.Fatalf("%d subtasks became %d", len(list), len(all))
		}
	})
}
