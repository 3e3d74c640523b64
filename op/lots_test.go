package op

import "testing"

// TestLotsHoldAllPartsOnce looks at exchanges of few and many parts: lots are neighbours, none is empty or
// far larger than another, and each part is in one.
func TestLotsHoldAllPartsOnce(t *testing.T) {
	for n := 1; n <= 100; n++ {
		o := &partition{N: n}
		next, least, most := 0, n, 0
		for k := range o.lots() {
			lo, hi := o.lot(k)
			if lo != next {
				t.Errorf("%d parts: lot %d begins at %d, want %d", n, k, lo, next)
			}
			next, least, most = hi, min(least, hi-lo), max(most, hi-lo)
		}
		if next != n || most-least > 1 {
			t.Errorf("%d parts: lots end at %d and have %d to %d", n, next, least, most)
		}
		if l := o.lots(); l > mostLots || l > 1 && least < leastLot {
			t.Errorf("%d parts: %d lots of at least %d", n, l, least)
		}
	}
}
