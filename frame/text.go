package frame

import (
	"strings"
	"unicode/utf8"
)

// A justify is where the blanks of a padded cell go.
type justify uint8

const (
	right justify = iota
	left
	center
	asIs // no padding at all
)

func width(s string) int { return utf8.RuneCountInString(s) }

func maxWidth(ss []string) int {
	n := 0
	for _, s := range ss {
		n = max(n, width(s))
	}
	return n
}

// pad fills s with blanks to n characters; a centred text has the odd blank where Python puts it.
func pad(s string, n int, j justify) string {
	k := n - width(s)
	if k <= 0 || j == asIs {
		return s
	}
	switch j {
	case left:
		return s + strings.Repeat(" ", k)
	case center:
		l := k/2 + k&n&1
		return strings.Repeat(" ", l) + s + strings.Repeat(" ", k-l)
	}
	return strings.Repeat(" ", k) + s
}

func padAll(ss []string, n int, j justify) []string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = pad(s, n, j)
	}
	return out
}

// fixed makes cells equally wide, at least minimum and at most the column width of the display; longer ones
// end in dots.
func (d Display) fixed(ss []string, j justify, minimum int) ([]string, int) {
	n := maxWidth(ss)
	if len(ss) == 0 || j == asIs {
		return ss, n
	}
	n = max(n, minimum)
	if d.MaxColWidth > 0 && n > d.MaxColWidth {
		n = d.MaxColWidth
	}
	out := make([]string, len(ss))
	for i, s := range ss {
		if d.MaxColWidth > 0 && width(s) > n {
			keep := max(n-3, 0)
			s = string([]rune(s)[:keep]) + "..."[:n-keep]
		}
		out[i] = pad(s, n, j)
	}
	return out, n
}

// adjoin sets columns of text side by side; shorter ones start lower. The last column keeps its own width.
func adjoin(space int, cols ...[]string) string {
	rows := 0
	for _, c := range cols {
		rows = max(rows, len(c))
	}
	lines := make([]strings.Builder, rows)
	for k, c := range cols {
		n := maxWidth(c)
		if k < len(cols)-1 {
			n += space
		}
		skip := rows - len(c)
		for i := range lines {
			if i < skip {
				lines[i].WriteString(strings.Repeat(" ", n))
			} else {
				lines[i].WriteString(pad(c[i-skip], n, left))
			}
		}
	}
	out := make([]string, rows)
	for i := range lines {
		out[i] = lines[i].String()
	}
	return strings.Join(out, "\n")
}

// trimFront takes away the blanks that all texts begin with.
func trimFront(ss []string) []string {
	n := -1
	for _, s := range ss {
		if k := len(s) - len(strings.TrimLeft(s, " ")); n < 0 || k < n {
			n = k
		}
	}
	if n <= 0 {
		return ss
	}
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = s[n:]
	}
	return out
}

func insert(ss []string, at int, s string) []string {
	out := append(append([]string{}, ss[:at]...), s)
	return append(out, ss[at:]...)
}
