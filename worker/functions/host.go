package functions

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/python"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
)

// Options are those of a Host.
type Options struct {
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
	unwanted map[function.Proc]bool // they are killed as soon as they are there
	zygotes  map[int]*zygoteStart   // by threads
	sessions map[string]*mem.Shared
	wg       sync.WaitGroup
	life     context.Context
	end      context.CancelFunc
}

// A zygoteStart is a zygote that is started once for all that want it.
type zygoteStart struct {
	known chan struct{} // closed when z and err are
	z     *zygote
	err   error
}

// over reports whether it is known and of no use.
func (s *zygoteStart) over() bool {
	select {
	case <-s.known:
		return s.err != nil || s.z.isOver()
	default:
		return false
	}
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
		procs: map[function.Proc]*process{}, unwanted: map[function.Proc]bool{}, zygotes: map[int]*zygoteStart{}, sessions: map[string]*mem.Shared{},
	}
	h.life, h.end = context.WithCancel(context.Background())
	for i := range o.Slots {
		h.slots <- i
	}
	h.wg.Go(h.tick)
	return h, nil
}

// unpack writes the client package to a folder.
func unpack(dir string) error {
	return fs.WalkDir(python.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".py" {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		b, err := python.Files.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	})
}

func (h *Host) now() service.Nanos { return service.Nanos(time.Since(h.began)) + 1 }

// About says what the interpreter is, and starts what is needed for that. Errors: Unavailable.
func (h *Host) About(ctx context.Context) (About, error) {
	z, err := h.zygote(ctx, 1)
	if err != nil {
		return About{}, err
	}
	return z.about, nil
}

// Call calls a function and waits for its end. It returns as many values as the call has outs, which the caller
// releases.
//
// Errors: *Raised, an exception of the function; Unavailable, no process, or it ended in the call; Type,
// an input that no function takes; Canceled, ctx or the session ended; Internal, of a call that passed its
// limit; those of an allocator.
func (h *Host) Call(ctx context.Context, x Call) (made []any, err error) {
	if x.Threads <= 0 {
		x.Threads = 1
	}
	if len(x.Args)+len(x.Function.Key)+(64<<10) > maxBody {
		return nil, errs.New(errs.Invalid, "arguments of %d bytes: give large ones as values of their own", len(x.Args))
	}
	c := &call{Call: x, over: make(chan struct{})}
	shared, err := h.shared(x.Session)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, in := range c.ins {
			in.release()
		}
	}()
	for _, v := range x.In {
		in, err := share(shared, v)
		if err != nil {
			return nil, err
		}
		c.ins = append(c.ins, in)
	}
	var slot int
	select {
	case slot = <-h.slots:
	case <-ctx.Done():
		return nil, errs.Wrap(errs.Canceled, ctx.Err(), "a call")
	case <-h.life.Done():
		return nil, errs.New(errs.Unavailable, "this worker calls no more functions")
	}
	h.begin(c, slot)
	select {
	case <-c.over:
	case <-ctx.Done():
		h.step(function.Canceled{Call: c.id, Now: h.now()})
		<-c.over
	}
	return c.made, c.err
}

// shared is the memory of a session.
func (h *Host) shared(session string) (*mem.Shared, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.life.Err() != nil {
		return nil, errs.New(errs.Unavailable, "this worker calls no more functions")
	}
	s := h.sessions[session]
	if s == nil {
		s = h.o.Pool.Share()
		h.sessions[session] = s
	}
	return s, nil
}

func (h *Host) begin(c *call, slot int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	c.id = h.last
	h.calls[c.id] = c
	h.decide(function.Called{
		Call: c.id, Class: function.Class{Session: c.Session, Slots: c.Threads}, Func: c.Function.Key, Slot: slot, Depth: c.Depth, Limit: c.Limit,
		Once: c.Once, Repeat: c.Repeat, Now: h.now(),
	})
}

// step tells the machine what has happened and does what it says.
func (h *Host) step(e function.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.decide(e)
}

// decide is step with the lock held. Nothing that it does waits.
func (h *Host) decide(e function.Event) {
	for _, x := range h.m.Step(e) {
		switch x := x.(type) {
		case function.Start:
			h.wg.Go(func() { h.start(x) })
		case function.Load:
			if f := h.function(x.Func); f != nil {
				h.procs[x.Proc].link.send(frame{kind: kindLoad, body: append(append([]byte(nil), x.Func[:]...), f...)})
			}
		case function.Send:
			c := h.calls[x.Call]
			c.proc = h.procs[x.Proc]
			c.proc.call(c)
		case function.Retract:
			h.procs[x.Proc].link.send(frame{kind: kindDrop})
		case function.Free:
			h.slots <- x.Slot
		case function.Claim:
			h.wg.Go(func() { h.claim(x.Call) })
		case function.Interrupt:
			h.procs[x.Proc].interrupt()
		case function.Kill:
			if p := h.procs[x.Proc]; p != nil {
				p.kill()
			} else { // it is being started
				h.unwanted[x.Proc] = true
			}
		case function.End:
			h.procs[x.Proc].link.send(frame{kind: kindEnd})
		case function.Ended:
			h.ended(x)
		}
	}
}

// function finds the pickle of a function that some call wants.
func (h *Host) function(key function.Func) []byte {
	for _, c := range h.calls {
		if c.Function.Key == key {
			return c.Function.Pickle
		}
	}
	return nil
}

// claim gets a slot for a call that goes on.
func (h *Host) claim(c function.Call) {
	select {
	case slot := <-h.slots:
		h.step(function.Granted{Call: c, Slot: slot, Now: h.now()})
	case <-h.life.Done():
	}
}

