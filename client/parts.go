package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// The media types that are read, and the one of elements that are sent.
const (
	mediaNPY   = "application/x-npy"
	mediaRaw   = "application/x-mars-raw"
	mediaArrow = "application/vnd.apache.arrow.stream"
	mediaJSON  = "application/json"

	mediaObject = "application/x-mars-pickle"
)

// result is a value on the cluster.
type result struct {
	r *remote
	k op.Key
	m op.Meta
	// parts are those of the whole value where they came with the answer; else they are asked for.
	parts []*marsv1.Part
}

func (r *remote) result(m *marsv1.GetManifestResponse) (*result, error) {
	meta, err := graph.ReadMeta(m.GetMeta())
	if err != nil {
		return nil, err
	}
	v := &result{r: r, k: meta.Key, m: meta}
	if !slices.ContainsFunc(m.GetParts(), func(p *marsv1.Part) bool { return len(p.Urls) > 0 }) {
		v.parts = m.GetParts()
	}
	return v, nil
}

func (v *result) key() op.Key   { return v.k }
func (v *result) meta() op.Meta { return v.m }

func (v *result) fetch(ctx context.Context, lo, size []int) (any, error) {
	if v.parts != nil && lo == nil {
		return v.r.join(ctx, v.parts)
	}
	q := &marsv1.GetManifestRequest{SessionId: v.r.id, Key: v.k.String(), Accept: []string{mediaNPY, mediaArrow, mediaJSON, mediaObject}}
	for a := range lo {
		q.Select = append(q.Select, &marsv1.Slice{Start: number(lo[a]), Stop: number(lo[a] + size[a])})
	}
	for try := 0; ; try++ {
		m, err := v.r.data.GetManifest(ctx, q)
		if err != nil {
			return nil, err
		}
		got, err := v.r.join(ctx, m.GetParts())
		// Parts may have moved since, or their tickets are out of date: where they are now is asked for
		// again.
		if k := errs.KindOf(err); err == nil || try == service.Recoveries || k != errs.Lost && k != errs.NotFound && k != errs.Denied && k != errs.Unavailable {
			return got, err
		}
	}
}

func number(n int) *marsv1.Attr { return &marsv1.Attr{Value: &marsv1.Attr_I{I: int64(n)}} }

// join reads parts, which are in C order, several at once, and puts them together.
func (r *remote) join(ctx context.Context, parts []*marsv1.Part) (any, error) {
	vs := make([]any, len(parts))
	err := each(ctx, len(parts), func(ctx context.Context, i int) (err error) {
		vs[i], err = r.part(ctx, parts[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return op.Stack(mem.Heap, gridOf(parts), vs)
}

// gridOf is how many parts there are along each axis.
func gridOf(parts []*marsv1.Part) []int {
	if len(parts) == 0 {
		return nil
	}
	grid := make([]int, len(parts[0].GetIndex()))
	for a := range grid {
		at := map[int64]bool{}
		for _, p := range parts {
			at[p.Index[a]] = true
		}
		grid[a] = len(at)
	}
	return grid
}

// part reads a part from the first of its places that answers. A worker that cannot be reached is not tried
// again: the web port has all.
func (r *remote) part(ctx context.Context, p *marsv1.Part) (any, error) {
	if len(p.GetUrls()) == 0 {
		return decode(p.GetMediaType(), bytes.NewReader(p.GetInline()))
	}
	var last error
	for i, at := range p.Urls {
		host := ""
		if u, err := url.Parse(at); err == nil {
			host = u.Host
		}
		r.mu.Lock()
		skip := host != "" && r.avoid[host] && i < len(p.Urls)-1
		r.mu.Unlock()
		if skip {
			continue
		}
		v, reached, err := r.get(ctx, at, p)
		if err == nil || ctx.Err() != nil || reached && !errs.Is(err, errs.Unavailable) {
			return v, err
		}
		if last = err; host != "" {
			r.mu.Lock()
			r.avoid[host] = true
			r.mu.Unlock()
		}
	}
	return nil, last
}

// get reads a part from one place, which is of a worker or a path of the web port.
func (r *remote) get(ctx context.Context, at string, p *marsv1.Part) (v any, reached bool, err error) {
	q, err := r.request(ctx, http.MethodGet, at, p.GetTicket(), nil)
	if err != nil {
		return nil, true, err
	}
	q.Header.Set("Accept", p.GetMediaType())
	a, err := r.http.Do(q)
	if err != nil {
		return nil, false, errs.Wrap(errs.Unavailable, err, "fetch")
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, true, refused(a)
	}
	v, err = decode(p.GetMediaType(), a.Body)
	return v, true, err
}

// request is one to a worker, with the ticket of a part, or to the web port, with the token.
func (r *remote) request(ctx context.Context, method, at, ticket string, body io.Reader) (*http.Request, error) {
	leave := "Mars " + ticket
	if strings.HasPrefix(at, "/") {
		at, leave = r.base+at, "Bearer "+r.token
	}
	q, err := http.NewRequestWithContext(ctx, method, at, body)
	if err == nil && !strings.HasSuffix(leave, " ") {
		q.Header.Set("Authorization", leave)
	}
	return q, err
}

// decode reads a value. What breaks off in the middle is Unavailable: it is read again.
func decode(media string, r io.Reader) (v any, err error) {
	switch media {
	case mediaNPY:
		v, err = npy.Read(r, mem.Heap)
	case mediaArrow:
		v, err = arrow.ReadAll(r, mem.Heap, arrow.DefaultLimit)
	case mediaJSON:
		var b []byte
		if b, err = io.ReadAll(r); err == nil {
			v, err = object(b)
		}
	case mediaObject:
		var b []byte
		if b, err = io.ReadAll(r); err == nil {
			v, err = unread(b)
		}
	default:
		return nil, errs.New(errs.Type, "a part of type %.80q", media)
	}
	if err != nil && errs.KindOf(err) == errs.Internal {
		err = errs.Wrap(errs.Unavailable, err, "read a part")
	}
	return v, err
}

// object is a scalar of a frame.
func object(b []byte) (any, error) {
	if string(bytes.TrimSpace(b)) == `{"na":true}` {
		return frame.Missing{}, nil
	}
	var l frame.Label
	if err := json.Unmarshal(b, &l); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "an object")
	}
	return l.Value(), nil
}
