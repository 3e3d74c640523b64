package size

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Size
		of   int64 // of 1000 bytes
	}{
		{"1048576", Size{Bytes: 1 << 20}, 1 << 20},
		{"0", Size{}, 0},
		{"512k", Size{Bytes: 512 << 10}, 512 << 10},
		{"512m", Size{Bytes: 512 << 20}, 512 << 20},
		{"4g", Size{Bytes: 4 << 30}, 4 << 30},
		{"10G", Size{Bytes: 10 << 30}, 10 << 30},
		{"1.5GiB", Size{Bytes: 3 << 29}, 3 << 29},
		{" 2 TB ", Size{Bytes: 2 << 40}, 2 << 40},
		{"80%", Size{Percent: 80}, 800},
		{"12.5 %", Size{Percent: 12.5}, 125},
		{"100%", Size{Percent: 100}, 1000},
	} {
		got, err := Parse(c.in)
		if err != nil || got != c.want || got.Of(1000) != c.of {
			t.Errorf("%q is %+v, %d of 1000, %v; want %+v, %d", c.in, got, got.Of(1000), err, c.want, c.of)
		}
	}
	for _, in := range []string{"", "m", "x", "-1", "1e30", "4gb2", "5 * 1024 ** 2", "0%", "-3%", "101%", "%", "nan", "nan%", "inf"} {
		if got, err := Parse(in); err == nil {
			t.Errorf("%q is %+v", in, got)
		}
	}
}

func TestStringIsReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Size{Bytes: rapid.Int64Range(0, 1<<52).Draw(t, "bytes")}
		if rapid.Bool().Draw(t, "share") {
			s = Size{Percent: float64(rapid.IntRange(1, 800).Draw(t, "percent")) / 8}
		}
		if got, err := Parse(s.String()); err != nil || got != s {
			t.Fatalf("%+v is written %q and read %+v, %v", s, s, got, err)
		}
	})
}

func TestText(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 7: "7 B", 999: "999 B", 1000: "0.98 KiB", 1 << 10: "1.00 KiB", 20 << 20: "20.0 MiB", 1<<30 + 1<<28: "1.25 GiB",
		999 << 20: "999 MiB", 1000 << 20: "0.98 GiB", 5000 << 40: "5000 TiB",
	} {
		if got := Text(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
