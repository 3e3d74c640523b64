package basic_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
)

type timeGolden struct {
	Casts     []timeCast
	Functions []timeCall
}

type timeCast struct {
	kind, from, to string
	want           []int64
}

func (c *timeCast) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&c.kind, &c.from, &c.to, &c.want})
}

type timeCall struct {
	name  string
	in    []string
	types []string
	want  [][]any
}

func (c *timeCall) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&c.name, &c.in, &c.types, &c.want})
}

func timeGoldens(t *testing.T) timeGolden {
	b, err := os.ReadFile("testdata/temporal.json")
	if err != nil {
		t.Fatal(err)
	}
	var g timeGolden
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	if err := d.Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g
}

func parse(t *testing.T, s string) dtype.DType {
	d, err := dtype.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func timeOf(t *testing.T, kind, unit string) dtype.DType {
	if unit != "" {
		unit = "[" + unit + "]"
	}
	return parse(t, kind+"8"+unit)
}

func TestUnitCasts(t *testing.T) {
	values := []int64{0, 1, -1, 2, 7, -7, 14, -14, 365, 400, -400, 1000, 86400, -86401, 1e9, -1e9 - 1, 1 << 40, math.MinInt64}
	for _, c := range timeGoldens(t).Casts {
		from, to := timeOf(t, c.kind, c.from), timeOf(t, c.kind, c.to)
		l, err := basic.Cast(to, from)
		if c.want == nil { // NumPy refuses factors above 2^56 already
			if _, ok := dtype.Factor(min(from.Unit, to.Unit), max(from.Unit, to.Unit)); !ok && err == nil && from.Unit > dtype.Month && to.Unit > dtype.Month {
				t.Errorf("cast of %v to %v overflows without an error", from, to)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		got := make([]int64, len(values))
		if err := l.Run(len(values), []basic.Vec{basic.Of(values)}, []basic.Vec{basic.Of(got)}); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if got[i] != c.want[i] {
				t.Errorf("%d of %v is %d of %v, NumPy %d", v, from, got[i], to, c.want[i])
			}
		}
	}
}

// sample is the script's values(t).
func sample(t *testing.T, d dtype.DType, back bool) []byte {
	times := []int64{5, -3, 0, math.MinInt64, 7, 12, math.MinInt64, -40}
	counts := []int64{2, 3, 1, 0, 5, 0, 2, 7}
	floats := []float64{2, -1.5, 0.25, 0, math.NaN(), math.Inf(1), 3, 1e3}
	var v basic.Vec
	from := dtype.Int64
	switch {
	case d.IsTemporal():
		v, from = basic.Of(times), d
	case d.IsFloat():
		v, from = basic.Of(floats), dtype.Float64
	case d.IsComplex():
		v, from = basic.Of([]float64{1, 2, 3, 4, 5, 6, 7, 8}), dtype.Float64
	default:
		v = basic.Of(counts)
	}
	b := aligned(make([]byte, 8*d.Size()))
	run(t, d, from, v, b)
	if back {
		s := d.Size()
		r := aligned(make([]byte, len(b)))
		for i := range 8 {
			copy(r[i*s:(i+1)*s], b[(7-i)*s:])
		}
		return r
	}
	return b
}

func run(t *testing.T, to, from dtype.DType, v basic.Vec, out []byte) {
	l, err := basic.Cast(to, from)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Run(8, []basic.Vec{v}, []basic.Vec{basic.Bytes(out)}); err != nil {
		t.Fatal(err)
	}
}

func TestTimeFunctions(t *testing.T) {
	for _, c := range timeGoldens(t).Functions {
		var in []dtype.DType
		for _, s := range c.in {
			in = append(in, parse(t, s))
		}
		l, err := basic.Resolve(c.name, in...)
		if c.types == nil || err != nil {
			if (c.types == nil) != (err != nil) {
				t.Errorf("%s%v: %v, NumPy %v", c.name, in, err, c.types)
			}
			continue
		}
		checkTimeCall(t, c, l, in)
	}
}

func checkTimeCall(t *testing.T, c timeCall, l basic.Loop, in []dtype.DType) {
	all := append(append([]dtype.DType{}, l.In...), l.Out...)
	for i, s := range c.types {
		if all[i] != parse(t, s) {
			t.Errorf("%s%v runs as %v, NumPy %v", c.name, in, all, c.types)
			return
		}
	}
	var args, outs []basic.Vec
	var res [][]byte
	for i, d := range in {
		b := aligned(make([]byte, 8*l.In[i].Size()))
		run(t, l.In[i], d, basic.Bytes(sample(t, d, i == 1)), b)
		args = append(args, basic.Bytes(b))
	}
	for _, d := range l.Out {
		b := aligned(make([]byte, 8*d.Size()))
		res = append(res, b)
		outs = append(outs, basic.Bytes(b))
	}
	if err := l.Run(8, args, outs); err != nil {
		t.Fatal(err)
	}
	for k, d := range l.Out {
		for i := range 8 {
			got := show(d, res[k], i)
			if d.IsFloat() {
				got = fmt.Sprint(*(*float64)(unsafe.Pointer(&res[k][8*i])))
			}
			if w := fmt.Sprint(c.want[k][i]); !sameText(got, w) {
				t.Errorf("%s%v element %d is %s, NumPy %s", c.name, in, i, got, w)
			}
		}
	}
}

func sameText(got, want string) bool {
	if got == "true" || got == "false" {
		got = map[string]string{"true": "1", "false": "0"}[got]
	}
	if strings.EqualFold(got, want) || got == "+Inf" && want == "inf" {
		return true
	}
	var a, b float64
	if _, err := fmt.Sscan(got, &a); err != nil {
		return false
	}
	if _, err := fmt.Sscan(want, &b); err != nil {
		return false
	}
	return strings.ContainsAny(got+want, ".e") && a == b
}

// Times compare as their integers do, but NaT differs from everything and is neither less nor greater: at all
// levels, and where an operand is one value.
func TestComparisonsOfTimes(t *testing.T) {
	const nat = math.MinInt64
	s := dtype.Datetime(dtype.Second)
	holds := map[string]func(x, y int64) bool{
		"equal": func(x, y int64) bool { return x == y }, "not_equal": func(x, y int64) bool { return x != y },
		"less": func(x, y int64) bool { return x < y }, "less_equal": func(x, y int64) bool { return x <= y },
		"greater": func(x, y int64) bool { return x > y }, "greater_equal": func(x, y int64) bool { return x >= y },
	}
	values := []int64{nat, nat + 1, -1, 0, 1, math.MaxInt64}
	const n = 5000
	x, y := make([]int64, n), make([]int64, n)
	for i := range n {
		if x[i], y[i] = values[i%6], values[i/6%6]; i < n/2 { // a stretch without NaT, as most times are
			x[i], y[i] = values[1+i%5], values[1+i/5%5]
		}
	}
	x[7] = nat
	for _, level := range asm.Levels() {
		for name, holds := range holds {
			l, err := basic.ResolveAt(level)(name, s, s)
			if err != nil {
				t.Fatal(err)
			}
			for k := range 3 * len(values) { // both many; then one value on either side
				a, b := basic.Vec{P: unsafe.Pointer(&x[0])}, basic.Vec{P: unsafe.Pointer(&y[0])}
				v := values[k%6]
				switch k / 6 {
				case 1:
					a = basic.Vec{P: unsafe.Pointer(&v), Const: true}
				case 2:
					b = basic.Vec{P: unsafe.Pointer(&v), Const: true}
				}
				got := make([]bool, n)
				rows := []int{n, 100}[k%2] // few are looked at one by one
				if err := l.Run(rows, []basic.Vec{a, b}, []basic.Vec{{P: unsafe.Pointer(&got[0])}}); err != nil {
					t.Fatal(err)
				}
				for i := range rows {
					p, q := x[i], y[i]
					if a.Const {
						p = v
					}
					if b.Const {
						q = v
					}
					want := holds(p, q)
					if p == nat || q == nat {
						want = name == "not_equal"
					}
					if got[i] != want {
						t.Fatalf("%v: %s(%d, %d) is %v", level, name, p, q, got[i])
					}
				}
			}
		}
	}
}
