package task

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/op"
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

// Each piece of a stage is counted before it is submitted, and what the planner needs no more goes behind the
// last, which may read it.
func TestPiecesAreCountedBeforeTheyRun(t *testing.T) {
	m := &Machine{waits: [][]*stage{nil}}
	list := make([]service.Subtask, 3*piece)
	for i := range list {
		list[i].ID = service.MakeTaskID(1, 1).Subtask(i)
	}
	m.add(&service.Stage{Subtasks: list, Drop: []op.Key{{1}}})
	counted, submitted := 0, 0
	for i, x := range m.over {
		switch x := x.(type) {
		case Track:
			counted += len(x.Subtasks)
		case Submit:
			if submitted += len(x.Subtasks); submitted != counted {
				t.Errorf("%d are submitted and %d counted", submitted, counted)
			}
		case Unhold:
			if i != len(m.over)-1 {
				t.Error("something goes before its readers are counted")
			}
		}
	}
	if submitted != len(list) || len(m.over) != 7 {
		t.Errorf("%d of %d are submitted, by %d effects", submitted, len(list), len(m.over))
	}
}
