package worker

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/service/subtask"
	"github.com/mars-project/mars-go/storage"
)

// A Worker is one worker of a cluster, on an oscar system of its own.
type Worker struct {
	cfg    Config
	sys    *oscar.System
	pool   *mem.Pool
	store  *storage.Store
	data   *data.Service
	slots  *runner.Slots
	calls  calls // of users' functions
	b      *band
	band   oscar.Ref[*band]      // b
	broken atomic.Pointer[error] // why b is not there any more
	made   string                // directory to remove
	disks  []string              // of the spill directories
	began  service.Nanos

	life context.Context // ends with Close
	end  context.CancelFunc
	wg   sync.WaitGroup
	hear sync.WaitGroup // heartbeats, and what relaxes the pool
	once sync.Once
	err  error

	retire  sync.Once
	retired chan struct{}
	gone    chan struct{}

	mu      sync.Mutex
	ties    map[string]*tie  // by node of the supervisor
	numbers map[uint8]string // of supervisors, and their nodes
	state   service.NodeState
}

// Start makes a worker and registers it with the supervisor of the configuration, if one is named. The system
// stays the caller's; close the worker before it.
func Start(ctx context.Context, sys *oscar.System, cfg Config) (_ *Worker, err error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	w := &Worker{cfg: cfg, sys: sys, began: service.Nanos(time.Now().UnixNano()), ties: map[string]*tie{}, numbers: map[uint8]string{}, state: service.Ready, retired: make(chan struct{}), gone: make(chan struct{})}
	w.life, w.end = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			w.end()
			w.hear.Wait()
			err = errors.Join(err, w.free())
		}
	}()
	if err := w.open(); err != nil {
		return nil, err
	}
	if err := w.spawn(); err != nil {
		return nil, err
	}
	w.hear.Go(w.relax)
	w.hear.Go(w.sweep)
	if cfg.Supervisor != "" {
		if err := w.Join(ctx, cfg.Supervisor); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// sayAgain is how long what goes on is not said again.
const sayAgain = time.Minute

// relax gives memory back to the system that was not needed for some seconds, and says when disks are full,
// when spilling is broken and when it goes on.
func (w *Worker) relax() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	said, full := false, uint64(0)
	var told time.Time // that disks are full
	for {
		select {
		case <-tick.C:
			w.pool.Relax()
			if n := w.b.ends.full.Load(); n > full && time.Since(told) > sayAgain {
				w.cfg.Log.Warn("the spill disks are full: what finds no room is tried on other workers", "runs", n-full, "err", *w.b.ends.why.Load())
				full, told = n, time.Now()
			}
			switch fault := w.store.Stats().Fault; {
			case fault != "" && !said:
				said = true
				w.cfg.Log.Warn("spilling is broken and tried again from time to time; what is new goes to other workers", "err", fault)
			case fault == "" && said:
				said = false
				w.cfg.Log.Info("spilling goes on")
			}
		case <-w.life.Done():
			return
		}
	}
}

// Join registers with a supervisor, whose node must be linked. From then on it gets heartbeats, also after
// its link went down and came back; a worker may have many supervisors, which share its slots and memory.
// Joining again after a link came back registers at once where the next heartbeat would. Errors: Invalid:
// another version, or two supervisors have the same number. Denied: a later worker has the name. Unavailable:
// it cannot be reached; then it gets no heartbeats unless it was joined before.
func (w *Worker) Join(ctx context.Context, supervisor string) error {
	w.mu.Lock()
	t := w.ties[supervisor]
	w.mu.Unlock()
	if t != nil {
		return t.join(ctx)
	}
	t = w.newTie(supervisor)
	w.mu.Lock()
	w.ties[supervisor] = t
	w.mu.Unlock()
	if err := t.join(ctx); err != nil {
		w.mu.Lock()
		delete(w.ties, supervisor)
		w.mu.Unlock()
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.life.Err() != nil {
		return errs.New(errs.Unavailable, "the worker is closed")
	}
	w.hear.Go(t.run)
	return nil
}

// tie is the registration with a supervisor; nil when there is none.
func (w *Worker) tie(supervisor string) *tie {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ties[supervisor]
}

// all are the registrations with supervisors.
func (w *Worker) all() []*tie {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Values(w.ties))
}

// State is where the worker is in its life. It is degraded while its store cannot spill.
func (w *Worker) State() service.NodeState {
	w.mu.Lock()
	s := w.state
	w.mu.Unlock()
	if s == service.Ready && w.store.Stats().Fault != "" {
		return service.Degraded
	}
	return s
}

