package str

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// texts are 100,000 rows: short ones with few distinct values, or long ones that all differ.
func texts(b *testing.B, dict bool) *frame.Column {
	b.Helper()
	w := frame.PlainStr(mem.Heap, dtype.Str)
	if dict {
		w = frame.NewStrBuilder(mem.Heap, dtype.Str)
	}
	for i := range 100_000 {
		if dict {
			w.Append(fmt.Sprintf("Id%03d", i%100))
		} else {
			w.Append(fmt.Sprintf("Customer#%09d of The Region", i))
		}
	}
	c, err := w.Column()
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func bench(b *testing.B, f func(c *frame.Column) error) {
	for _, dict := range []bool{false, true} {
		c := texts(b, dict)
		b.Run(c.Enc.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.Rows), "ns/row")
		})
	}
}

func BenchmarkLower(b *testing.B) {
	bench(b, func(c *frame.Column) error {
		_, err := Texts(mem.Heap, c, dtype.Str, func(dst, s []byte) ([]byte, bool) { return Lower(dst, s), true })
		return err
	})
}

func BenchmarkContains(b *testing.B) {
	for _, pat := range []string{"77", `7\d7$`} {
		p, err := Compile(pat, Search, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(pat, func(b *testing.B) {
			bench(b, func(c *frame.Column) error {
				_, err := Truths(mem.Heap, c, dtype.Bool, nil, p.Test)
				return err
			})
		})
	}
}

func BenchmarkStartsWith(b *testing.B) {
	p, err := Text("Customer#00001", Match, 0)
	if err != nil {
		b.Fatal(err)
	}
	bench(b, func(c *frame.Column) error {
		_, err := Truths(mem.Heap, c, dtype.Bool, nil, p.Test)
		return err
	})
}

func BenchmarkLen(b *testing.B) {
	bench(b, func(c *frame.Column) error {
		_, err := Counts(mem.Heap, c, dtype.Int64, Len)
		return err
	})
}

func BenchmarkReplace(b *testing.B) {
	bench(b, func(c *frame.Column) error {
		_, err := Texts(mem.Heap, c, dtype.Str, func(dst, s []byte) ([]byte, bool) { return ReplaceText(dst, s, "00", "-", -1), true })
		return err
	})
}
