package task

import (
	"testing"

	"github.com/mars-project/mars-go/service"
)

// What is said of each of many nodes is copied once for many subtasks, and is exact in the end. Of few it is
// exact always, and what was told does not change.
func TestInfoCopiesSeldom(t *testing.T) {
	done := func(m *Machine, k int32) { m.count(&service.Result{}, []int32{k}) }
	many := &Machine{p: service.Progress{Nodes: make([]service.NodeProgress, 640)}}
	first := many.Info()
	copies, last := 0, &first.Nodes[0]
	for k := range int32(640) {
		done(many, k)
		if at := &many.Info().Nodes[0]; at != last {
			copies, last = copies+1, at
		}
	}
	if copies > behind || first.Nodes[0].Done != 0 || many.Info().Nodes[600].Done != 1 {
		t.Errorf("%d copies, %+v", copies, many.Info().Nodes[600])
	}
	many.state = service.Done
	if many.Info().Nodes[639].Done != 1 {
		t.Error("the last is missing in the end")
	}
	few := &Machine{p: service.Progress{Nodes: make([]service.NodeProgress, 3)}}
	before := few.Info()
	done(few, 1)
	if few.Info().Nodes[1].Done != 1 || before.Nodes[1].Done != 0 {
		t.Error("one of few is behind, or what was told has changed")
	}
}
