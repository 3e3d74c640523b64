package coord_test

import (
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/coord/coordtest"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	t.Run("real clock", func(t *testing.T) {
		coordtest.Run(t, func(t *testing.T, f func(*testing.T, coordtest.Env)) {
			synctest.Test(t, func(t *testing.T) {
				m := coord.NewMemory(nil)
				t.Cleanup(func() { m.Close() })
				f(t, coordtest.Env{Coord: m, Sleep: time.Sleep, Settle: synctest.Wait})
			})
		})
	})
	t.Run("injected clock", func(t *testing.T) {
		coordtest.Run(t, func(t *testing.T, f func(*testing.T, coordtest.Env)) {
			synctest.Test(t, func(t *testing.T) {
				var c clock.Fake
				m := coord.NewMemory(&c)
				t.Cleanup(func() { m.Close() })
				f(t, coordtest.Env{Coord: m, Sleep: c.Advance, Settle: synctest.Wait})
			})
		})
	})
}

func TestGuardRefusesOlderTerms(t *testing.T) {
	var g coord.Guard
	for _, c := range []struct {
		f  coord.Fence
		ok bool
	}{
		{coord.Fence{Office: "sup", Token: 5}, true},
		{coord.Fence{Office: "sup", Token: 5}, true},
		{coord.Fence{Office: "sup", Token: 4}, false},
		{coord.Fence{Office: "other", Token: 1}, true},
		{coord.Fence{Office: "sup", Token: 9}, true},
		{coord.Fence{Office: "sup", Token: 5}, false},
	} {
		err := g.Admit(c.f)
		if c.ok && err != nil || !c.ok && !errs.Is(err, errs.Denied) {
			t.Errorf("%v: %v", c.f, err)
		}
	}
}
