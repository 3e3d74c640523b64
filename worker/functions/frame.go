package functions

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"sync"
	"syscall"

	"github.com/mars-project/mars-go/errs"
)

// Kinds of frames; see python/mars/_worker/frames.py.
const (
	kindHello   = 1
	kindRoomFor = 2
	kindDone    = 3
	kindError   = 4
	kindWait    = 5
	kindResume  = 6
	kindPassed  = 7
	kindFar     = 8

	kindArena  = 64
	kindLoad   = 65
	kindCall   = 66
	kindRoom   = 67
	kindEnd    = 69
	kindGo     = 70
	kindRefuse = 71

	kindFork   = 128
	kindForked = 129
	kindExited = 130
	kindReap   = 131
)

const (
	headSize = 16
	maxBody  = 16 << 20
	mark     = 0x5352414d // "MARS" in a head: without it a byte too many would be a length
)

// A frame is what a worker and a process tell each other.
type frame struct {
	kind, call uint32
	body       []byte
	files      []*os.File // that ride on it, to a process
}

// A link is a socket of frames. Writing never waits: what is written lies in a queue until the process reads.
type link struct {
	conn *net.UnixConn
	in   *bufio.Reader

	mu     sync.Mutex
	more   *sync.Cond
	queue  []frame
	mute   bool // nothing is written any more
	closed bool
}

// newLink makes a pair of sockets: one for here, and the end of a process, which the caller closes.
func newLink() (l *link, theirs *os.File, err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, errs.Wrap(errs.Unavailable, err, "a socket for a process")
	}
	ours := os.NewFile(uintptr(fds[0]), "process")
	defer ours.Close()
	theirs = os.NewFile(uintptr(fds[1]), "worker")
	c, err := net.FileConn(ours)
	if err != nil {
		theirs.Close()
		return nil, nil, errs.Wrap(errs.Unavailable, err, "a socket for a process")
	}
	l = &link{conn: c.(*net.UnixConn), in: bufio.NewReaderSize(c, 64<<10)}
	l.more = sync.NewCond(&l.mu)
	return l, theirs, nil
}

// receive reads one frame. Errors: io.EOF, a broken connection; Invalid: what came is no frame.
func (l *link) receive() (f frame, err error) {
	var head [headSize]byte
	if _, err := io.ReadFull(l.in, head[:]); err != nil {
		return f, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	f.kind, f.call = binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[12:])
	switch {
	case binary.LittleEndian.Uint32(head[4:]) != mark:
		return f, errs.New(errs.Invalid, "what came is no frame: % x", head)
	case n > maxBody:
		return f, errs.New(errs.Invalid, "a frame of %d bytes; at most %d are taken", n, maxBody)
	}
	f.body = make([]byte, n)
	_, err = io.ReadFull(l.in, f.body)
	return f, err
}

// send queues a frame.
func (l *link) send(f frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.mute {
		l.queue = append(l.queue, f)
		l.more.Signal()
	}
}

// write writes what is queued until the link is closed or nobody reads it any more. What was said before that
// is there to be received.
func (l *link) write() {
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.mute {
			l.more.Wait()
		}
		fs := l.queue
		l.queue = nil
		over := l.mute
		l.mu.Unlock()
		if over {
			return
		}
		for _, f := range fs {
			if l.put(f) != nil {
				l.silence()
				_ = l.conn.CloseWrite() // where the process is there it hears of the end, and ends
				return
			}
		}
	}
}

func (l *link) put(f frame) error {
	b := make([]byte, headSize, headSize+len(f.body))
	binary.LittleEndian.PutUint32(b, uint32(len(f.body)))
	binary.LittleEndian.PutUint32(b[4:], mark)
	binary.LittleEndian.PutUint32(b[8:], f.kind)
	binary.LittleEndian.PutUint32(b[12:], f.call)
	b = append(b, f.body...)
	if len(f.files) == 0 {
		_, err := l.conn.Write(b)
		return err
	}
	fds := make([]int, len(f.files))
	for i, x := range f.files {
		fds[i] = int(x.Fd())
	}
	n, _, err := l.conn.WriteMsgUnix(b, syscall.UnixRights(fds...), nil)
	if err == nil && n < len(b) {
		_, err = l.conn.Write(b[n:])
	}
	return err
}

// silence has nothing be written any more; frames in the queue are dropped.
func (l *link) silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mute, l.queue = true, nil
	l.more.Signal()
}

// close ends the link.
func (l *link) close() {
	l.silence()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed = true
		l.conn.Close()
	}
}

// cut takes a body apart that begins with a text behind its length.
func cut(body []byte) (text, rest []byte, err error) {
	if len(body) < 4 {
		return nil, nil, errs.New(errs.Invalid, "a body of %d bytes", len(body))
	}
	n := int64(binary.LittleEndian.Uint32(body))
	if n > int64(len(body)-4) {
		return nil, nil, errs.New(errs.Invalid, "a text of %d bytes in a body of %d", n, len(body))
	}
	return body[4 : 4+n], body[4+n:], nil
}

// read reads a text, which is JSON.
func read(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return errs.Wrap(errs.Invalid, err, "a text of a process")
	}
	return nil
}

// split is cut, and the text read.
func split(body []byte, into any) (rest []byte, err error) {
	text, rest, err := cut(body)
	if err != nil {
		return nil, err
	}
	return rest, read(text, into)
}
