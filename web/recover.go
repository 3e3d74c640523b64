package web

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/reach"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// recovering is Parts that finds chunks which have moved and has those made again that are lost.
type recovering struct {
	plane.Parts
	c    Cluster
	life context.Context // of the server: nobody waits for what is made again when it stops
}

// Open is that of Parts. A worker that cannot be reached is tried again until it is there or its supervisor
// has given it up; that ends the Body of one that stands still.
func (p recovering) Open(ctx context.Context, session string, c service.ChunkMeta, sel plane.Select, format string) (b *plane.Body, err error) {
	err = p.find(ctx, session, c, func(c service.ChunkMeta) error {
		b, _, err = p.open(ctx, session, c, sel, format)
		return err
	})
	return b, err
}

// read is all bytes of a Body. One that breaks, or whose worker is given up while it stands still, is read
// again from elsewhere.
func (p recovering) read(ctx context.Context, session string, c service.ChunkMeta, sel plane.Select, format string) ([]byte, error) {
	var buf bytes.Buffer
	err := p.find(ctx, session, c, func(c service.ChunkMeta) error {
		b, moved, err := p.open(ctx, session, c, sel, format)
		if err != nil {
			return err
		}
		defer b.Close()
		buf.Reset()
		if b.Size > 0 {
			buf.Grow(int(b.Size))
		}
		_, err = b.WriteTo(&buf)
		return moved(err)
	})
	return buf.Bytes(), err
}

// open opens a chunk where c says. moved says of an error of the Body whether it is one of a worker that was
// given up.
func (p recovering) open(ctx context.Context, session string, c service.ChunkMeta, sel plane.Select, format string) (b *plane.Body, moved func(error) error, err error) {
	ctx, end := p.lookOut(ctx, session, c)
	moved = func(err error) error {
		if err != nil && errors.Is(context.Cause(ctx), errMoved) {
			return errs.Wrap(errs.Unavailable, err, "%v", errMoved)
		}
		return err
	}
	if b, err = p.Parts.Open(ctx, session, c, sel, format); err != nil {
		defer end()
		return nil, moved, moved(err)
	}
	b.Then(end)
	return b, moved, nil
}

// find calls f with where a chunk is now, until f has found it there. A chunk that is nowhere is made again
// from its recipe.
func (p recovering) find(ctx context.Context, session string, c service.ChunkMeta, f func(service.ChunkMeta) error) error {
	return reach.Try(ctx, func() error {
		for try := 0; ; try++ {
			ms, err := p.c.Meta().Get(ctx, session, []op.Key{c.Key})
			if err != nil {
				return err
			}
			if c.Version = ms[0].Version; c.Version != 0 { // else it is of an upload under way, and nobody knows of it yet
				c.Bands = ms[0].Bands
			}
			if err = f(c); !errs.Is(err, errs.Lost) || try == service.Recoveries {
				return err
			}
			if err := p.recover(ctx, session, c); err != nil {
				return err
			}
		}
	})
}

// recover has a chunk made again.
func (p recovering) recover(ctx context.Context, session string, c service.ChunkMeta) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.life, cancel)()
	return p.c.Lifecycle().Recover(ctx, session, []service.ChunkMeta{c})
}

// errMoved is why a read was ended that would have gone on waiting.
var errMoved = errors.New("the worker that it was read from has been given up")

// lookAgain is how often a read asks whether the worker that it waits for still has what it wants: one that
// stands still closes no connection.
const lookAgain = time.Second

// lookOut is ctx until a band of c has lost it; then the cause is errMoved. end must be called.
func (p recovering) lookOut(ctx context.Context, session string, c service.ChunkMeta) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.NewTimer(lookAgain)
	go func() {
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
			case <-ctx.Done():
				return
			}
			ms, err := p.c.Meta().Get(ctx, session, []op.Key{c.Key})
			if err == nil && c.Version != 0 && slices.ContainsFunc(c.Bands, func(b service.Band) bool { return !slices.Contains(ms[0].Bands, b) }) {
				cancel(errMoved)
			}
			timer.Reset(lookAgain)
		}
	}()
	return ctx, func() { cancel(nil) }
}
