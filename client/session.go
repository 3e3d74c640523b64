package client

import (
	"context"
	"reflect"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Cluster is what a session stands on.
type Cluster interface {
	Task() service.TaskService
	Lifecycle() service.LifecycleService
	Session() service.SessionService
	Meta() service.MetaService
	// Data is the data service of a band; ok is false when nobody is there.
	Data(b service.Band) (d service.DataService, ok bool)
	Close(ctx context.Context) error
}

// A Session executes values and keeps their chunks until nobody holds them. It is safe for use by several
// goroutines.
type Session struct {
	op.Inner // for handles that print themselves, and eager ones

	b   backend
	id  string
	opt Options

	gate  sync.RWMutex // held against releases while a graph that names values is on its way
	mu    sync.Mutex
	known map[op.Key]*held
	over  bool
	drops chan op.Key
	wg    sync.WaitGroup
}

// held is a value that handles point at.
type held struct {
	v stored
	n int
}

// Options of a session. The zero value is good.
type Options struct {
	// ChunkBytes is the size of chunks where the user gives none. The default is 16 MiB.
	ChunkBytes int64
	// NoFuse runs every chunk operand by itself.
	NoFuse bool
	// Progress is called while tasks run, at most ten times a second, and at their end. It must return soon.
	Progress func(Progress)
	// Eager: what is built from values that were executed is executed at once.
	Eager bool
	// Owned: the session closes the cluster when it is closed.
	Owned bool
}

// New makes a session on a cluster. Close it.
func New(ctx context.Context, c Cluster, opt Options) (*Session, error) {
	info, err := c.Session().Create(ctx, "")
	if err != nil {
		return nil, err
	}
	return begin(&direct{c, info.ID, opt.Owned}, info.ID, opt), nil
}

func begin(b backend, id string, opt Options) *Session {
	s := &Session{b: b, id: id, opt: opt, known: map[op.Key]*held{}, drops: make(chan op.Key, 1024)}
	s.Inner = inner{s}
	s.wg.Add(1)
	go s.releaser()
	return s
}

// ID names the session in events and in the user interface.
func (s *Session) ID() string { return s.id }

// closeTime is how long Close waits for what runs to end.
const closeTime = 30 * time.Second

// Close ends the session: what runs is canceled, all data and spill files go. Closing again is no error.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.over {
		s.mu.Unlock()
		return nil
	}
	s.over = true
	close(s.drops)
	s.mu.Unlock()
	s.wg.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return s.b.close(ctx)
}

// Execute computes handles and returns when all their chunks are stored. Canceling ctx cancels the task. Of
// several errors the first is returned; nothing of a failed task stays.
func (s *Session) Execute(ctx context.Context, hs ...op.Handle) error {
	id, vs, err := s.submit(ctx, hs)
	if err != nil {
		return err
	}
	defer s.wg.Done()
	info, got, err := s.watch(ctx, id)
	if ctx.Err() == nil || info.State.Over() {
		return s.finish(id, info, got, err, hs, vs)
	}
	ended := context.WithoutCancel(ctx)
	if err := s.b.cancel(ended, id); err != nil {
		return err
	}
	info, got, err = s.watch(ended, id)
	if err := s.finish(id, info, got, err, hs, vs); err == nil { // it was done first
		return nil
	}
	return errs.Wrap(errs.Canceled, ctx.Err(), "execute")
}

// ExecuteAsync starts computing handles and returns at once. A bad call is an error here already.
func (s *Session) ExecuteAsync(ctx context.Context, hs ...op.Handle) (*Future, error) {
	id, vs, err := s.submit(ctx, hs)
	if err != nil {
		return nil, err
	}
	f := &Future{s: s, id: id, hs: hs, done: make(chan struct{})}
	go func() {
		defer s.wg.Done()
		info, got, err := s.watch(context.WithoutCancel(ctx), id)
		f.finish(s.finish(id, info, got, err, hs, vs))
	}()
	return f, nil
}

