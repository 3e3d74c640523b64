package logging

import (
	"context"
	"errors"
	"log/slog"
)

// fan gives records to several handlers.
type fan []slog.Handler

func (f fan) Enabled(ctx context.Context, l slog.Level) bool {
	for _, h := range f {
		if h.Enabled(ctx, l) {
			return true
		}
	}
	return false
}

func (f fan) Handle(ctx context.Context, r slog.Record) (err error) {
	for _, h := range f {
		if h.Enabled(ctx, r.Level) {
			err = errors.Join(err, h.Handle(ctx, r.Clone()))
		}
	}
	return err
}

func (f fan) WithAttrs(as []slog.Attr) slog.Handler {
	return f.each(func(h slog.Handler) slog.Handler { return h.WithAttrs(as) })
}

func (f fan) WithGroup(name string) slog.Handler {
	return f.each(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}

func (f fan) each(g func(slog.Handler) slog.Handler) fan {
	out := make(fan, len(f))
	for i, h := range f {
		out[i] = g(h)
	}
	return out
}
