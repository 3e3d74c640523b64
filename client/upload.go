package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// given sends the data of a source that is too large to travel in a graph, once for a session, and tells its
// key.
func (r *remote) given(ctx context.Context, v op.Value) (op.Key, bool, error) {
	src, ok := v.N.Op.(op.Giver)
	if !ok {
		return op.Key{}, false, nil
	}
	data, chunk := src.Given()
	if n := sizeOf(data); n <= r.limit {
		return op.Key{}, false, nil
	}
	r.mu.Lock()
	k, ok := r.sent[v.Meta().Key]
	r.mu.Unlock()
	if ok {
		return k, true, nil
	}
	k, err := r.upload(ctx, v.Meta(), data, chunk)
	if err != nil {
		return k, false, errs.At(err, v.N.Site.String(), v.N.Name)
	}
	r.mu.Lock()
	r.sent[v.Meta().Key] = k
	r.mu.Unlock()
	return k, true, nil
}

func sizeOf(data any) int64 {
	switch d := data.(type) {
	case *nd.Array:
		return int64(d.Bytes())
	case *frame.Frame:
		return d.Bytes()
	}
	return 0
}

// uploadChunk is the size of chunks where the user has asked for none along some axis.
const uploadChunk = 16 << 20

func (r *remote) upload(ctx context.Context, m op.Meta, data any, chunk []int) (op.Key, error) {
	q := &marsv1.CreateUploadRequest{SessionId: r.id, UploadId: random(), Meta: graph.Describe(m), MediaType: mediaRaw}
	q.Meta.Nbytes = sizeOf(data)
	if m.Kind != op.Tensor {
		q.MediaType = mediaArrow
	}
	if chunk != nil {
		splits := [][]op.Dim{op.Even(m.Dims[0].N, chunk[0])}
		if m.Kind == op.Tensor {
			splits = op.EvenSplits(m, chunk, uploadChunk)
		}
		for _, sp := range splits {
			s := &marsv1.Splits{}
			for _, d := range sp {
				s.Lengths = append(s.Lengths, &marsv1.Dim{N: int64(d.N)})
			}
			q.Meta.Nsplits = append(q.Meta.Nsplits, s)
		}
	}
	for try := 0; ; try++ {
		to, err := r.data.CreateUpload(ctx, q)
		if errs.Is(err, errs.Lost) && try > 0 { // it is over
			q.UploadId = random()
			to, err = r.data.CreateUpload(ctx, q)
		}
		if err != nil {
			return op.Key{}, err
		}
		k, err := r.send(ctx, q.UploadId, to.GetParts(), data)
		if try == putTries || !errs.Is(err, errs.Lost) {
			return k, err
		}
	}
}

// send sends all parts of an upload. Lost: some went with their workers.
func (r *remote) send(ctx context.Context, id string, parts []*marsv1.Part, data any) (op.Key, error) {
	err := each(ctx, len(parts), func(ctx context.Context, i int) error { return r.put(ctx, parts[i], data) })
	if err != nil {
		return op.Key{}, err
	}
	done, err := r.data.CommitUpload(ctx, &marsv1.CommitUploadRequest{SessionId: r.id, UploadId: id})
	if err != nil {
		return op.Key{}, err
	}
	k, ok := op.ParseKey(done.GetKey())
	if !ok {
		return k, errs.New(errs.Internal, "key %.80q of an upload", done.GetKey())
	}
	return k, nil
}

// put sends one part.
func (r *remote) put(ctx context.Context, p *marsv1.Part, data any) error {
	var b bytes.Buffer
	if err := writePart(&b, p, data); err != nil {
		return err
	}
	if len(p.GetUrls()) == 0 {
		return errs.New(errs.Internal, "a part of an upload has no place")
	}
	for try := 0; ; try++ { // a worker without room passes a part on to the next one that it is sent to
		err := r.putOnce(ctx, p, b.Bytes())
		if try == putTries || !errs.Is(err, errs.Pressure) {
			return err
		}
		t := time.NewTimer(putPause << try)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return err
		}
	}
}

// How often an upload is sent again whose parts went, or a part that no worker took, and how long is waited
// before the first time; each wait is twice the one before.
const (
	putTries = 4
	putPause = 50 * time.Millisecond
)

func (r *remote) putOnce(ctx context.Context, p *marsv1.Part, b []byte) error {
	q, err := r.request(ctx, http.MethodPut, p.Urls[0], p.GetTicket(), bytes.NewReader(b))
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", p.GetMediaType())
	a, err := r.http.Do(q)
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "upload")
	}
	defer a.Body.Close()
	if a.StatusCode >= http.StatusMultipleChoices {
		return refused(a)
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(a.Body, maxProblem)) // so that the connection is used again
	return nil
}

// writePart writes the box of data that a part is.
func writePart(w io.Writer, p *marsv1.Part, data any) error {
	switch d := data.(type) {
	case *nd.Array:
		for a, s := range p.GetInto() {
			d = d.Slice(a, int(s.GetStart()), int(s.GetStop()), 1)
		}
		return npy.WriteRaw(w, d)
	case *frame.Frame:
		s := p.GetInto()[0]
		return arrow.WriteAll(w, mem.Heap, arrow.Options{}, d.Slice(int(s.GetStart()), int(s.GetStop())))
	}
	return errs.New(errs.Internal, "an upload of a %T", data)
}
