package lint

import (
	"fmt"
	"strings"
)

// MaxColumns is how wide a line of prose is: of a comment that stands alone in a Go file, of a paragraph of
// Markdown. Tabs count 4.
const MaxColumns = 110

// CheckColumns reports prose that is too wide. Code samples, tables and what has no place to break are left
// out.
func CheckColumns(r *Repo) (ps []Problem, err error) {
	err = r.sources(func(name string, text []byte) error {
		prose := goProse
		switch {
		case strings.HasSuffix(name, ".md"):
			prose = mdProse()
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := columns(line); prose(line) && n > MaxColumns {
				ps = append(ps, Problem{"columns", fmt.Sprintf("%s:%d: %d columns, more than %d", name, i+1, n, MaxColumns)})
			}
		}
		return nil
	})
	return ps, err
}

func columns(line string) (n int) {
	for _, c := range line {
		if n++; c == '\t' {
			n += 3
		}
	}
	return n
}

// goProse reports a comment that stands alone and is no code sample, table, directive or marker of a
// generator (+kubebuilder:...).
func goProse(line string) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(line, "\t"), "// ")
	return ok && strings.Contains(text, " ") && !strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "\t") && !strings.HasPrefix(text, "|") && !strings.HasPrefix(text, "+")
}

// mdProse makes a function that is told every line of a file in turn, and reports those of paragraphs and
// lists.
func mdProse() func(line string) bool {
	fence := false
	return func(line string) bool {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			fence = !fence
			return false
		}
		plain := !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "<")
		return !fence && plain && strings.Contains(strings.TrimLeft(line, " -*"), " ")
	}
}
