package mars

import (
	"context"
	"errors"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
)

// A Session executes values and keeps their chunks until nobody holds them. It is safe for use by several
// goroutines.
type Session = client.Session

// A Future is an execute that goes on while the caller does something else.
type Future = client.Future

// Progress counts the subtasks of a running task.
type Progress = client.Progress

// Local starts a cluster in this process and a session on it. Close the session to end both.
//
// Errors: Invalid for options that make no sense, Unavailable when the spill directory cannot be made.
func Local(ctx context.Context, opts ...Option) (*Session, error) {
	cfg, err := configOf(opts)
	if err != nil {
		return nil, err
	}
	if err := cfg.check(); err != nil {
		return nil, err
	}
	c, err := local.Start(ctx, local.Config{
		Workers: cfg.workers, Slots: cfg.cpus, Memory: cfg.memory, Cache: cfg.cache,
		SpillDirs: cfg.spillDirs, EventFile: cfg.eventFile,
	})
	if err != nil {
		return nil, err
	}
	s, err := client.New(ctx, c, cfg.session(true))
	if err != nil {
		return nil, errors.Join(err, c.Close(ctx))
	}
	return s, nil
}
