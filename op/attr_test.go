package op

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/dtype"
)

// Parameters of plain types are hashed without copies of them on the heap, and those that are one attribute
// by their type, wherever they stand.
func TestParametersAreHashedWithoutCopies(t *testing.T) {
	type params struct {
		Name string
		N    int
		X    float64
		B    bool
		L    []int
		P    *string
	}
	p := &params{Name: "a", N: 1 << 40, X: 2.5, L: []int{1 << 40, 1 << 41}}
	h := Hasher{buf: make([]byte, 0, 512)}
	if n := testing.AllocsPerRun(100, func() { h.Reset().params(p) }); n > 1 { // reflect copies descriptions of fields
		t.Errorf("%v allocations", n)
	}
	at := time.Unix(1, 0).UTC()
	for i, pair := range [][2]any{
		{dtype.Int64, dtype.Float64}, {at, at.Add(1)}, {Key{1}, Key{2}}, {[]any{at, "a"}, []any{at.Add(1), "a"}}, {1, 1.5}, {nil, 0},
	} {
		key := func(v any) Key { return new(Hasher).params(&struct{ V any }{v}).Sum() }
		if key(pair[0]) == key(pair[1]) || key(pair[0]) != key(pair[0]) {
			t.Errorf("case %d: keys do not tell %v and %v apart", i, pair[0], pair[1])
		}
	}
}
