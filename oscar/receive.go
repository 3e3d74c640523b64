package oscar

import (
	"context"
	"errors"

	"github.com/mars-project/mars-go/errs"
)

// Receive takes a frame that came over the link. For a request it waits while the mailbox is full, until ctx
// ends or the port goes down; so a transport calls it from one goroutine per lane. Nothing of f.Raw is kept.
//  1. nil: taken; what went wrong with a request is told to its sender.
//  2. ctx ended before there was room for a tell: Canceled.
//  3. The peer does not speak our language: Invalid, and the transport should end the link.
func (p *Port) Receive(ctx context.Context, f Frame) error {
	switch f.Kind {
	case FrameAsk, FrameTell:
		return p.request(ctx, f)
	case FrameReply, FrameGone:
		if a := p.take(f.ID); a != nil {
			a.deliver(f)
		}
	case FrameCancel:
		p.abandoned(f.ID)
	case FrameWatch:
		p.watchFor(f)
	case FrameUnwatch:
		p.mu.Lock()
		stop := p.watched[f.ID]
		delete(p.watched, f.ID)
		p.mu.Unlock()
		if stop != nil {
			stop()
		}
	case FrameDown:
		p.mu.Lock()
		w, ok := p.watches[f.ID]
		delete(p.watches, f.ID)
		p.mu.Unlock()
		if d := (Down{Addr: w.target}); ok {
			if f.Err != nil {
				d.Reason = f.Err.Error()
			}
			w.f(d)
		}
	default:
		return errs.New(errs.Invalid, "frame of kind %d from %s", f.Kind, p.peer.Node)
	}
	return nil
}

func (p *Port) request(ctx context.Context, f Frame) error {
	ask := f.Kind == FrameAsk
	c := p.sys.find(f.UID)
	if c == nil {
		if ask {
			p.control(Frame{Kind: FrameGone, ID: f.ID})
		}
		return nil
	}
	var m message
	var err error
	if h := methods.get(f.Method); h != nil {
		m, err = h.serve(p, c, f)
	} else {
		err = errs.New(errs.Invalid, "node %s has no method %q", p.sys.node, f.Method)
	}
	if err == nil {
		err = c.put(ctx, m, p.ctx.Done())
	}
	switch {
	case err == nil:
	case !ask && errs.Is(err, errs.Canceled):
		return err
	case !ask:
		p.sys.opt.Log.Warn("tell not handled", "actor", c.addr.String(), "method", f.Method, "from", p.peer.Node, "err", err)
	case m == nil:
		p.control(Frame{Kind: FrameReply, ID: f.ID, Err: err})
	default:
		m.reply(err)
	}
	return nil
}

// serve registers an ask of the peer and gives the context it runs in.
func (p *Port) serve(f Frame) context.Context {
	var ctx context.Context
	var cancel context.CancelFunc
	if f.Timeout > 0 {
		ctx, cancel = context.WithTimeout(p.ctx, f.Timeout)
	} else {
		ctx, cancel = context.WithCancel(p.ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.serving[f.ID] = cancel
	if p.early.take(f.ID) {
		cancel()
	}
	return ctx
}

// abandoned is told that the peer does not wait for ask id any more.
func (p *Port) abandoned(id uint64) {
	p.mu.Lock()
	cancel := p.serving[id]
	if cancel == nil { // answered, or still waiting for room on its way
		p.early.add(id)
	}
	p.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// early remembers the last ids that were added.
type early struct {
	ids  map[uint64]struct{}
	ring []uint64
	next int
}

const earlyMost = 1024

func (e *early) add(id uint64) {
	if e.ids == nil {
		e.ids = map[uint64]struct{}{}
	}
	if len(e.ring) < earlyMost {
		e.ring = append(e.ring, id)
	} else {
		delete(e.ids, e.ring[e.next])
		e.ring[e.next] = id
		e.next = (e.next + 1) % earlyMost
	}
	e.ids[id] = struct{}{}
}

func (e *early) take(id uint64) bool {
	_, ok := e.ids[id]
	delete(e.ids, id)
	return ok
}

// served ends the context of an ask of the peer.
func (p *Port) served(id uint64) {
	p.mu.Lock()
	cancel := p.serving[id]
	delete(p.serving, id)
	p.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// watchFor tells the peer when one of our actors ends.
func (p *Port) watchFor(f Frame) {
	p.mu.Lock()
	if p.err != nil {
		p.mu.Unlock()
		return
	}
	p.watched[f.ID] = nil
	p.mu.Unlock()
	stop := p.sys.Watch(Addr{p.sys.node, f.UID}, func(d Down) {
		p.mu.Lock()
		_, on := p.watched[f.ID]
		delete(p.watched, f.ID)
		p.mu.Unlock()
		if !on {
			return
		}
		r := Frame{Kind: FrameDown, ID: f.ID}
		if d.Reason != "" {
			r.Err = errors.New(d.Reason)
		}
		p.control(r)
	})
	p.mu.Lock()
	_, on := p.watched[f.ID]
	if on {
		p.watched[f.ID] = stop
	}
	p.mu.Unlock()
	if !on {
		stop() // it has gone already, or the link did
	}
}
