package schedule

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A world is what the scheduler cannot see: who has which chunk, what runs where.
type world struct {
	t      *rapid.T
	m      *Machine
	once   leaseOnce
	subs   map[service.SubtaskID]service.Subtask // everything submitted
	maker  map[op.Key]service.SubtaskID
	where  map[op.Key]map[service.Band]bool
	work   map[service.Band][]service.Run // leased and not reported
	done   map[service.SubtaskID]bool
	fails  map[service.SubtaskID]int
	bands  []service.Band
	next   int
	tasks  []service.TaskID
	over   map[service.TaskID]bool // canceled
	absent map[service.TaskID]bool // forgotten
	// attempts are the last of those that are done, or were
	attempts map[service.SubtaskID]int32
	asked    map[service.SubtaskID]int // when they were submitted last
	events   int
	stops    []Stop
	answers  []service.Report
	now      service.Nanos
	over2    map[service.Gang]bool // attempts of gangs
}

func newWorld(t *rapid.T) *world {
	m, err := New(Config{
		LeaseMax: rapid.SampledFrom([]int{1, 3, 256}).Draw(t, "leasemax"), Ahead: rapid.IntRange(1, 4).Draw(t, "ahead"), LocalMin: 1,
		Retries: 1000, Recoveries: 20, Strikes: 2, RevokeTime: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &world{
		t: t, m: m, once: leaseOnce{}, subs: map[service.SubtaskID]service.Subtask{}, maker: map[op.Key]service.SubtaskID{},
		where: map[op.Key]map[service.Band]bool{}, work: map[service.Band][]service.Run{}, done: map[service.SubtaskID]bool{},
		fails: map[service.SubtaskID]int{}, over: map[service.TaskID]bool{},
		absent: map[service.TaskID]bool{}, over2: map[service.Gang]bool{}, attempts: map[service.SubtaskID]int32{}, asked: map[service.SubtaskID]int{},
	}
}

func (w *world) step(e Event) {
	effects := w.m.Step(e)
	w.t.Log(e)
	for _, x := range effects {
		w.t.Log("   ", x)
	}
	if err := w.once.add(effects); err != nil {
		w.t.Fatalf("after %s: %v", e, err)
	}
	if err := check(w.m); err != nil {
		w.t.Fatalf("after %s: %v", e, err)
	}
	for _, x := range effects {
		switch x := x.(type) {
		case Assign:
			if !slices.Contains(w.bands, x.Band) {
				w.t.Fatalf("%s: the band is gone", x)
			}
			w.topological(x)
			w.work[x.Band] = append(w.work[x.Band], x.Runs...)
		case Done:
			for _, r := range x.Results {
				if w.done[r.ID] {
					w.t.Fatalf("%s is done twice", r.ID)
				}
				if (w.subs[r.ID].Traits&service.Exchange != 0) != x.Band.IsZero() {
					w.t.Fatalf("%s is done on %q", r.ID, x.Band)
				}
				w.done[r.ID] = true
				w.attempts[r.ID] = r.Attempt
			}
		case Stalled:
			defer w.recover(x)
		case Failed:
			if w.subs[x.Run.ID].Member.Gang == 0 { // a gang is tried three times at most
				w.t.Fatalf("%s", x)
			}
			if id := x.Run.ID.Task(); !w.over[id] {
				w.over[id] = true
				for t := range w.readers(id) {
					w.over[t] = true
				}
				defer func() {
					for _, t := range w.tasks {
						if w.over[t] {
							w.step(Cancel{t})
						}
					}
				}()
			}
		case GangOver:
			if w.over2[x.Gang] {
				w.t.Fatalf("%s for the second time", x)
			}
			w.over2[x.Gang] = true
		case Stop:
			w.stops = append(w.stops, x)
		case Revoke:
			var r service.Report
			r.Band, r.Answer = x.Band, true
			for _, run := range x.Runs {
				if rapid.Bool().Draw(w.t, "give back") {
					r.Returned = append(r.Returned, w.giveBack(x.Band, run)...)
				}
			}
			w.answers = append(w.answers, r)
		}
	}
}

// topological checks that each run of a lease comes after those that it depends on.
func (w *world) topological(a Assign) {
	at := map[service.SubtaskID]int{}
	for i, r := range a.Runs {
		at[r.ID] = i
	}
	for i, r := range a.Runs {
		for _, d := range w.subs[r.ID].Deps {
			if j, ok := at[d]; ok && j > i {
				w.t.Fatalf("%s: %s comes before %s", a, r, d)
			} else if !ok && !w.done[d] && (!w.absent[d.Task()] || w.asked[d] <= w.asked[r.ID]) {
				// Of one that was forgotten and is made again since then, the run finds that it is not there.
				w.t.Fatalf("%s: %s depends on %s, which is not done", a, r, d)
			}
		}
	}
}

// giveBack takes a run and all that depend on it out of a band's work.
func (w *world) giveBack(b service.Band, run service.Run) (out []service.Run) {
	i := slices.Index(w.work[b], run)
	if i < 0 {
		return nil
	}
	w.work[b] = slices.Delete(w.work[b], i, i+1)
	out = append(out, run)
	for _, r := range slices.Clone(w.work[b]) {
		if slices.Contains(w.subs[r.ID].Deps, run.ID) {
			out = append(out, w.giveBack(b, r)...)
		}
	}
	return out
}

// recover makes the closure of what is missing, as the lifecycle service does.
func (w *world) recover(s Stalled) {
	want := map[service.SubtaskID]bool{s.Run.ID: true}
	var visit func(k op.Key)
	visit = func(k op.Key) {
		id, ok := w.maker[k]
		if w.subs[id].Traits&service.Exchange != 0 {
			for _, in := range w.subs[id].Inputs {
				visit(in.Key)
				if w.done[id] && len(w.where[in.Key]) == 0 {
					want[id] = true
				}
			}
			return
		}
		if !ok || len(w.where[k]) > 0 || want[id] || !w.done[id] {
			return
		}
		for _, x := range w.members(id) {
			want[x] = true
		}
		for _, x := range w.members(id) {
			for _, in := range w.subs[x].Inputs {
				visit(in.Key)
			}
		}
	}
	for _, in := range w.subs[s.Run.ID].Inputs {
		visit(in.Key)
	}
	byTask := map[service.TaskID][]service.Subtask{}
	announced := Announced{Session: "s"}
	for id := range want {
		delete(w.done, id)
		byTask[id.Task()] = append(byTask[id.Task()], w.subs[id])
		announced.Subtasks = append(announced.Subtasks, id)
	}
	slices.Sort(announced.Subtasks)
	w.ask(announced.Subtasks...)
	w.step(announced)
	for _, t := range rapid.Permutation(w.tasks).Draw(w.t, "order") { // each task says what it runs again when it comes to it
		if l := byTask[t]; l != nil {
			slices.SortFunc(l, func(a, b service.Subtask) int { return a.ID.N() - b.ID.N() })
			for i := range l {
				l[i].Attempt = w.attempts[l[i].ID] + 1
			}
			w.step(Rerun{"s", t, l, nil})
		}
	}
}

// members are the subtasks that run at the same time as one.
func (w *world) members(id service.SubtaskID) []service.SubtaskID {
	g := w.subs[id].Member.Gang
	if g == 0 {
		return []service.SubtaskID{id}
	}
	var all []service.SubtaskID
	for n := 0; w.subs[id.Task().Subtask(n)].ID != 0; n++ {
		if x := id.Task().Subtask(n); w.subs[x].Member.Gang == g {
			all = append(all, x)
		}
	}
	return all
}

func (w *world) ask(ids ...service.SubtaskID) {
	w.events++
	for _, id := range ids {
		w.asked[id] = w.events
	}
}

// forget ends a task whose subtasks have all been done: some may be run again just now.
func (w *world) forget() {
	for _, id := range w.tasks {
		over := !w.absent[id]
		for n := 0; over && w.subs[id.Subtask(n)].ID != 0; n++ {
			_, over = w.attempts[id.Subtask(n)]
		}
		if over && rapid.Bool().Draw(w.t, "forget") {
			w.absent[id] = true
			w.step(Forget{id})
			return
		}
	}
}

func (w *world) act() {
	t := w.t
	switch k := rapid.IntRange(0, 12).Draw(t, "act"); k {
	case 12:
		w.forget()
	case 0:
		w.bandUp()
	case 1:
		if len(w.bands) > 0 {
			w.down(rapid.IntRange(0, len(w.bands)-1).Draw(t, "band"))
		}
	case 2, 3:
		w.submit()
	case 4:
		w.now += service.Nanos(rapid.IntRange(0, 100).Draw(t, "s")) * second
		w.step(Tick{w.now})
	case 5:
		if len(w.tasks) > 0 && rapid.IntRange(0, 3).Draw(t, "really") == 0 {
			if id := rapid.SampledFrom(w.tasks).Draw(t, "task"); !w.read(id) {
				w.over[id] = true
				w.step(Cancel{id})
			}
		}
	case 6:
		w.answerStops()
	default:
		w.runSome(k == 7)
	}
}

// readers are tasks that read chunks of a task, also through others.
func (w *world) readers(id service.TaskID) map[service.TaskID]bool {
	all := map[service.TaskID]bool{id: true}
	for n := 0; n < len(all); {
		n = len(all)
		for _, s := range w.subs {
			for _, d := range s.Deps {
				if all[d.Task()] {
					all[s.ID.Task()] = true
				}
			}
		}
	}
	return all
}

// read reports that another task reads a chunk of the task, as it does only of tasks that are done.
func (w *world) read(id service.TaskID) bool {
	for _, s := range w.subs {
		for _, d := range s.Deps {
			if d.Task() == id && s.ID.Task() != id {
				return true
			}
		}
	}
	return false
}

func (w *world) bandUp() {
	w.next++
	b := service.Band{Node: fmt.Sprintf("w%d", w.next), Name: "numa-0"}
	w.bands = append(w.bands, b)
	w.step(BandUp{
		Band: b, Slots: int32(rapid.IntRange(1, 3).Draw(w.t, "slots")), Mem: int64(rapid.IntRange(1, 2).Draw(w.t, "mem")) << 30,
		Labels: map[string]string{"zone": rapid.SampledFrom([]string{"a", "b"}).Draw(w.t, "zone")},
	})
}

// choose lets a subtask say where it runs.
func (w *world) choose(s *service.Subtask) {
	switch rapid.IntRange(0, 8).Draw(w.t, "choosy") {
	case 0:
		s.Slots = int32(rapid.IntRange(2, 3).Draw(w.t, "slots"))
	case 1:
		s.Least = 2 << 30
	case 2:
		s.Where = []string{"zone=" + rapid.SampledFrom([]string{"a", "b"}).Draw(w.t, "zone")}
	case 3:
		s.Where, s.Slots = []string{"zone=b"}, 2
	}
}

func (w *world) down(i int) {
	b := w.bands[i]
	w.bands = slices.Delete(w.bands, i, i+1)
	delete(w.work, b)
	for _, on := range w.where {
		delete(on, b)
	}
	w.step(BandDown{Band: b, Why: "killed"})
}

func (w *world) answerStops() {
	for len(w.answers) > 0 {
		r := w.answers[0]
		w.answers = w.answers[1:]
		w.step(Reported{r})
	}
	for len(w.stops) > 0 {
		s := w.stops[0]
		w.stops = w.stops[1:]
		w.work[s.Band] = slices.DeleteFunc(w.work[s.Band], func(r service.Run) bool { return r.ID.Task() == s.Task })
		w.step(Stopped{s.Task, s.Band})
	}
}

func (w *world) submit() {
	t := w.t
	id := service.MakeTaskID(0, uint32(len(w.tasks)+1))
	w.tasks = append(w.tasks, id)
	var made []op.Key
	for _, s := range w.subs {
		if s.Member.Gang == 0 && !w.over[s.ID.Task()] { // what gangs made is not made again; chunks of canceled tasks may be gone for good
			for _, o := range s.Outputs {
				made = append(made, o.Key)
			}
		}
	}
	slices.SortFunc(made, func(a, b op.Key) int { return slices.Compare(a[:], b[:]) })
	var list []service.Subtask
	subtasks, gang, members, size, width := rapid.IntRange(1, 12).Draw(t, "subtasks"), int32(0), 0, int32(0), int32(1)
	var before []op.Key
	for n := 0; n < subtasks || members > 0; n++ {
		if members == 0 && rapid.IntRange(0, 5).Draw(t, "gang") == 0 {
			gang++
			width = int32(rapid.IntRange(1, 2).Draw(t, "width"))
			members = rapid.IntRange(1, 4/int(width)).Draw(t, "size")
			size = int32(members)
			before = slices.Clone(made)
		}
		avail := made
		if members > 0 { // members wait for each other, and so for no output of one
			avail = before
		}
		s := service.Subtask{ID: id.Subtask(n), Priority: int64(rapid.IntRange(0, 5).Draw(t, "priority"))}
		if len(avail) > 0 {
			for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom(avail), 0, min(3, len(avail)), rapid.ID).Draw(t, "inputs") {
				if w.over[w.maker[k].Task()] {
					continue
				}
				s.Inputs = append(s.Inputs, service.Input{Key: k, Bytes: 1000})
				s.Deps = append(s.Deps, w.maker[k])
			}
		}
		var h op.Hasher
		k := h.Str(s.ID.String()).Sum()
		s.Outputs = []service.Output{{Key: k, Bytes: 1000, Hold: true}}
		if members == 0 && len(s.Inputs) > 0 && !slices.ContainsFunc(s.Deps, func(d service.SubtaskID) bool { return w.subs[d].Traits != 0 }) &&
			rapid.IntRange(0, 3).Draw(t, "exchange") == 0 {
			s.Traits = service.Exchange
		} else if members > 0 {
			members--
			s.Member = service.Member{Gang: gang, Size: size, Retry: true}
			s.Slots = width
		} else {
			w.choose(&s)
		}
		w.maker[k] = s.ID
		if s.Member.Gang == 0 {
			made = append(made, k)
		}
		w.subs[s.ID] = s
		w.ask(s.ID)
		list = append(list, s)
	}
	e := Submit{Session: "s", Task: id, Subtasks: list}
	if len(w.tasks) > 0 && rapid.Bool().Draw(w.t, "nested") {
		e.Parent = rapid.SampledFrom(w.tasks).Draw(w.t, "parent")
	}
	w.step(e)
}

// inputs are the chunks with data that s reads.
func (w *world) inputs(s service.Subtask) (ks []op.Key) {
	for _, in := range s.Inputs {
		if p := w.subs[w.maker[in.Key]]; p.Traits&service.Exchange != 0 {
			for _, y := range p.Inputs {
				ks = append(ks, y.Key)
			}
		} else {
			ks = append(ks, in.Key)
		}
	}
	return ks
}

// runSome ends some of the work of a band, in any order that the inputs allow.
func (w *world) runSome(mayFail bool) {
	if len(w.bands) == 0 {
		return
	}
	t := w.t
	b := rapid.SampledFrom(w.bands).Draw(t, "band")
	r := service.Report{Band: b, Away: int32(rapid.IntRange(0, len(w.work[b])).Draw(w.t, "away"))}
	for range rapid.IntRange(1, 5).Draw(t, "runs") {
		if len(w.work[b]) == 0 {
			break
		}
		run := rapid.SampledFrom(w.work[b]).Draw(t, "run")
		s := w.subs[run.ID]
		if slices.ContainsFunc(w.work[b], func(x service.Run) bool { return slices.Contains(s.Deps, x.ID) }) {
			continue
		}
		x := service.Result{ID: run.ID, Attempt: run.Attempt, Ended: service.Nanos(rapid.IntRange(0, 100).Draw(t, "ms")) * millisecond}
		for _, k := range w.inputs(s) {
			if len(w.where[k]) == 0 {
				x.Lost = append(x.Lost, k)
				x.Err = &service.Failure{Kind: errs.Lost, Msg: "input is lost"}
			}
		}
		if g := s.Member; x.Err == nil && g.Gang > 0 && w.over2[service.Gang{Task: run.ID.Task(), N: g.Gang, Attempt: run.Attempt}] {
			x.Err = &service.Failure{Kind: errs.Unavailable, Msg: "the gang is over"}
		}
		if x.Err == nil && mayFail && rapid.IntRange(0, 2).Draw(t, "fails") == 0 {
			x.Err = &service.Failure{Kind: rapid.SampledFrom([]errs.Kind{errs.Unavailable, errs.Pressure}).Draw(t, "kind"), Msg: "bad luck", Peer: rapid.SampledFrom([]string{"", "w0", "w1", "w2"}).Draw(t, "peer")}
		}
		back := w.giveBack(b, run)[1:]
		if x.Err == nil {
			w.work[b] = append(w.work[b], back...) // they can go on
			for _, o := range s.Outputs {
				if w.where[o.Key] == nil {
					w.where[o.Key] = map[service.Band]bool{}
				}
				w.where[o.Key][b] = true
				x.Facts = append(x.Facts, service.Facts{Key: o.Key})
			}
		} else {
			r.Returned = append(r.Returned, back...)
		}
		r.Results = append(r.Results, x)
	}
	w.step(Reported{r})
	if rapid.IntRange(0, 4).Draw(t, "twice") == 0 {
		w.step(Reported{r}) // a report that was repeated
	}
}

// settle brings a band that stays and runs until nothing is left.
func (w *world) settle() {
	w.now += 1000 * second
	w.step(Tick{w.now})
	for _, zone := range []string{"a", "b"} { // what everything fits
		w.next++
		b := service.Band{Node: fmt.Sprintf("w%d", w.next), Name: "numa-0"}
		w.bands = append(w.bands, b)
		w.step(BandUp{Band: b, Slots: 3, Mem: 2 << 30, Labels: map[string]string{"zone": zone}})
	}
	for range 10000 {
		w.answerStops()
		busy := false
		for _, b := range w.bands {
			busy = busy || len(w.work[b]) > 0
		}
		if !busy {
			break
		}
		w.runSome(false)
	}
	for id := range w.subs {
		if !w.done[id] && !w.over[id.Task()] {
			w.t.Fatalf("%s was never done", id)
		}
	}
	for _, id := range w.tasks {
		w.step(Forget{id})
	}
	var keys []op.Key
	for k := range w.maker {
		keys = append(keys, k)
	}
	w.step(Dropped{keys})
	if n := len(w.m.chunks) + len(w.m.tasks) + w.m.common.n; n > 0 {
		w.t.Fatalf("%d records are left", n)
	}
}
