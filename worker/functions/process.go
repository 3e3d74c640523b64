package functions

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
)

// A process is one in which functions run.
type process struct {
	id     function.Proc
	h      *Host
	parent parent
	link   *link
	pid    int
	slots  int
	load   load     // the Host's pids is held
	log    *logFile // what it writes
	shared *mem.Shared

	arenas map[*os.File]int // that it has mapped, by their numbers there; the Host's lock is held

	sent   map[uint32]*call // that it has not answered; the Host's lock is held
	line   []uint32         // of them, in the order in which it runs them
	since  service.Nanos    // when the first of them began
	rooms  []*mem.Block     // for large results of its call, in order
	kept   []*mem.Block     // inputs that its functions have kept
	waits  *call            // that the machine has just let wait
	broke  string           // what it did that no process of ours does
	text   []byte           // what it said of a call last
	parsed answer           // that is in it

	permits permits         // to begin calls
	closed  bool            // they are; the Host's lock is held
	back    map[uint32]bool // what was taken back and it has not read; the Host's lock is held
	read    chan struct{}   // closed when all that it said is read
}

// call sends a call, behind arenas that the process has not seen. The Host's lock is held.
func (p *process) call(c *call) {
	about := struct {
		Ins   []described `json:"ins"`
		Outs  []string    `json:"outs"`
		Many  bool        `json:"many"`
		Style string      `json:"style,omitempty"`
		At    []int       `json:"at,omitempty"`
		Task  string      `json:"task,omitempty"`
		Most  int64       `json:"memory,omitempty"`
	}{[]described{}, c.Outs, c.Spread || len(c.Outs) > 1, c.Style, c.At, c.Task, c.Memory}
	var fresh []*os.File
	for _, x := range c.ins {
		d := x.described
		d.Places = []place{}
		for _, b := range x.blocks {
			at := p.place(b, &fresh)
			if x.Kind != "pickle" {
				at[2] = int64(x.bytes)
			}
			d.Places = append(d.Places, at)
		}
		about.Ins = append(about.Ins, d)
	}
	p.arena(fresh)
	text, _ := json.Marshal(about) // it is plain data
	body := append([]byte(nil), c.Function.Key[:]...)
	body = binary.LittleEndian.AppendUint32(body, uint32(len(text)))
	body = append(append(body, text...), c.Args...)
	p.sent[uint32(c.id)] = c
	if p.line = append(p.line, uint32(c.id)); len(p.line) == 1 {
		p.since = p.h.now()
	}
	c.far = 0
	if !p.closed {
		p.permits.add()
	}
	p.link.send(frame{kind: kindCall, call: uint32(c.id), body: body})
}

func (p *process) arena(files []*os.File) {
	for ; len(files) > 0; files = files[min(len(files), 8):] {
		p.link.send(frame{kind: kindArena, files: files[:min(len(files), 8)]})
	}
}

// place is where a block lies for the process. fresh gets files that it does not know yet.
func (p *process) place(b *mem.Block, fresh *[]*os.File) place {
	at, _ := b.Place()
	n, ok := p.arenas[at.File]
	if !ok {
		n = len(p.arenas)
		p.arenas[at.File] = n
		*fresh = append(*fresh, at.File)
	}
	return place{int64(n), at.Off, int64(at.Len)}
}

// listen takes what the process says until it ends, or says what is not to be said.
func (p *process) listen() {
	defer close(p.read)
	for {
		f, err := p.link.receive()
		broken := err == nil || errs.Is(err, errs.Invalid)
		if err == nil {
			err = p.take(f)
		}
		if err != nil {
			if broken {
				p.broke = err.Error()
				p.kill()
			}
			return
		}
	}
}

func (p *process) take(f frame) error {
	switch f.kind {
	case kindHello:
		p.h.step(function.Ready{Proc: p.id})
		return nil
	case kindRoomFor:
		return p.room(f)
	case kindWait:
		p.h.step(function.Waits{Proc: p.id, Now: p.h.now()})
		p.wait()
		return nil
	case kindResume:
		p.h.step(function.Resumes{Proc: p.id})
		return nil
	case kindPassed:
		return p.passed(f.call)
	case kindFar:
		return p.far(f)
	case kindDone:
		return p.done(f)
	case kindError:
		return p.failed(f)
	}
	return errs.New(errs.Invalid, "a frame of kind %d", f.kind)
}

// wait gives the slot of a call to others, if the machine has let it wait, and tells the process.
func (p *process) wait() {
	p.h.mu.Lock()
	c := p.waits
	p.waits = nil
	p.h.mu.Unlock()
	if c == nil {
		return
	}
	if c.Turn != nil {
		c.Turn.Leave()
	}
	p.link.send(frame{kind: kindGo})
}

