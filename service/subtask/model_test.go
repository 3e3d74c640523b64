package subtask

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// TestModel drives a band with random leases on a random amount of memory, and checks that every run ends in
// exactly one way, that local chunks are freed once and only after their readers, and that no memory stays
// booked.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			w.act()
		}
		w.settle()
	})
}

type world struct {
	t         *rapid.T
	m         *Machine
	limit     int64
	booked    map[service.Run]int64
	needs     map[service.Run]int64 // what a run really takes
	asked     []Reserve
	fetches   []Fetch
	started   []service.Run
	beside    map[service.Run]bool
	look      bool
	lacking   []service.Run
	away      map[service.Run]bool // false: it wants to go on
	aborted   map[service.Run]bool
	withdrawn map[service.Run]bool // reservations
	displaced map[service.Run]bool
	subs      map[service.Run]service.Subtask
	fate      map[service.Run]string
	chunks    map[op.Key]string // local chunks: made, freed, kept
	readers   map[op.Key][]service.Run
	tasks     int
	over      map[service.TaskID]bool
	waiting   map[service.TaskID]bool // for Canceled
	seq       uint64
	ended     map[service.Run]bool
}

func newWorld(t *rapid.T) *world {
	limit := int64(rapid.IntRange(50, 200).Draw(t, "limit"))
	m, err := New(Config{Slots: int32(rapid.IntRange(1, 3).Draw(t, "slots")), Mem: limit, Floor: 1, Batch: rapid.IntRange(1, 5).Draw(t, "batch"), Ahead: rapid.IntRange(1, 3).Draw(t, "ahead")})
	if err != nil {
		t.Fatal(err)
	}
	return &world{
		t: t, m: m, limit: limit, booked: map[service.Run]int64{}, needs: map[service.Run]int64{}, away: map[service.Run]bool{}, beside: map[service.Run]bool{}, aborted: map[service.Run]bool{}, withdrawn: map[service.Run]bool{}, displaced: map[service.Run]bool{},
		subs: map[service.Run]service.Subtask{}, fate: map[service.Run]string{}, chunks: map[op.Key]string{},
		readers: map[op.Key][]service.Run{}, over: map[service.TaskID]bool{}, ended: map[service.Run]bool{}, waiting: map[service.TaskID]bool{},
	}
}

func (w *world) step(e Event) {
	w.t.Log(e)
	for _, x := range slices.Clone(w.m.Step(e)) {
		w.t.Log("   ", x)
		switch x := x.(type) {
		case Reserve:
			w.asked = append(w.asked, x)
		case Fetch:
			w.fetches = append(w.fetches, x)
		case Start:
			if w.fate[x.Run] != "" {
				w.t.Fatalf("%s starts after it %s", x.Run, w.fate[x.Run])
			}
			w.started = append(w.started, x.Run)
			w.beside[x.Run] = x.Beside
		case Look:
			w.look = true
		case Go:
			if waits, ok := w.away[x.Run]; !ok || waits {
				w.t.Fatalf("%s goes on, and has not asked to", x.Run)
			}
			delete(w.away, x.Run)
		case Abort:
			w.aborted[x.Run] = true
		case Withdraw:
			w.withdrawn[x.Run] = true
		case Displace:
			if _, ok := w.away[x.Run]; !ok || w.displaced[x.Run] {
				w.t.Fatalf("%s is displaced, and is not away or was asked before", x.Run)
			}
			w.displaced[x.Run] = true
		case Release:
			delete(w.booked, x.Run)
		case Free:
			for _, k := range x.Keys {
				if w.chunks[k] != "made" {
					w.t.Fatalf("%s is freed but %q", k.Short(), w.chunks[k])
				}
				for _, r := range w.readers[k] {
					if w.fate[r] == "" && !w.over[r.ID.Task()] && !w.ended[r] {
						w.t.Fatalf("%s is freed before %s has read it", k.Short(), r)
					}
				}
				w.chunks[k] = "freed"
			}
		case Report:
			w.report(x)
		case Canceled:
			if !w.waiting[x.Task] {
				w.t.Fatalf("%s is canceled and nobody asked", x.Task)
			}
			for _, r := range w.started {
				if r.ID.Task() == x.Task {
					w.t.Fatalf("%s goes on after cancel", r)
				}
			}
			delete(w.waiting, x.Task)
		}
	}
	if err := check(w.m); err != nil {
		w.t.Fatalf("after %s: %v", e, err)
	}
}

func (w *world) end(r service.Run, how string) {
	if w.fate[r] != "" {
		w.t.Fatalf("%s %s and %s", r, w.fate[r], how)
	}
	if _, ok := w.subs[r]; !ok {
		w.t.Fatalf("%s is not known and %s", r, how)
	}
	w.fate[r] = how
}

