package command

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/mars-project/mars-go/internal/size"
)

// A table is printed in plain ASCII columns, left-aligned unless a heading begins with ">".
type table struct {
	head  []string
	rows  [][]string
	more  int   // the last columns, which -o wide alone prints
	all   bool  // it was asked for
	bare  bool  // without the headings
	least []int // widths of columns
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) error {
	wide := t.widths()
	for i, n := range t.least {
		wide[i] = max(wide[i], n)
	}
	lines := append([][]string{t.head}, t.rows...)
	if t.bare {
		lines = t.rows
	}
	columns := len(t.head)
	if !t.all {
		columns -= t.more
	}
	var b strings.Builder
	for _, r := range lines {
		var l strings.Builder
		for i, c := range r[:columns] {
			c = strings.TrimPrefix(c, ">")
			pad := strings.Repeat(" ", wide[i]-utf8.RuneCountInString(c))
			if i > 0 {
				l.WriteString("  ")
			}
			if strings.HasPrefix(t.head[i], ">") {
				l.WriteString(pad + c)
			} else {
				l.WriteString(c + pad)
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widths are how wide the columns must be.
func (t *table) widths() []int {
	wide := make([]int, len(t.head))
	for _, r := range append([][]string{t.head}, t.rows...) {
		for i, c := range r {
			wide[i] = max(wide[i], utf8.RuneCountInString(strings.TrimPrefix(c, ">")))
		}
	}
	return wide
}

// fields is what show prints: a name and a value a line.
type fields [][2]string

func (f fields) write(w io.Writer) error {
	wide := 0
	for _, x := range f {
		wide = max(wide, len(x[0]))
	}
	for _, x := range f {
		if _, err := fmt.Fprintln(w, strings.TrimRight(x[0]+strings.Repeat(" ", wide-len(x[0]))+"  "+x[1], " ")); err != nil {
			return err
		}
	}
	return nil
}

// A writer is a table or fields.
type writer interface{ write(io.Writer) error }

// used is "1.25 GiB of 4.00 GiB".
func used(n, of int64) string {
	if of == 0 {
		return size.Text(n)
	}
	return size.Text(n) + " of " + size.Text(of)
}

// ago is how long ago a time was, for people.
func ago(t *timestamppb.Timestamp, now time.Time) string {
	if t == nil || t.AsTime().Unix() <= 0 {
		return "-"
	}
	return short(now.Sub(t.AsTime()))
}

// at is a moment, for people: the time where it was today.
func at(t *timestamppb.Timestamp, now time.Time) string {
	if t == nil || t.AsTime().Unix() <= 0 {
		return "-"
	}
	l := t.AsTime().Local()
	if y, m, d := now.Local().Date(); l.Year() == y && l.Month() == m && l.Day() == d {
		return l.Format("15:04:05")
	}
	return l.Format("2006-01-02 15:04")
}

// short is a duration in at most two units: "350ms", "4s", "1m04s", "2h05m", "3d04h".
func short(d time.Duration) string {
	d = max(d, 0)
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd%02dh", int(d.Hours())/24, int(d.Hours())%24)
}

// stamp is a time in JSON: RFC 3339, or empty when there is none.
func stamp(t *timestamppb.Timestamp) string {
	if t == nil || t.AsTime().Unix() <= 0 {
		return ""
	}
	return t.AsTime().UTC().Format(time.RFC3339Nano)
}

// word is an enum's name without its prefix, in lower case.
func word(e fmt.Stringer) string {
	s := e.String()
	for _, p := range []string{"ROLE_", "STATE_", "ERROR_KIND_"} {
		s = strings.TrimPrefix(s, p)
	}
	return strings.ToLower(s)
}

// lines are printed as they are.
type lines []string

func (l lines) write(w io.Writer) error {
	for _, s := range l {
		if _, err := fmt.Fprintln(w, s); err != nil {
			return err
		}
	}
	return nil
}
