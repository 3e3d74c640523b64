package datadriven

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStories(t *testing.T) {
	Walk(t, "testdata", func(t *testing.T, path string) { Run(t, path, answer) })
}

// answer shows what a command holds.
func answer(t *testing.T, c *Command) string {
	switch c.Name {
	case "print":
		var b strings.Builder
		fmt.Fprintf(&b, "name %s\n", c.Name)
		for _, w := range c.Words() {
			fmt.Fprintf(&b, "word %s\n", w)
		}
		for _, a := range c.Args {
			if a.Key != "" {
				fmt.Fprintf(&b, "%s: %s\n", a.Key, strings.Join(c.List(a.Key), "|"))
			}
		}
		for _, l := range c.Lines() {
			fmt.Fprintf(&b, "input: %s\n", l)
		}
		if c.Input != "" {
			b.WriteString("blank:\n\nend")
		}
		return b.String()
	case "typed":
		return fmt.Sprint(c.Int("n", 1), c.Int("m", 7), c.Float("f", 1), c.Float("g", 0.5), c.Bool("b"), c.Bool("flag"), c.Bool("x"),
			" ", c.Str("f", "-"), " ", c.List("zz"))
	case "script":
		var b strings.Builder
		for _, s := range c.Script() {
			ops := s.List("ops")
			if ops == nil {
				ops = []string{"-"}
			}
			fmt.Fprintln(&b, s.Name, strings.Join(ops, "|"))
		}
		return b.String()
	}
	return ""
}

func TestParseRefusesMalformedStories(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a b\nno separator\n", "x.txt:1: a has no \"----\" line"},
		{"# c\n\na x=(1\n----\n", "x.txt:3: a list ends with \")\""},
		{"a x=\"1\n----\n", "x.txt:1: bad quoted text \"1"},
		{"k=v\n----\n", "x.txt:1: a command starts with its name"},
		{"a (1, 2)\n----\n", "x.txt:1: a list needs a key: key=(a, b)"},
		{"a\n----\n----\nout\n----\n", "x.txt:1: the output of a has no end (two \"----\" lines)"},
	} {
		if _, _, err := parse("x.txt", c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// TestRewriteChangesOnlyOutputs rewrites a story whose outputs are wrong in every form and reads it back.
func TestRewriteChangesOnlyOutputs(t *testing.T) {
	story := "# top\none\n----\nold\n\ntwo\nin\n----\n----\no\n\nld\n----\n----\nthree\n----\nx\n# not a comment here\n\n# tail\n"
	path := filepath.Join(t.TempDir(), "s.txt")
	if err := os.WriteFile(path, []byte(story), 0o644); err != nil {
		t.Fatal(err)
	}
	*rewrite = true
	defer func() { *rewrite = false }()
	f := func(t *testing.T, c *Command) string {
		return map[string]string{"one": "a\n\nb", "two": "plain", "three": ""}[c.Name]
	}
	Run(t, path, f)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "# top\none\n----\n----\na\n\nb\n----\n----\n\ntwo\nin\n----\nplain\n\nthree\n----\n\n# tail\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	*rewrite = false
	Run(t, path, f)
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/arguments.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("a x=(1,\"2\")\n----\n----\n\n----\n----\n")
	f.Fuzz(func(t *testing.T, text string) {
		blocks, tail, err := parse("f", text)
		if err != nil {
			return
		}
		n := len(tail)
		for _, b := range blocks {
			n += len(b.head)
			if out := format(b.cmd.Want); divides(b.cmd.Want) {
				continue
			} else if again, _, err := parse("f", "c\n----\n"+out+"\n"); err != nil || len(again) != 1 || again[0].cmd.Want != b.cmd.Want {
				t.Errorf("output %q does not survive: %v", b.cmd.Want, err)
			}
		}
		if n > len(text) {
			t.Errorf("%d bytes of text became %d", len(text), n)
		}
	})
}
