package group_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
)

// Distinct values of groups are counted alike whether rows stand by group or not, and with missing keys and
// values.
func TestNUniqueAsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "rows")
		draw := func(far int) *frame.Column {
			v := make([]float64, n)
			for i := range v {
				v[i] = float64(rapid.IntRange(-1, far).Draw(t, "v"))
			}
			if rapid.Bool().Draw(t, "ordered") {
				slices.Sort(v)
			}
			for i := range v {
				if v[i] < 0 {
					v[i] /= 0 // missing in what is made of it
					v[i] -= v[i]
				}
			}
			return frame.Of(v)
		}
		key, value := draw(6), draw(rapid.SampledFrom([]int{2, 50}).Draw(t, "far"))
		for _, keepNull := range []bool{false, true} {
			gs := must(group.Of(mem.Heap, []*frame.Column{key}, group.Options{Sort: rapid.Bool().Draw(t, "sort")}))
			a := group.New(group.NUnique)
			a.KeepNull = keepNull
			got := frame.Values[int64](must(a.Direct(mem.Heap, gs, value)))
			distinct := map[[2]int64]bool{}
			want := make([]int64, gs.N)
			for i, id := range gs.IDs {
				v := int64(-1)
				if !value.IsNull(i) {
					v = int64(frame.Values[float64](value)[i])
				}
				if id >= 0 && (v >= 0 || keepNull) && !distinct[[2]int64{int64(id), v}] {
					distinct[[2]int64{int64(id), v}] = true
					want[id]++
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}
