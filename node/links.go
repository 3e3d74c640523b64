package node

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
)

// links keep a node linked to supervisors: they dial until somebody answers, and again when a link has gone
// down. So processes of a cluster may start in any order, and supervisors may start again.
type links struct {
	sys *oscar.System
	opt grpcnet.Options
	log *slog.Logger
	// up is called when a link has come up, and again each time that it does. When it fails the link is
	// closed and dialled again.
	up func(ctx context.Context, addr string, peer oscar.Hello, w welcome) error
	// down is called when it has gone down. Nil: nobody wants to know.
	down func(addr string, peer oscar.Hello)

	mu    sync.Mutex
	haste chan struct{} // closed to end the pauses between attempts

	ctx   context.Context
	stop  context.CancelFunc
	wg    sync.WaitGroup
	once  sync.Once
	fatal chan error    // gets what makes it useless to go on
	some  chan struct{} // closed when the first link is up
}

const (
	firstPause = 50 * time.Millisecond // between two attempts to dial, doubled each time
	lastPause  = 2 * time.Second
	patience   = 10 * time.Second // for what follows on a link
)

// keep starts to dial addresses for ever.
func (l *links) keep(addrs []string) {
	l.ctx, l.stop = context.WithCancel(context.Background())
	l.fatal, l.some = make(chan error, 1), make(chan struct{})
	for _, a := range addrs {
		l.wg.Go(func() { l.dial(a) })
	}
}

// dial is the life of a link.
func (l *links) dial(addr string) {
	pause, known := firstPause, false
	var unheard complaint
	for l.ctx.Err() == nil {
		err := l.hold(addr, func() { pause, known = firstPause, true; unheard.over() })
		if l.ctx.Err() != nil {
			return
		}
		if err != nil {
			if k := errs.KindOf(err); !known && (k == errs.Invalid || k == errs.Denied) {
				l.fail(err)
				return
			}
			if d, due := unheard.due(err.Error(), time.Now()); due {
				if e := mistaken(l.ctx, addr, l.opt.TLS); e != nil {
					err = e
				}
				l.log.Warn("supervisor not reached", "addr", addr, "err", err, "for", d.Round(time.Second).String())
			}
		}
		select {
		case <-time.After(pause):
		case <-l.hurried():
			pause = firstPause
			select { // whoever makes us hurry cannot make us storm
			case <-time.After(firstPause):
			case <-l.ctx.Done():
			}
		case <-l.ctx.Done():
		}
		pause = min(2*pause, lastPause)
	}
}

// hurried is closed when somebody hurries.
func (l *links) hurried() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.haste == nil {
		l.haste = make(chan struct{})
	}
	return l.haste
}

// hurry dials all at once that are not linked: somebody speaks of one that is not known yet.
func (l *links) hurry() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.haste != nil {
		close(l.haste)
		l.haste = nil
	}
}

// hold dials and stays until the link is down; good is called when it is up.
func (l *links) hold(addr string, good func()) error {
	c, err := grpcnet.Dial(l.ctx, l.sys, addr, l.opt)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	ctx, cancel := context.WithTimeout(l.ctx, patience)
	defer cancel()
	w, err := welcomed(ctx, l.sys, c.Peer().Node)
	if err != nil {
		return err
	}
	if err := l.up(ctx, addr, c.Peer(), w); err != nil {
		return err
	}
	good()
	l.once.Do(func() { close(l.some) })
	select {
	case <-c.Done():
	case <-l.ctx.Done():
	}
	if l.down != nil {
		l.down(addr, c.Peer())
	}
	return nil
}

func (l *links) fail(err error) {
	select {
	case l.fatal <- err:
	default:
	}
}

// close ends all links.
func (l *links) close() {
	if l.stop != nil {
		l.stop()
		l.wg.Wait()
	}
}
