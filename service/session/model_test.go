package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/session"
)

// A room is what a model knows of one session.
type room struct {
	closing          bool
	running, waiting []service.TaskID
	nested           []service.TaskID
}

func (x *room) tasks() int { return len(x.running) + len(x.waiting) + len(x.nested) }

// TestModel drives sessions at random, and compares them with a list that is kept in the plainest way.
func TestModel(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		most := r.IntN(4) // 0: all run
		m, want := session.New(0, most), map[string]*room{}
		last := service.TaskID(0)
		for step := range 400 {
			id := fmt.Sprint("x", r.IntN(3))
			x := want[id]
			bad := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, step %d, %s: %s", seed, step, id, fmt.Sprintf(format, args...))
			}
			switch r.IntN(6) {
			case 0:
				_, err := m.Create(id, service.Nanos(step))
				if closing := x != nil && x.closing; closing != errs.Is(err, errs.Unavailable) {
					bad("made while closing %t: %v", closing, err)
				}
				if x == nil {
					want[id] = &room{}
				}
			case 1, 2:
				if x == nil || x.closing {
					continue // nobody begins a task there: Touch is asked first
				}
				last++
				if r.IntN(4) == 0 { // what others wait for counts for nobody
					x.nested = append(x.nested, last)
					if !m.Begin(id, last, true) {
						bad("%s waits, and others for it", last)
					}
					continue
				}
				runs := most == 0 || len(x.running) < most
				if got := m.Begin(id, last, false); got != runs {
					bad("%s runs: %t", last, got)
				}
				if runs {
					x.running = append(x.running, last)
				} else {
					x.waiting = append(x.waiting, last)
				}
			case 3, 4:
				if x == nil || x.tasks() == 0 {
					continue
				}
				all := slices.Concat(x.running, x.waiting, x.nested)
				over := all[r.IntN(len(all))]
				is := func(id service.TaskID) bool { return id == over }
				x.running, x.waiting, x.nested = slices.DeleteFunc(x.running, is), slices.DeleteFunc(x.waiting, is), slices.DeleteFunc(x.nested, is)
				next := service.TaskID(0)
				if len(x.waiting) > 0 && len(x.running) < most {
					next = x.waiting[0]
					x.running, x.waiting = append(x.running, next), x.waiting[1:]
				}
				if got, ok := m.Over(id, over); got != next || ok != (next != 0) {
					bad("behind %s it is the turn of %s, %t; want %s", over, got, ok, next)
				}
			case 5:
				if mine := x != nil && !x.closing; m.Closing(id) != mine {
					bad("closed by one: %t", mine)
				} else if mine {
					x.closing = true
				} else if x != nil && x.tasks() == 0 {
					m.Closed(id)
					delete(want, id)
				}
			}
			var open []string
			for id, x := range want {
				if i, err := m.Info(id); !x.closing && (err != nil || i.Tasks != x.tasks()) {
					bad("%+v, %v; want %+v", i, err, x)
				}
				if m.Open(id) == x.closing || errs.Is(m.Touch(id, 0), errs.NotFound) != x.closing {
					bad("open and closing")
				}
				if !x.closing {
					open = append(open, id)
				}
			}
			slices.Sort(open)
			var got []string
			for _, i := range m.List() {
				got = append(got, i.ID)
			}
			if !slices.Equal(got, open) {
				bad("listed: %v, open: %v", got, open)
			}
		}
	}
}
