package lifecycle

import (
	"encoding/binary"
	"maps"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// TestModel runs random graphs, loses random chunks and runs again what the machine says, on a store that has
// only what was put and not deleted: every input must be there when it is read, and at the end nothing is
// left.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, m: New(), have: map[op.Key]bool{}, away: map[op.Key]bool{}, stalled: map[service.SubtaskID]bool{}, subs: map[service.SubtaskID]*service.Subtask{}, values: map[op.Key]int{}, done: map[service.SubtaskID]bool{}, fail: true}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			w.act()
		}
		w.settle()
	})
}

type world struct {
	t       *rapid.T
	m       *Machine
	have    map[op.Key]bool
	away    map[op.Key]bool            // with dead workers
	stalled map[service.SubtaskID]bool // for want of what is away
	subs    map[service.SubtaskID]*service.Subtask
	queue   []service.SubtaskID        // to run, in order
	done    map[service.SubtaskID]bool // once
	fail    bool                       // tasks may
	tasks   []service.TaskID           // that go on
	last    int
	values  map[op.Key]int // handles of values of one chunk each
	n       uint64
}

func (w *world) step(e Event) {
	w.t.Log(e)
	var gone []op.Key
	for _, x := range w.m.Step(e) {
		w.t.Log("   ", x)
		switch x := x.(type) {
		case Delete:
			gone = append(gone, x.Keys...)
		case Rerun:
			for _, it := range x.Items {
				delete(w.stalled, it.ID)
				if !slices.Contains(w.queue, it.ID) {
					w.queue = append(w.queue, it.ID)
				}
			}
			w.sort()
		case Unrecoverable:
			w.t.Fatal(x)
		}
	}
	for _, k := range gone {
		delete(w.have, k)
		delete(w.away, k)
		if w.values[k] > 0 && !w.coming(k, 0) {
			w.t.Fatalf("%s has a handle and is deleted", k.Short())
		}
		for _, id := range w.queue {
			if slices.Contains(w.inputs(id), k) && !w.coming(k, id) {
				w.t.Fatalf("%s is deleted and %s reads it", k.Short(), id)
			}
		}
	}
	if err := check(w.m); err != nil {
		w.t.Fatalf("after %s: %v", e, err)
	}
}

// coming reports that k is made again before id runs.
func (w *world) coming(k op.Key, id service.SubtaskID) bool {
	for _, q := range w.queue {
		if q == id {
			return false
		}
		if s := w.subs[q]; s.Outputs[0].Key == k {
			return true
		}
	}
	return false
}

// inputs are the chunks with data that a subtask reads.
func (w *world) inputs(id service.SubtaskID) (ks []op.Key) {
	for _, in := range w.subs[id].Inputs {
		if p := w.maker(in.Key); p != nil && p.Traits&service.Exchange != 0 {
			for _, y := range p.Inputs {
				ks = append(ks, y.Key)
			}
			continue
		}
		ks = append(ks, in.Key)
	}
	return ks
}

func (w *world) maker(k op.Key) *service.Subtask {
	for _, s := range w.subs {
		if s.Outputs[0].Key == k {
			return s
		}
	}
	return nil
}

// sort keeps the queue in an order that respects inputs: ids grow along edges.
func (w *world) sort() { slices.Sort(w.queue) }

func (w *world) key() (k op.Key) {
	w.n++
	binary.LittleEndian.PutUint64(k[:], w.n*0x9E3779B97F4A7C15)
	return k
}

func (w *world) act() {
	t := w.t
	switch rapid.IntRange(0, 12).Draw(t, "act") {
	case 0, 1:
		w.track()
	case 2:
		w.lose()
	case 3:
		w.handle()
	case 4:
		w.endOne()
	case 10:
		w.leave()
	case 11:
		w.back()
	case 12:
		k := w.key()
		m := service.Manifest{Value: k, Chunks: make([]service.ChunkMeta, 1)}
		m.Chunks[0].Key = k
		w.values[k], w.have[k] = 1, true
		w.step(Adopt{m})
	default:
		w.run()
	}
}

