package plane

import (
	"context"
	"io"
	"net/http"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// namePath is where a worker says its name.
const namePath = Prefix + "/node"

// maxName is the most that is read of a name.
const maxName = 1 << 10

// Reach asks whether a node's data port is at the address that is known. Unavailable: nobody answers there,
// or somebody else.
func (c *Client) Reach(ctx context.Context, node string) error {
	to, err := c.url(node, namePath)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "address of %s", node)
	}
	a, err := c.http.Do(r)
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "nobody answers")
	}
	defer func() { _ = a.Body.Close() }()
	if err := errorOf(a, op.Key{}); err != nil {
		return errs.Wrap(errs.Unavailable, err, "somebody else answers")
	}
	name, err := io.ReadAll(io.LimitReader(a.Body, maxName))
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "the answer breaks off")
	}
	if string(name) != node {
		return errs.New(errs.Unavailable, "%q answers", clip(string(name)))
	}
	return nil
}
