package timetext

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		format, text string
		want         string // in ns, UTC; "" when it cannot be read
		zone         string
	}{
		{"%Y-%m-%d", "2024-02-29", "2024-02-29T00:00:00.000000000", ""},
		{"%Y-%m-%d", "2023-02-29", "", ""},
		{"%Y-%m-%d", "2024-2-9", "2024-02-09T00:00:00.000000000", ""},
		{"%Y-%m-%d", "2024-02-29 x", "", ""},
		{"%Y-%m-%d", "20x4-02-29", "", ""},
		{"%Y-%m-%d %H:%M:%S", "1969-12-31 23:59:59", "1969-12-31T23:59:59.000000000", ""},
		{"%Y-%m-%d %H:%M:%S", "1969-12-31T23:59:59", "", ""},
		{"%Y-%m-%d %H:%M:%S", "1969-12-31 24:59:59", "", ""},
		{"%Y-%m-%dT%H:%M:%S.%f", "1969-12-31T23:59:59.123456789", "1969-12-31T23:59:59.123456789", ""},
		{"%Y-%m-%dT%H:%M:%S.%f", "1969-12-31T23:59:59.5", "1969-12-31T23:59:59.500000000", ""},
		{"%Y-%m-%dT%H:%M:%S.%f", "1969-12-31T23:59:59.", "", ""},
		{"%d.%m.%y", "01.02.69", "1969-02-01T00:00:00.000000000", ""},
		{"%d %B %Y %I:%M %p", "2 january 2024 12:05 AM", "2024-01-02T00:05:00.000000000", ""},
		{"%Y %j", "2024 366", "2024-12-31T00:00:00.000000000", ""},
		{"%Y %j", "2023 366", "", ""},
		{"%Y-%m-%d %H:%M%z", "2024-01-02 00:30+01:00", "2024-01-01T23:30:00.000000000", "UTC+01:00"},
		{"%Y-%m-%d %H:%M%z", "2024-01-02 00:30Z", "2024-01-02T00:30:00.000000000", "UTC"},
		{"%H:%M", "10:30", "1900-01-01T10:30:00.000000000", ""},
		{"%b %d", "Feb 29", "", ""},
		{"%Y-%U-%w", "2024-00-0", "2023-12-31T00:00:00.000000000", ""},
		{"%Y-%U-%w", "2023-00-0", "2023-01-01T00:00:00.000000000", ""},
		{"%Y-%W-%w", "2023-00-0", "2023-01-01T00:00:00.000000000", ""},
		{"%Y-%W-%w", "2024-05-1", "2024-01-29T00:00:00.000000000", ""},
		{"%Y-%U %a", "2024-05 Tue", "2024-02-06T00:00:00.000000000", ""},
		{"%G-%V-%u", "2020-53-7", "2021-01-03T00:00:00.000000000", ""},
		{"%G-%V-%u", "2021-53-1", "", ""},
		{ISO, "20240102T0304", "", ""},
		{ISO, "2024-01-02T03:04", "2024-01-02T03:04:00.000000000", ""},
		{Mixed, "Jan 2, 2024", "2024-01-02T00:00:00.000000000", ""},
		{Mixed, "13/02/2024", "2024-02-13T00:00:00.000000000", ""},
	} {
		l, err := New(c.format, false)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := l.Parse([]byte(c.text))
		if !ok {
			if c.want != "" {
				t.Errorf("%q as %s cannot be read", c.text, c.format)
			}
			continue
		}
		ns, _ := m.Ticks(dtype.Nano)
		if got := dtype.FormatTime(ns, dtype.Nano); got != c.want || m.Zone() != c.zone {
			t.Errorf("%q as %s is %s %s, want %s %s", c.text, c.format, got, m.Zone(), c.want, c.zone)
		}
	}
	if _, err := New("%Q", false); !errs.Is(err, errs.Invalid) {
		t.Errorf("%%Q: %v", err)
	}
	for _, f := range []string{"%Y-%W", "%U %a", "%G-%V", "%V %a"} {
		if _, err := New(f, false); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", f, err)
		}
	}
	if f := Guess([]byte("01/02/2024"), true, false); f != "%d/%m/%Y" {
		t.Errorf("day first: %s", f)
	}
}

// The fast way reads what the slow one reads.
func FuzzISO(f *testing.F) {
	f.Add("2024-02-29 12:34:56.789")
	f.Add("0001-01-01T00:00:00.000000001")
	f.Add("9999-12-31")
	f.Fuzz(func(t *testing.T, s string) {
		for _, ops := range []string{"%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"} {
			fast, ok := iso([]byte(s), ops)
			slow, also := (&Layout{ops: ops}).Parse([]byte(s))
			if ok && (!also || fast != slow) {
				t.Fatalf("%q as %s: %+v, slowly %+v %v", s, ops, fast, slow, also)
			}
		}
	})
}
