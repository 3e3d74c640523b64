package events

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Options of a Log. The zero value is good.
type Options struct {
	// Keep is how many events stay in memory. The default is 65,536.
	Keep int
	// File gets every event as one line of JSON, after at most a second. Nil: nobody does. The log closes it
	// if it can.
	File io.Writer
	// Now is the time. The default is that of the machine.
	Now func() service.Nanos
}

// A Log is an EventService. All methods are safe for concurrent use.
type Log struct {
	now   func() service.Nanos
	mu    sync.Mutex
	ring  []service.Event // ring[Seq % len]
	seq   uint64          // of the last event
	news  chan struct{}   // closed with the next event; nil while nobody waits for one
	file  *bufio.Writer
	under io.Writer
	err   error
	stop  chan struct{}
	wg    sync.WaitGroup
}

// New opens a log. Close it.
func New(o Options) *Log {
	if o.Keep <= 0 {
		o.Keep = 1 << 16
	}
	if o.Now == nil {
		o.Now = func() service.Nanos { return service.Nanos(time.Now().UnixNano()) }
	}
	l := &Log{now: o.Now, ring: make([]service.Event, o.Keep), stop: make(chan struct{})}
	if o.File != nil {
		l.under, l.file = o.File, bufio.NewWriterSize(o.File, 1<<16)
		l.wg.Go(l.flusher)
	}
	return l
}

var _ service.EventService = (*Log)(nil)

// flushEvery is how long a line waits for the file at most.
const flushEvery = time.Second

func (l *Log) flusher() {
	t := time.NewTicker(flushEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-l.stop:
			return
		}
		l.mu.Lock()
		l.keep(l.file.Flush())
		l.mu.Unlock()
	}
}

// keep remembers the first error of the file, after which nothing more is written. l.mu is held.
func (l *Log) keep(err error) {
	if l.err == nil {
		l.err = err
	}
}

// Append adds a line and numbers it; see service.EventService.
func (l *Log) Append(e service.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	e.Seq, e.At = l.seq, l.now()
	l.ring[l.seq%uint64(len(l.ring))] = e
	if l.news != nil {
		close(l.news)
		l.news = nil
	}
	if l.file != nil && l.err == nil {
		b, err := json.Marshal(e)
		l.keep(err)
		_, err = l.file.Write(append(b, '\n'))
		l.keep(err)
	}
}

// first is the number of the oldest event in memory. l.mu is held.
func (l *Log) first() uint64 {
	if n := uint64(len(l.ring)); l.seq > n {
		return l.seq - n + 1
	}
	return 1
}

// Since returns events that are still in memory; see service.EventService. limit <= 0 means all.
func (l *Log) Since(_ context.Context, after uint64, limit int) ([]service.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.since(after, limit), nil
}

func (l *Log) since(after uint64, limit int) []service.Event {
	from := max(after+1, l.first())
	if from > l.seq {
		return nil
	}
	n := int(l.seq - from + 1)
	if limit > 0 {
		n = min(n, limit)
	}
	out := make([]service.Event, n)
	for i := range out {
		out[i] = l.ring[(from+uint64(i))%uint64(len(l.ring))]
	}
	return out
}

// followBatch is how many events a follower is given at once.
const followBatch = 1024

// Follow calls f with every event after the given number; see service.EventService.
func (l *Log) Follow(ctx context.Context, after uint64, f func([]service.Event) error) error {
	for {
		l.mu.Lock()
		if first := l.first(); after+1 < first {
			l.mu.Unlock()
			return errs.New(errs.Unavailable, "%d events after %d are not in memory any more", first-after-1, after)
		}
		es := l.since(after, followBatch)
		if len(es) == 0 && l.news == nil {
			l.news = make(chan struct{})
		}
		news := l.news
		l.mu.Unlock()
		if len(es) > 0 {
			if err := f(es); err != nil {
				return err
			}
			after = es[len(es)-1].Seq
			continue
		}
		select {
		case <-news:
		case <-l.stop:
			return errs.New(errs.Unavailable, "the event log is closed")
		case <-ctx.Done():
			return errs.Wrap(errs.Canceled, ctx.Err(), "follow events")
		}
	}
}

// Close writes what is left to the file. The error is the first that the file gave.
func (l *Log) Close() error {
	close(l.stop)
	l.wg.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.keep(l.file.Flush())
		if c, ok := l.under.(io.Closer); ok {
			l.keep(c.Close())
		}
	}
	return l.err
}
