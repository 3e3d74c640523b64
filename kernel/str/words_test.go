package str

import (
	"testing"
	"unicode/utf8"
)

func FuzzWords(f *testing.F) {
	f.Add("Hello, World @[`{ az AZ 09")
	f.Add("ÄÖÜ and much more than eight bytes: İß")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		b := []byte(s)
		if n := utf8.RuneCountInString(s); int(Len(b)) != n {
			t.Fatalf("%q has %d characters, not %d", s, n, Len(b))
		}
		if got, want := string(Lower([]byte("x"), b)), "x"+string(mapped(nil, b, lower)); got != want {
			t.Fatalf("lower of %q is %q, want %q", s, got, want)
		}
		if got, want := string(Upper(nil, b)), string(mapped(nil, b, upper)); got != want {
			t.Fatalf("upper of %q is %q, want %q", s, got, want)
		}
		if got := string(Swapcase(nil, Swapcase(nil, b))); IsASCII(b) && got != s {
			t.Fatalf("%q swapped twice is %q", s, got)
		}
	})
}
