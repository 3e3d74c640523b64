package plane

import (
	"context"
	"errors"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
)

// Fetch is that of data.Transfer: one request for all items, which goes on where it was when the connection
// breaks.
func (c *Client) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	if len(items) == 0 {
		return nil
	}
	done, err := c.slot(ctx)
	if err != nil {
		return err
	}
	defer done()
	r := &receiving{c: c, ctx: ctx, node: node, session: session, items: items}
	err = r.all(into, got)
	r.hangUp(err == nil)
	return err
}

// attempts is how often in a row a broken transfer is taken up again without any progress.
const attempts = 3

// receiving is one Fetch.
type receiving struct {
	c       *Client
	ctx     context.Context
	node    string
	session string
	items   []data.Item

	next   int // the first item that is not settled
	base   int // the first item of this request
	link   *link
	stop   func() bool // of the wait for the end of ctx
	tries  int         // since there was progress
	parked *message    // was read where something else was expected
	anew   bool        // the value under way has to begin again
}

// hangUp ends the connection; one whose answer was read to its end is kept for others.
func (r *receiving) hangUp(clean bool) {
	l := r.link
	if l == nil {
		return
	}
	r.link = nil
	if !r.stop() || !clean || l.r.Buffered() > 0 {
		_ = l.conn.Close()
		return
	}
	r.c.keep(r.node, l)
}

// dial asks for all items that are not settled, the first of them from a place on.
func (r *receiving) dial(from *resume) error {
	r.hangUp(false)
	q := &request{Session: r.session, Ticket: r.c.ticket(r.session, "", Read), From: from}
	for _, it := range r.items[r.next:] {
		q.Items = append(q.Items, item{Key: it.Key, Part: it.Part})
	}
	b, err := appendRequest(nil, q)
	if err != nil {
		return err
	}
	for {
		l := r.c.idle(r.node)
		if l == nil {
			if l, err = r.c.connect(r.ctx, r.node, r.session); err != nil {
				return err
			}
		}
		l.ctx = r.ctx
		_ = l.conn.SetWriteDeadline(time.Now().Add(r.c.o.Patience))
		stop := context.AfterFunc(r.ctx, func() { _ = l.conn.SetDeadline(time.Unix(1, 0)) })
		_, err := l.conn.Write(b)
		if err == nil && l.used { // it may have been closed meanwhile
			_, err = l.r.Peek(1)
		}
		if err == nil {
			r.link, r.base, r.stop = l, r.next, stop
			return nil
		}
		stop()
		_ = l.conn.Close()
		if !l.used || r.ctx.Err() != nil || errors.Is(err, errStalled) {
			return r.c.unreached(r.ctx, r.node, err)
		}
	}
}

// redial takes a broken transfer up again; cause is why it broke. It is an error when that is hopeless.
func (r *receiving) redial(cause error, from *resume) error {
	for {
		if r.ctx.Err() != nil {
			return canceled(r.ctx, "fetch from "+r.node)
		}
		if errors.Is(cause, errStalled) { // a sender that lives says so
			return errs.Wrap(errs.Unavailable, cause, "worker %s cannot be reached", r.node)
		}
		if r.tries++; r.tries > attempts {
			return errs.Wrap(errs.Unavailable, cause, "worker %s cannot be reached: its transfers break", r.node)
		}
		if r.tries > 1 {
			t := time.NewTimer(time.Duration(r.tries-1) * 100 * time.Millisecond)
			select {
			case <-t.C:
			case <-r.ctx.Done():
				t.Stop()
				continue
			}
		}
		err := r.dial(from)
		if err == nil || !errs.Is(err, errs.Unavailable) {
			return err
		}
		cause = err
	}
}

