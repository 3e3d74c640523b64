package oscartest

import (
	"context"
	"hash/maphash"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// The actors of every node.
const (
	steady   = "steady"
	jumpy    = "jumpy"    // panics
	fleeting = "fleeting" // is stopped and spawned again
)

var uids = []string{steady, steady, jumpy, fleeting}

// How an actor handles a query.
type how uint8

const (
	plain how = iota
	slow      // until the asker gives up, at most 100 us
	nest      // asks the node's steady actor during Await
	boom      // panics
)

var hows = []how{plain, plain, plain, plain, plain, plain, slow, nest, nest, boom}

type query struct {
	Token int64 // negative: of a nested ask
	How   how
}

type answer struct {
	Token int64
	Who   string
	Mix   uint64
}

var mixSeed = maphash.MakeSeed()

func answerTo(token int64, who oscar.Addr) answer {
	return answer{token, who.String(), maphash.String(mixSeed, strconv.FormatInt(token, 16)+who.String())}
}

// target is an actor that answers queries.
type target struct {
	w   *weather
	sys *oscar.System
}

var targetAsk oscar.Method[*target, query, answer]

func init() { targetAsk = oscar.Def("oscartest.target.ask", (*target).ask) }

func (a *target) ask(ctx context.Context, q query) (answer, error) {
	self, _ := oscar.Self(ctx)
	if q.Token >= 0 {
		a.w.mark(q.Token)
	}
	switch q.How {
	case slow:
		t := time.NewTimer(time.Duration(q.Token%100) * time.Microsecond)
		defer t.Stop()
		select {
		case <-ctx.Done():
		case <-t.C:
		}
	case nest:
		err := oscar.Await(ctx, func(ctx context.Context) error {
			to := oscar.Ref[*target]{Node: self.Node, UID: steady}
			in, err := targetAsk.Ask(ctx, a.sys, to, query{Token: ^q.Token})
			if err == nil && in != answerTo(^q.Token, to.Addr()) {
				err = errs.New(errs.Lost, "a nested answer crossed")
			}
			return err
		})
		if err != nil {
			return answer{}, err
		}
	case boom:
		panic("boom")
	}
	return answerTo(q.Token, self), nil
}

// link joins the hub and a leaf, or does not.
type link struct {
	sky       Sky
	i         int
	hub, leaf *oscar.System
	mu        sync.Mutex
	wire      Wire
	state     atomic.Int64 // odd while it is or may be cut
}

// look is for wasCut.
func (l *link) look() int64 {
	if l == nil {
		return 0
	}
	return l.state.Load()
}

// wasCut reports whether an ask that began at look may have met a cut.
func (l *link) wasCut(look int64) bool {
	return l != nil && (look%2 == 1 || l.state.Load() != look)
}

func (l *link) cut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state.Load()%2 == 1 {
		return false
	}
	l.state.Add(1)
	l.wire.Cut()
	return true
}

func (l *link) join() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state.Load()%2 == 0 {
		return nil
	}
	wire, err := l.sky.Join(l.hub, l.leaf, l.i)
	if err == nil {
		l.wire = wire
		l.state.Add(1)
	}
	return err
}

func (l *link) breakDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.Load()%2 == 0 && l.wire.Break()
}

// netWire is a link of a Net, which has no connection.
type netWire struct {
	net       *oscar.Net
	hub, leaf *oscar.System
}

func (w netWire) Cut()        { w.net.Cut(w.hub, w.leaf) }
func (w netWire) Break() bool { return false }

func inProcess(seed uint64) Sky {
	late := rand.New(rand.NewPCG(seed, callers))
	var mu sync.Mutex
	delay := func(string, string, oscar.Frame) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(late.IntN(50)) * time.Microsecond
	}
	nets := []*oscar.Net{nil, oscar.NewNet(oscar.Values), oscar.NewNet(oscar.Bytes), oscar.NewNet(oscar.Bytes, oscar.Faults{Delay: delay})}
	join := func(hub, leaf *oscar.System, i int) (Wire, error) {
		return netWire{nets[i], hub, leaf}, nets[i].Join(hub, leaf)
	}
	return Sky{Join: join, Patience: 300 * time.Microsecond}
}

// begin makes nodes, actors and links.
func (w *weather) begin() error {
	for i := range 4 {
		s, err := oscar.New("node"+strconv.Itoa(i), oscar.Options{
			Log:    slog.New(slog.DiscardHandler),
			Policy: oscar.Policy{Mailbox: 8, Restarts: 1 << 40, Within: time.Millisecond, Backoff: time.Microsecond, MaxBackoff: 10 * time.Microsecond},
		})
		if err != nil {
			return err
		}
		w.nodes = append(w.nodes, s)
		for _, uid := range []string{steady, jumpy, fleeting} {
			if err := w.spawn(s, uid); err != nil {
				return err
			}
		}
		if i == 0 {
			w.links = append(w.links, nil)
			continue
		}
		l := &link{sky: w.sky, i: i, hub: w.nodes[0], leaf: s}
		l.state.Store(1)
		if err := l.join(); err != nil {
			return err
		}
		w.links = append(w.links, l)
	}
	return nil
}

func (w *weather) spawn(s *oscar.System, uid string) error {
	_, err := oscar.Spawn(s, uid, func() *target { return &target{w, s} })
	return err
}

// disturb is done by whoever makes ask number token.
func (w *weather) disturb(token int64, r *rand.Rand, c *Counts) {
	switch {
	case token%cutEvery == 0:
		if w.links[1+r.IntN(len(w.links)-1)].cut() {
			c.Cuts++
		}
	case token%cutEvery == cutLasts:
		for _, l := range w.links[1:] {
			if l.join() != nil {
				c.Lost++
			}
		}
	case token%breakEvery == 2:
		if w.links[1+r.IntN(len(w.links)-1)].breakDown() {
			c.Breaks++
		}
	case token%stopEvery == 1:
		s := w.nodes[r.IntN(len(w.nodes))]
		ctx, cancel := context.WithTimeout(context.Background(), stall)
		defer cancel()
		err := s.Stop(ctx, oscar.Addr{Node: s.Node(), UID: fleeting})
		if _, gone := oscar.Gone(err); err != nil && !gone {
			c.Lost++
		} else if err == nil && w.spawn(s, fleeting) != nil {
			c.Lost++
		}
	}
}

// leaked waits a moment for what abandoned asks still do, and counts what remains.
func (w *weather) leaked() (n int64) {
	for range 1000 {
		n = 0
		for _, s := range w.nodes {
			st := s.Stats()
			n += int64(st.Asking + st.Serving + st.Queued)
		}
		if n == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return n
}

func (w *weather) end() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), stall)
	defer cancel()
	for _, s := range w.nodes {
		if e := s.Close(ctx); err == nil {
			err = e
		}
	}
	w.nodes = nil
	return err
}