// answered takes the answer of a call, unless it was taken back before. Inputs that the function has kept
// stay as long as its process, which ends.
func (h *Host) answered(p *process, id uint32, made []any, err error, a ended) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.calls[function.Call(id)]
	if c == nil || c.proc != p {
		for _, v := range made {
			release(v)
		}
	} else {
		c.made, c.err = made, err
		for _, i := range a.Kept {
			if i >= 0 && i < len(c.ins) {
				for _, b := range c.ins[i].blocks {
					b.Retain()
					p.kept = append(p.kept, b)
				}
			}
		}
	}
	h.decide(function.Answered{Proc: p.id, Call: function.Call(id), Spent: len(a.Kept) > 0 || a.Threads > 0, Now: h.now()})
}

// lacks notes that the call of a process ends for want of memory.
func (h *Host) lacks(p *process, id uint32, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.calls[function.Call(id)]; c != nil && c.proc == p {
		c.lack = err
	}
}

// ended tells who waits for a call.
func (h *Host) ended(x function.Ended) {
	c := h.calls[x.Call]
	delete(h.calls, x.Call)
	switch x.Outcome {
	case function.Crashed:
		if c.lack != nil {
			c.fail(c.lack)
		} else {
			c.fail(errs.New(errs.Unavailable, "the process of a function ended in it: %s", x.Why))
		}
	case function.TimedOut:
		at := ""
		if r, ok := c.err.(*Raised); ok && len(r.Frames) > 0 {
			at = ": it was at " + r.Frames[len(r.Frames)-1].String()
		}
		c.fail(errs.New(errs.Internal, "the function was not at an end after %s%s", c.Limit, at))
	case function.Dropped:
		c.fail(errs.New(errs.Canceled, "nobody waits for the call any more"))
	case function.Unstarted:
		c.fail(errs.New(errs.Unavailable, "no process for a function: %s", x.Why))
	case function.Displaced:
		c.fail(errs.New(errs.OutOfMemory, "a function that waits for others had to give its memory to them, and may begin once"))
	}
	close(c.over)
}

// zygote is the one that has so many threads, which is started when it is needed for the first time, or when
// the one before has ended.
func (h *Host) zygote(ctx context.Context, threads int) (*zygote, error) {
	h.mu.Lock()
	s := h.zygotes[threads]
	if s == nil || s.over() {
		s = &zygoteStart{known: make(chan struct{})}
		h.zygotes[threads] = s
		h.wg.Go(func() {
			defer close(s.known)
			s.z, s.err = startZygote(h.life, h.o.Python, h.o.Scratch, h.env(threads))
		})
	}
	h.mu.Unlock()
	select {
	case <-s.known:
		return s.z, s.err
	case <-ctx.Done():
		return nil, errs.Wrap(errs.Canceled, ctx.Err(), "the start of an interpreter")
	}
}

// threadVars are the variables by which libraries are told how many threads to use.
var threadVars = []string{
	"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS",
	"ARROW_NUM_THREADS",
}

// env is the environment of processes: nothing of the worker's own but what names places and languages.
func (h *Host) env(threads int) []string {
	out := []string{"PYTHONPATH=" + filepath.Join(h.o.Scratch, "python"), "HOME=" + h.o.Scratch, "PYTHONDONTWRITEBYTECODE=1"}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	for _, name := range threadVars {
		out = append(out, name+"="+strconv.Itoa(threads))
	}
	return append(out, h.o.Env...)
}

// start forks a process.
func (h *Host) start(x function.Start) {
	p, err := h.fork(x)
	if err != nil {
		h.step(function.Failed{Proc: x.Proc, Why: err.Error()})
		return
	}
	go p.link.write()
	p.listen()
}

func (h *Host) fork(x function.Start) (*process, error) {
	z, err := h.zygote(h.life, x.Slots)
	if err != nil {
		return nil, err
	}
	shared, err := h.shared(x.Session)
	if err != nil {
		return nil, err
	}
	l, theirs, err := newLink()
	if err != nil {
		return nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		l.close()
		theirs.Close()
		return nil, errs.Wrap(errs.Unavailable, err, "a pipe for what a function writes")
	}
	p := &process{
		id: x.Proc, h: h, zygote: z, link: l, out: r, said: &tail{}, written: make(chan struct{}), shared: shared, arenas: map[*os.File]int{},
		read: make(chan struct{}),
	}
	go func() {
		_, _ = io.Copy(p.said, r)
		close(p.written)
	}()
	known := make(chan struct{})
	h.wg.Add(1) // until its end is known
	p.pid, err = z.fork(struct{}{}, []*os.File{theirs, w}, func(e exit) {
		go func() {
			defer h.wg.Done()
			<-known
			h.over(p, e)
		}()
	})
	if err != nil {
		h.wg.Done()
		l.close()
		r.Close()
		return nil, err
	}
	h.mu.Lock()
	h.procs[p.id] = p
	if h.life.Err() != nil || h.unwanted[p.id] {
		p.kill()
	}
	delete(h.unwanted, p.id)
	h.mu.Unlock()
	close(known)
	return p, nil
}

// over says that a process has ended.
func (h *Host) over(p *process, e exit) {
	why := p.over(e)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.procs, p.id)
	h.decide(function.Died{Proc: p.id, Why: why, Now: h.now()})
}

// CloseSession ends all processes and calls of a session.
func (h *Host) CloseSession(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.decide(function.Closed{Session: session})
	if s := h.sessions[session]; s != nil {
		delete(h.sessions, session)
		s.Close()
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
	h.zygotes = map[int]*zygoteStart{}
	h.mu.Unlock()
	for _, s := range zs {
		if s.z != nil {
			s.z.kill()
			<-s.z.ended
		}
	}
	return os.RemoveAll(filepath.Join(h.o.Scratch, "python"))
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
		case <-h.life.Done():
			return
		}
	}
}
