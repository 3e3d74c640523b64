package join_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

func TestCutsMeetAsManyAsAllowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Int64Range(0, 5), 0, 40)
		l, r := keys.Draw(t, "left"), keys.Draw(t, "right")
		most := rapid.IntRange(1, 30).Draw(t, "most")
		got := must(join.Cuts(mem.Heap, []*frame.Column{frame.Of(l)}, []*frame.Column{frame.Of(r)}, most))
		meets := make([]int, len(l))
		for i, k := range l {
			for _, m := range r {
				if k == m {
					meets[i]++
				}
			}
			meets[i] = max(1, meets[i])
		}
		at := 0
		for i, n := range got {
			sum := 0
			for _, m := range meets[at : at+n] {
				sum += m
			}
			if at += n; sum > most && n > 1 {
				t.Fatalf("run %d of %v meets %d rows, at most %d", i, got, sum, most)
			}
			if at < len(meets) && sum+meets[at] <= most {
				t.Fatalf("run %d of %v meets %d rows, and the next row %d: together at most %d", i, got, sum, meets[at], most)
			}
		}
		if at != len(l) {
			t.Fatalf("runs of %d rows of %d", at, len(l))
		}
	})
}

// Few rows are counted; of many, keys that are not seen to repeat are unique.
func TestRepeats(t *testing.T) {
	many := make([]int64, 200_000)
	for i := range many {
		many[i] = int64(i)
	}
	heavy := slices.Clone(many)
	for i := 0; i < len(heavy); i += 40 {
		heavy[i] = -1
	}
	for name, c := range map[string]struct {
		keys []int64
		want int
	}{
		"none": {nil, 0}, "one": {[]int64{7}, 1}, "distinct": {[]int64{3, 1, 2}, 1}, "some": {[]int64{3, 1, 3, 2, 3, 1}, 3},
		"many": {many, 1}, "one of many is frequent": {heavy, 5000},
	} {
		if got := must(join.Repeats(mem.Heap, []*frame.Column{frame.Of(c.keys)})); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	two := []*frame.Column{frame.Of([]int64{1, 1, 1}), frame.Of([]int64{2, 3, 2})}
	if got := must(join.Repeats(mem.Heap, two)); got != 2 {
		t.Errorf("two keys: %d", got)
	}
}
