package str

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// TestPatternsFindWhatPythonFinds goes through patterns of every kind, among them those that Go's regexp
// cannot run or runs otherwise.
func TestPatternsFindWhatPythonFinds(t *testing.T) {
	var want struct {
		Texts []string
		Rows  []struct {
			Pat   string
			Flags Flag
			Found []struct {
				Matches     [][]int
				Match, Full bool
				Sub         string
			}
		}
	}
	b, err := os.ReadFile("testdata/patterns.json")
	if err == nil {
		err = json.Unmarshal(b, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range want.Rows {
		var ps [3]*Pattern
		for m := range ps {
			if ps[m], err = Compile(r.Pat, Mode(m), r.Flags); err != nil {
				t.Fatal(err)
			}
		}
		w, err := NewRewrite(ps[Search], `<\0>`)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range want.Texts {
			s, f := []byte(text), r.Found[i]
			got := ps[Search].matches(s, -1)
			if len(got) != len(f.Matches) || len(got) > 0 && !reflect.DeepEqual(got, f.Matches) {
				t.Errorf("%s (flags %d) in %q: %v, want %v", r.Pat, r.Flags, text, got, f.Matches)
			}
			if ps[Search].Test(s) != (len(f.Matches) > 0) || ps[Match].Test(s) != f.Match || ps[Full].Test(s) != f.Full {
				t.Errorf("%s (flags %d) tests %q otherwise, want match %t, full %t", r.Pat, r.Flags, text, f.Match, f.Full)
			}
			if got := string(w.Replace(nil, s, -1)); got != f.Sub && (!ps[Search].empty || ps[Search].blanks) { // else it is RE2's
				t.Errorf("%s (flags %d) in %q is replaced to %q, want %q", r.Pat, r.Flags, text, got, f.Sub)
			}
		}
	}
}
