package dt

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// moments are 100,000 rows over some 30 years, every 10,007 seconds.
func moments(zone string) *frame.Column {
	ticks := make([]int64, 100_000)
	for i := range ticks {
		ticks[i] = int64(i) * 10_007e6
	}
	return frame.OfType(dtype.DatetimeTZ(dtype.Micro, zone), ticks)
}

func perRow(b *testing.B, c *frame.Column, f func() error) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if err := f(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.Rows), "ns/row")
}

func BenchmarkPart(b *testing.B) {
	for _, zone := range []string{"", "America/New_York"} {
		c := moments(zone)
		for _, f := range Fields() {
			if f.Name == "year" || f.Name == "hour" || f.Name == "day_of_week" || f.Name == "is_month_end" {
				b.Run(f.Name+zone, func(b *testing.B) {
					perRow(b, c, func() error { _, err := Part(mem.Heap, c, f); return err })
				})
			}
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	c := moments("")
	for _, format := range []string{"%Y-%m-%d", "%Y-%m-%d %H:%M:%S"} {
		l, err := ParseLayout(format)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(format, func(b *testing.B) {
			perRow(b, c, func() error { _, err := l.Format(mem.Heap, c); return err })
		})
	}
}

func BenchmarkParse(b *testing.B) {
	l, err := ParseLayout("%Y-%m-%d %H:%M:%S")
	if err != nil {
		b.Fatal(err)
	}
	c, err := l.Format(mem.Heap, moments(""))
	if err != nil {
		b.Fatal(err)
	}
	perRow(b, c, func() error { _, err := Parse(mem.Heap, c, "%Y-%m-%d %H:%M:%S", false, false); return err })
}

func BenchmarkFloor(b *testing.B) {
	c := moments("")
	perRow(b, c, func() error { _, err := RoundTo(mem.Heap, c, Floor, 3600e6, Policy{}); return err })
}
