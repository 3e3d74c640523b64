package oscar

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// waiting is an ask of ours on the way.
type waiting[Out any] struct {
	to   Addr
	out  Out
	err  error
	done chan struct{} // gets one token when out and err are set
}

func (w *waiting[Out]) deliver(f Frame) {
	switch {
	case f.Kind == FrameGone:
		w.err = gone(w.to, "")
		if f.Err != nil {
			w.err = &errs.Error{Kind: errs.Unavailable, Msg: f.Err.Error(), Err: &goneError{w.to}}
		}
	case f.Body != nil:
		out, ok := f.Body.(Out)
		if w.out, w.err = out, f.Err; !ok && f.Err == nil {
			w.err = errs.New(errs.Type, "actor %s answered with a %T, not a %T", w.to, f.Body, w.out)
		}
	default:
		w.err = f.Err
		if f.Raw != nil {
			if err := Decode(f.Raw, &w.out); err != nil && w.err == nil {
				w.err = err
			}
		}
	}
	w.done <- struct{}{}
}

func (w *waiting[Out]) fail(err error) {
	w.err = err
	w.done <- struct{}{}
}

// end gives the answer, whose token was received.
func (w *waiting[Out]) end(ctx context.Context, s *System, method string) (Out, error) {
	s.reuse(w.done)
	if end, ok := ctx.Deadline(); ok && errs.Is(w.err, errs.Canceled) && time.Until(end) <= 0 {
		<-ctx.Done() // the peer's timer was faster than ours, for the same deadline
		return w.out, canceled(ctx, method, w.to)
	}
	return w.out, w.err
}

// fill puts v into f in the form link l wants.
func fill[T any](f *Frame, l Link, v T) (err error) {
	if l.Values() {
		f.Body = v
		return nil
	}
	f.Raw, err = Encode(v)
	return err
}

func (d *def[A, In, Out]) askRemote(ctx context.Context, s *System, to Addr, in In) (out Out, err error) {
	p := s.port(to.Node)
	if p == nil {
		return out, unlinked(to.Node)
	}
	f := Frame{Kind: FrameAsk, ID: s.ids.Add(1), UID: to.UID, Method: d.name}
	if end, ok := ctx.Deadline(); ok {
		if f.Timeout = time.Until(end); f.Timeout <= 0 {
			<-ctx.Done()
		}
	}
	if ctx.Err() != nil {
		return out, canceled(ctx, d.name, to)
	}
	if err := fill(&f, p.link, in); err != nil {
		return out, err
	}
	w := &waiting[Out]{to: to, done: s.signal()}
	if err := p.add(f.ID, w); err != nil {
		return out, err
	}
	err = p.link.Send(ctx, f)
	if err == nil && wait(ctx, w.done) {
		return w.end(ctx, s, d.name)
	}
	if p.take(f.ID) == nil { // somebody ends it right now
		<-w.done
		return w.end(ctx, s, d.name)
	}
	if ctx.Err() == nil { // Send failed: the link is down and did not say so yet, or it does not take the frame
		return out, unsent(err, d.name, to)
	}
	if err == nil {
		p.control(Frame{Kind: FrameCancel, ID: f.ID})
	}
	return out, canceled(ctx, d.name, to)
}

func (d *def[A, In, Out]) tellRemote(ctx context.Context, s *System, to Addr, in In) error {
	p := s.port(to.Node)
	if p == nil {
		return unlinked(to.Node)
	}
	f := Frame{Kind: FrameTell, UID: to.UID, Method: d.name}
	if err := fill(&f, p.link, in); err != nil {
		return err
	}
	err := p.link.Send(ctx, f)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return canceled(ctx, d.name, to)
	}
	return unsent(err, d.name, to)
}

// unsent is why a request did not go over its link.
func unsent(err error, method string, to Addr) error {
	k := errs.Unavailable
	if errs.Is(err, errs.Invalid) { // it never will
		k = errs.Invalid
	}
	return errs.Wrap(k, err, "%s of actor %s", method, to)
}

// served is a message whose sender waits on another node.
type served[A, In, Out any] struct {
	turn
	d    *def[A, In, Out]
	in   In
	out  Out
	port *Port
	id   uint64
}

func (q *served[A, In, Out]) method() string { return q.d.name }

func (q *served[A, In, Out]) call(a any) (err error) {
	q.out, err = q.d.call(a, &q.turn, q.in)
	return err
}

func (q *served[A, In, Out]) reply(err error) {
	q.port.served(q.id)
	f := Frame{Kind: FrameReply, ID: q.id, Err: err}
	if _, is := Gone(err); is && q.cell == nil {
		f.Kind = FrameGone // never begun: it is this very actor that is gone
	} else if err == nil || q.d.partial {
		if e := fill(&f, q.port.link, q.out); e != nil {
			f.Err = e
		}
	}
	if err := q.port.link.Send(q.port.ctx, f); errs.Is(err, errs.Invalid) { // too large: the asker must not wait for ever
		q.port.control(Frame{Kind: FrameReply, ID: q.id, Err: errs.Wrap(errs.Invalid, err, "the answer of %s", q.d.name)})
	}
}

func (d *def[A, In, Out]) serve(p *Port, c *cell, f Frame) (message, error) {
	var in In
	switch {
	case f.Raw != nil:
		if err := Decode(f.Raw, &in); err != nil {
			return nil, err
		}
	case f.Body != nil: // a nil Body is a nil interface, the zero In
		v, ok := f.Body.(In)
		if !ok {
			return nil, errs.New(errs.Type, "%s takes a %T, not a %T", d.name, in, f.Body)
		}
		in = v
	}
	if f.Kind == FrameTell {
		return d.told(c, in), nil
	}
	q := &served[A, In, Out]{d: d, in: in, port: p, id: f.ID}
	q.ctx = p.serve(f)
	return q, nil
}
