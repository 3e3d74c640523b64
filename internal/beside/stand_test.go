package beside

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// TestAStandIsNoTime: who is woken after a long stand finds one tick, and has time left.
func TestAStandIsNoTime(t *testing.T) {
	for late, want := range map[int]bool{parts - 1: true, parts: false} {
		synctest.Test(t, func(t *testing.T) {
			c, end := &Calls{}, make(chan int)
			var v int
			var back bool
			var err error
			x := begin(c, t.Context(), time.Hour*1e6, func() string { return "f" }, func(error) {}, func() (int, error) { return <-end, nil },
				func(gave int, returned bool, failed error) { v, back, err = gave, returned, failed })
			for range late {
				x.tick()
			}
			end <- 1
			synctest.Wait()
			if back != want || !want && !errs.Is(err, errs.Internal) || want && v != 1 {
				t.Errorf("%d ticks: %d, %v, %v", late, v, back, err)
			}
			c.Wait()
		})
	}
}

// TestGoroutinesAreKept: calls run on goroutines that are there, and none is left in the end.
func TestGoroutinesAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Calls{}
		for range 3 { // in turn: one goroutine does
			for range 10 {
				if v, back, err := Run(c, t.Context(), time.Second, nil, nil, func() (int, error) { return 1, nil }); v != 1 || !back || err != nil {
					t.Fatal(v, back, err)
				}
				synctest.Wait()
			}
			if n := len(c.idle); n != 1 {
				t.Errorf("%d goroutines wait", n)
			}
		}
		end := make(chan struct{})
		for range 3 * kept { // at once: no more than so many are kept
			Go(c, t.Context(), time.Hour, nil, nil, func() (int, error) { <-end; return 0, nil }, func(int, bool, error) {})
		}
		close(end)
		synctest.Wait()
		if n := len(c.idle); n != kept {
			t.Errorf("%d goroutines wait, not %d", n, kept)
		}
		c.Wait()
	}) // which fails for goroutines that are left
}
