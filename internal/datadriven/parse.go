package datadriven

import (
	"fmt"
	"strconv"
	"strings"
)

const separator = "----"

// A block is one command with the text that stands before its output, kept byte for byte for a rewrite.
type block struct {
	head string // comments, blank lines, command, input, first separator line
	cmd  *Command
}

// parse splits a story. tail is what follows the last block: comments and blank lines.
func parse(path, text string) (blocks []block, tail string, err error) {
	lines := strings.SplitAfter(text, "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	bare := func(i int) string { return strings.TrimRight(lines[i], " \t\r\n") }
	i, start := 0, 0
	for {
		for i < len(lines) && (bare(i) == "" || strings.HasPrefix(lines[i], "#")) {
			i++
		}
		if i == len(lines) {
			return blocks, strings.Join(lines[start:], ""), nil
		}
		at := i
		cmd, err := parseLine(bare(i))
		if err != nil {
			return nil, "", fmt.Errorf("%s:%d: %w", path, at+1, err)
		}
		cmd.Pos, cmd.line = fmt.Sprintf("%s:%d", path, at+1), at+1
		for i++; i < len(lines) && bare(i) != separator; i++ {
		}
		if i == len(lines) {
			return nil, "", fmt.Errorf("%s:%d: %s has no %q line", path, at+1, cmd.Name, separator)
		}
		cmd.Input = strings.TrimSuffix(strings.Join(lines[at+1:i], ""), "\n")
		i++
		head := strings.Join(lines[start:i], "")
		if i < len(lines) && bare(i) == separator { // output with blank lines
			from := i + 1
			for i = from; i+1 < len(lines) && (bare(i) != separator || bare(i+1) != separator); i++ {
			}
			if i+1 >= len(lines) {
				return nil, "", fmt.Errorf("%s:%d: the output of %s has no end (two %q lines)", path, at+1, cmd.Name, separator)
			}
			cmd.Want = strings.Join(lines[from:i], "")
			i += 2
		} else {
			from := i
			for i < len(lines) && bare(i) != "" {
				i++
			}
			cmd.Want = ended(strings.Join(lines[from:i], ""))
		}
		blocks, start = append(blocks, block{head, cmd}), i
	}
}

// parseLine reads "name word key=value key=(a, b) key="quoted text"".
func parseLine(s string) (*Command, error) {
	c := &Command{}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " \t") {
		var a Arg
		if i := strings.IndexAny(s, "= \t\"("); i > 0 && s[i] == '=' {
			a.Key, s = s[:i], s[i+1:]
		}
		var err error
		if a.Vals, s, err = values(s); err != nil {
			return nil, err
		}
		if c.Name != "" {
			if a.Key == "" && len(a.Vals) != 1 {
				return nil, fmt.Errorf("a list needs a key: key=(a, b)")
			}
			c.Args = append(c.Args, a)
			continue
		}
		if a.Key != "" || len(a.Vals) != 1 || a.Vals[0] == "" {
			return nil, fmt.Errorf("a command starts with its name")
		}
		c.Name = a.Vals[0]
	}
	return c, nil
}

// values reads one value or a list in parentheses and returns the rest of s.
func values(s string) (vals []string, rest string, err error) {
	if s == "" || s[0] == ' ' || s[0] == '\t' {
		return []string{""}, s, nil
	}
	if s[0] != '(' {
		v, rest, err := value(s, " \t")
		return []string{v}, rest, err
	}
	vals = []string{}
	for s = strings.TrimLeft(s[1:], " \t"); ; s = strings.TrimLeft(s[1:], " \t") {
		if strings.HasPrefix(s, ")") && len(vals) == 0 {
			return vals, s[1:], nil
		}
		v, rest, err := value(s, ",)")
		if err != nil {
			return nil, "", err
		}
		vals = append(vals, strings.TrimSpace(v))
		if s = strings.TrimLeft(rest, " \t"); s == "" || s[0] != ',' && s[0] != ')' {
			return nil, "", fmt.Errorf("a list ends with %q", ")")
		}
		if s[0] == ')' {
			return vals, s[1:], nil
		}
	}
}

// value reads a quoted Go string, or everything up to one of the bytes of stop.
func value(s, stop string) (v, rest string, err error) {
	if strings.HasPrefix(s, `"`) {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", "", fmt.Errorf("bad quoted text %s", s)
		}
		v, err = strconv.Unquote(q)
		return v, s[len(q):], err
	}
	depth := 0
	for i := range len(s) {
		switch {
		case depth == 0 && strings.IndexByte(stop, s[i]) >= 0:
			return s[:i], s[i:], nil
		case s[i] == '(':
			depth++
		case s[i] == ')' && depth > 0:
			depth--
		}
	}
	return s, "", nil
}

// ended gives s a last newline, unless it is empty.
func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// divides reports whether a line of out would be read as a separator.
func divides(out string) bool {
	for l := range strings.Lines(out) {
		if strings.TrimRight(l, " \t\r\n") == separator {
			return true
		}
	}
	return false
}

// format is the text of an output, with the separators that a blank line in it needs.
func format(out string) string {
	out = ended(out)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, l := range lines {
		if strings.TrimSpace(l) == "" && out != "" {
			return separator + "\n" + out + separator + "\n" + separator + "\n"
		}
	}
	return out
}
