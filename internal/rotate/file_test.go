package rotate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFilesAreBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events")
	if err := os.WriteFile(path, []byte("line 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, 70, 2)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for n := 1; n <= 99; n++ {
		fmt.Fprintf(&all, "line %d\n", n)
	}
	for text := all.String(); text != ""; { // in pieces that end anywhere
		n := min(len(text), 13)
		if _, err := f.Write([]byte(text[:n])); err != nil {
			t.Fatal(err)
		}
		text = text[n:]
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(path + "*")
	if err != nil || len(left) != 3 {
		t.Fatalf("%q, %v", left, err)
	}
	got := read(t, path+".2") + read(t, path+".1") + read(t, path)
	if !strings.HasSuffix("\n"+all.String(), "\n"+got) {
		t.Errorf("lines are lost or cut:\n%s", got)
	}
	for _, p := range left {
		text := read(t, p)
		if len(text) > 90 || !strings.HasPrefix(text, "line ") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %q", p, text)
		}
	}
}

func TestBeginAndFilesWithoutBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for _, want := range []string{"first\n", "second\n"} {
		f, err := Begin(path, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(want)); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != want {
			t.Errorf("%q", got)
		}
	}
	f, err := Open(path, 10, 0) // nothing old is kept
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := f.Write([]byte("123456789\n")); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); len(got) > 20 {
		t.Errorf("%q", got)
	}
	if _, err := Open(filepath.Join(path, "x"), 0, 0); err == nil {
		t.Error("a file below a file")
	}
}
