package oscartest_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/oscar/oscartest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestStorm makes 10^5 asks, or as many as STORM says.
func TestStorm(t *testing.T) {
	n := 100_000
	if s := os.Getenv("STORM"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	seed := uint64(1)
	c, err := oscartest.Storm(n, seed)
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
	sum := c.Replied + c.TimedOut + c.Unavailable + c.Gone + c.Panicked
	if c.Asks != int64(n) || sum != c.Asks {
		t.Errorf("%d asks of %d, %d ends", c.Asks, n, sum)
	}
	for name, x := range map[string]int64{"replied": c.Replied, "timed out": c.TimedOut, "unavailable": c.Unavailable, "gone": c.Gone, "panicked": c.Panicked, "cuts": c.Cuts} {
		if x == 0 {
			t.Errorf("the storm was too calm: nothing %s", name)
		}
	}
}
