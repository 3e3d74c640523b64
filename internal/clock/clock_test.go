package clock_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/internal/clock"
)

func TestFakeCallsInOrder(t *testing.T) {
	var c clock.Fake
	start := c.Now()
	var log []string
	at := func(name string, d time.Duration) func() bool {
		return c.AfterFunc(d, func() { log = append(log, name+"@"+c.Now().Sub(start).String()) })
	}
	at("b", 2*time.Second)
	at("a", time.Second)
	at("b2", 2*time.Second)
	stop := at("never", time.Second)
	c.AfterFunc(time.Second, func() { at("nested", 500*time.Millisecond) })
	if !stop() || stop() {
		t.Error("stop did not stop once")
	}
	c.Advance(999 * time.Millisecond)
	if len(log) != 0 {
		t.Errorf("too early: %v", log)
	}
	c.Advance(10 * time.Second)
	if got, want := strings.Join(log, " "), "a@1s nested@1.5s b@2s b2@2s"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if d := c.Now().Sub(start); d != 10*time.Second+999*time.Millisecond {
		t.Errorf("the clock stands at %v", d)
	}
	at("past", -time.Second)
	c.Advance(0)
	if got := log[len(log)-1]; got != "past@10.999s" {
		t.Errorf("got %s", got)
	}
}

func TestRealFollowsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock.Clock = clock.Real{}
		start := c.Now()
		fired := make(chan time.Time, 2)
		c.AfterFunc(time.Minute, func() { fired <- c.Now() })
		stop := c.AfterFunc(time.Second, func() { t.Error("a stopped call ran") })
		if !stop() {
			t.Error("stop came too late")
		}
		if d := (<-fired).Sub(start); d != time.Minute {
			t.Errorf("called after %v", d)
		}
	})
}
