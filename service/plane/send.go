package plane

import (
	"bufio"
	"encoding/binary"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

const (
	maxRequest = 64 << 20 // bytes of a fetch's body
	gather     = 32 << 10 // small frames are written together; large pieces go out from where they lie
	beat       = time.Second
)

// fetch answers POST sessions/SESSION/fetch.
func (s *Server) fetch(w http.ResponseWriter, r *http.Request) {
	session := r.PathValue("session")
	q, err := s.readRequest(w, r, session)
	if err != nil {
		refuse(s.o.Log, w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-mars-chunks")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	out := newPaced(w, s.o.Patience)
	defer out.end()
	x := &sending{s: s, r: r, session: session, w: bufio.NewWriterSize(out, gather), out: out}
	stop := x.keepAlive()
	err = x.all(q)
	stop()
	if err != nil { // the reader is gone, or too slow
		s.o.Log.Debug("transfer broken", "session", session, "to", r.RemoteAddr, "error", err)
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) readRequest(w http.ResponseWriter, r *http.Request, session string) (q request, err error) {
	if err := s.o.Ring.check(ticketOf(r), session, "", Read, time.Now()); err != nil {
		return q, err
	}
	err = s.readCBOR(w, r, &q)
	return q, err
}

// readCBOR reads the body of a request from another part of the engine.
func (s *Server) readCBOR(w http.ResponseWriter, r *http.Request, to any) error {
	in := newPacedReader(w, http.MaxBytesReader(w, r.Body, maxRequest), s.o.Patience)
	defer in.end()
	b, err := io.ReadAll(in)
	if err != nil {
		return errs.Wrap(errs.Invalid, err, "the body of a request")
	}
	return oscar.Decode(b, to)
}

// sending is one answer to a fetch.
type sending struct {
	s       *Server
	r       *http.Request
	session string

	mu   sync.Mutex // who writes a frame and its data holds it
	w    *bufio.Writer
	out  *paced
	n    int // frames so far
	err  error
	tail [4]byte
}

// keepAlive says every second in which nothing else was said that the sender lives, until stop is called.
func (x *sending) keepAlive() (stop func()) {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		t := time.NewTicker(beat)
		defer t.Stop()
		last := 0
		for {
			select {
			case <-quit:
				return
			case <-t.C:
			}
			if !x.mu.TryLock() {
				continue
			}
			if x.n == last {
				x.put([]byte{sayWait})
			}
			x.flushLocked() // also what waits to be gathered
			last = x.n
			x.mu.Unlock()
		}
	})
	return func() {
		close(quit)
		wg.Wait()
	}
}

func (x *sending) put(b []byte) {
	if x.err == nil {
		_, x.err = x.w.Write(b)
	}
}

func (x *sending) flushLocked() {
	if x.err == nil {
		x.err = x.w.Flush()
	}
	if x.err == nil {
		x.err = x.out.c.Flush()
	}
}

// seal writes a frame with its checksum.
func (x *sending) seal(b []byte) {
	x.n++
	x.put(binary.LittleEndian.AppendUint32(b, sum(b)))
}

// all sends the items. Its error is that of the connection; others travel.
func (x *sending) all(q request) error {
	ctx := x.r.Context()
	select {
	case x.s.slots <- struct{}{}:
		defer func() { <-x.s.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	from := q.From
	for i, it := range q.Items {
		p, f, err := x.s.o.Data.Lend(ctx, x.session, data.Item{Key: it.Key, Part: it.Part})
		switch {
		case errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost):
			err = x.missing(i)
		case err != nil:
			return x.fail(err)
		default:
			err = x.value(i, p.Value(), f, from)
			p.Release()
		}
		if err != nil {
			return err
		}
		from = nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(binary.LittleEndian.AppendUint32([]byte{sayEnd}, uint32(len(q.Items))))
	x.flushLocked()
	return x.err
}

func (x *sending) missing(i int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(binary.LittleEndian.AppendUint32([]byte{sayMissing}, uint32(i)))
	return x.err
}

// fail ends the answer with an error.
func (x *sending) fail(err error) error {
	b, e := oscar.Encode(service.FailureOf(err))
	if e != nil {
		return e
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(append(binary.LittleEndian.AppendUint32([]byte{sayError}, uint32(len(b))), b...))
	x.flushLocked()
	return x.err
}

// value sends a value from where it lies, or goes on with it.
func (x *sending) value(i int, v any, f op.Facts, from *resume) error {
	header, segs, err := data.Pack(v)
	if err != nil {
		return x.fail(err)
	}
	facts, err := oscar.Encode(f)
	if err != nil {
		return x.fail(err)
	}
	h := appendHead(nil, header, segs, facts)
	if len(h) > maxHead {
		return x.fail(errs.New(errs.Invalid, "a value with a head of %d bytes", len(h)))
	}
	le := binary.LittleEndian
	x.mu.Lock()
	defer x.mu.Unlock()
	seg, off := 0, int64(0)
	if from.fits(sum(h), segs) {
		seg, off = from.Seg, from.Off
		x.seal(le.AppendUint32(le.AppendUint32([]byte{sayResume}, uint32(i)), sum(h)))
	} else {
		b := le.AppendUint32([]byte{sayValue}, uint32(i))
		x.seal(append(le.AppendUint32(b, uint32(len(h))), h...))
	}
	for ; seg < len(segs); seg, off = seg+1, 0 {
		for b := segs[seg][off:]; len(b) > 0 && x.err == nil; {
			p := b[:min(len(b), pieceBytes)]
			x.put(p)
			x.put(le.AppendUint32(x.tail[:0], sum(p)))
			b = b[len(p):]
		}
	}
	return x.err
}
