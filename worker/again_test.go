package worker_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// A value whose last handle goes just before an equal one is asked for is made once more and stays: its end
// is sent to the worker before it is made, and comes first.
func TestAnEqualValueRightAfterTheEndOfTheFirst(t *testing.T) {
	in(t, oscar.Faults{}, func(w *world) {
		s := w.supervisor("s", 0)
		w.worker("w1", 1, s)
		w.worker("w2", 1, s)
		x := s.session(client.Options{})
		v := ones(9, 9).Value()
		for i := range 400 {
			id, err := s.Task().Submit(w.ctx, service.Submission{Session: x.ID(), Targets: []op.Value{v}})
			w.must(err)
			info, err := s.Task().Wait(w.ctx, id)
			w.must(err)
			c := info.Targets[0].Chunks[0]
			d, _ := s.Data(c.Bands[0])
			p, err := d.Get(w.ctx, x.ID(), c.Key)
			if err != nil {
				t.Fatalf("round %d: %v", i, err)
			}
			p.Release()
			w.must(s.Lifecycle().Decref(w.ctx, x.ID(), []op.Key{info.Targets[0].Value}))
		}
		if log := s.text(); strings.Contains(log, "rerun") {
			t.Errorf("something was made again:\n%s", log)
		}
		w.must(x.Close())
	})
}
