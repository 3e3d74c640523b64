package basic_test

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
)

type golden struct {
	Numpy   string
	Pools   map[string][]byte
	Pairs   map[string][2][]byte
	Loops   []goldenLoop
	Resolve map[string]string
	Casts   map[string][]byte
}

type goldenLoop struct {
	name, types string
	out         [][]byte
}

func (g *goldenLoop) UnmarshalJSON(b []byte) error {
	var out []string
	if err := json.Unmarshal(b, &[]any{&g.name, &g.types, &out}); err != nil {
		return err
	}
	for _, s := range out {
		x, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			return err
		}
		g.out = append(g.out, x)
	}
	return nil
}

func load(t testing.TB, file string, v any) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(v); err != nil {
		t.Fatal(err)
	}
}

const chars = "?bhilBHILefdFD"

func typeOf(t testing.TB, c byte) dtype.DType {
	t.Helper()
	d, err := dtype.Parse(string(c))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// aligned is a copy of b that elements of any type may lie in.
func aligned(b []byte) []byte {
	w := make([]uint64, len(b)/8+2)
	o := unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(b))
	copy(o, b)
	return o
}

func take(b []byte, size int, idx []byte) []byte {
	o := aligned(make([]byte, len(idx)*size))
	for i, k := range idx {
		copy(o[i*size:], b[int(k)*size:(int(k)+1)*size])
	}
	return o
}

// as64 reads element i as float64 parts; integers and bools are compared as bytes instead.
func as64(d dtype.DType, b []byte, i int) (re, im float64) {
	p := unsafe.Pointer(&b[i*d.Size()])
	switch d {
	case dtype.Float16:
		return (*dtype.F16)(p).Float64(), 0
	case dtype.Float32:
		return float64(*(*float32)(p)), 0
	case dtype.Float64:
		return *(*float64)(p), 0
	case dtype.Complex64:
		c := *(*complex64)(p)
		return float64(real(c)), float64(imag(c))
	case dtype.Complex128:
		c := *(*complex128)(p)
		return real(c), imag(c)
	}
	panic(d)
}

func ulp(d dtype.DType, x float64) float64 {
	var digits, least int
	switch d {
	case dtype.Float16:
		digits, least = 10, -24
	case dtype.Float32, dtype.Complex64:
		digits, least = 23, -149
	default:
		digits, least = 52, -1074
	}
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e-1-digits, least))
}

// distance is how far got is from want in units of the last place of want's larger part.
func distance(d dtype.DType, got, want []byte, i int) float64 {
	if !d.IsFloat() && !d.IsComplex() {
		s := d.Size()
		if string(got[i*s:(i+1)*s]) == string(want[i*s:(i+1)*s]) {
			return 0
		}
		return math.Inf(1)
	}
	gr, gi := as64(d, got, i)
	wr, wi := as64(d, want, i)
	u := ulp(d, max(finite(wr), finite(wi)))
	return max(off(gr, wr, u), off(gi, wi, u))
}

func finite(x float64) float64 {
	if x = math.Abs(x); x <= math.MaxFloat64 {
		return x
	}
	return 0
}

func off(got, want, u float64) float64 {
	switch {
	case math.IsNaN(got) && math.IsNaN(want):
		return 0
	case got == want && math.Signbit(got) == math.Signbit(want):
		return 0
	case got == want:
		return 0.125 // zeros of other signs
	case math.IsNaN(got) || math.IsNaN(want) || math.IsInf(got, 0) || math.IsInf(want, 0):
		return math.Inf(1)
	}
	return math.Abs(got-want) / u
}

func show(d dtype.DType, b []byte, i int) string {
	p := unsafe.Pointer(&b[i*d.Size()])
	switch d.Kind {
	case dtype.BoolKind:
		return fmt.Sprint(*(*bool)(p))
	case dtype.Int8Kind:
		return fmt.Sprint(*(*int8)(p))
	case dtype.Int16Kind:
		return fmt.Sprint(*(*int16)(p))
	case dtype.Int32Kind:
		return fmt.Sprint(*(*int32)(p))
	case dtype.Uint8Kind:
		return fmt.Sprint(*(*uint8)(p))
	case dtype.Uint16Kind:
		return fmt.Sprint(*(*uint16)(p))
	case dtype.Uint32Kind:
		return fmt.Sprint(*(*uint32)(p))
	case dtype.Uint64Kind:
		return fmt.Sprint(*(*uint64)(p))
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return fmt.Sprint(*(*int64)(p))
	}
	re, im := as64(d, b, i)
	if d.IsComplex() {
		return fmt.Sprint(complex(re, im))
	}
	return fmt.Sprint(re)
}

func TestLoops(t *testing.T) {
	var g golden
	load(t, "testdata/ufunc.json.gz", &g)
	seen := map[string]bool{}
	for _, l := range g.Loops {
		seen[l.name] = true
		t.Run(l.name+" "+l.types, func(t *testing.T) { checkLoop(t, &g, l) })
	}
	for _, r := range basic.Table() {
		if !seen[r.Name] && r.Name != "isnat" {
			t.Errorf("%s has no golden", r.Name)
		}
		delete(seen, r.Name)
	}
	for n := range seen {
		t.Errorf("no function %s", n)
	}
}

