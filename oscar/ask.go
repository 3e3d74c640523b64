package oscar

import (
	"context"
	"log/slog"
	"reflect"

	"github.com/mars-project/mars-go/errs"
)

// message is what waits in a mailbox. Exactly one call of reply ends it.
type message interface {
	state() *turn
	method() string
	// call runs the method on instance a and keeps its result.
	call(a any) error
	// reply hands the kept result, or err, to whoever asked.
	reply(err error)
}

// ask is a message whose sender waits on this node.
type ask[A, In, Out any] struct {
	turn
	d    *def[A, In, Out]
	in   In
	out  Out
	err  error
	done chan struct{} // gets one token when out and err are set
}

func (q *ask[A, In, Out]) method() string { return q.d.name }

func (q *ask[A, In, Out]) call(a any) (err error) {
	q.out, err = q.d.call(a, &q.turn, q.in)
	return err
}

func (q *ask[A, In, Out]) reply(err error) {
	q.err = err
	q.done <- struct{}{} // never blocks: capacity 1, one token per channel and use
}

// tell is a message nobody waits for.
type tell[A, In, Out any] struct {
	turn
	d  *def[A, In, Out]
	in In
	to *cell
}

func (q *tell[A, In, Out]) method() string { return q.d.name }

func (q *tell[A, In, Out]) call(a any) error {
	_, err := q.d.call(a, &q.turn, q.in)
	return err
}

func (q *tell[A, In, Out]) reply(err error) {
	if err == nil || errs.Is(err, errs.Canceled) {
		return
	}
	level := slog.LevelWarn
	if _, is := Gone(err); is && q.cell == nil {
		level = slog.LevelDebug // it waited while the actor was stopped
	}
	q.to.sys.opt.Log.Log(context.Background(), level, "tell not handled", "actor", q.to.addr.String(), "method", q.d.name, "err", err)
}

func (d *def[A, In, Out]) id() string { return d.name }

func (d *def[A, In, Out]) types() (in, out reflect.Type) {
	return reflect.TypeFor[In](), reflect.TypeFor[Out]()
}

func (d *def[A, In, Out]) call(a any, t *turn, in In) (out Out, err error) {
	x, ok := a.(A)
	if !ok {
		return out, errs.New(errs.Type, "%s: actor %s is a %T, not a %s", d.name, t.cell.addr, a, reflect.TypeFor[A]())
	}
	return d.fn(x, t, in)
}

func (d *def[A, In, Out]) ask(ctx context.Context, s *System, to Addr, in In) (out Out, err error) {
	if to.Node != s.node {
		return d.askRemote(ctx, s, to, in)
	}
	c := s.find(to.UID)
	if c == nil {
		return out, gone(to, "")
	}
	if err := cycle(ctx, c); err != nil {
		return out, err
	}
	q := &ask[A, In, Out]{d: d, in: in, done: s.signal()}
	q.ctx = ctx
	if err := c.put(ctx, q, nil); err != nil {
		return out, err
	}
	if !wait(ctx, q.done) {
		return out, canceled(ctx, d.name, to) // q.done is left to the collector: its token may still come
	}
	s.reuse(q.done)
	return q.out, q.err
}

// wait is false when ctx ended before the token came.
func wait(ctx context.Context, done chan struct{}) bool {
	if ctx.Done() == nil {
		<-done
		return true
	}
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	select {
	case <-done: // both were ready
		return true
	default:
		return false
	}
}

func (d *def[A, In, Out]) tell(ctx context.Context, s *System, to Addr, in In) error {
	if to.Node != s.node {
		return d.tellRemote(ctx, s, to, in)
	}
	c := s.find(to.UID)
	if c == nil {
		return gone(to, "")
	}
	return c.put(ctx, d.told(c, in), nil)
}

func (d *def[A, In, Out]) told(c *cell, in In) *tell[A, In, Out] {
	q := &tell[A, In, Out]{d: d, in: in, to: c}
	q.ctx = c.ctx
	return q
}