// message is the next one that says something. A broken connection is made again, and the items that are not
// settled are asked for again.
func (r *receiving) message() (message, error) {
	if m := r.parked; m != nil {
		r.parked = nil
		return *m, nil
	}
	for {
		m, err := readMessage(r.link.r)
		switch {
		case err != nil:
			if err := r.redial(err, nil); err != nil {
				return m, err
			}
		case m.kind != sayWait:
			r.tries = 0
			return m, nil
		}
	}
}

func (r *receiving) all(into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	if err := r.dial(nil); err != nil {
		return err
	}
	for {
		m, err := r.message()
		if err != nil {
			return err
		}
		at := r.base + m.index
		switch {
		case m.kind == sayError:
			return m.err
		case m.kind == sayEnd && at == len(r.items) && r.next == at:
			return nil
		case m.kind == sayMissing && at == r.next && at < len(r.items):
			r.next++
		case m.kind == sayValue && at == r.next && at < len(r.items):
			v, err := r.value(m, into)
			if r.anew {
				r.anew = false
				continue
			}
			if err != nil {
				return err
			}
			r.next++
			if err := got(at, v, m.head.facts); err != nil {
				return err
			}
		default:
			return errs.New(errs.Internal, "worker %s sends a message %q of item %d where %d of %d is expected", r.node, m.kind, at, r.next, len(r.items))
		}
	}
}

// value reads a value whose head is m, straight into blocks of into. When it has to begin again, anew is set.
func (r *receiving) value(m message, into mem.Allocator) (any, error) {
	blocks := &taken{from: into}
	v, err := data.Unpack(m.head.header, &incoming{r: r, tag: m.tag, sizes: m.head.sizes}, blocks)
	if err != nil || r.anew {
		blocks.free()
		k := errs.KindOf(err)
		if k == errs.Lost { // it came as it was sent: nothing is lost
			k = errs.Internal
		}
		return nil, errs.Wrap(k, err, "chunk %s from %s", r.items[r.next].Key.Short(), r.node)
	}
	return v, nil
}

// incoming is the segments of a value as they come.
type incoming struct {
	r     *receiving
	tag   uint32
	sizes []int64
}

func (s *incoming) Len() int         { return len(s.sizes) }
func (s *incoming) Size(i int) int64 { return s.sizes[i] }

// Read fills p with segment i. When the connection breaks it goes on with the piece that did not come.
func (s *incoming) Read(i int, p []byte) error {
	for at := 0; at < len(p); {
		n := min(len(p)-at, pieceBytes)
		err := readPiece(s.r.link.r, p[at:at+n])
		if err == nil {
			at += n
			s.r.tries = 0
			continue
		}
		if err := s.r.again(err, &resume{Tag: s.tag, Seg: i, Off: int64(at)}); err != nil {
			return err
		}
	}
	return nil
}

var errAnew = errors.New("the value begins again")

// again takes up the value under way. Another answer than that it goes on makes it begin again.
func (r *receiving) again(cause error, from *resume) error {
	for {
		if err := r.redial(cause, from); err != nil {
			return err
		}
		m, err := readMessage(r.link.r)
		for err == nil && m.kind == sayWait {
			m, err = readMessage(r.link.r)
		}
		switch {
		case err != nil:
			cause = err
		case m.kind == sayResume && r.base+m.index == r.next && m.tag == from.Tag:
			return nil
		default:
			r.parked, r.anew = &m, true
			return errAnew
		}
	}
}

// taken remembers the blocks of a value until it is whole.
type taken struct {
	from   mem.Allocator
	blocks []*mem.Block
}

func (t *taken) Alloc(n int) (*mem.Block, error) {
	b, err := t.from.Alloc(n)
	if err == nil {
		t.blocks = append(t.blocks, b)
	}
	return b, err
}

// free gives the blocks back: to the scope that owns them, if there is one.
func (t *taken) free() {
	s, owned := t.from.(interface{ Free(*mem.Block) bool })
	for _, b := range t.blocks {
		if !owned {
			b.Release()
		} else {
			s.Free(b)
		}
	}
}