func checkLoop(t *testing.T, g *golden, l goldenLoop) {
	ins, outs, _ := strings.Cut(l.types, "->")
	var in, out []basic.Vec
	var args, got [][]byte
	var types []dtype.DType
	n := 0
	for k := range len(ins) {
		d := typeOf(t, ins[k])
		types = append(types, d)
		b := aligned(g.Pools[ins[k:k+1]])
		if len(ins) == 2 {
			b = take(b, d.Size(), g.Pairs[ins][k])
		}
		if l.name == "power" && k == 1 && d.IsInt() {
			noNegative(d, b)
		}
		n = len(b) / d.Size()
		args = append(args, b)
		in = append(in, basic.Bytes(b))
	}
	loop, err := basic.Resolve(l.name, types...)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(loop.In) != fmt.Sprint(types) {
		t.Fatalf("%s of %v runs as %v", l.name, types, loop.In)
	}
	for k := range len(outs) {
		if d := typeOf(t, outs[k]); loop.Out[k] != d {
			t.Fatalf("result %d is %v, NumPy says %v", k, loop.Out[k], d)
		}
		b := aligned(make([]byte, n*loop.Out[k].Size()))
		got = append(got, b)
		out = append(out, basic.Bytes(b))
	}
	if err := loop.Run(n, in, out); err != nil {
		t.Fatal(err)
	}
	worst, bad := 0.0, 0
	for k, d := range loop.Out {
		for i := range n {
			e := distance(d, got[k], l.out[k], i)
			worst = max(worst, e)
			if open(l.name, types[0], args, i) {
				continue
			}
			if e > tolerance(l.name, types[0]) {
				if bad++; bad <= 3 {
					var a []string
					for j, x := range args {
						a = append(a, show(types[j], x, i))
					}
					t.Errorf("%s(%s)[%d] = %s, NumPy %s (%.3g ulp)", l.name, strings.Join(a, ", "), k, show(d, got[k], i), show(d, l.out[k], i), e)
				}
			}
		}
	}
	if bad > 3 {
		t.Errorf("%d of %d differ, at most by %.3g ulp", bad, n, worst)
	}
}

// open are arguments for which C99 leaves the result of a complex power open.
func open(name string, d dtype.DType, args [][]byte, i int) bool {
	if !strings.HasSuffix(name, "power") || !d.IsComplex() {
		return false
	}
	for _, a := range args {
		if re, im := as64(d, a, i); finite(re) != math.Abs(re) || finite(im) != math.Abs(im) {
			return true
		}
	}
	return false
}

func noNegative(d dtype.DType, b []byte) {
	s := d.Size()
	for i := s; i <= len(b); i += s {
		if b[i-1]&0x80 != 0 {
			clear(b[i-s : i])
			b[i-s] = 3
		}
	}
}

// loose are the functions whose results are not exact: how many units in the last place they may differ from
// the C library's.
const loose = " exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 cbrt sin cos tan arcsin arccos arctan arctan2 hypot sinh cosh tanh " +
	"arcsinh arccosh arctanh power float_power "

func tolerance(name string, d dtype.DType) float64 {
	switch {
	case strings.HasSuffix(name, "power") && d.IsComplex():
		return 1 << 13 // grows with |y log x|
	case strings.Contains(loose, " "+name+" ") && d.IsComplex(), strings.HasPrefix(name, "logaddexp"):
		return 4
	case strings.Contains(loose, " "+name+" "), strings.Contains(" absolute sign sqrt ", " "+name+" ") && d.IsComplex():
		return 2
	case strings.Contains(" maximum minimum fmax fmin ", " "+name+" "):
		return 0.125 // which of two zeros wins is open; NumPy's own loops differ
	}
	return 0
}

func TestResolve(t *testing.T) {
	var g golden
	load(t, "testdata/ufunc.json.gz", &g)
	for name, s := range g.Resolve {
		want := strings.Fields(s)
		nin := 1
		if len(want) > len(chars) {
			nin = 2
		}
		for i, w := range want {
			in := []dtype.DType{typeOf(t, chars[i%len(chars)])}
			if nin == 2 {
				in = []dtype.DType{typeOf(t, chars[i/len(chars)]), in[0]}
			}
			got := "-"
			if l, err := basic.Resolve(name, in...); err == nil {
				got = ""
				for _, d := range append(append([]dtype.DType{}, l.In...), l.Out...) {
					for k := range len(chars) {
						if typeOf(t, chars[k]) == d {
							got += chars[k : k+1]
						}
					}
				}
			}
			if got != w {
				t.Errorf("%s%v runs as %s, NumPy %s", name, in, got, w)
			}
		}
	}
}

func TestCasts(t *testing.T) {
	var g golden
	load(t, "testdata/ufunc.json.gz", &g)
	for k, want := range g.Casts {
		from, to := typeOf(t, k[0]), typeOf(t, k[1])
		b := aligned(g.Pools[k[:1]])
		n := len(b) / from.Size()
		l, err := basic.Cast(to, from)
		if err != nil {
			t.Fatal(err)
		}
		got := aligned(make([]byte, n*to.Size()))
		if err := l.Run(n, []basic.Vec{basic.Bytes(b)}, []basic.Vec{basic.Bytes(got)}); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if distance(to, got, want, i) != 0 {
				t.Errorf("%v %s as %v is %s, NumPy %s", from, show(from, b, i), to, show(to, got, i), show(to, want, i))
			}
		}
	}
}