// become changes the state and tells all supervisors.
func (w *Worker) become(ctx context.Context, s service.NodeState) {
	w.mu.Lock()
	w.state = s
	w.mu.Unlock()
	var wg sync.WaitGroup
	for _, t := range w.all() {
		wg.Go(func() { t.say(ctx, s) })
	}
	wg.Wait()
}

// Drain tells all supervisors that the worker stops: it gets nothing new and gives back what has not started.
// When nothing runs any more, others take what only this worker has. It returns after that, or with the error
// of ctx. The chunks stay until Close.
func (w *Worker) Drain(ctx context.Context) error {
	w.become(ctx, service.Stopping)
	if _, err := bandDrain.Ask(ctx, w.sys, w.band, oscar.None{}); err != nil {
		return err
	}
	ts := w.all()
	failed := make([]error, len(ts))
	var wg sync.WaitGroup
	for i, t := range ts {
		wg.Go(func() { failed[i] = t.handOver(ctx) })
	}
	wg.Wait()
	return errors.Join(failed...)
}

// Gone is closed when Close has done its work.
func (w *Worker) Gone() <-chan struct{} { return w.gone }

// Retired is closed when somebody has asked the worker to leave: whoever started it is to Drain and Close it.
func (w *Worker) Retired() <-chan struct{} { return w.retired }

func (w *Worker) open() error {
	dirs, made, err := w.cfg.dirs()
	if err != nil {
		return err
	}
	w.made = made
	w.pool = mem.NewPool(w.cfg.Memory / 10 * 9)
	w.pool.Poison(w.cfg.Poison)
	fs := cmp.Or[vfs.FS](w.cfg.SpillFS, vfs.OS)
	for _, dir := range dirs {
		id := w.sys.Node() + ":" + dir
		if d := host.Disk(dir); d != "" && w.cfg.SpillFS == nil {
			id = d
		}
		w.disks = append(w.disks, id)
	}
	w.store, err = storage.Open(storage.Options{Pool: w.pool, Codec: data.Codec(), Cache: w.cfg.Cache, Dirs: dirs, FS: fs, Reserve: w.cfg.reserve(fs, dirs), Quota: w.cfg.Quota})
	if err != nil {
		return err
	}
	w.data, err = data.New(data.Options{Node: w.sys.Node(), Store: w.store, Transfer: w.cfg.Transfer})
	if err != nil {
		return err
	}
	w.slots = runner.NewSlots(w.cfg.Slots)
	w.calls.w, w.calls.ports = w, newPorts(w.cfg.Functions.Ports)
	if w.cfg.Functions.Python != "" {
		sweep(os.TempDir(), w.cfg.Log)
	}
	return nil
}

// never restarts an actor whose state would be lost.
var never = oscar.Policy{Mailbox: 1 << 20, Restarts: -1}

func (w *Worker) spawn() error {
	b, err := newBand(w)
	if err != nil {
		return err
	}
	if w.band, err = oscar.Spawn(w.sys, rpc.SubtaskUID(BandName), func() *band { return b }, never); err != nil {
		return err
	}
	w.sys.Watch(w.band.Addr(), w.broke)
	w.b = b
	bg := context.Background()
	b.post = func(e subtask.Event) { _ = bandStep.Tell(bg, w.sys, w.band, e) }
	b.wakeUp = func() { _ = bandEnded.Tell(bg, w.sys, w.band, oscar.None{}) }
	b.booked = func(r reserved) {
		if bandReserved.Tell(bg, w.sys, w.band, r) != nil && r.g != nil {
			r.g.Close()
		}
	}
	_, err = oscar.Spawn(w.sys, rpc.DataUID, func() *keeper { return &keeper{w} }, oscar.Policy{Mailbox: 1 << 20})
	return err
}

// broke is the end of a band that has panicked: leases would vanish in it, so supervisors are to take the
// worker for dead.
func (w *Worker) broke(d oscar.Down) {
	if d.Reason == "" {
		return
	}
	err := errs.New(errs.Internal, "the band of worker %s has panicked: %s", w.sys.Node(), d.Reason)
	w.broken.Store(&err)
	w.cfg.Log.Error("the worker is of no use any more", "err", err)
	go w.cfg.Broken(err)
}

