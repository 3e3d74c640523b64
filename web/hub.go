package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// A hub knows the last state of every task, node and session, each with the number of its last change. A
// watcher asks for what changed after the number it has: one that is slow misses states in between and never
// the last, and nothing queues for it.
type hub struct {
	s *Server

	mu       sync.Mutex
	version  uint64 // of the last change
	items    map[string]*item
	news     chan struct{} // closed with the next change
	floor    uint64        // what changed up to here may be forgotten
	gone     []string      // names of sessions that have ended, oldest first
	ended    []string      // of tasks
	watchers int
	awake    chan struct{} // capacity 1: somebody began to watch, or something happened
	dirty    map[service.TaskID]bool
	nodesAt  time.Time
	warned   []string
}

// An item is the last event about one thing.
type item struct {
	event   *marsv1.Event
	session string
	task    service.TaskID
	json    []byte // of event, once somebody wanted it
}

// Rhythms and bounds of a hub.
const (
	tickEvery   = 250 * time.Millisecond
	soonest     = 20 * time.Millisecond // between two looks, when things happen
	nodesEvery  = time.Second
	maxGone     = 1000
	maxEnded    = 1000
	maxWarnings = 100
	heartbeat   = 10 * time.Second
)

func newHub(s *Server) *hub {
	return &hub{s: s, items: map[string]*item{}, news: make(chan struct{}), awake: make(chan struct{}, 1), dirty: map[service.TaskID]bool{}}
}

// changed asks for a look.
func (h *hub) changed() {
	select {
	case h.awake <- struct{}{}:
	default:
	}
}

// run looks at the cluster while somebody watches, until the server stops.
func (h *hub) run() {
	t := time.NewTicker(tickEvery)
	defer t.Stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	stop := func() {} // ends the goroutine that follows the log, of which there is one while somebody watches
	defer func() { stop() }()
	following := false
	for {
		select {
		case <-t.C:
		case <-h.awake:
		case <-h.s.life.Done():
			return
		}
		h.mu.Lock()
		watched := h.watchers > 0
		h.mu.Unlock()
		if watched != following {
			stop()
			stop, following = func() {}, watched
			if watched {
				ctx, cancel := context.WithCancel(h.s.life)
				stop = cancel
				wg.Go(func() { h.follow(ctx) })
			}
		}
		if !watched {
			continue
		}
		h.s.safely("hub", func() { h.refresh(h.s.life) })
		select {
		case <-time.After(soonest):
		case <-h.s.life.Done():
			return
		}
	}
}

// follow marks the tasks that the log of the supervisor names, and keeps its warnings.
func (h *hub) follow(ctx context.Context) {
	after := uint64(0)
	if es, err := h.s.o.Cluster.Events().Since(ctx, 0, 0); err == nil && len(es) > 0 {
		after = es[len(es)-1].Seq
	}
	h.all(ctx)
	for ctx.Err() == nil {
		err := h.s.o.Cluster.Events().Follow(ctx, after, func(es []service.Event) error {
			h.mu.Lock()
			for i := range es {
				if es[i].Task != 0 {
					h.dirty[es[i].Task] = true
				}
				h.warn(&es[i])
			}
			after = es[len(es)-1].Seq
			h.mu.Unlock()
			h.changed()
			return nil
		})
		if err == nil || ctx.Err() != nil {
			return
		}
		first, e := h.s.o.Cluster.Events().Since(ctx, 0, 1) // too slow for the log: look at everything
		if e != nil || len(first) == 0 {
			return
		}
		after = first[0].Seq
		h.all(ctx)
	}
}

// all marks all tasks.
func (h *hub) all(ctx context.Context) {
	list, err := h.s.o.Cluster.Task().List(ctx, "")
	if err != nil {
		return
	}
	h.mu.Lock()
	for i := range list {
		h.dirty[list[i].ID] = true
	}
	h.mu.Unlock()
	h.changed()
}

