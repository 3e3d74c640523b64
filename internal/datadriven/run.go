package datadriven

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write the output of text stories into their files")

// Run gives each command of the story at path to f and compares what f returns with the expected output. A
// missing last newline is added. State between commands is f's own. With -rewrite the file is written
// instead.
func Run(t *testing.T, path string, f func(t *testing.T, c *Command) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	blocks, tail, err := parse(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) == 0 {
		t.Fatalf("%s: no commands", path)
	}
	var out strings.Builder
	for _, b := range blocks {
		b.cmd.t = t
		got := ended(f(t, b.cmd))
		if divides(got) {
			t.Errorf("%s: the output of %s holds a %q line", b.cmd.Pos, b.cmd.Name, separator)
		}
		if !*rewrite && got != b.cmd.Want {
			t.Errorf("%s: %s\ngot:\n%swant:\n%s", b.cmd.Pos, b.cmd.Name, got, b.cmd.Want)
		}
		if out.Len() > 0 && !blank(b.head) { // after output without a doubled end
			out.WriteByte('\n')
		}
		out.WriteString(ended(b.head))
		out.WriteString(format(got))
	}
	if tail != "" && !blank(tail) {
		out.WriteByte('\n')
	}
	out.WriteString(tail)
	if *rewrite && !t.Failed() && out.String() != string(text) {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// blank reports whether the first line of s is blank.
func blank(s string) bool {
	first, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(first) == ""
}

// Walk calls f in a subtest of its own for every .txt file below dir, in name order. A directory without one
// is an error.
func Walk(t *testing.T, dir string, f func(t *testing.T, path string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		n++
		rel, _ := filepath.Rel(dir, path)
		t.Run(strings.TrimSuffix(filepath.ToSlash(rel), ".txt"), func(t *testing.T) { f(t, path) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s: no story files (*.txt)", dir)
	}
}
