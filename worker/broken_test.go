package worker

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

var bandBoom = oscar.Def("test.band", func(*band, context.Context, oscar.None) (oscar.None, error) { panic("invariant broken") })

// A worker whose band has panicked says so to whoever runs it, and is silent to its supervisors: they give
// its work to others.
func TestAPanicOfTheBandEndsTheWorker(t *testing.T) {
	sys, err := oscar.New("w", oscar.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan error, 1)
	w, err := Start(t.Context(), sys, Config{
		Version: "1", Slots: 1, Memory: 4 << 20, SpillDirs: []string{t.TempDir()}, Log: slog.New(slog.DiscardHandler), Broken: func(err error) { told <- err },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := bandBoom.Tell(t.Context(), sys, w.band, oscar.None{}); err != nil {
		t.Fatal(err)
	}
	if err := <-told; !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "invariant broken") {
		t.Error(err)
	}
	(&tie{w: w}).run() // it beats no more, so it returns; with a band that lives it goes on for ever
	_ = w.Close(context.Background())
	if err := sys.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
