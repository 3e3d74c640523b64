package dtype_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
)

func TestZones(t *testing.T) {
	for _, c := range []struct{ arrow, ours string }{
		{"+05:30", "UTC+05:30"}, {"-05:00", "UTC-05:00"}, {"UTC", "UTC"}, {"Europe/Berlin", "Europe/Berlin"}, {"Etc/GMT+5", "Etc/GMT+5"}, {"", ""},
	} {
		if got := dtype.ZoneOf(c.arrow); got != c.ours {
			t.Errorf("ZoneOf(%q) = %q, not %q", c.arrow, got, c.ours)
		}
		if got := dtype.ArrowZone(c.ours); got != c.arrow {
			t.Errorf("ArrowZone(%q) = %q, not %q", c.ours, got, c.arrow)
		}
	}
	for _, s := range []string{"+00:00", "-00:00"} {
		if got := dtype.ZoneOf(s); got != "UTC" {
			t.Errorf("ZoneOf(%q) = %q, not UTC", s, got)
		}
	}
	d, err := dtype.Parse("datetime64[us, +01:00]")
	if want := dtype.DatetimeTZ(dtype.Micro, "UTC+01:00"); err != nil || d != want {
		t.Errorf("Parse = %v, %v, not %v", d, err, want)
	}
}