func (w *world) report(x Report) {
	if w.seq++; x.Seq != w.seq {
		w.t.Fatalf("report %d after %d", x.Seq, w.seq-1)
	}
	for _, r := range x.Results {
		w.end(r.Run(), "ended")
		for _, f := range r.Facts {
			if _, ok := w.chunks[f.Key]; ok && !f.Local {
				w.chunks[f.Key] = "kept"
			}
		}
	}
	for _, r := range x.Returned {
		w.end(r, "came back")
	}
	for _, k := range x.Promoted {
		if w.chunks[k.Key] != "made" {
			w.t.Fatalf("%s is kept but %s", k.Key.Short(), w.chunks[k.Key])
		}
		w.chunks[k.Key] = "kept"
	}
	if rapid.Bool().Draw(w.t, "ack") {
		w.step(Acked{"sup", x.Seq})
	}
}

func (w *world) act() {
	t := w.t
	switch rapid.IntRange(0, 9).Draw(t, "act") {
	case 0, 1:
		w.lease()
	case 2:
		if len(w.subs) > 0 {
			w.step(Revoke{"sup", rapid.SliceOfN(rapid.SampledFrom(w.all()), 1, 4).Draw(t, "runs")})
		}
	case 3:
		if w.tasks > 0 && rapid.IntRange(0, 3).Draw(t, "really") == 0 {
			id := service.TaskID(rapid.IntRange(1, w.tasks).Draw(t, "task"))
			w.over[id], w.waiting[id] = true, true
			w.step(Cancel{id})
		}
	case 4:
		w.step(Flush{})
	case 5:
		w.step(Freed{})
	case 6:
		if len(w.started) > 0 {
			w.wait(rapid.SampledFrom(w.started).Draw(t, "waits"))
		}
	default:
		w.answer()
	}
}

func (w *world) all() (rs []service.Run) {
	for r := range w.subs {
		rs = append(rs, r)
	}
	slices.SortFunc(rs, func(a, b service.Run) int { return int(a.ID - b.ID) })
	return rs
}

func (w *world) lease() {
	t := w.t
	w.tasks++
	id := service.TaskID(w.tasks)
	e := Leased{Lease: service.Lease{ID: service.LeaseID(w.tasks), Owner: "sup", Task: id, Depth: int32(rapid.IntRange(0, 2).Draw(t, "depth"))}}
	var made []op.Key
	for n := range rapid.IntRange(1, 8).Draw(t, "subtasks") {
		s := service.Subtask{ID: id.Subtask(n), Priority: int64(rapid.IntRange(0, 3).Draw(t, "priority")), Mem: int64(rapid.IntRange(1, rapid.SampledFrom([]int{1, int(w.limit)}).Draw(t, "most")).Draw(t, "mem"))}
		if len(made) > 0 {
			for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom(made), 0, min(3, len(made)), rapid.ID).Draw(t, "inputs") {
				s.Inputs = append(s.Inputs, service.Input{Key: k})
				for _, p := range e.Lease.Subtasks {
					if p.Outputs[0].Key == k {
						s.Deps = append(s.Deps, p.ID)
					}
				}
				w.readers[k] = append(w.readers[k], s.Run())
			}
		}
		if rapid.Bool().Draw(t, "process") {
			s.Traits = service.Opaque | service.Process
		}
		var h op.Hasher
		k := h.Str(s.ID.String()).Sum()
		local := rapid.Bool().Draw(t, "local")
		s.Outputs = []service.Output{{Key: k, Local: local}}
		if local {
			w.chunks[k] = "planned"
		}
		made = append(made, k)
		w.subs[s.Run()] = s
		w.needs[s.Run()] = s.Mem
		if rapid.IntRange(0, 3).Draw(t, "grows") == 0 {
			w.needs[s.Run()] = s.Mem * 3
		}
		e.Lease.Subtasks = append(e.Lease.Subtasks, s)
		e.Far = append(e.Far, int64(rapid.IntRange(0, 1).Draw(t, "far")))
	}
	w.step(e)
	if rapid.IntRange(0, 5).Draw(t, "twice") == 0 {
		w.step(e)
	}
}

// wait has a run wait for others, or go on.
func (w *world) wait(r service.Run) {
	switch waits, ok := w.away[r]; {
	case !ok && w.aborted[r]:
	case !ok:
		w.away[r] = true
		w.step(Waits{r})
	case waits:
		w.away[r] = false
		w.step(Resumes{r})
	}
}