// room gives a process memory for large results. Where there is none the process is killed, and its call ends
// for want of memory.
func (p *process) room(f frame) error {
	var sizes []int
	if err := json.Unmarshal(f.body, &sizes); err != nil {
		return errs.Wrap(errs.Invalid, err, "sizes of results")
	}
	if len(p.rooms) > 0 {
		return errs.New(errs.Invalid, "it asks for room twice")
	}
	al, _ := p.memory(f.call)
	for _, n := range sizes {
		if n < inlineMax {
			return errs.New(errs.Invalid, "it asks for room for %d bytes", n)
		}
		b, err := al.Alloc(n)
		if err != nil {
			p.h.lacks(p, f.call, err)
			p.kill()
			return nil
		}
		p.rooms = append(p.rooms, b)
	}
	p.h.mu.Lock()
	defer p.h.mu.Unlock()
	var fresh []*os.File
	at := make([][2]int64, len(sizes))
	for i, b := range p.rooms {
		x := p.place(b, &fresh)
		at[i] = [2]int64{x[0], x[1]}
	}
	p.arena(fresh)
	text, _ := json.Marshal(at)
	p.link.send(frame{kind: kindRoom, body: text})
	return nil
}

// memory is what results of a call are put to: large ones, which others may read too, and small ones.
func (p *process) memory(id uint32) (large, small mem.Allocator) {
	p.h.mu.Lock()
	defer p.h.mu.Unlock()
	c := p.sent[id]
	switch {
	case c == nil:
		return p.shared, p.h.o.Pool
	case c.Grant == nil:
		return c.al, p.h.o.Pool
	}
	return c.al, c.Grant
}

// ended is what a process says of a call beside its results.
type ended struct {
	Kept    []int `json:"kept"`
	Threads int   `json:"threads"`
	Log     int64 `json:"log"`   // where what it has written ends
	Short   bool  `json:"short"` // it has failed for want of memory
	Grown   int64 `json:"grown"` // by how many bytes its process is larger than at its begin; 0: it has not looked
}

// answer is what a process says of a call that has returned.
type answer struct {
	ended
	Values []described `json:"values"`
	Sizes  []int       `json:"sizes"`
}

// textKept is up to how many bytes a text is kept for the next one.
const textKept = 4 << 10

// parse takes the body of an answer apart. Most say what the one before has said, which is read once.
func (p *process) parse(body []byte) (a answer, inline []byte, err error) {
	text, inline, err := cut(body)
	if err != nil {
		return a, nil, err
	}
	if len(text) > 0 && bytes.Equal(text, p.text) {
		return p.parsed, inline, nil
	}
	if err := read(text, &a); err != nil {
		return a, nil, err
	}
	if len(text) <= textKept {
		p.text, p.parsed = bytes.Clone(text), a
	}
	return a, inline, nil
}

// done takes the results of a call.
func (p *process) done(f frame) error {
	a, inline, err := p.parse(f.body)
	if err != nil {
		return err
	}
	rooms := p.rooms
	p.rooms = nil
	buffers := make([]*mem.Block, len(a.Sizes))
	defer func() {
		for _, b := range append(buffers, rooms...) {
			if b != nil {
				b.Release()
			}
		}
	}()
	var lack error
	_, al := p.memory(f.call)
	for i, n := range a.Sizes {
		switch {
		case n >= inlineMax && len(rooms) > 0 && rooms[0].Len() == n:
			buffers[i], rooms = rooms[0], rooms[1:]
		case n >= 0 && n < inlineMax && n <= len(inline):
			b, err := al.Alloc(n)
			if err != nil {
				lack = err
			} else {
				copy(b.Bytes(), inline)
				buffers[i] = b
			}
			inline = inline[n:]
		default:
			return errs.New(errs.Invalid, "a result of %d bytes that did not come", n)
		}
	}
	var made []any
	for _, d := range a.Values {
		if lack != nil {
			break
		}
		v, err := value(al, d, buffers)
		if errs.Is(err, errs.Pressure) || errs.Is(err, errs.OutOfMemory) {
			lack = err
			break
		}
		if err != nil {
			for _, v := range made {
				release(v)
			}
			return err
		}
		made = append(made, v)
	}
	return p.h.answered(p, f.call, made, lack, a.ended)
}

// inlineMax is below what buffers travel in frames; see INLINE in python/mars/_worker/values.py.
const inlineMax = 64 << 10

func (p *process) failed(f frame) error {
	var a struct {
		ended
		Raised
	}
	rest, err := split(f.body, &a)
	if err != nil {
		return err
	}
	r := a.Raised
	r.Pickle = append([]byte(nil), rest...)
	return p.h.answered(p, f.call, nil, &r, a.ended)
}

func (p *process) interrupt() { _ = syscall.Kill(p.pid, syscall.SIGINT) }

// kill ends the process with all that it has started. Its number is its own until it is reaped.
func (p *process) kill() { _ = syscall.Kill(-p.pid, syscall.SIGKILL) }

// patience is how long what a process has said is read after its end. Somebody else may have its sockets.
const patience = time.Second

// over cleans up behind a process that has ended, and says why it did.
func (p *process) over(e exit) string {
	p.kill() // what it has started
	_ = p.link.conn.SetReadDeadline(time.Now().Add(patience))
	<-p.read
	p.link.close()
	where := crashed(p.log.end(crashSize))
	p.h.mu.Lock()
	p.closed = true
	p.permits.close()
	for _, id := range p.line {
		if c := p.sent[id]; c != nil {
			p.log.ended(c.Log, c.Chunk, -1)
			break
		}
	}
	p.h.mu.Unlock()
	p.log.close()
	for _, b := range append(p.kept, p.rooms...) {
		b.Release()
	}
	p.kept, p.rooms = nil, nil
	if p.broke != "" {
		return "it broke its connection: " + p.broke
	}
	return e.String() + where
}
