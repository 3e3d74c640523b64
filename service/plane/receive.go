package plane

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service/data"
)

// Fetch is that of data.Transfer: one request for all items, which goes on where it was when the connection breaks.
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
	defer r.hangUp()
	return r.all(into, got)
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
	call   *call
	r      *bufio.Reader
	tries  int      // since there was progress
	parked *message // was read where something else was expected
	anew   bool     // the value under way has to begin again
}

func (r *receiving) hangUp() {
	if r.call != nil {
		r.call.end()
		r.call = nil
	}
}

// dial asks for all items that are not settled, the first of them from a place on.
func (r *receiving) dial(from *resume) error {
	r.hangUp()
	q := request{From: from}
	for _, it := range r.items[r.next:] {
		q.Items = append(q.Items, item{Key: it.Key, Part: it.Part})
	}
	b, err := oscar.Encode(q)
	if err != nil {
		return err
	}
	to, err := r.c.url(r.node, path(r.session, "fetch"))
	if err != nil {
		return err
	}
	k, err := r.c.do(r.ctx, r.node, r.c.o.Patience, func(ctx context.Context, _ *call) (*http.Request, error) {
		h, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		h.Header.Set("Authorization", "Mars "+r.c.ticket(r.session, "", Read))
		h.Header.Set("Content-Type", cborType)
		h.Header["X-Idempotency-Key"] = nil // not sent: lets net/http try again on a connection that was closed while it was idle
		return h, nil
	})
	if err != nil {
		return err
	}
	if err := errorOf(k.body, op.Key{}); err != nil {
		k.end()
		return err
	}
	r.call, r.base = k, r.next
	if r.r == nil {
		r.r = bufio.NewReaderSize(k, gather)
	} else {
		r.r.Reset(k)
	}
	return nil
}

// redial takes a broken transfer up again; cause is why it broke. It is an error when that is hopeless.
func (r *receiving) redial(cause error, from *resume) error {
	for {
		if r.ctx.Err() != nil {
			return canceled(r.ctx, "fetch from "+r.node)
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

// message is the next one that says something. A broken connection is made again, and the items that are not settled are asked for again.
func (r *receiving) message() (message, error) {
	if m := r.parked; m != nil {
		r.parked = nil
		return *m, nil
	}
	for {
		m, err := readMessage(r.r)
		switch {
		case err != nil:
			if err := r.redial(r.broke(err), nil); err != nil {
				return m, err
			}
		case m.kind != sayWait:
			r.tries = 0
			return m, nil
		}
	}
}

// broke is why a connection broke.
func (r *receiving) broke(err error) error {
	if cause := context.Cause(r.call.ctx); cause != nil {
		return cause
	}
	return err
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
			_, _ = io.Copy(io.Discard, r.r) // to its end, so that the connection can be used again
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
		return nil, errs.Wrap(errs.KindOf(err), err, "chunk %s from %s", r.items[r.next].Key.Short(), r.node)
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
		err := readPiece(s.r.r, p[at:at+n])
		if err == nil {
			at += n
			s.r.tries = 0
			continue
		}
		if err := s.r.again(s.r.broke(err), &resume{Tag: s.tag, Seg: i, Off: int64(at)}); err != nil {
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
		m, err := readMessage(r.r)
		for err == nil && m.kind == sayWait {
			m, err = readMessage(r.r)
		}
		switch {
		case err != nil:
			cause = r.broke(err)
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
