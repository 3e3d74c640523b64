package dt

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
)

func TestTextsNameParts(t *testing.T) {
	const day = 86400
	for _, c := range []struct {
		text        string
		first, last int64 // in seconds
		step        string
	}{
		{"1970", 0, 365*day - 1, ""},
		{"1970-02", 31 * day, 59*day - 1, ""},
		{"Feb 1970", 31 * day, 59*day - 1, ""},
		{"1970Q1", 0, 90*day - 1, ""},
		{"Q2 1970", 90 * day, 181*day - 1, ""},
		{"1969-12-31", -day, -1, "D"},
		{"1970-01-02 05", day + 5*3600, day + 6*3600 - 1, "h"},
		{"1970-01-02 05:07", day + 5*3600 + 7*60, day + 5*3600 + 8*60 - 1, "min"},
		{"1970-01-01T00:00:09", 9, 9, "s"},
	} {
		s, ok := ReadSpan(c.text, dtype.Second, nil)
		if !ok || s != (Span{c.first, c.last, c.step}) {
			t.Errorf("%s: %v %v", c.text, s, ok)
		}
	}
	for _, text := range []string{"", "x", "1970-01-01 00:00Z", "1970-01-01 00:00:00.5"} {
		if s, ok := ReadSpan(text, dtype.Second, nil); ok {
			t.Errorf("%q is no part of time in seconds: %v", text, s)
		}
	}
	berlin, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := ReadSpan("2024-03-31", dtype.Milli, berlin); !ok || s.Last-s.First != 23*3600e3-1 {
		t.Errorf("a day of 23 hours: %v %v", s, ok)
	}
	if _, ok := ReadSpan("2024-03-31 02", dtype.Milli, berlin); ok {
		t.Error("an hour that clocks skip")
	}
}
