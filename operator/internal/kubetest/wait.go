package kubetest

import (
	"testing"
	"time"
)

// patience is how long anything may take. It is for machines that do much else: nothing is measured by it.
const patience = 3 * time.Minute

// Wait looks until f says nothing. It is what is still wrong.
func Wait(t testing.TB, what string, f func() string) {
	t.Helper()
	begin := time.Now()
	for {
		looked := time.Now()
		wrong := f()
		took := time.Since(looked)
		if wrong == "" {
			t.Logf("%s: after %s", what, time.Since(begin).Round(time.Millisecond))
			return
		}
		if time.Since(begin) > patience {
			t.Fatalf("%s: not in %s: %s", what, patience, wrong)
		}
		time.Sleep(max(50*time.Millisecond, 4*took)) // who looks must not be what keeps the others busy
	}
}

func said(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}
