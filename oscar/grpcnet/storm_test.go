package grpcnet_test

import (
	"encoding/json"
	"testing"

	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
)

func TestStorm(t *testing.T) {
	n, seed := 10_000, uint64(1)
	c, err := grpcnettest.Storm(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("seed %d: %s", seed, line)
	if c.Lost != 0 || c.Crossed != 0 || c.Twice != 0 || c.Leaked != 0 {
		t.Error("asks were lost, crossed, handled twice or are still booked")
	}
	if sum := c.Replied + c.TimedOut + c.Unavailable + c.Gone + c.Panicked; c.Asks != int64(n) || sum != c.Asks {
		t.Errorf("%d asks of %d, %d ends", c.Asks, n, sum)
	}
	if c.Cuts == 0 || c.Breaks == 0 || c.Replied == 0 || c.TimedOut == 0 {
		t.Error("the storm was too calm")
	}
}
