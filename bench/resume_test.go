package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A run that goes on makes what is missing: a case with both rows of Python keeps its answer for the rows of
// Go, and one of which only the first row was written is asked again.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	first := &recorder{cpu: "x", commit: "c1"}
	f, err := first.open(path, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []Row{
		{Case: "a", N: 9, Ours: 2, Peer: 4, Digest: []float64{9, 1}},
		{Case: "a_memory", N: 9, Peer: 3, PeerName: "p"},
		{Case: "a_go", N: 9},
		{Case: "b", N: 9, Goal: "not yet: no peer has it"},
		{Case: "c", N: 9, Digest: []float64{9, 2}},
	} {
		if err := first.add(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r := &recorder{cpu: "x", commit: "c2", only: []string{"?", "a_*"}}
	if f, err = r.open(path, true); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a": false, "a_go": false, "a_third": true, "d": true, "d_go": false} {
		if got := r.wants(name); got != want {
			t.Errorf("wants(%s) = %t", name, got)
		}
	}
	for name, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false} {
		if got := r.through(name); got != want {
			t.Errorf("through(%s) = %t", name, got)
		}
	}
	a, ok := r.answer("a")
	if !ok || a.n != 9 || a.seconds != 2 || a.peak != 3<<20 || a.peakName != "p" || !slices.Equal(a.digest, []float64{9, 1}) {
		t.Errorf("answer(a) = %+v, %t", a, ok)
	}
	if err := r.add(Row{Case: "d", N: 9}); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf(path)
	if err != nil || len(rows) != 6 || rows[5].Case != "d" || rows[0].Commit != "c1" || rows[5].Commit != "c2" {
		t.Errorf("the file has %+v, %v", rows, err)
	}
	if got := commits(r.rows); got != "c1, c2" {
		t.Errorf("commits are %q", got)
	}
	if _, err := (&recorder{cpu: "y"}).open(path, true); err == nil {
		t.Error("rows of another machine were gone on with")
	}
}

// Tables are made once for a script and a size, and again when the script changes; a folder that was begun
// and not ended is none.
func TestFrameTables(t *testing.T) {
	store, script, made := t.TempDir(), filepath.Join(t.TempDir(), "data.py"), 0
	fill := func(to string) error {
		made++
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, "g"), []byte{byte(made)}, 0o644)
	}
	tables := func(text, size string) string {
		t.Helper()
		if err := os.WriteFile(script, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		dir, err := frameTables(store, script, size, fill)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	a := tables("one", "10")
	if b := tables("one", "10"); b != a || made != 1 {
		t.Errorf("%s, then %s, made %d times", a, b, made)
	}
	if b := tables("one", "100"); b == a || made != 2 {
		t.Errorf("another size: %s beside %s, made %d times", b, a, made)
	}
	if b := tables("two", "10"); b == a || made != 3 {
		t.Errorf("another script: %s after %s, made %d times", b, a, made)
	}
	if _, err := os.Stat(a); !os.IsNotExist(err) {
		t.Errorf("the tables of the script as it was: %v", err)
	}
	if _, err := frameTables(store, script, "7", func(string) error { return os.ErrInvalid }); err == nil {
		t.Error("tables that were not made")
	}
	to := t.TempDir()
	if err := linked(tables("two", "10"), to); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(to, "g")); err != nil || len(b) != 1 || b[0] != 3 {
		t.Errorf("linked: %v, %v", b, err)
	}
}
