package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestPrintsWhatItPrinted runs the program where its data is.
func TestPrintsWhatItPrinted(t *testing.T) {
	want, err := os.ReadFile("want.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	name := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = f
	err = run(context.Background())
	os.Stdout = stdout
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
