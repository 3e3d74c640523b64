package mars

import (
	"context"

	"github.com/mars-project/mars-go/local"
)

// Local starts a cluster in this process and a session on it. Close the session to end both.
//
// Errors: Invalid for options that make no sense, Unavailable when the spill directory cannot be made.
func Local(ctx context.Context, opts ...Option) (*Session, error) {
	var cfg config
	for _, o := range opts {
		if err := o(&cfg); err != nil {
			return nil, err
		}
	}
	if err := cfg.check(); err != nil {
		return nil, err
	}
	c, err := local.Start(ctx, local.Config{Workers: cfg.workers, Slots: cfg.cpus, Memory: cfg.memory, Cache: cfg.cache,
		SpillDirs: cfg.spillDirs, EventFile: cfg.eventFile})
	if err != nil {
		return nil, err
	}
	return newSession(ctx, c, cfg)
}
