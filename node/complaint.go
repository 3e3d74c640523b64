package node

import (
	"context"
	"crypto/tls"
	"net/http"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/web"
)

// A complaint says when to speak of something that goes on failing: at once when it fails in another way, and
// from time to time.
type complaint struct {
	since time.Time
	last  time.Time
	said  string
}

// complainEvery is the time between two times that one thing is said.
const complainEvery = 30 * time.Second

// due says whether to speak of a failure now, and for how long it has gone on.
func (c *complaint) due(why string, now time.Time) (time.Duration, bool) {
	if c.since.IsZero() {
		c.since = now
	}
	if why == c.said && now.Sub(c.last) < complainEvery {
		return 0, false
	}
	c.said, c.last = why, now
	return now.Sub(c.since), true
}

// over is called when it works again.
func (c *complaint) over() { *c = complaint{} }

// probeTime is how long a port may take to say what it is.
const probeTime = time.Second

// mistaken says what listens at an address that does not take links, where it is another port of Mars: the
// wrong one was given to -s. Nil: it is none.
func mistaken(ctx context.Context, addr string, t *tls.Config) error {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	schemes := []string{"http://"}
	if t != nil {
		schemes = append(schemes, "https://")
		t = t.Clone()
		t.InsecureSkipVerify = true // what it says is told to a person and not believed
	}
	h := &http.Client{Transport: &http.Transport{TLSClientConfig: t, DisableKeepAlives: true}}
	for _, s := range schemes {
		q, err := http.NewRequestWithContext(ctx, http.MethodGet, s+addr+"/healthz", http.NoBody)
		if err != nil {
			return nil
		}
		r, err := h.Do(q)
		if err != nil {
			continue
		}
		_ = r.Body.Close()
		switch role := r.Header.Get(web.Role); role {
		case "supervisor", "web":
			return errs.New(errs.Unavailable, "%s is a web port, for clients; give the port on which the supervisor listens for nodes, "+
				"which it prints when it starts: Mars supervisor started at HOST:PORT", addr)
		case "worker":
			return errs.New(errs.Unavailable, "%s is a worker; give the address of a supervisor", addr)
		}
	}
	return nil
}
