package main

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/meta"
	"github.com/mars-project/mars-go/service/schedule"
)

// A desk is a supervisor without links: the machines of nodes, scheduler, lifecycles and places, wired as
// package supervisor wires them. What a band is given is done at once.
type desk struct {
	list  *cluster.Machine
	sched *schedule.Machine
	meta  *meta.Store
	lives map[string]*lifecycle.Machine
	plans map[service.TaskID]plan
	now   service.Nanos

	given     []schedule.Assign // that no band has done yet
	next      int
	decisions int
	runs      int
	times     map[service.SubtaskID]int // that a subtask ran
}

// A plan is the graph of a task.
type plan struct {
	session string
	subs    []service.Subtask
}

func newDesk(workers int) (*desk, error) {
	d := &desk{
		list: cluster.New(cluster.Config{}), meta: meta.New(), lives: map[string]*lifecycle.Machine{}, plans: map[service.TaskID]plan{},
		times: map[service.SubtaskID]int{}, now: 1,
	}
	var err error
	if d.sched, err = schedule.New(schedule.Config{}); err != nil {
		return nil, err
	}
	for i := range workers {
		d.nodes(cluster.Registered{Now: d.now, Info: service.NodeInfo{
			Node: workerName(i), Role: "worker", Epoch: 1, State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 2, Mem: 1 << 40}},
		}})
	}
	return d, nil
}

// chain is n chunks of a session: half of them are sources that are read once, and half what is made of them
// and held.
func chain(t service.TaskID, n int) []service.Subtask {
	key := func(i int) (k op.Key) {
		binary.LittleEndian.PutUint64(k[:], uint64(i)*0x9E3779B97F4A7C15)
		binary.LittleEndian.PutUint32(k[8:], uint32(t))
		return k
	}
	out := make([]service.Subtask, n)
	for i := range out {
		s := service.Subtask{ID: t.Subtask(i), Priority: int64(i), Mem: 1 << 20, Outputs: []service.Output{{Key: key(i), Bytes: 1 << 20, Hold: i%2 == 1 || i == n-1}}}
		if i%2 == 1 {
			s.Inputs, s.Deps = []service.Input{{Key: key(i - 1), Bytes: 1 << 20}}, []service.SubtaskID{t.Subtask(i - 1)}
		}
		out[i] = s
	}
	return out
}

// submit is a task of n chunks of a session, whose value the session keeps.
func (d *desk) submit(i, n int) {
	id, session := service.TaskID(i+1), fmt.Sprintf("s%d", i+1)
	p := plan{session, chain(id, n)}
	d.plans[id] = p
	d.lives[session] = lifecycle.New()
	d.life(session, lifecycle.Track{Task: id, Subtasks: p.subs})
	d.schedule(schedule.Submit{Session: session, Task: id, Subtasks: p.subs})
	v := service.Manifest{Value: op.Key{0: 1, 1: byte(i), 2: byte(i >> 8)}}
	for j := range p.subs {
		if p.subs[j].Outputs[0].Hold {
			v.Chunks = append(v.Chunks, service.ChunkMeta{Facts: service.Facts{Key: p.subs[j].Outputs[0].Key}})
		}
	}
	d.life(session, lifecycle.Value{Manifest: v})
}

// run has bands do what they are given until there is nothing more.
func (d *desk) run(ctx context.Context) error {
	for d.next < len(d.given) {
		if d.next&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		a := d.given[d.next]
		d.given[d.next] = schedule.Assign{}
		d.next++
		r := service.Report{Band: a.Band, Epoch: a.Epoch, Results: make([]service.Result, len(a.Runs))}
		subs := d.plans[a.Task].subs
		for i, x := range a.Runs {
			o := &subs[x.ID.N()].Outputs[0]
			f := service.Facts{Key: o.Key}
			f.Bytes = o.Bytes
			r.Results[i] = service.Result{ID: x.ID, Attempt: x.Attempt, Lease: a.Lease, Started: d.now, Ended: d.now + 1e6, Facts: []service.Facts{f}}
			d.times[x.ID]++
			d.runs++
		}
		d.schedule(schedule.Reported{Report: r})
	}
	d.given, d.next = d.given[:0], 0
	return nil
}

func (d *desk) schedule(e schedule.Event) {
	for _, x := range d.sched.Step(e) {
		switch x := x.(type) {
		case schedule.Assign:
			d.decisions += len(x.Runs)
			d.given = append(d.given, x)
		case schedule.Done:
			d.decisions += len(x.Results)
			d.done(x)
		case schedule.Stalled:
			s := d.plans[x.Run.ID.Task()].session
			d.life(s, lifecycle.Stalled{Run: x.Run, Lost: x.Lost})
		}
	}
}

func (d *desk) done(x schedule.Done) {
	s := d.plans[x.Task].session
	d.meta.Made(s, x.Band, x.Results)
	d.life(s, lifecycle.Finished{Task: x.Task, Results: x.Results})
}

func (d *desk) life(session string, e lifecycle.Event) {
	for _, x := range d.lives[session].Step(e) {
		switch x := x.(type) {
		case lifecycle.Delete:
			d.meta.Take(session, x.Keys, func(*service.ChunkMeta) {})
			d.schedule(schedule.Dropped{Keys: x.Keys})
		case lifecycle.Rerun:
			var coming []service.SubtaskID
			subs := make([]service.Subtask, len(x.Items))
			for i, it := range x.Items {
				coming = append(coming, it.ID)
				subs[i] = d.plans[x.Task].subs[it.ID.N()]
				subs[i].Attempt, subs[i].Deps = it.Attempt, it.Deps
			}
			d.schedule(schedule.Announced{Session: session, Subtasks: coming})
			d.schedule(schedule.Rerun{Session: session, Task: x.Task, Subtasks: subs})
		}
	}
}

func (d *desk) nodes(e cluster.Event) {
	for _, x := range d.list.Step(e) {
		switch x := x.(type) {
		case cluster.BandUp:
			d.schedule(schedule.BandUp{Band: x.Band, Epoch: x.Epoch, Slots: x.Slots, Mem: x.Mem, Closed: x.Closed})
		case cluster.Loaded:
			d.schedule(schedule.Loaded{Band: x.Band, Load: x.Load})
		case cluster.NodeDown:
			for _, b := range x.Bands {
				d.schedule(schedule.BandDown{Band: b, Why: x.Why, Clean: x.Clean})
			}
			for session, t := range d.meta.Away(x.Node) {
				d.life(session, lifecycle.Away{Keys: t.Away})
			}
		}
	}
}

// dies breaks the link of a worker.
func (d *desk) dies(i int) {
	d.nodes(cluster.Broken{Node: workerName(i), Epoch: 1, Why: "its rack has no power", Now: d.now})
}

// wrong counts subtasks that did not run as often as they should.
func (d *desk) wrong(times int) (n int) {
	for id, p := range d.plans {
		for i := range p.subs {
			if d.times[id.Subtask(i)] != times {
				n++
			}
		}
	}
	return n
}

// nowhere counts held chunks that no worker has.
func (d *desk) nowhere() (n int) {
	for _, p := range d.plans {
		var ks []op.Key
		for i := range p.subs {
			if o := &p.subs[i].Outputs[0]; o.Hold {
				ks = append(ks, o.Key)
			}
		}
		ms, _ := d.meta.Get(context.Background(), p.session, ks) // it answers from memory
		for i := range ms {
			if len(ms[i].Bands) == 0 {
				n++
			}
		}
	}
	return n
}
