package window_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/window"
)

// A number is a float64 that JSON may not have.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "null":
		*n = number(math.NaN())
	case `"inf"`:
		*n = number(math.Inf(1))
	case `"-inf"`:
		*n = number(math.Inf(-1))
	default:
		return json.Unmarshal(b, (*float64)(n))
	}
	return nil
}

func floats(ns []number) []float64 {
	out := make([]float64, len(ns))
	for i, n := range ns {
		out[i] = float64(n)
	}
	return out
}

func near(a, b, rel, abs float64) bool {
	return a == b || a != a && b != b || math.Abs(a-b) <= abs+rel*math.Abs(b)
}

func TestRollAsPandas(t *testing.T) {
	var g struct {
		Inputs map[string][]number
		Cases  []struct {
			Input, Func     string
			Window, Least   int
			Center, Growing bool
			Want            []number
		}
	}
	b, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Cases {
		f, err := window.Parse(c.Func)
		if err != nil {
			t.Fatal(err)
		}
		v := make([]float64, len(g.Inputs[c.Input]))
		whole := window.Values(v, floats(g.Inputs[c.Input]))
		got := make([]float64, len(v))
		window.Roll(got, v, 0, f, window.Spec{Window: c.Window, Least: c.Least, Center: c.Center, Growing: c.Growing, Ddof: 1, Whole: whole})
		rel := 1e-11
		if f == window.Var || f == window.Std {
			rel = 1e-6 // pandas is off that far where values of unlike sizes cancel
		}
		for i, want := range floats(c.Want) {
			if !near(got[i], want, rel, 0) {
				t.Errorf("%s of %s, window %d, least %d, center %v, growing %v, row %d: %v, want %v", c.Func, c.Input, c.Window, c.Least, c.Center, c.Growing, i, got[i], want)
				break
			}
		}
	}
}

// Rows computed from a piece and its surroundings are those of the whole.
func TestRollOfPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1000, 1000), rapid.Just(math.NaN()), rapid.Just(1.5)), 0, 40).Draw(t, "v")
		s := window.Spec{Window: rapid.IntRange(0, 9).Draw(t, "window"), Center: rapid.Bool().Draw(t, "center"), Ddof: rapid.IntRange(0, 2).Draw(t, "ddof")}
		s.Least = rapid.IntRange(0, s.Window).Draw(t, "least")
		f := window.Func(rapid.IntRange(0, int(window.Max)).Draw(t, "func"))
		whole := make([]float64, len(v))
		window.Roll(whole, v, 0, f, s)
		lo := rapid.IntRange(0, len(v)).Draw(t, "lo")
		hi := rapid.IntRange(lo, len(v)).Draw(t, "hi")
		before, after := s.Around()
		from, to := max(0, lo-before), min(len(v), hi+after)
		piece := make([]float64, hi-lo)
		window.Roll(piece, v[from:to], lo-from, f, s)
		for i, x := range piece {
			if !near(x, whole[lo+i], 1e-11, 1e-9) {
				t.Fatalf("%v of %v, row %d of [%d, %d): %v, want %v", f, s, lo+i, lo, hi, x, whole[lo+i])
			}
		}
	})
}

func TestPresent(t *testing.T) {
	got := make([]float64, 3)
	window.Present(got, frame.NewObjects([]any{"a", nil, math.Inf(1)}))
	if got[0] != 1 || got[1] != 0 || got[2] != 1 {
		t.Error(got)
	}
	if _, err := window.Parse("median"); err == nil {
		t.Error("median is an aggregate")
	}
}

func TestValues(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		v, want []float64
		whole   bool
	}{
		{nil, nil, true},
		{[]float64{1, math.Copysign(0, -1), -math.MaxFloat64, 5e-324}, []float64{1, math.Copysign(0, -1), -math.MaxFloat64, 5e-324}, true},
		{[]float64{1, nan, 2}, []float64{1, nan, 2}, false},
		{[]float64{inf, 0, -inf}, []float64{nan, 0, nan}, false},
	} {
		got := make([]float64, len(c.v))
		whole := window.Values(got, c.v)
		for i, x := range got {
			if x != c.want[i] && (x == x || c.want[i] == c.want[i]) || math.Signbit(x) != math.Signbit(c.want[i]) && x == x {
				t.Errorf("%v: %v, want %v", c.v, got, c.want)
			}
		}
		if whole != c.whole {
			t.Errorf("%v: whole is %v", c.v, whole)
		}
	}
}
