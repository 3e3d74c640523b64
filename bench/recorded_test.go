package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A table can be made from several runs; what was run again replaces what was there.
func TestRecorded(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := write("a", `{"case":"add","n":9,"unit":"s","ours":1,"peer":2,"peer_name":"NumPy","ratio":2,"goal":"g","pass":true,"commit":"c1","cpu":"x"}
{"case":"sort","n":9,"unit":"s","ours":4,"peer":2,"peer_name":"NumPy","ratio":0.5,"goal":"g","pass":true,"commit":"c1","cpu":"x"}
`)
	again := write("b", `{"case":"add","n":9,"unit":"s","ours":1,"peer":3,"peer_name":"NumPy","ratio":3,"goal":"g","pass":true,"commit":"c2","cpu":"x"}
`)
	other := write("c", `{"case":"take","cpu":"y"}`)
	table := filepath.Join(dir, "RESULTS.md")
	if err := recorded(table, "kernels", first+","+again, "A note."); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"commit c2, c1;", "A note.", "| add | 9 | 1 s ± 0 % | 3 (NumPy) | 3 | g | holds |", "| sort | 9 | 4 s ± 0 % | 2 (NumPy) | 0.5 | g | holds |"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%q is not in\n%s", want, b)
		}
	}
	if err := recorded(table, "kernels", first+","+other, ""); err == nil || !strings.Contains(err.Error(), "two machines") {
		t.Errorf("rows of two machines: %v", err)
	}
}
