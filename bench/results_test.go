package main

import (
	"bytes"
	"encoding/json"
	"io"
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
	for _, want := range []string{"| quick | 3 | 2 s ± 5 % | 10 (other) | 5 | faster | holds |", "| slow | 0 | 4 s ± 0 % |  |  | 1 s | **short** |", "two cores; commit abc;"} {
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

func TestShortRowsAreExplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "why.txt"), []byte("# words\n\nsum: one core fills the bus.\nsum, 2 cores: so do two.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	row := Row{Case: "sum", Cores: 1, Unit: "s", Ours: 2, Peer: 1, PeerName: "NumPy", Goal: "1 times", Profile: "90 % asm.sum"}
	fine, two, alone := row, row, Row{Case: "alone", Unit: "s", Ours: 4, Goal: "1 s"}
	fine.Pass, fine.PeerName, two.Cores = true, "dask", 2
	r := &recorder{enc: json.NewEncoder(io.Discard)}
	for _, x := range []Row{fine, row, two, alone} {
		if err := r.add(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeResults(path, "kernels", r); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	want := `Short of the goal:

- **sum, 1 core**: 0.5 times NumPy of 1 times. Profile: 90 % asm.sum. one core fills the bus.
- **sum, 2 cores**: 0.5 times NumPy of 1 times. Profile: 90 % asm.sum. so do two.
- **alone**: 4 s of 1 s.

`
	if err != nil || !strings.Contains(string(b), want) {
		t.Errorf("%v: no\n%s\nin\n%s", err, want, b)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "why.txt"), []byte("no words\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeResults(path, "kernels", r); err == nil {
		t.Error("a line without words was taken")
	}
}

func TestProfilesAreRead(t *testing.T) {
	got := tops([]byte(`File: bench
Duration: 1.1s, Total samples = 1.05s (95.4%)
Showing nodes accounting for 1.05s, 100% of 1.05s total
      flat  flat%   sum%        cum   cum%
     0.90s 85.71% 85.71%      0.90s 85.71%  github.com/mars-project/mars-go/kernel/asm.sum512
     0.15s 14.29%   100%      1.05s   100%  github.com/mars-project/mars-go/kernel/reduce.(*fold[go.shape.float64]).run (inline)
         0     0%   100%      1.05s   100%  main.main
`))
	if want := "85.71 % asm.sum512, 14.29 % reduce.(*fold[go.shape.float64]).run (inline)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
