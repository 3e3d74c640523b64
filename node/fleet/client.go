package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// A Client is a session on a web port.
type Client struct {
	url     string
	session string
	http    *http.Client
	Cluster marsv1connect.ClusterServiceClient
	Task    marsv1connect.TaskServiceClient
	sess    marsv1connect.SessionServiceClient
	data    marsv1connect.DataServiceClient
	n       int
}

// Connect makes a session on the server at url, which may still be starting. Close it.
func Connect(ctx context.Context, url string) (*Client, error) {
	h, head := &http.Client{}, connect.WithInterceptors(calls.Head(""))
	c := &Client{
		url: url, http: h, Cluster: marsv1connect.NewClusterServiceClient(h, url, head), Task: marsv1connect.NewTaskServiceClient(h, url, head),
		sess: marsv1connect.NewSessionServiceClient(h, url, head), data: marsv1connect.NewDataServiceClient(h, url, head),
	}
	for {
		s, err := c.sess.CreateSession(ctx, &marsv1.CreateSessionRequest{Client: "fleet"})
		if err == nil {
			c.session = s.GetSession().GetSessionId()
			return c, nil
		}
		if err := pause(ctx); err != nil {
			return nil, errs.Wrap(errs.Unavailable, err, "reach %s", url)
		}
	}
}

// patience is how long is waited before something is asked again.
const patience = 20 * time.Millisecond

func pause(ctx context.Context) error {
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Workers waits until n workers are ready.
func (c *Client) Workers(ctx context.Context, n int) error {
	for {
		a, err := c.Cluster.ListNodes(ctx, &marsv1.ListNodesRequest{})
		ready := 0
		for _, x := range a.GetNodes() {
			if x.Role == marsv1.ClusterNode_ROLE_WORKER && x.State == marsv1.ClusterNode_STATE_READY {
				ready++
			}
		}
		if err == nil && ready >= n {
			return nil
		}
		if err := pause(ctx); err != nil {
			return errs.Wrap(errs.Unavailable, err, "wait for %d workers, %d are ready", n, ready)
		}
	}
}

// Execute runs a value and returns when it is done, with what is known of the task.
func (c *Client) Execute(ctx context.Context, v op.Value, o *marsv1.Options) (*marsv1.Task, error) {
	g, err := graph.Encode(v)
	if err != nil {
		return nil, err
	}
	c.n++
	const wait = 10_000
	a, err := c.Task.Submit(ctx, &marsv1.SubmitRequest{SessionId: c.session, Graph: g, RequestId: fmt.Sprintf("%s-%d", c.session, c.n), Options: o, WaitMs: wait})
	if err != nil {
		return nil, err
	}
	t := a.GetTask()
	for t == nil || t.State < marsv1.Task_STATE_SUCCEEDED {
		a, err := c.Task.GetTask(ctx, &marsv1.GetTaskRequest{SessionId: c.session, TaskId: a.TaskId, WaitMs: wait})
		switch {
		case err == nil:
			t = a.Task
		case connect.CodeOf(err) != connect.CodeUnavailable:
			return nil, err
		default:
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	if t.State != marsv1.Task_STATE_SUCCEEDED {
		return t, errs.New(errs.Internal, "%s %s: %s", t.TaskId, t.State, t.GetProblem().GetMessage())
	}
	return t, nil
}

// maxFrame is how many bytes a frame may have.
const maxFrame = 1 << 30

// Fetch is the value that a task made: *nd.Array, *frame.Frame. A connection that breaks in the middle of it
// is tried again.
func (c *Client) Fetch(ctx context.Context, t *marsv1.Task) (any, error) {
	return c.Read(ctx, t.Results[0].Outputs[0])
}

// Read is Fetch for a value of which the description is known: an output of a task, or an upload.
func (c *Client) Read(ctx context.Context, m *marsv1.Meta) (any, error) {
	for {
		v, err := c.fetch(ctx, m)
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			return v, err
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func (c *Client) fetch(ctx context.Context, m *marsv1.Meta) (any, error) {
	format := "npy"
	if m.Kind != marsv1.Meta_KIND_TENSOR {
		format = "arrow"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/v1/sessions/%s/results/%s?format=%s", c.url, c.session, m.Key, format), nil)
	if err != nil {
		return nil, err
	}
	a, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(io.LimitReader(a.Body, 1000))
		return nil, errs.New(errs.Internal, "fetch %s: %s: %s", m.Key, a.Status, b)
	}
	if format == "npy" {
		return npy.Read(a.Body, mem.Heap)
	}
	return arrow.ReadAll(a.Body, mem.Heap, maxFrame)
}

// Release gives back what a task made: nobody fetches it any more.
func (c *Client) Release(ctx context.Context, t *marsv1.Task) error {
	var keys []string
	for _, r := range t.GetResults() {
		for _, m := range r.GetOutputs() {
			keys = append(keys, m.GetKey())
		}
	}
	return c.Drop(ctx, keys...)
}

// Drop gives values back.
func (c *Client) Drop(ctx context.Context, keys ...string) error {
	_, err := c.data.Release(ctx, &marsv1.ReleaseRequest{SessionId: c.session, Keys: keys})
	return err
}

// Empty waits until no worker stores anything. When ctx ends first it says how many bytes there are.
func (c *Client) Empty(ctx context.Context) (left int64, err error) {
	for {
		a, err := c.Cluster.ListNodes(ctx, &marsv1.ListNodesRequest{})
		if err == nil {
			left = 0
			for _, x := range a.GetNodes() {
				if x.Role == marsv1.ClusterNode_ROLE_WORKER && x.State != marsv1.ClusterNode_STATE_STOPPED && x.State != marsv1.ClusterNode_STATE_DEAD {
					left += x.StoredBytes + x.SpilledBytes
				}
			}
			if left == 0 {
				return 0, nil
			}
		}
		if err := pause(ctx); err != nil {
			return left, errs.Wrap(errs.Unavailable, err, "wait until nothing is stored, %d bytes are", left)
		}
	}
}

// Log is the supervisor's log of a task, as it ends; "" for all tasks.
func (c *Client) Log(ctx context.Context, task string, lines int) string {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/api/v1/log?follow=0&tail=%d&task=%s", c.url, lines, task), nil)
	if err != nil {
		return err.Error()
	}
	r.Header.Set("Accept", "application/x-ndjson")
	a, err := c.http.Do(r)
	if err != nil {
		return err.Error()
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Session is the id of the session.
func (c *Client) Session() string { return c.session }

// Close ends the session.
func (c *Client) Close(ctx context.Context) error {
	_, err := c.sess.CloseSession(ctx, &marsv1.CloseSessionRequest{SessionId: c.session})
	c.http.CloseIdleConnections()
	return err
}
