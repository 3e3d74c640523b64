package supervisor

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
)

// A run stalls because all workers that have its input are dead, and one of them is back before anybody has
// worked that through: the input is there, and nothing is lost.
func TestARunStallsOnWhatIsBack(t *testing.T) {
	s, ctx := open(t), t.Context()
	if _, err := s.Session().Create(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	var h op.Hasher
	in, out := h.Str("given").Sum(), h.Str("made").Sum()
	band := service.Band{Node: "a", Name: "numa-0"}
	s.node("a", 1, true)
	given := service.ChunkMeta{Facts: service.Facts{Key: in}, Bands: []service.Band{band}}
	if err := s.Lifecycle().Adopt(ctx, "s", service.Manifest{Value: in, Chunks: []service.ChunkMeta{given}}); err != nil {
		t.Fatal(err)
	}
	id := service.MakeTaskID(1, 1)
	sub := service.Subtask{ID: id.Subtask(0), Inputs: []service.Input{{Key: in}}, Outputs: []service.Output{{Key: out}}}
	s.toLifecycle("s", lifecycle.Track{Task: id, Subtasks: []service.Subtask{sub}})
	s.toLifecycle("s", lifecycle.Stalled{Run: service.Run{ID: sub.ID}, Lost: []op.Key{in}})
	if _, err := s.Lifecycle().Counts(ctx, "s"); err != nil { // behind all that
		t.Fatal(err)
	}
	es, err := s.Events().Since(ctx, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range es {
		if e.From == "lifecycle" {
			said = append(said, e.Text)
		}
	}
	if text := strings.Join(said, "\n"); !strings.HasPrefix(text, "rerun") || len(said) != 1 {
		t.Errorf("the run does not go on: %s", text)
	}
}
