package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/node/fleet"
)

// A held value was acknowledged: an upload that was committed, or the result of a task. It must be there
// whatever happens afterwards.
type held struct {
	m    *marsv1.Meta
	want string // its digest
}

// Settings of what is held across blows.
const (
	uploads    = 4      // before the first blow
	uploadEach = 5      // jobs there is another one
	uploadSize = 40_000 // numbers of one
	uploadIn   = 4      // parts
	uploadKeep = 60     // more are dropped, the oldest first: two workers have room for all
	copiesBack = 90 * time.Second
)

// upload commits a vector. What fails before it is committed was promised to nobody, and is begun again.
// Nobody is killed meanwhile: one that is committed with fewer copies gets them first.
func (c *chaotic) upload(ctx context.Context, i int) error {
	c.calm.Lock()
	defer c.calm.Unlock()
	v := make([]float64, uploadSize)
	for k := range v {
		v[k] = float64((k*7919 + i*31) % 10_007)
	}
	want, err := hash(nd.Of(v))
	if err != nil {
		return err
	}
	for id := fmt.Sprintf("up-%d-%d", i, len(c.given)); ; {
		m, err := c.client.Upload(ctx, id, v, uploadIn)
		if err == nil {
			c.mu.Lock()
			c.given = append(c.given, held{m, want})
			c.mu.Unlock()
			return c.thin(ctx)
		}
		c.counts.Again++
		if errors.Is(err, fleet.ErrOver) {
			id += "+"
		}
		if ctx.Err() != nil {
			return fmt.Errorf("upload: %w", err)
		}
		wait(ctx, 100*time.Millisecond)
	}
}

// thin drops the oldest uploads when there are many.
func (c *chaotic) thin(ctx context.Context) error {
	for len(c.given) > uploadKeep {
		c.mu.Lock()
		old := c.given[0]
		c.given = slices.Delete(c.given, 0, 1)
		c.mu.Unlock()
		for c.client.Drop(ctx, old.m.GetKey()) != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			wait(ctx, 100*time.Millisecond)
		}
	}
	return nil
}

// look reads what is held: an upload, or a result of before.
func (c *chaotic) look(ctx context.Context, h held) error {
	v, err := c.client.Read(ctx, h.m)
	if err != nil {
		if ctx.Err() == nil && lost(err) {
			c.counts.Lost++
		} else if ctx.Err() == nil {
			c.counts.Failed++
		}
		return fmt.Errorf("read %s again: %w", h.m.GetKey(), err)
	}
	got, err := hash(v)
	if err == nil && got != h.want {
		c.counts.Wrong++
		err = errs.New(errs.Internal, "read %s again: it has changed", h.m.GetKey())
	}
	return err
}

// lost says whether an error is of data that nobody has.
func lost(err error) bool {
	var e *connect.Error
	return errors.As(err, &e) && e.Code() == connect.CodeDataLoss || errs.Is(err, errs.Lost) ||
		strings.Contains(err.Error(), http.StatusText(http.StatusGone)) || strings.Contains(err.Error(), "cannot be made again")
}

// copied waits until all uploads have two copies again: one that has a single copy does not survive a kill,
// and nobody promised that it would.
func (c *chaotic) copied(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, copiesBack)
	defer cancel()
	c.mu.Lock()
	all := slices.Clone(c.given)
	c.mu.Unlock()
	for _, h := range all {
		for {
			n, err := c.client.Copies(limited, h.m.GetKey())
			if err == nil && n >= 2 {
				break
			}
			if limited.Err() != nil {
				return fmt.Errorf("upload %s has %d copies after %s: %w", h.m.GetKey(), n, copiesBack, limited.Err())
			}
			wait(limited, 50*time.Millisecond)
		}
	}
	return ctx.Err()
}

// drain has a worker leave by name, and waits for its end.
func (c *chaotic) drain(ctx context.Context, i int) error {
	c.mu.Lock()
	w, addr := c.workers[i], c.names[i]
	c.mu.Unlock()
	for c.client.Drain(ctx, addr) != nil {
		select {
		case <-w.Ended():
		default:
			wait(ctx, 100*time.Millisecond)
			if ctx.Err() == nil {
				continue
			}
		}
		break
	}
	return ended(ctx, w)
}

func ended(ctx context.Context, w *fleet.Process) error {
	select {
	case <-w.Ended():
		return nil
	case <-ctx.Done():
		return fmt.Errorf("a worker that is to leave does not: %w", ctx.Err())
	}
}