// submit starts a task, which the end of the session waits for until wg is told that it is done.
func (s *Session) submit(ctx context.Context, hs []op.Handle) (service.TaskID, []op.Value, error) {
	vs, err := s.asked("execute", hs)
	if err != nil {
		return 0, nil, err
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	id, err := s.b.submit(ctx, vs, &s.opt, s.has)
	if err == nil {
		s.wg.Add(1)
	}
	return id, vs, err
}

// asked is the values of handles, which must be good, in a session that is open.
func (s *Session) asked(what string, hs []op.Handle) ([]op.Value, error) {
	host.GrowStack()
	if len(hs) == 0 {
		return nil, errs.New(errs.Invalid, "nothing to %s", what)
	}
	vs := make([]op.Value, len(hs))
	for i, h := range hs {
		var err error
		if vs[i], err = valueOf(h); err != nil {
			return nil, err
		}
	}
	return vs, s.alive()
}

// valueOf is the value of a handle. Type: it is nil; else the error of a bad call.
func valueOf(h op.Handle) (op.Value, error) {
	if v := reflect.ValueOf(h); h == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return op.Value{}, errs.New(errs.Type, "a handle is nil: give a tensor or a frame that was built")
	}
	v := h.Value()
	return v, v.Err()
}

// has is the value of a key that the session has; nil where it has none.
func (s *Session) has(k op.Key) stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.known[k]; h != nil {
		return h.v
	}
	return nil
}

func (s *Session) alive() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return errs.New(errs.Unavailable, "the session is closed")
	}
	return nil
}

// finish gives the handles of a task that is over their values.
func (s *Session) finish(id service.TaskID, info service.TaskInfo, got []stored, err error, hs []op.Handle, vs []op.Value) error {
	switch {
	case err != nil:
		return err
	case info.State == service.Done:
		s.keep(hs, vs, got)
		return nil
	case info.Err != nil:
		return info.Err.Err()
	default:
		return errs.New(errs.Canceled, "%s was canceled", id)
	}
}

// progressEvery is the time between two calls of the progress function.
const progressEvery = 100 * time.Millisecond

// watch waits for a task and reports its progress.
func (s *Session) watch(ctx context.Context, id service.TaskID) (service.TaskInfo, []stored, error) {
	var step time.Duration
	if s.opt.Progress != nil {
		step = progressEvery
	}
	for {
		info, got, err := s.b.wait(ctx, id, step)
		if s.opt.Progress != nil {
			s.opt.Progress(info.Progress)
		}
		switch {
		case info.State.Over():
			return info, got, nil // also where ctx ended with it
		case err != nil:
			return info, nil, err
		}
	}
}

// keep counts a handle for every target, and remembers where its chunks are.
func (s *Session) keep(hs []op.Handle, vs []op.Value, got []stored) {
	s.mu.Lock()
	for i := range got {
		k := vs[i].Meta().Key
		if s.known[k] == nil {
			s.known[k] = &held{}
		}
		s.known[k].v = got[i]
		s.known[k].n++
	}
	s.mu.Unlock()
	for i, h := range hs {
		k, at := vs[i].Meta().Key, got[i].key()
		op.Bind(h, s, func() { s.drop(k, at) })
		if s.opt.Eager {
			vs[i].N.Hasten(s)
		}
	}
}

// drop queues the end of a handle. It is called by the garbage collector and must not wait.
func (s *Session) drop(k, at op.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	h := s.known[k]
	if h == nil {
		return
	}
	if h.n--; h.n == 0 {
		delete(s.known, k)
	}
	select {
	case s.drops <- at:
	default: // very many at once: the session's end frees them
	}
}

// releaser tells the cluster of handles that went, a batch at a time.
func (s *Session) releaser() {
	defer s.wg.Done()
	for k := range s.drops {
		batch := []op.Key{k}
		for len(batch) < cap(s.drops) {
			select {
			case k, ok := <-s.drops:
				if ok {
					batch = append(batch, k)
					continue
				}
			default:
			}
			break
		}
		// An error means that the session is gone, and its values with it.
		s.gate.Lock()
		_ = s.b.release(context.Background(), batch)
		s.gate.Unlock()
	}
}