// warn keeps what people should know: nodes that went, data that is lost for good. h.mu is held.
func (h *hub) warn(e *service.Event) {
	if !strings.HasPrefix(e.Text, "node ") && !strings.HasPrefix(e.Text, "lost for good") {
		return
	}
	w := &marsv1.Warning{Text: e.Text}
	if e.Task != 0 {
		w.TaskId = e.Task.String()
	}
	name := "warning/" + random(8)
	h.put(name, &item{event: &marsv1.Event{Time: stamp(e.At), What: &marsv1.Event_Warning{Warning: w}}, session: e.Session, task: e.Task})
	if h.warned = append(h.warned, name); len(h.warned) > maxWarnings {
		delete(h.items, h.warned[0])
		h.warned = h.warned[1:]
	}
}

// put makes x the last state of a thing. h.mu is held.
func (h *hub) put(name string, x *item) {
	h.version++
	x.event.Seq, x.event.Epoch = h.version, h.s.o.Epoch
	if x.event.Time == nil {
		x.event.Time = timestamppb.Now()
	}
	h.items[name] = x
	close(h.news)
	h.news = make(chan struct{})
}

// update is put for what differs from the last state. h.mu is held.
func (h *hub) update(name string, x *item, same func(old *marsv1.Event) bool) {
	if old := h.items[name]; old == nil || !same(old.event) {
		h.put(name, x)
	}
}

// refresh brings all items up to date.
func (h *hub) refresh(ctx context.Context) {
	h.mu.Lock()
	ids := make([]service.TaskID, 0, len(h.dirty))
	for id := range h.dirty {
		ids = append(ids, id)
	}
	nodes := time.Since(h.nodesAt) >= nodesEvery
	if nodes {
		h.nodesAt = time.Now()
	}
	h.mu.Unlock()
	h.refreshSessions(ctx)
	if nodes {
		h.refreshNodes(ctx)
	}
	slices.Sort(ids)
	for _, id := range ids {
		h.refreshTask(ctx, id)
	}
}

func (h *hub) refreshSessions(ctx context.Context) {
	list, err := h.s.listSessions(ctx, caller{admin: true})
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	open := map[string]bool{}
	for _, m := range list {
		open["session/"+m.SessionId] = true
		h.update("session/"+m.SessionId, &item{event: &marsv1.Event{Time: m.Used, What: &marsv1.Event_Session{Session: m}}, session: m.SessionId}, func(old *marsv1.Event) bool {
			a := proto.CloneOf(old.GetSession())
			a.Used = m.Used
			return proto.Equal(a, m)
		})
	}
	for name, x := range h.items {
		switch {
		case strings.HasPrefix(name, "session/") && !open[name] && !x.event.GetSession().GetClosed():
			m := proto.CloneOf(x.event.GetSession())
			m.Closed, m.Tasks, m.StoredBytes = true, 0, 0
			h.put(name, &item{event: &marsv1.Event{What: &marsv1.Event_Session{Session: m}}, session: x.session})
			h.gone = append(h.gone, name)
		case strings.HasPrefix(name, "task/") && !open["session/"+x.session]:
			delete(h.items, name)
			delete(h.dirty, x.task)
		}
	}
	h.gone = h.forget(h.gone, maxGone, func(e *marsv1.Event) bool { return e.GetSession().GetClosed() })
}

// forget drops the oldest of items that tell an end, where they still do, and returns the names of the
// others. h.mu is held.
func (h *hub) forget(names []string, most int, is func(*marsv1.Event) bool) []string {
	for len(names) > most {
		if x := h.items[names[0]]; x != nil && is(x.event) {
			h.floor = max(h.floor, x.event.Seq)
			delete(h.items, names[0])
		}
		names = names[1:]
	}
	return names
}

func (h *hub) refreshNodes(ctx context.Context) {
	list, err := h.s.nodes(ctx)
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	listed := map[string]bool{}
	for _, m := range list {
		listed["node/"+m.Address] = true
		h.update("node/"+m.Address, &item{event: &marsv1.Event{Time: m.Seen, What: &marsv1.Event_Node{Node: m}}}, func(old *marsv1.Event) bool {
			a := proto.CloneOf(old.GetNode())
			a.Seen = m.Seen
			return proto.Equal(a, m)
		})
	}
	for name, x := range h.items { // it has told that it is over
		if x.event.GetNode() != nil && !listed[name] {
			h.floor = max(h.floor, x.event.Seq)
			delete(h.items, name)
		}
	}
}

