package functions

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
)

// Options are those of a Host.
type Options struct {
	// Name is that of the worker, for what functions say of where they run.
	Name string
	// Python is the interpreter. The default is python3.
	Python string
	// Pool is where shared memory comes from.
	Pool *mem.Pool
	// Slots is how many calls run at a time.
	Slots int
	// Scratch is a folder of the Host's own, in which processes begin. Close removes what the Host put there.
	Scratch string
	// Env are variables for all processes, beside those that they need.
	Env []string
	// Packages says that packages are installed for environments that name some.
	Packages bool
	// Install is how long that may take for one of them. The default is 10 minutes.
	Install time.Duration
	// Door is where functions of a session reach it, which execute values there. The default is nowhere.
	Door func(ctx context.Context, session string) (service.Door, error)
	// Machine are the settings of who decides.
	Machine function.Config
	// Log is where processes that end badly are told of; nil: nowhere.
	Log *slog.Logger
}

// A Host owns the processes. All methods are safe for concurrent use.
type Host struct {
	o     Options
	slots chan int // that are free
	began time.Time

	mu       sync.Mutex
	m        *function.Machine
	last     function.Call
	calls    map[function.Call]*call
	procs    map[function.Proc]*process
	unwanted map[function.Proc]bool  // they are killed as soon as they are there
	zygotes  map[string]*zygoteStart // by environment
	envs     map[string]*knownEnv    // by session and ID
	bases    map[string]*unpacked    // of them, by session and name
	unpacks  int                     // of these, ever
	venvs    venvs
	own      *own
	sessions map[string]*mem.Shared
	books    map[string]*logbook // by session
	opened   int                 // of them, ever
	meter    *host.Meter
	took     atomic.Int64 // CPU time of processes, so far
	pids     sync.Mutex   // a process is looked at, or its number given back
	pins     pins         // pids is held
	wg       sync.WaitGroup
	life     context.Context
	end      context.CancelFunc
}

// Open makes a Host. No process is started before it is needed. Errors: Unavailable, the package cannot be
// written.
func Open(o Options) (*Host, error) {
	if o.Python == "" {
		o.Python = "python3"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := unpack(filepath.Join(o.Scratch, "python")); err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "write the package of functions")
	}
	h := &Host{
		o: o, slots: make(chan int, o.Slots), began: time.Now(), m: function.New(o.Machine), calls: map[function.Call]*call{},
		procs: map[function.Proc]*process{}, unwanted: map[function.Proc]bool{}, zygotes: map[string]*zygoteStart{}, envs: map[string]*knownEnv{}, bases: map[string]*unpacked{}, venvs: venvs{all: map[string]*venv{}}, own: &own{dir: o.Scratch, may: map[int]chan struct{}{}}, sessions: map[string]*mem.Shared{}, books: map[string]*logbook{},
	}
	h.life, h.end = context.WithCancel(context.Background())
	h.meter = host.MeterOf(usageWindow, func() (time.Duration, error) { return time.Duration(h.took.Load()), nil })
	for i := range o.Slots {
		h.slots <- i
	}
	h.wg.Go(h.tick)
	return h, nil
}

// usageWindow is what the use of cores is averaged over.
const usageWindow = 2 * time.Second

func (h *Host) now() service.Nanos { return service.Nanos(time.Since(h.began)) + 1 }

// CloseSession ends all processes and calls of a session.
func (h *Host) CloseSession(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.decide(function.Closed{Session: session})
	h.forgetEnvs(session)
	h.unask(session)
	if s := h.sessions[session]; s != nil {
		delete(h.sessions, session)
		s.Close()
	}
	if b := h.books[session]; b != nil {
		delete(h.books, session)
		h.wg.Go(b.close)
	}
}

// Close ends all processes and calls, and returns when they have ended.
func (h *Host) Close() error {
	h.mu.Lock()
	if h.life.Err() != nil {
		h.mu.Unlock()
		return nil
	}
	h.end()
	var sessions []string
	for s := range h.sessions {
		sessions = append(sessions, s)
	}
	h.mu.Unlock()
	for _, s := range sessions {
		h.CloseSession(s)
	}
	h.wg.Wait()
	h.mu.Lock()
	zs := h.zygotes
	h.zygotes = map[string]*zygoteStart{}
	h.mu.Unlock()
	for _, s := range zs {
		s.end()
	}
	return errors.Join(os.RemoveAll(filepath.Join(h.o.Scratch, "python")), os.RemoveAll(filepath.Join(h.o.Scratch, "logs")), os.RemoveAll(filepath.Join(h.o.Scratch, "envs")), os.RemoveAll(filepath.Join(h.o.Scratch, "packages")), os.RemoveAll(filepath.Join(h.o.Scratch, "wasm")))
}

// book is what the calls of a session have written.
func (h *Host) book(session string) *logbook {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.books[session]
	if b == nil {
		h.opened++
		b = &logbook{dir: filepath.Join(h.o.Scratch, "logs", strconv.Itoa(h.opened)), calls: map[string]int{}}
		h.books[session] = b
	}
	return b
}

// Logs is what the calls of a session have written that have ended, and the begin of what others have.
func (h *Host) Logs(q service.LogQuery) []service.Log {
	h.mu.Lock()
	b := h.books[q.Session]
	var running []*entry
	for _, p := range h.procs {
		if p.log.book == b && len(p.line) > 0 {
			if c := p.sent[p.line[0]]; c != nil {
				running = append(running, p.log.running(c.Log, c.Chunk))
			}
		}
	}
	h.mu.Unlock()
	if b == nil {
		return nil
	}
	return b.read(q, running)
}

// trim bounds what calls that run have written.
func (h *Host) trim() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.procs {
		if len(p.line) > 0 {
			p.log.trim()
		}
	}
}

// tickEvery is how often it is looked what has run out of time.
const tickEvery = 100 * time.Millisecond

func (h *Host) tick() {
	t := time.NewTicker(tickEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			h.step(function.Tick{Now: h.now()})
			h.trim()
			h.watch()
		case <-h.life.Done():
			return
		}
	}
}