func (w *world) track() {
	t := w.t
	w.last++
	id := service.TaskID(w.last)
	w.tasks = append(w.tasks, id)
	var made []op.Key
	for k := range w.values {
		made = append(made, k) // tasks read values of others only through a handle
	}
	slices.SortFunc(made, func(a, b op.Key) int { return slices.Compare(a[:], b[:]) })
	exchanges := map[op.Key]bool{}
	e := Track{Task: id}
	for n := range rapid.IntRange(1, 10).Draw(t, "subtasks") {
		s := &service.Subtask{ID: id.Subtask(n)}
		if rapid.IntRange(0, 9).Draw(t, "opaque") == 0 {
			s.Traits |= service.Opaque
		}
		if len(made) > 0 {
			for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom(made), 0, min(3, len(made)), rapid.ID).Draw(t, "inputs") {
				in := service.Input{Key: k}
				if exchanges[k] {
					in.Parts = []int32{int32(rapid.IntRange(0, 3).Draw(t, "part"))}
				}
				s.Inputs = append(s.Inputs, in)
			}
		}
		k := w.key()
		s.Outputs = []service.Output{{Key: k, Hold: rapid.IntRange(0, 2).Draw(t, "hold") == 0}}
		alias := slices.ContainsFunc(s.Inputs, func(i service.Input) bool { return i.Parts != nil })
		if len(s.Inputs) > 0 && !alias && rapid.IntRange(0, 3).Draw(t, "exchange") == 0 {
			s.Traits = service.Exchange
			exchanges[k] = true
			s.Outputs[0].Hold = false
		}
		made = append(made, k)
		w.subs[s.ID] = s
		w.queue = append(w.queue, s.ID)
		e.Subtasks = append(e.Subtasks, *s)
	}
	w.sort()
	w.step(e)
}

// run runs the next subtask.
func (w *world) run() {
	at := slices.IndexFunc(w.queue, w.able)
	if at < 0 {
		return
	}
	id := w.queue[at]
	s := w.subs[id]
	w.queue = slices.Delete(w.queue, at, at+1)
	if s.Traits&service.Exchange == 0 {
		lost := w.lost(id)
		if lost != nil && len(w.away) > 0 { // it, or what it is made of
			w.stalled[id] = true
			w.step(Stalled{service.Run{ID: id}, lost})
			return
		}
		if lost != nil {
			w.t.Fatalf("%s reads %s, which is not there", id, service.KeyList(lost))
		}
	}
	w.done[id] = true
	r := service.Result{ID: id}
	if s.Traits&service.Exchange == 0 {
		w.have[s.Outputs[0].Key] = true
		r.Facts = []service.Facts{{Key: s.Outputs[0].Key}}
	}
	w.step(Finished{id.Task(), []service.Result{r}})
}

// lost are the inputs of a subtask that are not there.
func (w *world) lost(id service.SubtaskID) (lost []op.Key) {
	for _, k := range w.inputs(id) {
		if !w.have[k] {
			lost = append(lost, k)
		}
	}
	return lost
}

// able reports that a subtask waits for no other.
func (w *world) able(id service.SubtaskID) bool {
	return !slices.ContainsFunc(w.subs[id].Inputs, func(in service.Input) bool {
		p := w.maker(in.Key)
		return p != nil && (w.stalled[p.ID] || slices.Contains(w.queue, p.ID))
	}) && !slices.ContainsFunc(w.lost(id), func(k op.Key) bool {
		p := w.maker(k)
		return p != nil && (w.stalled[p.ID] || slices.Contains(w.queue, p.ID))
	})
}

// lose loses some chunks that are there.
func (w *world) lose() {
	var all []op.Key
	for k := range w.have {
		all = append(all, k)
	}
	if len(all) == 0 {
		return
	}
	all = slices.DeleteFunc(all, func(k op.Key) bool { return w.away[k] || w.maker(k) == nil }) // uploads are lost for good
	if len(all) == 0 {
		return
	}
	ks := w.some(all)
	for _, k := range ks {
		delete(w.have, k)
	}
	w.step(Lost{ks})
}

// some are some of all.
func (w *world) some(all []op.Key) []op.Key {
	slices.SortFunc(all, func(a, b op.Key) int { return slices.Compare(a[:], b[:]) })
	return rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(3, len(all)), rapid.ID).Draw(w.t, "some")
}

// leave takes chunks away with their worker.
func (w *world) leave() {
	all := slices.Collect(maps.Keys(w.have))
	if len(all) == 0 {
		return
	}
	ks := w.some(all)
	for _, k := range ks {
		delete(w.have, k)
		w.away[k] = true
	}
	w.step(Away{ks})
}

