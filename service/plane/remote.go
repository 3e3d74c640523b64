package plane

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

// Open is that of Parts: the worker makes the bytes, and they pass through as they are.
func (c *Client) Open(ctx context.Context, session string, m service.ChunkMeta, sel Select, format string) (*Body, error) {
	var away error
	for _, b := range m.Bands {
		k, err := c.ask(ctx, b.Node, http.MethodGet, Path(Prefix, session, m.Key, sel, format), c.ticket(session, m.Key.String(), Read), nil)
		if err == nil {
			if err = errorOf(k.body, m.Key); err == nil {
				return proxied(k), nil
			}
			k.end()
		}
		switch errs.KindOf(err) {
		case errs.NotFound, errs.Lost:
		case errs.Unavailable:
			away = err
		default:
			return nil, err
		}
	}
	return nil, nowhere(m.Key, away)
}

// A payload is the body of a request.
type payload struct {
	r     io.Reader
	size  int64
	media string
}

// ask sends a request to a node. The caller must end the call.
func (c *Client) ask(ctx context.Context, node, method, path, ticket string, p *payload) (*call, error) {
	to, err := c.url(node, path)
	if err != nil {
		return nil, err
	}
	return c.do(ctx, node, max(c.o.Patience, workTime), func(ctx context.Context, k *call) (*http.Request, error) {
		var body io.Reader
		if p != nil {
			body = &sent{k, p.r}
		}
		r, err := http.NewRequestWithContext(ctx, method, to, body)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Mars "+ticket)
		if p != nil {
			r.ContentLength = p.size
			r.Header.Set("Content-Type", p.media)
			r.Header.Set("Accept", cborType)
		}
		return r, nil
	})
}

// workTime is how long a worker may take to wait for memory, read from disk or fetch from others before it
// answers.
const workTime = 2 * time.Minute

// sent is the body of a request. That it is read is progress.
type sent struct {
	k *call
	r io.Reader
}

func (s *sent) Read(p []byte) (int, error) {
	s.k.timer.Reset(s.k.patience)
	return s.r.Read(p)
}

var proxyBuffers = sync.Pool{New: func() any { b := make([]byte, 256<<10); return &b }}

// proxied is the body of an answer.
func proxied(k *call) *Body {
	return &Body{Type: k.body.Header.Get("Content-Type"), Size: k.body.ContentLength, close: k.end, write: func(w io.Writer) error {
		buf := proxyBuffers.Get().(*[]byte)
		defer proxyBuffers.Put(buf)
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, k, *buf)
		return err
	}}
}

// Write is that of Parts: r goes to the worker as it is read.
func (c *Client) Write(ctx context.Context, session string, u Upload, r io.Reader) (m service.ChunkMeta, err error) {
	switch {
	case u.Size < 0:
		return m, errs.New(errs.Invalid, "an upload needs its length")
	case u.Size > c.o.MaxUpload:
		return m, errs.New(errs.Invalid, "an upload of %d bytes; at most %d are taken at once", u.Size, c.o.MaxUpload)
	}
	to := Path(Prefix, session, u.Key, Select{}, "")
	if u.Type == Raw {
		to += "?" + url.Values{"dtype": {u.DType.String()}, "shape": {join(u.Shape, ",", strconv.Itoa)}}.Encode()
	}
	k, err := c.ask(ctx, u.Band.Node, http.MethodPut, to, c.ticket(session, u.Key.String(), Write), &payload{io.LimitReader(r, u.Size), u.Size, u.Type})
	if err != nil {
		return m, err
	}
	err = k.cbor(u.Key, &m)
	return m, err
}

// cbor reads the answer and ends the call.
func (k *call) cbor(key op.Key, to any) error {
	defer k.end()
	if err := errorOf(k.body, key); err != nil {
		return err
	}
	b, err := io.ReadAll(io.LimitReader(k, maxRequest))
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "read an answer")
	}
	return oscar.Decode(b, to)
}

// Copy is that of Parts.
func (c *Client) Copy(ctx context.Context, session string, m service.ChunkMeta, to service.Band) (out service.ChunkMeta, err error) {
	b, err := oscar.Encode(m)
	if err != nil {
		return out, err
	}
	k, err := c.ask(ctx, to.Node, http.MethodPost, under(session, "copy"), c.ticket(session, "", Write), &payload{bytes.NewReader(b), int64(len(b)), cborType})
	if err != nil {
		return out, err
	}
	err = k.cbor(m.Key, &out)
	return out, err
}

// Stat is that of Parts.
func (c *Client) Stat(ctx context.Context, session string, key op.Key, on service.Band) (m service.ChunkMeta, err error) {
	k, err := c.ask(ctx, on.Node, http.MethodGet, Path(Prefix, session, key, Select{}, "")+"/facts", c.ticket(session, key.String(), Read), nil)
	if err != nil {
		return m, err
	}
	err = k.cbor(key, &m)
	return m, err
}

// Values are copies of chunks in Go memory, in their order: what a supervisor shows to its planner. Each
// comes from the first of its bands that has it. Lost names those that none has; Unavailable: a band that may
// have one cannot be reached.
func (c *Client) Values(ctx context.Context, session string, chunks []service.ChunkMeta) ([]any, error) {
	out := make([]any, len(chunks))
	left := make([]int, len(chunks))
	for i := range left {
		left[i] = i
	}
	var away error
	for round := 0; len(left) > 0; round++ {
		byNode := map[string][]int{}
		var nodes []string
		lost := &service.LostError{}
		for _, i := range left {
			if round >= len(chunks[i].Bands) {
				lost.Keys = append(lost.Keys, chunks[i].Key)
				continue
			}
			n := chunks[i].Bands[round].Node
			if byNode[n] == nil {
				nodes = append(nodes, n)
			}
			byNode[n] = append(byNode[n], i)
		}
		if len(lost.Keys) > 0 {
			if away != nil {
				return nil, errs.Wrap(errs.Unavailable, away, "%d chunks", len(lost.Keys))
			}
			return nil, &errs.Error{Kind: errs.Lost, Msg: lost.Error(), Err: lost}
		}
		left = nil
		for _, n := range nodes {
			missed, err := c.some(ctx, n, session, chunks, byNode[n], out)
			if errs.Is(err, errs.Unavailable) {
				away = errs.From(err, n)
			} else if err != nil {
				return nil, err
			}
			left = append(left, missed...)
		}
	}
	return out, nil
}

// some brings the chunks with these numbers from a node.
func (c *Client) some(ctx context.Context, node, session string, chunks []service.ChunkMeta, numbers []int, out []any) (missed []int, err error) {
	items := make([]data.Item, len(numbers))
	for k, i := range numbers {
		items[k] = data.Item{Key: chunks[i].Key, Part: -1}
	}
	came := make([]bool, len(numbers))
	err = c.Fetch(ctx, node, session, items, modest{}, func(k int, v any, _ op.Facts) error {
		out[numbers[k]], came[k] = v, true
		return nil
	})
	for k, i := range numbers {
		if !came[k] {
			missed = append(missed, i)
		}
	}
	return missed, err
}

// maxPlanned is the most bytes of one block of a value for a planner.
const maxPlanned = 4 << 30

// modest is the Go heap for values that come from elsewhere: a length that is damaged is an error.
type modest struct{}

func (modest) Alloc(n int) (*mem.Block, error) {
	if n > maxPlanned {
		return nil, errs.New(errs.OutOfMemory, "%d bytes of a value for the planner", n)
	}
	return mem.Heap.Alloc(n)
}
