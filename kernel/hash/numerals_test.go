package hash_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Names of numbers that lie close together are told apart whatever their length, and so are those among which
// one has a byte that is no digit or another head.
func TestNumerals(t *testing.T) {
	const rows = 300
	r := rand.New(rand.NewPCG(5, 6))
	for n := 1; n < 45; n++ {
		digits := min(n, 1+r.IntN(10))
		head := strings.Repeat("abcde/:\xff0j", 5)[:n-digits]
		least := []int{0, 1, 5000, 99_990_000}[r.IntN(4)]
		keys := make([]string, rows)
		for i := range keys {
			name := fmt.Sprintf("%010d", least+r.IntN(90))
			keys[i] = head + name[len(name)-digits:]
		}
		alike(t, keys)
		odd := r.IntN(rows)
		keep := keys[odd]
		for _, k := range []string{keep + "0", keep[:n-1], "", keep + " and more text"} {
			keys[odd] = k
			alike(t, keys)
		}
		for at := range n {
			for _, b := range []string{"/", ":", "?", "\xff", "\xb1", "a", "0", "\x00"} {
				keys[odd] = keep[:at] + b + keep[at+1:]
				alike(t, keys)
			}
		}
	}
}

// BenchmarkNumerals is of names made of a number with zeros before it, whose numbers lie close together.
func BenchmarkNumerals(b *testing.B) {
	for _, form := range []string{"id%010d", "key-%020d"} {
		r := rand.New(rand.NewPCG(1, 2))
		keys := make([]string, 500_000)
		for i := range keys {
			keys[i] = fmt.Sprintf(form, r.IntN(100_000))
		}
		c := frame.Strs(keys...)
		b.Run(form, func(b *testing.B) {
			pool := mem.NewPool(0)
			for b.Loop() {
				s := mem.NewScope(pool)
				if _, err := hash.Number(s, hash.Appearance, false, []*frame.Column{c}); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/row")
		})
	}
}
