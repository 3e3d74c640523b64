package dtype_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
)

// golden is testdata/promote.json, made by promote.py from NumPy itself.
type golden struct {
	NumPy   string                       `json:"numpy"`
	DTypes  []string                     `json:"dtypes"`
	Promote map[string]string            `json:"promote"`
	Weak    map[string]string            `json:"weak"`
	Result  []string                     `json:"result"`
	CanCast map[string]map[string]string `json:"can_cast"`
	Limits  map[string][2]string         `json:"limits"`
	Floats  map[string][4]string         `json:"floats"`
	Parse   map[string]string            `json:"parse"`
}

func load(t *testing.T) golden {
	t.Helper()
	b, err := os.ReadFile("testdata/promote.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(g.NumPy, "2.") || len(g.DTypes) != 45 {
		t.Fatalf("golden of numpy %s with %d dtypes", g.NumPy, len(g.DTypes))
	}
	return g
}

func parse(t *testing.T, s string) dtype.DType {
	t.Helper()
	d, err := dtype.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var weak = map[string]dtype.Arg{"int": dtype.WeakInt, "float": dtype.WeakFloat, "complex": dtype.WeakComplex}

func text(d dtype.DType, err error) string {
	if err != nil {
		return "-"
	}
	return d.String()
}

func TestPromoteIsNumPys(t *testing.T) {
	g := load(t)
	n := 0
	for _, a := range g.DTypes {
		for i, want := range strings.Fields(g.Promote[a]) {
			n++
			if got := text(dtype.Promote(parse(t, a), parse(t, g.DTypes[i]))); got != want {
				t.Errorf("%s with %s: got %s, want %s", a, g.DTypes[i], got, want)
			}
		}
	}
	if n != 45*45 {
		t.Errorf("compared %d pairs", n)
	}
}

func TestResultIsNumPys(t *testing.T) {
	g := load(t)
	for w, row := range g.Weak {
		for i, want := range strings.Fields(row) {
			if got := text(dtype.Result(dtype.Strong(parse(t, g.DTypes[i])), weak[w])); got != want {
				t.Errorf("%s with weak %s: got %s, want %s", g.DTypes[i], w, got, want)
			}
		}
	}
	for _, line := range g.Result {
		f := strings.Fields(line)
		var args []dtype.Arg
		for _, s := range f[:len(f)-1] {
			if w, ok := weak[s]; ok {
				args = append(args, w)
			} else {
				args = append(args, dtype.Strong(parse(t, s)))
			}
		}
		if got := text(dtype.Result(args...)); got != f[len(f)-1] {
			t.Errorf("result_type(%s): got %s, want %s", strings.Join(f[:len(f)-1], ", "), got, f[len(f)-1])
		}
	}
	if len(g.Result) < 2000 {
		t.Errorf("only %d rows", len(g.Result))
	}
}

func TestCanCastIsNumPys(t *testing.T) {
	g := load(t)
	n := 0
	for rule, rows := range g.CanCast {
		c, err := dtype.ParseCasting(rule)
		if err != nil {
			t.Fatal(err)
		}
		for from, row := range rows {
			for i, bit := range row {
				n++
				if got := dtype.CanCast(parse(t, from), parse(t, g.DTypes[i]), c); got != (bit == '1') {
					t.Errorf("can_cast(%s, %s, %s) = %v", from, g.DTypes[i], rule, got)
				}
			}
		}
	}
	if n != 5*45*45 {
		t.Errorf("compared %d", n)
	}
}

func TestLimitsAreNumPys(t *testing.T) {
	g := load(t)
	for name, want := range g.Limits {
		lo, hi, ok := parse(t, name).IntRange()
		if !ok || strconv.FormatInt(lo, 10) != want[0] || strconv.FormatUint(hi, 10) != want[1] {
			t.Errorf("%s: %d %d %v, want %v", name, lo, hi, ok, want)
		}
	}
	for name, want := range g.Floats {
		l, ok := parse(t, name).FloatLimits()
		for i, v := range []float64{l.Max, l.Tiny, l.Eps, l.Least} {
			if w, _ := strconv.ParseFloat(want[i], 64); !ok || v != w {
				t.Errorf("%s: limit %d is %v, want %v", name, i, v, w)
			}
		}
	}
}

func TestParseIsNumPys(t *testing.T) {
	for s, want := range load(t).Parse {
		if got := text(dtype.Parse(s)); got != want {
			t.Errorf("Parse(%q) = %s, want %s", s, got, want)
		}
	}
}
