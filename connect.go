package mars

import (
	"context"
	"os"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
)

// Connect makes a session on a cluster that runs elsewhere, whose web port is at url ("http://host:port").
// The session is what Local returns: it executes, follows, cancels and fetches. Results come straight from
// the workers that have them, or through the web port where only that can be reached. The cluster keeps the
// session until Close, or until it has heard nothing of this program for long, see Idle. Data in this
// program's memory that a graph needs is sent once.
//
// Errors: Invalid for a url that is none and for options of Local, Unavailable where nothing answers, Denied
// for a wrong token.
func Connect(ctx context.Context, url string, opts ...Option) (*Session, error) {
	cfg, err := configOf(opts)
	if err != nil {
		return nil, err
	}
	if len(cfg.local) > 0 {
		return nil, errs.New(errs.Invalid, "%s: an option of Local; a running cluster has its own", cfg.local[0])
	}
	cfg.address.URL = url
	if cfg.address.Token == "" {
		cfg.address.Fallback = os.Getenv("MARS_TOKEN")
	}
	return client.Connect(ctx, cfg.address, cfg.session(false))
}
