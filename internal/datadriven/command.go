package datadriven

import (
	"strconv"
	"strings"
	"testing"
)

// A Command is one block of a story.
type Command struct {
	Name  string // the first word
	Args  []Arg  // the other words, in order
	Input string // the lines between the command and "----", without the last newline
	Want  string // the expected output, with its last newline unless empty
	Pos   string // "file:line" of the command

	line int
	t    *testing.T // where a malformed argument is reported
}

// An Arg is one word of a command line: "w1" (no key), "after=s3", "bands=(a, b)" (two values) or "flag=" (no
// value).
type Arg struct {
	Key  string
	Vals []string
}

// Has reports whether the command has the argument key=..., or the bare word key.
func (c *Command) Has(key string) bool {
	for _, a := range c.Args {
		if a.Key == key || a.Key == "" && a.Vals[0] == key {
			return true
		}
	}
	return false
}

// Word is the i-th word without a key, "" when there are fewer.
func (c *Command) Word(i int) string {
	for _, a := range c.Args {
		if a.Key != "" {
			continue
		}
		if i == 0 {
			return a.Vals[0]
		}
		i--
	}
	return ""
}

// Words are all words without a key.
func (c *Command) Words() []string {
	var ws []string
	for _, a := range c.Args {
		if a.Key == "" {
			ws = append(ws, a.Vals[0])
		}
	}
	return ws
}

// List is the values of key: of "key=(a, b)" and of "key=a,b" alike. It is nil when the argument is absent.
func (c *Command) List(key string) []string {
	for _, a := range c.Args {
		if a.Key != key || key == "" {
			continue
		}
		if len(a.Vals) == 1 {
			return strings.Split(a.Vals[0], ",")
		}
		return a.Vals
	}
	return nil
}

// Str is the value of key, or def when the argument is absent. Several values come joined by commas.
func (c *Command) Str(key, def string) string {
	for _, a := range c.Args {
		if a.Key == key && key != "" {
			return strings.Join(a.Vals, ",")
		}
	}
	return def
}

// Int is the value of key as an integer, or def when absent. Anything else ends the test.
func (c *Command) Int(key string, def int) int {
	s := c.Str(key, "")
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		c.fatal("%s: %s: %s=%s is not an integer", c.Pos, c.Name, key, s)
	}
	return n
}

// Float is the value of key as a number, or def when absent. Anything else ends the test.
func (c *Command) Float(key string, def float64) float64 {
	s := c.Str(key, "")
	if s == "" {
		return def
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		c.fatal("%s: %s: %s=%s is not a number", c.Pos, c.Name, key, s)
	}
	return f
}

// Bool is the value of key (true or false); the bare word key is true; absent is false.
func (c *Command) Bool(key string) bool {
	s := c.Str(key, "")
	if s == "" {
		return c.Has(key)
	}
	b, err := strconv.ParseBool(s)
	if err != nil {
		c.fatal("%s: %s: %s=%s is neither true nor false", c.Pos, c.Name, key, s)
	}
	return b
}

// Script reads the input as commands, one a line; blank lines and lines that start with "#" are left out.
func (c *Command) Script() []*Command {
	var cs []*Command
	for i, l := range strings.Split(c.Input, "\n") {
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		s, err := parseLine(l)
		if err != nil {
			c.fatal("%s: input line %d: %v", c.Pos, i+1, err)
		}
		s.Pos, s.line, s.t = c.Pos, c.line+i+1, c.t
		cs = append(cs, s)
	}
	return cs
}

// Lines is the input by lines, nil when there is none.
func (c *Command) Lines() []string {
	if c.Input == "" {
		return nil
	}
	return strings.Split(c.Input, "\n")
}

func (c *Command) fatal(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf(format, args...)
}
