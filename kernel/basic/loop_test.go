package basic_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/basic"
)

var all = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128, dtype.Datetime(dtype.Second), dtype.Timedelta(dtype.Second),
}

// eachLoop calls f with every loop of every function, clip and where among them.
func eachLoop(t *testing.T, f func(l basic.Loop)) {
	seen := map[string]bool{}
	rows := append(basic.Table(), basic.Row{Name: "where", In: 3, Out: 1}, basic.Row{Name: "clip", In: 3, Out: 1})
	for _, r := range rows {
		for _, a := range all {
			for _, b := range all {
				in := []dtype.DType{a, b, b}[:r.In]
				if r.In == 3 && r.Name == "clip" {
					in = []dtype.DType{a, a, a}
				}
				l, err := basic.Resolve(r.Name, in...)
				if key := l.Name + fmt.Sprint(l.In); err == nil && !seen[key] {
					seen[key] = true
					f(l)
				}
			}
		}
	}
}

const sampleSize = 37

// samples are elements of d with all kinds of values among them; seed moves them round.
func samples(t *testing.T, d dtype.DType, seed int) []byte {
	v := make([]float64, sampleSize)
	for i := range v {
		k := (i + seed) % sampleSize
		v[i] = []float64{0, 1, 2, 3, -1, 5, 0.5, 7, -2.5, 100, 12, 4, 1e3}[k%13]
		if d.IsUint() || d.IsInt() && seed > 0 {
			v[i] = min(max(v[i], 0), 100)
		}
	}
	b := aligned(make([]byte, sampleSize*d.Size()))
	l, err := basic.Cast(d, dtype.Float64)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Run(sampleSize, []basic.Vec{basic.Of(v)}, []basic.Vec{basic.Bytes(b)}); err != nil {
		t.Fatal(err)
	}
	return b
}

func runLoop(t *testing.T, l basic.Loop, n int, in []basic.Vec) [][]byte {
	var out []basic.Vec
	var got [][]byte
	for _, d := range l.Out {
		b := aligned(make([]byte, n*d.Size()))
		got = append(got, b)
		out = append(out, basic.Bytes(b))
	}
	if err := l.Run(n, in, out); err != nil {
		t.Fatalf("%s%v: %v", l.Name, l.In, err)
	}
	return got
}

// A single value must act as an array full of it, in every position and in all at once.
func TestSingleValuesActAsArrays(t *testing.T) {
	eachLoop(t, func(l basic.Loop) {
		for mask := 1; mask < 1<<len(l.In); mask++ {
			var one, full []basic.Vec
			for i, d := range l.In {
				b := samples(t, d, 4*i)
				one, full = append(one, basic.Bytes(b)), append(full, basic.Bytes(b))
				if mask>>i&1 == 1 {
					v := b[2*d.Size() : 3*d.Size()]
					one[i] = basic.Bytes(aligned(v))
					one[i].Const = true
					full[i] = basic.Bytes(aligned([]byte(strings.Repeat(string(v), sampleSize))))
				}
			}
			got, want := runLoop(t, l, sampleSize, one), runLoop(t, l, sampleSize, full)
			for k := range got {
				for i := range sampleSize {
					if distance(l.Out[k], got[k], want[k], i) > 0.125 { // zeros may differ in sign where operands are swapped
						t.Fatalf("%s%v with single values %b: element %d is %s, not %s", l.Name, l.In, mask, i, show(l.Out[k], got[k], i), show(l.Out[k], want[k], i))
					}
				}
			}
		}
	})
}

// A result may lie over an argument of the same size.
func TestResultsMayLieOverArguments(t *testing.T) {
	eachLoop(t, func(l basic.Loop) {
		var clean []basic.Vec
		for i, d := range l.In {
			clean = append(clean, basic.Bytes(samples(t, d, 4*i)))
		}
		want := runLoop(t, l, sampleSize, clean)
		for i, d := range l.In {
			for k, o := range l.Out {
				if d.Size() != o.Size() {
					continue
				}
				in := slices.Clone(clean)
				b := samples(t, d, 4*i)
				in[i] = basic.Bytes(b)
				var out []basic.Vec
				for j, e := range l.Out {
					out = append(out, basic.Bytes(aligned(make([]byte, sampleSize*e.Size()))))
					if j == k {
						out[j] = in[i]
					}
				}
				if err := l.Run(sampleSize, in, out); err != nil {
					t.Fatal(err)
				}
				for e := range sampleSize {
					if distance(o, b, want[k], e) != 0 {
						t.Fatalf("%s%v over argument %d: element %d is %s, not %s", l.Name, l.In, i, e, show(o, b, e), show(o, want[k], e))
					}
				}
			}
		}
	})
}

func TestTableIsFitForDocs(t *testing.T) {
	rows := basic.Table()
	for _, r := range rows {
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") || len(r.Summary) > 100 {
			t.Errorf("summary of %s: %q", r.Name, r.Summary)
		}
		for _, a := range r.Aliases {
			types := []dtype.DType{dtype.Int8, dtype.Int8}[:r.In]
			if l, err := basic.Resolve(a, types...); err != nil || l.Name != r.Name {
				t.Errorf("%s is not %s: %v", a, r.Name, err)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	s := dtype.Datetime(dtype.Second)
	for _, c := range []struct {
		name string
		in   []dtype.DType
		kind errs.Kind
		want string
	}{
		{
			"bitwise_and",
			[]dtype.DType{dtype.Float64, dtype.Int64},
			errs.Type,
			"ufunc 'bitwise_and' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''",
		},
		{
			"subtract",
			[]dtype.DType{dtype.Bool, dtype.Bool},
			errs.Type,
			"numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
		},
		{"sign", []dtype.DType{dtype.Bool}, errs.Type, "ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None"},
		{"add", []dtype.DType{s, s}, errs.Type, "ufunc 'add' cannot use operands with types dtype('<M8[s]') and dtype('<M8[s]')"},
		{"add", []dtype.DType{s, dtype.Float32}, errs.Type, "ufunc 'add' cannot use operands with types dtype('<M8[s]') and dtype('float32')"},
		{
			"sqrt",
			[]dtype.DType{dtype.Str},
			errs.Type,
			"ufunc 'sqrt' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''",
		},
		{"frobnicate", nil, errs.NotFound, `no function "frobnicate"`},
		{"add", []dtype.DType{s}, errs.Invalid, "add() takes 2 arguments but 1 were given"},
	} {
		_, err := basic.Resolve(c.name, c.in...)
		if err == nil || cmp.Or(errs.PythonOf(err), err.Error()) != c.want || errs.KindOf(err) != c.kind {
			t.Errorf("%s%v: %v (%v)", c.name, c.in, err, errs.KindOf(err))
		}
	}
}

func TestNegativeIntegerPower(t *testing.T) {
	l, err := basic.Resolve("power", dtype.Int32, dtype.Int32)
	if err != nil {
		t.Fatal(err)
	}
	x, y, o := []int32{2, 2}, []int32{3, -1}, []int32{9, 9}
	err = l.Run(2, []basic.Vec{basic.Of(x), basic.Of(y)}, []basic.Vec{basic.Of(o)})
	if err == nil || err.Error() != "Integers to negative integer powers are not allowed." || o[0] != 9 {
		t.Errorf("%v, wrote %v", err, o)
	}
	if err := l.Run(2, []basic.Vec{basic.Of(x), basic.One(&y[0])}, []basic.Vec{basic.Of(o)}); err != nil || o[1] != 8 {
		t.Errorf("%v, wrote %v", err, o)
	}
}
