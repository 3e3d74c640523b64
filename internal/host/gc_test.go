package host_test

import (
	"runtime/debug"
	"testing"

	"github.com/mars-project/mars-go/internal/host"
)

func TestRelaxGCLeavesWhatTheUserSet(t *testing.T) {
	before := debug.SetGCPercent(50)
	defer debug.SetGCPercent(before)
	t.Setenv("GOGC", "50")
	host.RelaxGC()
	if got := debug.SetGCPercent(50); got != 50 {
		t.Errorf("GOGC=50 became %d", got)
	}
	t.Setenv("GOGC", "")
	host.RelaxGC()
	if got := debug.SetGCPercent(50); got != 400 {
		t.Errorf("the percentage is %d, want 400", got)
	}
}
