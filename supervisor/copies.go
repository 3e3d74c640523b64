package supervisor

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
)

// A copier is the actor of the machine of package replica.
type copier struct {
	s     *Supervisor
	m     *replica.Machine
	waits map[string][]chan int // by node that leaves: how many of its chunks nobody takes
}

var (
	copierStep   oscar.Method[*copier, []replica.Event, oscar.None]
	copierSwept  oscar.Method[*copier, string, int]
	lifeWanted   = oscar.Def("lifecycle.wanted", (*lifecycles).wanted)
	scheduleTurn = oscar.Def("schedule.turn", func(*scheduler, context.Context, oscar.None) (oscar.None, error) { return oscar.None{}, nil })
)

func init() {
	copierStep = oscar.Def("copier.step", (*copier).step)
	copierSwept = oscar.Def("copier.swept", (*copier).swept)
}

// toCopier sends events to the copier. When it is gone the supervisor is closing.
func (s *Supervisor) toCopier(es ...replica.Event) {
	_ = copierStep.Tell(context.Background(), s.sys, s.copies, es)
}

func (a *copier) step(_ context.Context, es []replica.Event) (oscar.None, error) {
	for _, e := range es {
		a.do(a.m.Step(e))
		if d, ok := e.(replica.Down); ok {
			a.left(d.Node, 0)
		}
	}
	return oscar.None{}, nil
}

func (a *copier) do(xs []replica.Effect) {
	for _, x := range xs {
		a.s.note("replica", 0, "", x)
		switch x := x.(type) {
		case replica.Copy:
			a.s.wg.Go(func() { a.s.copy(x) })
		case replica.Left:
			a.left(x.Node, x.Stay)
		}
	}
}

// left tells those who wait for a node to leave.
func (a *copier) left(node string, stay int) {
	for _, c := range a.waits[node] {
		c <- stay
	}
	delete(a.waits, node)
}

// swept says that all chunks of a node that leaves are known, and returns how many nobody takes once nothing
// is on the way any more.
func (a *copier) swept(ctx context.Context, node string) (stay int, err error) {
	c := make(chan int, 1)
	a.waits[node] = append(a.waits[node], c)
	a.do(a.m.Step(replica.Swept{Node: node}))
	err = oscar.Await(ctx, func(ctx context.Context) error {
		select {
		case stay = <-c:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	return stay, err
}

// copy has a worker fetch a chunk from where it is known to be now, which may be more than when the copy was
// decided. Else a copy that nobody asked would be forgotten with those that were. When that fails, the chunk
// may be elsewhere by now, or nowhere.
func (s *Supervisor) copy(x replica.Copy) {
	ctx, cancel := s.nodes.within(s.during, x.To.Node)
	defer cancel()
	epoch := s.nodes.epoch(x.To.Node)
	seen, _ := s.meta.Get(ctx, x.Session, []op.Key{x.Key}) // it answers from memory
	err := errs.New(errs.Unavailable, "no live worker has it")
	if from := seen[0].Bands; len(from) > 0 {
		err = rpc.Data(s.sys, x.To.Node).Copy(ctx, x.Session, []service.Source{{Key: x.Key, Bytes: x.Bytes, Bands: from}})
	}
	if err == nil {
		err = s.nodes.copied(x, epoch)
	}
	if err == nil {
		s.toCopier(replica.Copied{Chunk: x.Chunk, To: x.To})
		return
	}
	if errs.Is(err, errs.Lost) { // those that should have it have not
		s.nowhere(x.Session, x.Key, seen[0].Version)
	}
	es := []replica.Event{replica.Failed{Chunk: x.Chunk, To: x.To, Why: err.Error(), Now: s.now()}}
	es = append(es, s.lacking(context.WithoutCancel(ctx), x.Session, []op.Key{x.Key})...)
	s.toCopier(es...)
}

// nowhere tells a session of a chunk that somebody did not find where it was said to be, unless more is known
// by now.
func (s *Supervisor) nowhere(session string, k op.Key, seen uint64) {
	lost := s.invalidate(session, []op.Key{k}, []uint64{seen})
	if away := s.meta.OnlyAway(session, lost); len(away) > 0 {
		s.toLifecycle(session, lifecycle.Away{Keys: away})
		return
	}
	s.lost(session, lost)
}

// copied notes a copy that a worker has made under a registration. Unavailable: it has registered again
// meanwhile. Then its inventory may have named the copy before anybody knew of it, and it was told to drop
// it.
func (n *nodes) copied(x replica.Copy, epoch uint64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.lives(x.To.Node, epoch) {
		return errs.New(errs.Unavailable, "worker %s has registered again since it was asked for a copy", x.To.Node)
	}
	m := service.ChunkMeta{Facts: service.Facts{Key: x.Key}, Bands: []service.Band{x.To}}
	return (&directory{n.s}).Put(context.Background(), x.Session, []service.ChunkMeta{m})
}

// A want is how many copies a chunk should have, and whether it cannot be made again. None: nobody needs it.
type want struct {
	copies int
	only   bool
}

func (a *lifecycles) wanted(_ context.Context, k lifeKeys) ([]want, error) {
	out := make([]want, len(k.keys))
	x := a.sessions[k.session]
	if x == nil {
		return out, nil
	}
	for i, key := range k.keys {
		if n, only, ok := x.m.Wanted(key); ok {
			out[i] = want{n, only}
		}
	}
	return out, nil
}

// lacking tells the copier where chunks are and how many copies they should have.
func (s *Supervisor) lacking(ctx context.Context, session string, keys []op.Key) (es []replica.Event) {
	ws, err := lifeWanted.Ask(ctx, s.sys, s.life, lifeKeys{session: session, keys: keys})
	if err != nil {
		return nil // the supervisor is closing
	}
	ms, _ := s.meta.Get(ctx, session, keys) // it answers from memory
	for i, w := range ws {
		c := replica.Chunk{Session: session, Key: keys[i]}
		if w.copies == 0 || len(ms[i].Bands) == 0 {
			es = append(es, replica.Dropped{Chunk: c})
			continue
		}
		es = append(es, replica.Lacks{Chunk: c, Bytes: ms[i].Bytes, On: ms[i].Bands, Copies: w.copies, Only: w.only})
	}
	return es
}

// replicate has chunks copied that may have fewer copies than they should.
func (s *Supervisor) replicate(session string, keys []op.Key) {
	if len(keys) > 0 {
		s.wg.Go(func() { s.toCopier(s.lacking(s.during, session, keys)...) })
	}
}
