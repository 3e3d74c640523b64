package worker

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
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
	cfg   Config
	sys   *oscar.System
	sup   rpc.Supervisor
	pool  *mem.Pool
	store *storage.Store
	data  *data.Service
	slots *runner.Slots
	band  oscar.Ref[*band]
	made  string // directory to remove
	began service.Nanos

	stop chan struct{}
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

// Start makes a worker and registers it. The system stays the caller's; close the worker before it.
func Start(ctx context.Context, sys *oscar.System, cfg Config) (_ *Worker, err error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	w := &Worker{cfg: cfg, sys: sys, sup: rpc.At(sys, cfg.Supervisor), began: service.Nanos(time.Now().UnixNano()), stop: make(chan struct{})}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.free())
		}
	}()
	if err := w.open(); err != nil {
		return nil, err
	}
	if err := w.spawn(); err != nil {
		return nil, err
	}
	if err := w.sup.Register(ctx, w.info()); err != nil {
		return nil, err
	}
	w.wg.Go(w.beat)
	return w, nil
}

func (w *Worker) open() error {
	dirs, made, err := w.cfg.dirs()
	if err != nil {
		return err
	}
	w.made = made
	w.pool = mem.NewPool(w.cfg.Memory / 10 * 9)
	w.pool.Poison(w.cfg.Poison)
	w.store, err = storage.Open(storage.Options{Pool: w.pool, Codec: data.Codec(), Cache: w.cfg.Cache, Dirs: dirs, FS: w.cfg.SpillFS})
	if err != nil {
		return err
	}
	w.data, err = data.New(data.Options{Node: w.sys.Node(), Store: w.store, Transfer: w.cfg.Transfer})
	if err != nil {
		return err
	}
	w.slots = runner.NewSlots(w.cfg.Slots)
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

func (w *Worker) info() service.NodeInfo {
	h := w.sys.Hello()
	return service.NodeInfo{
		Node: h.Node, Address: w.cfg.Address, Labels: w.cfg.Labels, Role: "worker", Version: w.cfg.Version, Epoch: h.Epoch, State: service.Ready,
		Bands: []service.BandInfo{{Name: BandName, Slots: int32(w.cfg.Slots), Mem: w.pool.Limit()}},
		Cores: float64(w.cfg.Slots), Memory: w.cfg.Memory, Started: w.began, Usage: w.usage(),
	}
}

// usage is what the worker takes now.
func (w *Worker) usage() service.Usage {
	st := w.store.Stats()
	u := service.Usage{Stored: st.Memory, Spilled: st.Disk}
	u.Cores, u.Memory = w.cfg.Usage()
	return u
}

// Band is the worker's band.
func (w *Worker) Band() service.Band { return service.Band{Node: w.sys.Node(), Name: BandName} }

// Data is the worker's data service.
func (w *Worker) Data() *data.Service { return w.data }

// Store is where its chunks are.
func (w *Worker) Store() *storage.Store { return w.store }

// beat says that the worker lives until it stops.
func (w *Worker) beat() {
	t := time.NewTicker(w.cfg.Heartbeat)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-w.stop:
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), w.cfg.Heartbeat)
		err := w.sup.Heartbeat(ctx, service.Beat{Node: w.sys.Node(), Epoch: w.sys.Hello().Epoch, State: service.Ready, Loads: []service.Load{w.load(ctx)}, Usage: w.usage()})
		if errs.Is(err, errs.NotFound) { // the supervisor took it for dead, or started again; other errors are what heartbeats are for
			_ = w.sup.Register(ctx, w.info())
		}
		cancel()
	}
}

func (w *Worker) load(ctx context.Context) service.Load {
	l, err := bandLoad.Ask(ctx, w.sys, w.band, oscar.None{})
	if err != nil {
		return service.Load{}
	}
	return l
}

// Close says goodbye, ends what runs, drops all data and deletes spill files. The error names what was left over.
func (w *Worker) Close(ctx context.Context) error {
	w.once.Do(func() {
		close(w.stop)
		w.wg.Wait()
		// The supervisor may be gone already.
		_ = w.sup.Heartbeat(ctx, service.Beat{Node: w.sys.Node(), Epoch: w.sys.Hello().Epoch, State: service.Stopped})
		_, err := bandClose.Ask(ctx, w.sys, w.band, oscar.None{})
		w.err = errors.Join(err, w.sys.Stop(ctx, w.band.Addr()), w.sys.Stop(ctx, oscar.Addr{Node: w.sys.Node(), UID: rpc.DataUID}), w.free())
	})
	return w.err
}

// free gives back what open took.
func (w *Worker) free() (err error) {
	if w.slots != nil {
		w.slots.Close()
	}
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

// keeper is the actor of the data service. Memory that comes back may let a subtask start.
type keeper struct{ w *Worker }

func (k *keeper) Delete(ctx context.Context, session string, keys []op.Key) error {
	err := k.w.data.Delete(ctx, session, keys)
	k.freed(ctx)
	return err
}

func (k *keeper) Inventory(ctx context.Context) (map[string][]service.Facts, error) {
	return k.w.data.Inventory(ctx)
}

func (k *keeper) Close(ctx context.Context, session string) error {
	err := k.w.data.Close(ctx, session)
	k.freed(ctx)
	return err
}

func (k *keeper) freed(ctx context.Context) {
	_ = bandFreed.Tell(ctx, k.w.sys, k.w.band, oscar.None{}) // gone: the worker is closing
}

var _ rpc.Keeper = (*keeper)(nil)
