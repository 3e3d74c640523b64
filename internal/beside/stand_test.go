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
			c, ticks, end := &Calls{}, make(chan time.Time), make(chan int)
			go func() {
				for range late {
					time.Sleep(time.Hour)
					ticks <- time.Now()
				}
				end <- 1
			}()
			v, back, err := run(c, t.Context(), ticks, time.Second, func() string { return "f" }, func(error) {}, func() (int, error) { return <-end, nil })
			if back != want || !want && !errs.Is(err, errs.Internal) || want && v != 1 {
				t.Errorf("%d ticks: %d, %v, %v", late, v, back, err)
			}
		})
	}
}