// answer does one thing that was asked for.
func (w *world) answer() {
	t := w.t
	n := len(w.asked) + len(w.fetches) + len(w.started)
	if k := len(w.lacking); k > 0 && rapid.IntRange(0, n).Draw(t, "prepared") == 0 {
		r := w.lacking[k-1]
		w.lacking = w.lacking[:k-1]
		w.step(Prepared{r})
		return
	}
	if w.look && rapid.IntRange(0, n).Draw(t, "looks") == 0 {
		w.look = false
		w.step(Looked{})
		return
	}
	if n == 0 {
		return
	}
	i := rapid.IntRange(0, n-1).Draw(t, "which")
	if i < len(w.asked) {
		x := w.asked[i]
		var used int64
		for _, b := range w.booked {
			used += b
		}
		if !x.Alone && used+x.Mem > w.limit && !w.withdrawn[x.Run] && !w.aborted[x.Run] && used > 0 && rapid.IntRange(0, 3).Draw(t, "starves") > 0 {
			w.step(Starved{x.Run}) // it goes on to wait
			return
		}
		delete(w.withdrawn, x.Run)
		w.asked = slices.Delete(w.asked, i, i+1)
		switch {
		case x.Alone:
			w.booked[x.Run] = w.limit - used
		case used+x.Mem > w.limit:
			w.step(Refused{x.Run})
			return
		default:
			w.booked[x.Run] = x.Mem
		}
		w.step(Granted{x.Run})
		return
	}
	if i -= len(w.asked); i < len(w.fetches) {
		x := w.fetches[i]
		w.fetches = slices.Delete(w.fetches, i, i+1)
		e := Fetched{Run: x.Run}
		if w.aborted[x.Run] && rapid.Bool().Draw(t, "stopped") || rapid.IntRange(0, 9).Draw(t, "lost") == 0 {
			e.Err = &service.Failure{Kind: errs.Lost, Msg: "lost"}
			delete(w.booked, x.Run)
		}
		w.step(e)
		return
	}
	i -= len(w.fetches)
	r := w.started[i]
	if waits, ok := w.away[r]; ok && waits && rapid.Bool().Draw(t, "resumes") {
		w.wait(r)
		return
	}
	w.started = slices.Delete(w.started, i, i+1)
	if _, waits := w.away[r]; w.beside[r] && !waits && rapid.IntRange(0, 2).Draw(t, "unbegun") == 0 {
		delete(w.booked, r)
		w.step(Unbegun{r})
		return
	}
	if _, waits := w.away[r]; !waits && rapid.IntRange(0, 5).Draw(t, "unready") == 0 {
		delete(w.booked, r)
		w.lacking = append(w.lacking, r)
		w.step(Unready{r})
		return
	}
	x := service.Result{ID: r.ID, Attempt: r.Attempt, Ended: service.Nanos(rapid.SampledFrom([]int{10_000, 10_000, 10_000, 1_000_000, 10_000_000}).Draw(t, "took"))}
	switch {
	case w.displaced[r]:
		x.Err = &service.Failure{Kind: errs.Pressure, Msg: "displaced"}
	case w.aborted[r] && rapid.Bool().Draw(t, "stopped"):
		x.Err = &service.Failure{Kind: errs.Canceled, Msg: "canceled"}
	case w.needs[r] > w.booked[r]:
		x.Err = &service.Failure{Kind: errs.Pressure, Msg: "too small"}
	case rapid.IntRange(0, 9).Draw(t, "fails") == 0:
		x.Err = &service.Failure{Kind: errs.Invalid, Msg: "bad data"}
	default:
		for _, o := range w.subs[r].Outputs {
			x.Facts = append(x.Facts, service.Facts{Key: o.Key})
			if _, ok := w.chunks[o.Key]; ok {
				w.chunks[o.Key] = "made"
			}
		}
	}
	delete(w.booked, r)
	delete(w.away, r)
	delete(w.displaced, r)
	w.ended[r] = x.Err == nil
	w.step(Ended{[]service.Result{x}})
}

func (w *world) settle() {
	for range 10000 {
		if !w.look && len(w.asked)+len(w.fetches)+len(w.started)+len(w.lacking) == 0 {
			break
		}
		w.answer()
	}
	w.step(Flush{})
	for r := range w.subs {
		if w.fate[r] == "" && !w.over[r.ID.Task()] {
			w.t.Fatalf("nothing became of %s", r)
		}
	}
	for k, s := range w.chunks {
		if s == "made" {
			w.t.Fatalf("local chunk %s is left", k.Short())
		}
	}
	if len(w.booked)+len(w.waiting)+len(w.m.runs)+len(w.m.tasks)+len(w.m.canceled) > 0 {
		w.t.Fatalf("left: %s", fmt.Sprint(w.booked, w.waiting, len(w.m.runs), w.m.tasks, w.m.canceled))
	}
}
