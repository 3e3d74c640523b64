package oscar

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// turn is the context a method runs in: values and deadline of the asker, ended also by the end of the actor,
// and the right to touch the actor's state while held is true.
type turn struct {
	ctx  context.Context // the asker's, or the actor's for a tell
	cell *cell
	gen  int // the instance it runs on
	held atomic.Bool
	both atomic.Pointer[both] // made when the ends of asker and actor both matter to somebody
}

// both is a context that ends with the asker's and with the actor's.
type both struct {
	context.Context
	cancel context.CancelFunc
	detach func() bool
}

// over stands for a turn that has ended.
var over = func() *both {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return &both{Context: ctx, cancel: cancel, detach: func() bool { return false }}
}()

type turnKey struct{}

func turnOf(ctx context.Context) *turn {
	t, _ := ctx.Value(turnKey{}).(*turn)
	return t
}

func (t *turn) state() *turn { return t }

func (t *turn) begin(c *cell) {
	t.cell, t.gen = c, c.gen
	t.held.Store(true)
}

func (t *turn) end() {
	t.held.Store(false)
	if b := t.both.Swap(over); b != nil {
		b.cancel()
		b.detach()
	}
}

func (t *turn) Deadline() (time.Time, bool) { return t.ctx.Deadline() }

func (t *turn) Done() <-chan struct{} {
	if t.ctx.Done() == nil {
		return t.cell.ctx.Done()
	}
	if t.ctx == t.cell.ctx {
		return t.ctx.Done()
	}
	b := t.both.Load()
	if b == nil {
		ctx, cancel := context.WithCancel(t.ctx)
		b = &both{Context: ctx, cancel: cancel, detach: context.AfterFunc(t.cell.ctx, cancel)}
		if !t.both.CompareAndSwap(nil, b) {
			b.cancel()
			b.detach()
			b = t.both.Load()
		}
	}
	return b.Done()
}

func (t *turn) Err() error {
	if b := t.both.Load(); b != nil && t.ctx.Done() != nil {
		return b.Err()
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	return t.cell.ctx.Err()
}

func (t *turn) Value(key any) any {
	if key == (turnKey{}) {
		return t
	}
	if b := t.both.Load(); b != nil && b != over {
		return b.Context.Value(key) // so that package context finds the canceler that Done belongs to
	}
	if v := t.ctx.Value(key); v != nil {
		return v
	}
	return t.cell.ctx.Value(key)
}

// Self is the address of the actor whose method ctx was given to; ok is false outside actors.
func Self(ctx context.Context) (self Addr, ok bool) {
	if t := turnOf(ctx); t != nil {
		return t.cell.addr, true
	}
	return Addr{}, false
}

// Await runs f without the actor's turn, so that the actor handles other messages meanwhile, and then takes
// the turn again before any message that waits. The actor's state may have changed: f must not touch it, and
// what the method knew before is to be looked at again. Outside an actor Await just runs f.
//
// Only the goroutine of the method may call it, with the context it was given or one derived from it. If the
// actor was restarted meanwhile the error is Unavailable (joined to that of f): the method must return, its
// receiver is no longer the actor.
func Await(ctx context.Context, f func(context.Context) error) (err error) {
	t := turnOf(ctx)
	if t == nil || !t.held.CompareAndSwap(true, false) {
		return f(ctx)
	}
	c := t.cell
	c.release()
	defer func() {
		c.acquire()
		t.held.Store(true)
		if t.gen != c.gen {
			err = errors.Join(errs.New(errs.Unavailable, "actor %s was restarted during Await", c.addr), err)
		}
	}()
	return f(ctx)
}

// cycle finds out whether an ask of c under ctx could never be answered, because it is made for a method of c
// that keeps its turn.
func cycle(ctx context.Context, c *cell) error {
	var path []string
	for t := turnOf(ctx); t != nil; t = turnOf(t.ctx) {
		path = append(path, t.cell.addr.String())
		if t.cell == c && t.held.Load() {
			path = append([]string{c.addr.String()}, path...)
			return errs.New(errs.Invalid, "ask cycle without Await: %s", strings.Join(path, " <- "))
		}
	}
	return nil
}
