package fleet

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service/plane"
)

// putTries is how often a part is sent again that was not taken.
const putTries = 4

// ErrOver is the error of an upload whose id is not used any more.
var ErrOver = errors.New("the upload is over")

// Upload stores a vector in parts and says what it is once it is committed. Until then it is to be sent again
// under its id, so that nothing of it stays, or under another one where ErrOver says so.
func (c *Client) Upload(ctx context.Context, id string, v []float64, parts int) (*marsv1.Meta, error) {
	m := &marsv1.Meta{
		Kind: marsv1.Meta_KIND_TENSOR, Dims: []*marsv1.Dim{{N: int64(len(v))}}, Type: &marsv1.Type{Dtype: "float64"}, Nsplits: []*marsv1.Splits{{}},
	}
	for i := range parts {
		m.Nsplits[0].Lengths = append(m.Nsplits[0].Lengths, &marsv1.Dim{N: int64(len(v)*(i+1)/parts - len(v)*i/parts)})
	}
	a, err := c.data.CreateUpload(ctx, &marsv1.CreateUploadRequest{SessionId: c.session, UploadId: id, Meta: m, MediaType: plane.Raw})
	if connect.CodeOf(err) == connect.CodeDataLoss {
		return nil, errors.Join(ErrOver, err)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range a.GetParts() {
		for try := 0; ; try++ { // a worker without room passes a part on to the next one that it is sent to
			err := c.put(ctx, p, v[p.GetInto()[0].GetStart():p.GetInto()[0].GetStop()])
			if err == nil {
				break
			}
			if try == putTries || pause(ctx) != nil {
				return nil, err
			}
		}
	}
	d, err := c.data.CommitUpload(ctx, &marsv1.CommitUploadRequest{SessionId: c.session, UploadId: id})
	if err != nil {
		return nil, err
	}
	d.Meta.Key = d.GetKey()
	return d.Meta, nil
}

func (c *Client) put(ctx context.Context, p *marsv1.Part, v []float64) error {
	b := make([]byte, 0, 8*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	to := p.GetUrls()[0]
	if strings.HasPrefix(to, "/") {
		to = c.url + to
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, to, bytes.NewReader(b))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", p.GetMediaType())
	a, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if a.StatusCode >= http.StatusMultipleChoices {
		text, _ := io.ReadAll(io.LimitReader(a.Body, 1000))
		return errs.New(errs.Unavailable, "put a part of an upload: %s: %s", a.Status, text)
	}
	return nil
}

// Copies is on how many workers the part of a value is that is on fewest.
func (c *Client) Copies(ctx context.Context, key string) (int, error) {
	a, err := c.data.GetManifest(ctx, &marsv1.GetManifestRequest{SessionId: c.session, Key: key})
	if err != nil {
		return 0, err
	}
	least := math.MaxInt
	for _, p := range a.GetParts() {
		direct := 0
		for _, u := range p.GetUrls() {
			if !strings.HasPrefix(u, "/") && !strings.HasPrefix(u, c.url) {
				direct++
			}
		}
		least = min(least, direct)
	}
	return least, nil
}

// Drain asks the worker of an address to leave.
func (c *Client) Drain(ctx context.Context, addr string) error {
	_, err := c.Cluster.DrainNode(ctx, &marsv1.DrainNodeRequest{Address: addr})
	return err
}
