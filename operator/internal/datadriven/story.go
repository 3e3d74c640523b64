package datadriven

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write what came out into the files of stories and of wanted texts")

// A Command is a line of a story: a name, words, and words with a key, key=value.
type Command struct {
	Name  string
	Words []string
	keys  map[string]string
	t     *testing.T
}

// Str is the value of key, or def when it is absent.
func (c *Command) Str(key, def string) string {
	if v, ok := c.keys[key]; ok {
		return v
	}
	return def
}

// Float is the value of key as a number, or def when it is absent.
func (c *Command) Float(key string, def float64) float64 {
	v, ok := c.keys[key]
	if !ok {
		return def
	}
	f, err := strconv.ParseFloat(v, 64)
	if err != nil {
		c.t.Fatalf("%s: %s=%s is no number", c.Name, key, v)
	}
	return f
}

// Has says whether a word or a key is there.
func (c *Command) Has(word string) bool {
	for _, w := range c.Words {
		if w == word {
			return true
		}
	}
	_, ok := c.keys[word]
	return ok
}

// Walk runs every story of a folder as a subtest of its own. start makes what answers its commands.
func Walk(t *testing.T, dir string, start func(t *testing.T) func(c *Command) string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no stories: %v", dir, err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			Equal(t, f, play(t, string(text), start(t)))
		})
	}
}

// play answers the commands of a story and gives the story with these answers.
func play(t *testing.T, story string, answer func(c *Command) string) string {
	var out strings.Builder
	answered := false // the lines are an old answer
	lines := strings.Split(strings.TrimRight(story, "\n"), "\n")
	for i, line := range lines {
		switch {
		case line == "----":
			if i == 0 {
				t.Fatal("a story begins with a command")
			}
			out.WriteString("----\n" + answer(parse(t, lines[i-1])))
			answered = true
		case line == "" && answered:
			out.WriteByte('\n')
			answered = false
		case !answered:
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

func parse(t *testing.T, line string) *Command {
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(line, "#") {
		t.Fatalf("%q is no command", line)
	}
	c := &Command{Name: words[0], keys: map[string]string{}, t: t}
	for _, w := range words[1:] {
		if k, v, ok := strings.Cut(w, "="); ok {
			c.keys[k] = v
		} else {
			c.Words = append(c.Words, w)
		}
	}
	return c
}

// Equal compares a text with a file.
func Equal(t *testing.T, file, got string) {
	t.Helper()
	if *rewrite {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not what came out; -rewrite writes it\n%s", file, difference(string(want), got))
	}
}

// difference is the first lines at which two texts part.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	part := func(lines []string) string { return strings.Join(lines[min(i, len(lines)):min(i+6, len(lines))], "\n") }
	return "line " + strconv.Itoa(i+1) + "\nwant:\n" + part(a) + "\ngot:\n" + part(b)
}
