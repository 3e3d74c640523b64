package plane

import (
	"context"
	"encoding/binary"
	"net"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/storage"
)

const (
	gather = 64 << 10 // what is small is written together
	small  = 8 << 10  // bytes of a piece that is copied to be gathered; others go out from where they lie
	beat   = time.Second
)

// sending is one answer to a fetch.
type sending struct {
	s       *Server
	session string

	mu   sync.Mutex // who writes a message and its data holds it
	conn net.Conn
	buf  []byte // gathered
	n    int    // messages so far
	tail [8]byte
	// bounce holds a piece of what is sent from a file
	bounce []byte
	err    error
}

// keepAlive says every second in which nothing else was said that the sender lives, until stop is called.
// When it cannot, gone is called.
func (x *sending) keepAlive(gone func()) (stop func()) {
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
			x.flush() // also what waits to be gathered
			last = x.n
			broken := x.err != nil
			x.mu.Unlock()
			if broken {
				gone()
				return
			}
		}
	})
	return func() {
		close(quit)
		wg.Wait()
	}
}

// put gathers b, which is small.
func (x *sending) put(b []byte) {
	if len(x.buf)+len(b) > gather {
		x.flush()
	}
	x.buf = append(x.buf, b...)
}

func (x *sending) flush() { x.write(nil) }

// write sends what was gathered, and then p from where it lies, in one call of the system.
func (x *sending) write(p []byte) {
	if x.err != nil || len(x.buf)+len(p) == 0 {
		return
	}
	if x.err = x.conn.SetWriteDeadline(time.Now().Add(x.s.o.Patience)); x.err != nil {
		return
	}
	bufs := net.Buffers{x.buf, p}
	if len(x.buf) == 0 {
		bufs = bufs[1:]
	}
	n, err := bufs.WriteTo(x.conn)
	x.s.o.Data.Count(n)
	x.err = err
	x.buf = x.buf[:0]
}

// seal writes a message with its checksum.
func (x *sending) seal(b []byte) {
	x.n++
	x.put(binary.LittleEndian.AppendUint32(b, sum(b)))
}

// all sends the items. Its error is that of the connection; others travel.
func (x *sending) all(ctx context.Context, q *request) error {
	select {
	case x.s.slots <- struct{}{}:
		defer func() { <-x.s.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	from := q.From
	for i, it := range q.Items {
		if err := x.item(ctx, i, data.Item{Key: it.Key, Part: it.Part}, from); err != nil {
			return err
		}
		from = nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(binary.LittleEndian.AppendUint32([]byte{sayEnd}, uint32(len(q.Items))))
	x.flush()
	return x.err
}

// item sends an item from its spill file, or from where it is pinned in memory.
func (x *sending) item(ctx context.Context, i int, it data.Item, from *resume) error {
	if d, f, ok := x.s.o.Data.Stream(x.session, it); ok {
		defer d.Release()
		return x.value(i, d.Header(), onDisk{d, &x.bounce}, f, it.Part < 0, from)
	}
	p, f, err := x.s.o.Data.Lend(ctx, x.session, it)
	switch {
	case errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost):
		return x.missing(i)
	case err != nil:
		return x.fail(err)
	}
	defer p.Release()
	header, segs, err := data.Pack(p.Value())
	if err != nil {
		return x.fail(err)
	}
	return x.value(i, header, inMemory(segs), f, it.Part < 0, from)
}

func (x *sending) missing(i int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(binary.LittleEndian.AppendUint32([]byte{sayMissing}, uint32(i)))
	return x.err
}

// errSaid ends an answer whose last message is an error.
var errSaid = errs.New(errs.Internal, "an error was sent")

// fail ends the answer with an error.
func (x *sending) fail(err error) error {
	b, e := oscar.Encode(service.FailureOf(err))
	if e != nil {
		return e
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seal(append(binary.LittleEndian.AppendUint32([]byte{sayError}, uint32(len(b))), b...))
	x.flush()
	if x.err != nil {
		return x.err
	}
	return errSaid
}

// value sends a value, or goes on with it.
func (x *sending) value(i int, header []byte, segs segments, f op.Facts, whole bool, from *resume) error {
	var facts []byte
	if whole {
		var err error
		if facts, err = oscar.Encode(f); err != nil {
			return x.fail(err)
		}
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
	for ; seg < segs.Len(); seg, off = seg+1, 0 {
		x.segment(segs, seg, off)
	}
	return x.err
}

// segment sends a segment from off on, in pieces, each with its checksum.
func (x *sending) segment(segs segments, i int, off int64) {
	size := segs.Size(i)
	for at := int64(0); at < size && x.err == nil; at += pieceBytes {
		if at < off && !segs.whole() {
			continue
		}
		p, err := segs.piece(i, at, int(min(size-at, pieceBytes)))
		if err != nil { // the connection has to break: whoever asks again gets the answer
			x.err = err
			return
		}
		if at < off {
			continue
		}
		if len(p) <= small {
			x.put(p)
		} else {
			x.write(p)
		}
		x.put(binary.LittleEndian.AppendUint64(x.tail[:0], hash(p))) // now that the system has brought p into the cache
	}
}

// segments are the bytes of a value.
type segments interface {
	Len() int
	Size(i int) int64
	// piece is n bytes from off on, until the next call.
	piece(i int, off int64, n int) ([]byte, error)
	// whole says that the pieces of a segment must be read from the first one on.
	whole() bool
}

// inMemory are segments where they lie.
type inMemory [][]byte

func (m inMemory) Len() int                                      { return len(m) }
func (m inMemory) Size(i int) int64                              { return int64(len(m[i])) }
func (m inMemory) piece(i int, off int64, n int) ([]byte, error) { return m[i][off:][:n], nil }
func (m inMemory) whole() bool                                   { return false }

// onDisk are segments in a spill file, whose checksums are verified on the way.
type onDisk struct {
	*storage.Stream
	buf *[]byte
}

func (d onDisk) piece(i int, _ int64, n int) ([]byte, error) {
	if cap(*d.buf) < n {
		*d.buf = make([]byte, pieceBytes)
	}
	p := (*d.buf)[:n]
	return p, d.Read(i, p)
}

func (d onDisk) whole() bool { return true }

// hash is the checksum of a piece, in steps: it may be computed as they come.
func hash(p []byte) (h uint64) {
	for len(p) > 0 {
		q := p[:min(len(p), stepBytes)]
		h = xxh3.HashSeed(q, h)
		p = p[len(q):]
	}
	return h
}
