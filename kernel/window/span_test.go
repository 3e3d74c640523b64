package window_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/kernel/window"
)

// Windows of time hold the rows that the definition names, and none that Behind lets go of.
func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Range(-6, 6), 1, 12).Draw(t, "times")
		slices.Sort(times)
		sign := int64(1)
		if rapid.Bool().Draw(t, "falls") {
			slices.Reverse(times)
			sign = -1
		}
		width := rapid.Int64Range(-1, 9).Draw(t, "width")
		closed := rapid.SampledFrom([]window.Closed{window.Right, window.Left, window.Both, window.Neither}).Draw(t, "closed")
		left, right := closed == window.Left || closed == window.Both, closed == window.Right || closed == window.Both
		r := window.Spec{}.Spans(make([]window.Range, len(times)), times, width, closed).Ranges
		cut := rapid.IntRange(1, len(times)).Draw(t, "cut")
		behind := window.Behind(times[:cut], width, closed)
		if times[0] != times[cut-1] && times[behind] == times[cut-1] {
			t.Fatalf("the rows from %d on do not show where times %v go", behind, times[:cut])
		}
		for i := range times {
			var want []int
			for j := range i + 1 {
				d := (times[i] - times[j]) * sign
				if (d < width || left && d == width || j == i) && (right || d > 0) {
					want = append(want, j)
				}
			}
			lo, hi := int(r[i].Lo), int(r[i].Hi)
			if len(want) != hi-lo || len(want) > 0 && (want[0] != lo || want[len(want)-1] != hi-1) {
				t.Fatalf("row %d of %v: rows %d to %d, want %v", i, times, lo, hi, want)
			}
			if i >= cut && len(want) > 0 && want[0] < behind {
				t.Fatalf("row %d of %v reaches row %d, kept are those from %d on", i, times, want[0], behind)
			}
			if i > 0 && (r[i].Lo < r[i-1].Lo || r[i].Hi < r[i-1].Hi) {
				t.Fatalf("windows go back: %v", r)
			}
		}
	})
}
