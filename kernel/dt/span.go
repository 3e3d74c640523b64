package dt

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
)

// A Span is the part of time that a text names, from its first tick to its last one.
type Span struct {
	First, Last int64
	Step        string // the frequency that is as fine as the text, "D" and finer; empty for months and longer
}

var quarterText = regexp.MustCompile(`^(?:(\d{4})-?[qQ]([1-4])|[qQ]([1-4])[- ]?(\d{4}))$`)

// ReadSpan reads a text as a part of time: "2012-03" is all of March. Ticks are those of u, in a zone where
// there is one. ok is false for a text that is none, that has a zone itself, or is finer than u, or where a
// clock of the zone has no such time, or two.
func ReadSpan(text string, u dtype.Unit, zone *Zone) (s Span, ok bool) {
	first, next, step := spanOf(text)
	if step == "none" {
		return s, false
	}
	at := []int64{0, 0}
	for i, t := range []time.Time{first, next} {
		m := timetext.Moment{Days: days(t), Nanos: t.Sub(t.Truncate(24 * time.Hour)).Nanoseconds()}
		if at[i], ok = m.Ticks(u); !ok {
			return s, false
		}
	}
	if at[0] == at[1] {
		return s, false
	}
	if zone != nil && zone.Instants(u, at, at, Raise, Raise) != nil {
		return s, false
	}
	return Span{First: at[0], Last: at[1] - 1, Step: step}, true
}

func days(t time.Time) int64 { return (t.Unix() - t.Unix()%86400) / 86400 }

// spanOf is the wall time from first to before next; step is "none" where a text names none.
func spanOf(text string) (first, next time.Time, step string) {
	if m := quarterText.FindStringSubmatch(text); m != nil {
		first, _ = time.Parse("2006", m[1]+m[4])
		first = first.AddDate(0, 3*int((m[2] + m[3])[0]-'1'), 0)
		return first, first.AddDate(0, 3, 0), ""
	}
	format := timetext.Guess([]byte(text), false, false)
	if format == "" {
		format = "%Y-%m-%d %H"
	}
	l, err := timetext.New(format, false)
	if err != nil {
		return first, next, "none"
	}
	m, ok := l.Parse([]byte(text))
	if !ok || m.Zoned {
		return first, next, "none"
	}
	first = time.Unix(m.Days*86400, m.Nanos).UTC()
	has := func(directives string) bool {
		return slices.ContainsFunc(strings.Split(format, "%")[1:], func(d string) bool { return strings.Contains(directives, d[:1]) })
	}
	switch {
	case has("f") && m.Digits > 6:
		return first, next, "none"
	case has("f") && m.Digits > 3:
		return first, first.Add(time.Microsecond), "us"
	case has("f"):
		return first, first.Add(time.Millisecond), "ms"
	case has("S"):
		return first, first.Add(time.Second), "s"
	case has("M"):
		return first, first.Add(time.Minute), "min"
	case has("HI"):
		return first, first.Add(time.Hour), "h"
	case has("d"):
		return first, first.AddDate(0, 0, 1), "D"
	case has("mbB"):
		return first, first.AddDate(0, 1, 0), ""
	}
	return first, first.AddDate(1, 0, 0), ""
}