// back has a worker come back with what it still has to keep.
func (w *world) back() {
	all := slices.Collect(maps.Keys(w.away))
	if len(all) == 0 {
		return
	}
	ks := w.some(all)
	for _, k := range ks {
		delete(w.away, k)
		w.have[k] = true
	}
	w.step(Back{ks})
}

// handle makes a held chunk a value, or changes the handles of one.
func (w *world) handle() {
	t := w.t
	var vs []op.Key
	for k := range w.values {
		vs = append(vs, k)
	}
	slices.SortFunc(vs, func(a, b op.Key) int { return slices.Compare(a[:], b[:]) })
	if len(vs) > 0 && rapid.Bool().Draw(t, "drop") {
		k := rapid.SampledFrom(vs).Draw(t, "value")
		if w.values[k]--; w.values[k] == 0 {
			delete(w.values, k)
		}
		w.step(Decref{[]op.Key{k}})
		return
	}
	for _, id := range w.tasks {
		for n := 0; w.subs[id.Subtask(n)] != nil; n++ {
			s := w.subs[id.Subtask(n)]
			if k := s.Outputs[0].Key; s.Outputs[0].Hold && w.have[k] && rapid.Bool().Draw(t, "make") {
				m := service.Manifest{Value: k, Chunks: make([]service.ChunkMeta, 1)}
				m.Chunks[0].Key = k
				w.values[k]++
				w.step(Value{m})
				return
			}
		}
	}
}

// endOne ends a task all of whose subtasks have been done, of which some may run again, or one that fails:
// then nothing of it runs any more.
func (w *world) endOne() {
	for i, id := range w.tasks {
		open := slices.ContainsFunc(append(slices.Clone(w.queue), slices.Collect(maps.Keys(w.stalled))...), func(s service.SubtaskID) bool { return s.Task() == id && !w.done[s] })
		fails := w.fail && rapid.IntRange(0, 4).Draw(w.t, "fails") == 0
		if open && !fails {
			continue
		}
		w.tasks = slices.Delete(w.tasks, i, i+1)
		if fails {
			w.queue = slices.DeleteFunc(w.queue, func(s service.SubtaskID) bool { return s.Task() == id })
			maps.DeleteFunc(w.stalled, func(s service.SubtaskID, _ bool) bool { return s.Task() == id })
		}
		w.step(End{id, fails})
		return
	}
}

func (w *world) settle() {
	w.fail = false
	for len(w.away) > 0 {
		w.back()
	}
	for len(w.queue) > 0 {
		w.run()
	}
	for len(w.tasks) > 0 {
		w.endOne()
	}
	for k := range w.values {
		if !w.have[k] {
			w.t.Fatalf("value %s has no data", k.Short())
		}
	}
	for k, n := range w.values {
		delete(w.values, k)
		for range n {
			w.step(Decref{[]op.Key{k}})
		}
	}
	recipes := w.m.Counts().Recipes
	if len(w.have)+len(w.m.index)+recipes+len(w.m.tasks) > 0 {
		w.t.Fatalf("left: data %d, chunks %d, recipes %d, tasks %d", len(w.have), len(w.m.index), recipes, len(w.m.tasks))
	}
}

// TestRecordsAreSmall checks the promise of at most 1 KiB per chunk with its recipe, on a tree of sums.
func TestRecordsAreSmall(t *testing.T) {
	const n = 100_000
	key := func(i int) (k op.Key) {
		binary.LittleEndian.PutUint64(k[:], uint64(i+1)*0x9E3779B97F4A7C15)
		return k
	}
	heap := func() uint64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before := heap()
	m := New()
	for i := range n {
		s := service.Subtask{ID: service.TaskID(1).Subtask(i), Outputs: []service.Output{{Key: key(i), Hold: true}}}
		if i >= n*7/8 {
			for k := range 8 {
				s.Inputs = append(s.Inputs, service.Input{Key: key((i-n*7/8)*7%n + k)})
			}
		}
		m.Step(Track{1, []service.Subtask{s}})
		m.Step(Finished{1, []service.Result{{ID: s.ID, Facts: []service.Facts{{Key: key(i)}}}}})
	}
	per := (heap() - before) / n
	if c := m.Counts(); per > 1024 || c.Chunks != n || c.Recipes != n {
		t.Errorf("%d bytes per chunk, %v", per, c)
	}
	t.Logf("%d bytes per chunk; counted %d", per, m.Counts().Bytes/n)
	m.Step(End{1, false})
	if c := m.Counts(); c.Chunks+c.Recipes != 0 {
		t.Errorf("left: %v", c)
	}
}
