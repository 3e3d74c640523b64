package worker

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// lines is a log that is read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

// A worker whose disks are full says so once, and again a minute later when it goes on; sessions at their
// quota are no reason.
func TestFullDisksAreSaidOnce(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		sys, err := oscar.New("w", oscar.Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		out := &lines{}
		w, err := Start(t.Context(), sys, Config{Version: "1", Slots: 1, Memory: 4 << 20, SpillDirs: []string{dir}, Log: slog.New(slog.NewTextHandler(out, nil))})
		if err != nil {
			t.Fatal(err)
		}
		fail := func(f service.Failure, after time.Duration, want int) {
			t.Helper()
			f.Kind = errs.OutOfMemory
			w.b.ends.add([]service.Result{{Err: &f}})
			time.Sleep(after)
			synctest.Wait()
			if n := out.count("the spill disks are full"); n != want {
				t.Errorf("said %d times, not %d", n, want)
			}
		}
		fail(service.Failure{Quota: "session_disk"}, 2*time.Second, 0)
		fail(service.Failure{Msg: "needs 8 GiB"}, 2*time.Second, 0)
		full := service.Failure{Peer: "w", Msg: "disk full while spilling chunk k"}
		fail(full, 2*time.Second, 1)
		fail(full, 2*time.Second, 1)
		fail(full, time.Minute, 2)
		if out.count("runs=2") != 1 || out.count("disk full while spilling chunk k") != 2 {
			t.Error(out.b.String())
		}
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := sys.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}
