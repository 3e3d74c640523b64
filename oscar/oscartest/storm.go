package oscartest

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// Counts is what a storm saw. Every ask is in exactly one of Replied, TimedOut, Unavailable, Gone, Panicked,
// Lost and Crossed.
type Counts struct {
	Asks        int64   `json:"asks"`
	Replied     int64   `json:"replied"`
	TimedOut    int64   `json:"timed_out"`
	Unavailable int64   `json:"unavailable"` // the link was cut while the ask was out
	Gone        int64   `json:"gone"`        // the actor was stopped
	Panicked    int64   `json:"panicked"`
	Cuts        int64   `json:"cuts"`
	Breaks      int64   `json:"breaks"`  // connections broken under a link, which must not be noticed
	Lost        int64   `json:"lost"`    // no answer, or an error that nothing explains
	Crossed     int64   `json:"crossed"` // the answer to another ask, or to one that was not handled
	Twice       int64   `json:"twice"`   // handled more than once
	Leaked      int64   `json:"leaked"`  // still booked somewhere after the last answer
	Seconds     float64 `json:"seconds"`
}

const (
	callers    = 64
	cutEvery   = 2000 // asks between two cuts of a link
	cutLasts   = 300  // asks until it is joined again
	breakEvery = 700  // asks between two breaks of a connection under a link
	stopEvery  = 7000 // asks between two stops of the actor that comes and goes
	stall      = 30 * time.Second
)

// A Wire is a link of a storm.
type Wire interface {
	// Cut ends the link.
	Cut()
	// Break breaks its connection, if it has one of its own that it can do without for a while.
	Break() bool
}

// A Sky is where a storm takes place.
type Sky struct {
	// Join links the hub with leaf i, from 1 to 3.
	Join func(hub, leaf *oscar.System, i int) (Wire, error)
	// Patience is the longest timeout of an ask that has one.
	Patience time.Duration
}

// Storm holds a storm in one process, whose nodes are linked by values, by bytes, and by bytes that take
// their time.
func Storm(n int, seed uint64) (Counts, error) { return inProcess(seed).Storm(n, seed) }

// Storm makes n asks from 64 callers on four nodes, a hub and three leaves, while half of the asks have a
// timeout, links are cut and joined, connections break, actors panic, wait, ask each other, and one comes and
// goes. The order of events is not repeatable, the choices of each caller are. An error means that the storm
// could not be held.
func (sky Sky) Storm(n int, seed uint64) (Counts, error) {
	w := &weather{sky: sky, n: int64(n), handled: make([]atomic.Uint64, n/64+1)}
	defer w.end()
	if err := w.begin(); err != nil {
		return Counts{}, err
	}
	start := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calm := make(chan struct{})
	go w.watchdog(cancel, calm)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() { w.caller(ctx, i, rand.New(rand.NewPCG(seed, uint64(i)))) })
	}
	wg.Wait()
	close(calm)
	w.c.Asks, w.c.Twice = min(w.next.Load(), w.n), w.twice.Load()
	w.c.Seconds = time.Since(start).Seconds()
	w.c.Leaked = w.leaked()
	return w.c, w.end()
}

// weather is the state of a storm.
type weather struct {
	sky     Sky
	n       int64
	nodes   []*oscar.System // the first is the hub that the others are linked to
	links   []*link         // links[i] joins hub and nodes[i]; links[0] is nil
	next    atomic.Int64
	twice   atomic.Int64
	handled []atomic.Uint64 // bit per token

	mu sync.Mutex
	c  Counts
}

// watchdog ends a storm in which nothing happens any more: what is out then is lost.
func (w *weather) watchdog(cancel func(), calm chan struct{}) {
	t := time.NewTicker(stall)
	defer t.Stop()
	last := int64(-1)
	for {
		select {
		case <-calm:
			return
		case <-t.C:
			now := w.next.Load()
			if now == last {
				cancel()
			}
			last = now
		}
	}
}

// caller asks until all asks are made.
func (w *weather) caller(ctx context.Context, i int, r *rand.Rand) {
	var c Counts
	from := i % len(w.nodes)
	for {
		token := w.next.Add(1) - 1
		if token >= w.n || ctx.Err() != nil {
			break
		}
		w.disturb(token, r, &c)
		w.ask(ctx, from, token, r, &c)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.c.add(c)
}

func (c *Counts) add(d Counts) {
	c.Replied += d.Replied
	c.TimedOut += d.TimedOut
	c.Unavailable += d.Unavailable
	c.Gone += d.Gone
	c.Panicked += d.Panicked
	c.Cuts += d.Cuts
	c.Breaks += d.Breaks
	c.Lost += d.Lost
	c.Crossed += d.Crossed
}

// ask makes one ask and judges its end.
func (w *weather) ask(ctx context.Context, from int, token int64, r *rand.Rand, c *Counts) {
	to := 0 // from a leaf only the hub can be reached, besides the leaf itself
	if from == 0 || r.IntN(4) == 0 {
		to = from
	}
	if from == 0 {
		to = r.IntN(len(w.nodes))
	}
	q := query{Token: token, How: hows[r.IntN(len(hows))]}
	uid := uids[r.IntN(len(uids))]
	if q.How == nest && uid != steady {
		q.How = plain // what a restart or a stop does to a method in Await has a test of its own
	}
	if q.How == boom {
		uid = jumpy
	}
	limit := time.Duration(0)
	if r.IntN(2) == 0 {
		limit = time.Duration(1 + r.Int64N(int64(w.sky.Patience)))
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	l := w.links[max(from, to)]
	if from == to {
		l = nil
	}
	was := l.look()
	ref := oscar.Ref[*target]{Node: w.nodes[to].Node(), UID: uid}
	got, err := targetAsk.Ask(ctx, w.nodes[from], ref, q)
	_, gone := oscar.Gone(err)
	switch {
	case err == nil && got == answerTo(q.Token, ref.Addr()) && w.saw(token):
		c.Replied++
	case err == nil:
		c.Crossed++
	case limit > 0 && errs.Is(err, errs.Canceled) && ctx.Err() != nil:
		c.TimedOut++
	case gone && uid == fleeting:
		c.Gone++
	case !gone && errs.Is(err, errs.Unavailable) && l.wasCut(was):
		c.Unavailable++
		time.Sleep(w.sky.Patience / 10) // or all asks would be made while nobody can be reached
	case q.How == boom && errs.Is(err, errs.Internal):
		c.Panicked++
	default:
		c.Lost++
	}
}

func (w *weather) mark(token int64) {
	bit := uint64(1) << (token % 64)
	if w.handled[token/64].Or(bit)&bit != 0 {
		w.twice.Add(1)
	}
}

func (w *weather) saw(token int64) bool {
	return w.handled[token/64].Load()>>(token%64)&1 == 1
}
