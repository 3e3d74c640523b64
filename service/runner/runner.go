package runner

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Store is what a Runner needs of the worker's data service; see service/data, which implements it.
type Store interface {
	// Keep puts a value with its facts. fresh: the key was not there.
	Keep(ctx context.Context, session string, key op.Key, v any, f op.Facts) (facts service.Facts, fresh bool, err error)
	// Pin pins a value, or with part >= 0 that part of it, that is here. What is on disk is loaded into
	// blocks of into.
	Pin(ctx context.Context, session string, key op.Key, part int32, into mem.Allocator) (service.Pinned, error)
	// Bring fetches what is not here. Parts stay until release. copies are the whole values that came, also
	// after an error.
	Bring(ctx context.Context, session string, from []service.Source, into mem.Allocator) (copies []service.Facts, release func(), err error)
	// Delete drops values.
	Delete(ctx context.Context, session string, keys []op.Key) error
	// Scratch opens spill space whose values are read into blocks of into.
	Scratch(session, what string, into mem.Allocator) (s op.Scratch, close func() error, err error)
	// Spool makes a temporary file of so many bytes, as far as that is known.
	Spool(session, what string, bytes int64) (op.Spool, error)
}

// A Directory says where chunks are: the meta service of the supervisor that a lease came from.
type Directory interface {
	Get(ctx context.Context, session string, keys []op.Key) ([]service.ChunkMeta, error)
	Put(ctx context.Context, session string, ms []service.ChunkMeta) error
}

// Options of a Runner.
type Options struct {
	// Band is where it runs. It must be given.
	Band service.Band
	// Store holds inputs and outputs. It must be given.
	Store Store
	// Slots lend their free goroutines to Parallel. It must be given.
	Slots *Slots
	// FS is where operators find files. The default is the file system of the process.
	FS op.FS
	// Functions calls functions of users. The default is nobody.
	Functions Functions
	// Turns gives slots to runs whose functions wait for other tasks. The default is nobody: they keep
	// theirs.
	Turns Turns
	// Now is the time. The default is that of the machine.
	Now func() service.Nanos
}

// A Runner runs subtasks on a band. It is safe for concurrent use.
type Runner struct {
	opts     Options
	programs op.Programs
	lexicons frame.Lexicons
}

// New makes a runner.
func New(o Options) (*Runner, error) {
	if o.Band.IsZero() || o.Store == nil || o.Slots == nil {
		return nil, errs.New(errs.Invalid, "a runner needs a band, a store and slots")
	}
	if o.FS == nil {
		o.FS = op.Files{}
	}
	if o.Now == nil {
		o.Now = func() service.Nanos { return service.Nanos(time.Now().UnixNano()) }
	}
	return &Runner{opts: o}, nil
}

// A Work is one run of a subtask and what it holds on the worker. Make it with its first four fields, then
// Fetch it or not, then Run or Release it, once.
type Work struct {
	Session   string
	Subtask   *service.Subtask
	Grant     *mem.Grant // pays for missing inputs, outputs and scratch; the runner closes it
	Directory Directory  // nil: all inputs are here

	life      life
	displaced atomic.Bool     // it gives its memory to what it waits for
	once      bool            // a function was called that never begins twice
	beside    bool            // it runs beside the slots
	called    bool            // a function
	unbegun   bool            // its function has not begun
	unready   <-chan struct{} // nil: it did not lack anything
	fetched   bool
	versions  map[op.Key]uint64 // of what the directory said last
	pieces    []piece
	at        []int32 // place in pieces of every stored argument, in the order of the calls
	release   func()
}

// A piece is a stored value, or part of one, that a subtask reads.
type piece struct {
	key  op.Key
	part int32
	pin  service.Pinned
}

// Abort ends the context of w: what goes on for it ends soon. It may be called at any time.
func (w *Work) Abort() { w.life.end() }

// Displace ends w, whose function waits for other tasks, for want of memory: they need what it has. It may be
// called at any time.
func (w *Work) Displace() {
	w.displaced.Store(true)
	w.life.end()
}

// Unbegun reports that a run, which has ended, is to run again: its function stood behind others for long and
// has not begun.
func (w *Work) Unbegun() bool { return w.unbegun }

// Unready is closed when a run, which has ended, is to run again: its function lacks what is being made until
// then, and has not begun. Nil: it is none such.
func (w *Work) Unready() <-chan struct{} { return w.unready }

// more is how many slots it has beside its own.
func (w *Work) more() int { return max(0, int(w.Subtask.Slots)-1) }

// Release gives up pins and memory.
func (w *Work) Release() {
	for i := range w.pieces {
		if p := w.pieces[i].pin; p != nil {
			p.Release()
		}
	}
	w.pieces = nil
	if w.release != nil {
		w.release()
		w.release = nil
	}
	if w.Grant != nil {
		w.Grant.Close()
	}
}
