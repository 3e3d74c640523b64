package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestResultsKeepWhatOtherSuitesWrote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	var out bytes.Buffer
	r := &recorder{enc: json.NewEncoder(&out), commit: "abc", cpu: "two cores"}
	if err := r.add(Row{Case: "quick", N: 3, Unit: "s", Ours: 2, Peer: 10, PeerName: "other", Goal: "faster", Pass: true, Reps: 5, Spread: 0.1}); err != nil {
		t.Fatal(err)
	}
	if err := r.add(Row{Case: "slow", Unit: "s", Ours: 4, Goal: "1 s"}); err != nil {
		t.Fatal(err)
	}
	for _, suite := range []string{"engine", "frames", "engine"} { // the second time it replaces its own table
		if err := writeResults(path, suite, r); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	text := string(b)
	if err != nil || strings.Count(text, "## engine\n") != 1 || strings.Count(text, "## frames\n") != 1 {
		t.Errorf("%v:\n%s", err, text)
	}
	for _, want := range []string{"| quick | 3 | 2 s ± 5 % | 10 (other) | 5 | faster | holds |", "| slow | 0 | 4 s ± 0 % |  |  | 1 s | **missed** |", "two cores; commit abc;"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	var row Row
	if err := json.NewDecoder(&out).Decode(&row); err != nil || row.Ratio != 5 || row.Commit != "abc" {
		t.Errorf("%+v, %v", row, err)
	}
}

func TestTimesAreInOrder(t *testing.T) {
	n := 0
	ts, err := times(4, func() error { n++; return nil })
	if err != nil || len(ts) != 4 || n != 5 || spread(ts) < 0 || median(ts) < ts[0] || ts[3] < ts[0] {
		t.Errorf("%v of %d runs, %v", ts, n, err)
	}
}
