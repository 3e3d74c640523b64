package hash_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Texts of one length that begin alike are told apart whatever the length, and so are those among which one
// has another length, or another byte anywhere.
func TestTextsThatBeginAlike(t *testing.T) {
	const rows = 300
	r := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 45; n++ {
		digits := min(n, 8)
		head := strings.Repeat("abcdefghij", 5)[:n-digits]
		keys := make([]string, rows)
		for i := range keys {
			keys[i] = fmt.Sprintf("%08d", r.IntN(80)*(1+i%2*9973))[8-digits:]
			keys[i] = head + keys[i]
		}
		alike(t, keys)
		odd := r.IntN(rows)
		keep := keys[odd]
		for _, k := range []string{keep + "0", keep[:n-1], keep + " and more text"} {
			keys[odd] = k
			alike(t, keys)
		}
		for at := range n {
			keys[odd] = keep[:at] + "\xc3" + keep[at+1:]
			alike(t, keys)
		}
	}
}

// alike checks numbers of texts in one column and in two, with missing rows and without.
func alike(t *testing.T, keys []string) {
	t.Helper()
	for _, holes := range []int{0, 7} {
		missing := func(i int) bool { return holes > 0 && i%holes == 3 || keys[i] == "" }
		column := func(lo, hi int) *frame.Column {
			b := frame.PlainStr(mem.Heap, dtype.Binary)
			for i := lo; i < hi; i++ {
				if missing(i) {
					b.AppendNull()
				} else {
					b.AppendBytes([]byte(keys[i]))
				}
			}
			return must(b.Column())
		}
		key := func(i int) string {
			if missing(i) {
				return ""
			}
			return keys[i]
		}
		cut := len(keys)/2 + 1
		for _, o := range []hash.Order{hash.Appearance, hash.Sorted} {
			one := must(hash.Number(mem.Heap, o, true, []*frame.Column{column(0, len(keys))}))
			numberedAs(t, one, len(keys), key, o == hash.Sorted)
			two := must(hash.Number(mem.Heap, o, true, []*frame.Column{column(0, cut)}, []*frame.Column{column(cut, len(keys))}))
			numberedAs(t, two, len(keys), key, o == hash.Sorted)
		}
	}
}

// A missing row among long texts need not have a heap to point into.
func TestMissingAmongTextsThatBeginAlike(t *testing.T) {
	for _, keys := range [][]string{{"", "the first of 1", "the first of 2", ""}, {"", "", ""}} {
		b := frame.PlainStr(mem.Heap, dtype.Str)
		for _, k := range keys {
			if k == "" {
				b.AppendNull()
			} else {
				b.AppendBytes([]byte(k))
			}
		}
		c := must(b.Column())
		for _, drop := range []bool{true, false} {
			numbered(t, keys, hash.Appearance, drop, c)
			numbered(t, keys, hash.Sorted, drop, c)
		}
	}
}

// BenchmarkTexts is of texts that begin alike, and of the same ones after a row with another text.
func BenchmarkTexts(b *testing.B) {
	for _, size := range []struct{ rows, card int }{{100_000, 50_000}, {1 << 20, 1 << 19}} {
		r := rand.New(rand.NewPCG(1, 2))
		keys := make([]string, size.rows)
		for i := range keys {
			keys[i] = fmt.Sprintf("key-%010d", r.IntN(size.card)*97)
		}
		for _, name := range []string{"alike", "mixed"} {
			if name == "mixed" {
				keys[0] = "a text of its own"
			}
			c := frame.Strs(keys...)
			b.Run(fmt.Sprintf("%s/%d", name, size.rows), func(b *testing.B) {
				pool := mem.NewPool(0)
				for b.Loop() {
					s := mem.NewScope(pool)
					if _, err := hash.Number(s, hash.Appearance, false, []*frame.Column{c}); err != nil {
						b.Fatal(err)
					}
					s.Close()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.rows), "ns/row")
			})
		}
	}
}