func (w *Worker) info(epoch uint64) service.NodeInfo {
	return service.NodeInfo{
		Node: w.sys.Node(), Address: w.cfg.Address, Labels: w.labels(), Role: "worker", Version: w.cfg.Version, Epoch: epoch, State: w.State(),
		Bands: []service.BandInfo{{Name: BandName, Slots: int32(w.cfg.Slots), Mem: w.pool.Limit()}},
		Cores: float64(w.cfg.Slots), Memory: w.cfg.Memory, Started: w.began, Usage: w.usage(),
	}
}

// usage is what the worker takes now.
func (w *Worker) usage() service.Usage {
	st := w.store.Stats()
	u := service.Usage{Stored: st.Memory, Spilled: st.Disk, Written: st.Written, Fetched: w.data.Fetched()}
	u.Cores, u.Memory = w.cfg.Usage()
	u.Cores += w.calls.cores()
	u.Calls = w.calls.running()
	for i, free := range w.store.Free() {
		u.Disks = append(u.Disks, service.Disk{ID: w.disks[i], Free: free})
	}
	return u
}

// Band is the worker's band.
func (w *Worker) Band() service.Band { return service.Band{Node: w.sys.Node(), Name: BandName} }

// Data is the worker's data service.
func (w *Worker) Data() *data.Service { return w.data }

// Store is where its chunks are.
func (w *Worker) Store() *storage.Store { return w.store }

// load is how busy the band was a moment ago: nobody waits for it.
func (w *Worker) load() service.Load {
	w.b.mu.Lock()
	l := w.b.seen
	w.b.mu.Unlock()
	st := w.pool.Stats()
	l.MemLimit, l.MemFree = st.Limit, st.Limit-st.Booked
	return l
}

// Close says goodbye, ends what runs, drops all data and deletes spill files. The error names what was left
// over.
func (w *Worker) Close(ctx context.Context) error {
	w.once.Do(func() {
		defer close(w.gone)
		w.mu.Lock()
		w.end()
		w.mu.Unlock()
		w.hear.Wait()
		w.become(ctx, service.Stopping)
		_, err := bandClose.Ask(ctx, w.sys, w.band, oscar.None{})
		if err == nil {
			w.wg.Wait()
		}
		w.become(ctx, service.Stopped)
		w.err = errors.Join(err, w.sys.Stop(ctx, w.band.Addr()), w.sys.Stop(ctx, oscar.Addr{Node: w.sys.Node(), UID: rpc.DataUID}), w.free())
	})
	return w.err
}

// free gives back what open took.
func (w *Worker) free() (err error) {
	if w.slots != nil {
		w.slots.Close()
	}
	err = errors.Join(err, w.calls.close())
	if w.data != nil {
		for _, id := range w.data.Sessions() {
			err = errors.Join(err, w.data.Close(context.Background(), id))
		}
	}
	if w.store != nil {
		err = errors.Join(err, w.store.Close())
	}
	if w.pool != nil {
		err = errors.Join(err, w.pool.Close())
	}
	if w.made != "" {
		err = errors.Join(err, os.RemoveAll(w.made))
	}
	return err
}

// Sweep removes what writers have left on this worker's disks.
func (k *keeper) Sweep(_ context.Context, leftovers []string) error {
	op.Sweep(k.w.cfg.Files, leftovers)
	return nil
}

// keeper is the actor of the data service. Memory that comes back may let a subtask start.
type keeper struct{ w *Worker }

// Copy brings chunks to stay, with memory that is booked for them.
func (k *keeper) Copy(ctx context.Context, session string, from []service.Source) error {
	var n int64
	for _, f := range from {
		n += f.Bytes
	}
	g, err := k.w.store.Reserve(ctx, max(1, min(n, k.w.pool.Limit())))
	if err != nil {
		return err
	}
	defer g.Close()
	return k.w.data.Fetch(ctx, session, from, g)
}

// Logs is what functions of a session have written here.
func (k *keeper) Logs(_ context.Context, q service.LogQuery) ([]service.Log, error) {
	return k.w.calls.logs(q), nil
}

// Retire asks whoever started the worker to have it leave.
func (k *keeper) Retire(context.Context) error {
	k.w.retire.Do(func() { close(k.w.retired) })
	return nil
}

func (k *keeper) Close(ctx context.Context, session string) error {
	k.w.calls.end(session)
	err := k.w.data.Close(ctx, session)
	for _, t := range k.w.all() {
		t.closed(session)
	}
	_ = bandFreed.Tell(ctx, k.w.sys, k.w.band, oscar.None{}) // gone: the worker is closing
	return err
}

var _ rpc.Keeper = (*keeper)(nil)
