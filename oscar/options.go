package oscar

import (
	"log/slog"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// Options are the settings of a System. The zero value is good.
type Options struct {
	// Policy is that of actors spawned without one.
	Policy Policy
	// Version is the version of the program. Nodes of different versions refuse each other.
	Version string
	// Epoch tells incarnations of a node apart: a link from an older one than seen before is refused.
	// The default is the time of New, in nanoseconds.
	Epoch uint64
	// Log gets restarts and failed tells. The default is slog.Default().
	Log *slog.Logger
}

func (o *Options) check() error {
	if o.Epoch == 0 {
		o.Epoch = uint64(time.Now().UnixNano())
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o.Policy.check(Policy{
		Mailbox: 1024, Restarts: 5, Within: time.Minute, Backoff: 10 * time.Millisecond, MaxBackoff: time.Second,
	})
}

// A Policy says how much an actor may queue and what happens when it panics. Zero fields are those of the
// System.
type Policy struct {
	// Mailbox is the number of messages that may wait for the actor, besides the batch being handled; then
	// senders wait. The default is 1024.
	Mailbox int
	// Restarts is how many panics within Within are answered by a new instance; one more ends the actor.
	// Negative means never restart. The default is 5.
	Restarts int
	// Within is the window of Restarts. The default is one minute.
	Within time.Duration
	// Backoff is the wait before the first restart in a window; it doubles with each up to MaxBackoff.
	// The defaults are 10 ms and 1 s.
	Backoff, MaxBackoff time.Duration
}

func (p *Policy) check(d Policy) error {
	if p.Mailbox < 0 || p.Within < 0 || p.Backoff < 0 || p.MaxBackoff < 0 {
		return errs.New(errs.Invalid, "oscar: negative mailbox or duration in policy %+v", *p)
	}
	p.Mailbox = or(p.Mailbox, d.Mailbox)
	p.Restarts = or(p.Restarts, d.Restarts)
	p.Within = or(p.Within, d.Within)
	p.Backoff = or(p.Backoff, d.Backoff)
	p.MaxBackoff = max(or(p.MaxBackoff, d.MaxBackoff), p.Backoff)
	return nil
}

func or[T comparable](a, b T) T {
	var zero T
	if a == zero {
		return b
	}
	return a
}