func (h *hub) refreshTask(ctx context.Context, id service.TaskID) {
	info, err := h.s.o.Cluster.Task().Info(ctx, id)
	if err != nil { // its session was closed
		h.mu.Lock()
		delete(h.dirty, id)
		h.mu.Unlock()
		return
	}
	m := h.s.taskMessage(h.s.record(info.Session), &info, false)
	h.mu.Lock()
	defer h.mu.Unlock()
	if old := h.items["task/"+id.String()]; old != nil && over(old.event.GetTask()) { // looked at again: it changes no more
		delete(h.dirty, id)
		return
	}
	at := info.Started
	if info.State.Over() {
		at = info.Ended
	} else if h.items["task/"+id.String()] != nil {
		at = now()
	}
	h.update("task/"+id.String(), &item{event: &marsv1.Event{Time: stamp(at), What: &marsv1.Event_Task{Task: m}}, session: info.Session, task: id}, func(old *marsv1.Event) bool {
		return proto.Equal(old.GetTask(), m)
	})
	if info.State.Over() {
		delete(h.dirty, id)
		h.ended = h.forget(append(h.ended, "task/"+id.String()), maxEnded, func(e *marsv1.Event) bool { return over(e.GetTask()) })
	} else {
		h.dirty[id] = true // its progress is not in the log
	}
}

// A scope is what a watcher wants and may see.
type scope struct {
	who     caller
	session string            // "" for all
	task    service.TaskID    // 0 for all
	past    *service.TaskInfo // that task, when its session is over: it changes no more
}

// has reports that a watcher gets x.
func (c *scope) has(h *hub, x *item) bool {
	switch {
	case c.task != 0:
		return x.task == c.task
	case c.session != "":
		return x.session == c.session
	case x.session == "":
		return true
	}
	return c.who.admin || c.who.uses(x.session, h.s.record(x.session).owner)
}

// begin counts a watcher and has the hub look at everything; the number is that of the last change before.
func (h *hub) begin(ctx context.Context) uint64 {
	h.mu.Lock()
	h.watchers++
	first := h.watchers == 1
	v := h.version
	h.mu.Unlock()
	if first { // nobody looked for a while
		if list, err := h.s.o.Cluster.Task().List(ctx, ""); err == nil {
			h.mu.Lock()
			for i := range list {
				if x := h.items["task/"+list[i].ID.String()]; x == nil || !over(x.event.GetTask()) {
					h.dirty[list[i].ID] = true
				}
			}
			h.mu.Unlock()
		}
		h.refresh(ctx)
	}
	h.changed()
	h.s.metrics.streams.Inc()
	return v
}

func over(t *marsv1.Task) bool { return t.GetState() >= marsv1.Task_STATE_SUCCEEDED }

func (h *hub) end() {
	h.mu.Lock()
	h.watchers--
	h.mu.Unlock()
	h.s.metrics.streams.Dec()
}

// since are the changes after a number, in order, the number of the last change, and what says that there is
// more. gap reports that some may be forgotten.
func (h *hub) since(c *scope, after uint64) (xs []*item, last uint64, news <-chan struct{}, gap bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	gap = after < h.floor || after > h.version
	if gap {
		after = 0
	}
	if after < h.version {
		for _, x := range h.items {
			if x.event.Seq > after && c.has(h, x) {
				xs = append(xs, x)
			}
		}
		slices.SortFunc(xs, func(a, b *item) int { return cmp.Compare(a.event.Seq, b.event.Seq) })
	}
	return xs, h.version, h.news, gap
}

// jsonOf is an event as JSON, made once for all watchers.
func (h *hub) jsonOf(x *item) []byte {
	h.mu.Lock()
	b := x.json
	h.mu.Unlock()
	if b != nil {
		return b
	}
	b, err := protojson.Marshal(x.event)
	if err != nil { // text that is not UTF-8
		b = []byte("{}")
	}
	h.mu.Lock()
	x.json = b
	h.mu.Unlock()
	return b
}
