package dtype_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

var every = []dtype.DType{
	dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
	dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128, dtype.Datetime(dtype.Nano),
	dtype.Datetime(dtype.Generic), dtype.DatetimeTZ(dtype.Micro, "Europe/Vienna"), dtype.Timedelta(dtype.Day), dtype.Str,
	dtype.NullStr, dtype.Binary, dtype.Categorical,
	{Kind: dtype.CategoricalKind, Ordered: true},
	dtype.Object,
	dtype.Int8.Nullable(), dtype.Uint64.Nullable(), dtype.Float32.Nullable(), dtype.Bool.Nullable(),
	{},
}

func TestTextRoundTrips(t *testing.T) {
	for _, d := range every {
		b, err := d.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		back := dtype.Int8
		if err := back.UnmarshalText(b); err != nil || back != d {
			t.Errorf("%v: %q became %v, %v", d, b, back, err)
		}
		if code := d.Code(); code != "" && parse(t, code) != d.Base() {
			t.Errorf("%v: code %q is %v", d, code, parse(t, code))
		}
	}
}

func TestPandasNames(t *testing.T) {
	for s, want := range map[string]dtype.DType{
		"Int64":               dtype.Int64.Nullable(),
		"UInt8":               dtype.Uint8.Nullable(),
		"Float64":             dtype.Float64.Nullable(),
		"boolean":             dtype.Bool.Nullable(),
		"string":              dtype.NullStr,
		"string[pyarrow]":     dtype.NullStr,
		"str":                 dtype.Str,
		"category":            dtype.Categorical,
		"datetime64[ns, UTC]": dtype.DatetimeTZ(dtype.Nano, "UTC"),
	} {
		if got := parse(t, s); got != want {
			t.Errorf("Parse(%q) = %#v, want %#v", s, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for s, want := range map[string]string{
		"":                         `data type "" not understood`,
		"int65":                    `data type "int65" not understood`,
		">i8":                      `data type ">i8" is big-endian; only files hold such data`,
		"datetime64[xs]":           `data type "datetime64[xs]" not understood`,
		"datetime64[ns,]":          `data type "datetime64[ns,]" not understood`,
		"datetime64[ns, a]]":       `data type "datetime64[ns, a]]" not understood`,
		"timedelta64[ns, UTC]":     `data type "timedelta64[ns, UTC]" not understood`,
		"datetime64[generic, UTC]": `data type "datetime64[generic, UTC]" not understood`,
		"int64[ns]":                `data type "int64[ns]" not understood`,
		"U5x":                      `data type "U5x" not understood`,
	} {
		_, err := dtype.Parse(s)
		if err == nil || err.Error() != want || !errs.Is(err, errs.Type) {
			t.Errorf("Parse(%q): %v", s, err)
		}
	}
}

func TestPromoteKeepsNull(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"Int64", "float64", "Float64"},
		{"int8", "Int64", "Int64"},
		{"boolean", "int32", "Int32"},
		{"str", "string", "string"},
		{"Int64", "datetime64[ns]", "-"},
		{"datetime64[ns, UTC]", "datetime64[us, UTC]", "datetime64[ns, UTC]"},
		{"datetime64[ns, UTC]", "datetime64[ns]", "-"},
		{"category", "int64", "-"},
		{"datetime64[s, UTC]", "timedelta64[ms]", "datetime64[ms, UTC]"},
	} {
		for _, p := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := text(dtype.Promote(parse(t, p[0]), parse(t, p[1]))); got != c.want {
				t.Errorf("%s with %s: got %s, want %s", p[0], p[1], got, c.want)
			}
		}
	}
	if got := text(dtype.Result(dtype.Strong(dtype.Int64.Nullable()), dtype.WeakFloat)); got != "Float64" {
		t.Errorf("Int64 with a weak float is %s", got)
	}
}

func TestCommonIsPandas(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"int64", "float64", "float64"},
		{"int64", "bool", "object"},
		{"int64", "str", "object"},
		{"str", "string", "string"},
		{"Int64", "boolean", "object"},
		{"Int64", "bool", "object"},
		{"boolean", "int64", "object"},
		{"boolean", "bool", "boolean"},
		{"Int64", "float64", "Float64"},
		{"datetime64[s]", "datetime64[ns]", "datetime64[ns]"},
		{"datetime64[ns, UTC]", "datetime64[ns]", "object"},
		{"datetime64[ns]", "timedelta64[ns]", "object"},
		{"datetime64[ns]", "int64", "object"},
		{"timedelta64[s]", "int64", "object"},
		{"category", "str", "object"},
		{"uint64", "int64", "float64"},
	} {
		if got := dtype.Common(parse(t, c.a), parse(t, c.b)).String(); got != c.want {
			t.Errorf("%s and %s: got %s, want %s", c.a, c.b, got, c.want)
		}
		if got := dtype.Common(parse(t, c.b), parse(t, c.a)).String(); got != c.want {
			t.Errorf("%s and %s: got %s, want %s", c.b, c.a, got, c.want)
		}
	}
}

func TestNullRule(t *testing.T) {
	for s, want := range map[string]string{
		"int64": "float64 NaN", "bool": "object NaN", "float32": "float32 NaN", "Int64": "Int64 <NA>", "str": "str NaN", "string": "string <NA>",
		"datetime64[s]": "datetime64[s] NaT", "object": "object None", "category": "category NaN", "uint8": "float64 NaN",
	} {
		d := parse(t, s)
		if got := d.WithMissing().String() + " " + d.NAText(); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]dtype.Missing{
		"int64": dtype.NoMissing, "float16": dtype.NaN, "complex64": dtype.NaN,
		"timedelta64[s]": dtype.NotATime, "str": dtype.Validity, "Int8": dtype.Validity, "object": dtype.Nil,
	} {
		if got := parse(t, s).Missing(); got != want {
			t.Errorf("%s: %v, want %v", s, got, want)
		}
	}
}

func TestCanCastOfNullable(t *testing.T) {
	for _, c := range []struct {
		from, to string
		rule     dtype.Casting
		want     bool
	}{
		{"int64", "Int64", dtype.Safe, true},
		{"Int64", "int64", dtype.Safe, false},
		{"Int64", "int64", dtype.SameKind, true},
		{"Int32", "Int64", dtype.Safe, true},
		{"category", "object", dtype.Safe, true},
		{"category", "int64", dtype.SameKind, false},
		{"category", "int64", dtype.Unsafe, true},
		{"datetime64[ns, UTC]", "datetime64[ns]", dtype.SameKind, false},
	} {
		if got := dtype.CanCast(parse(t, c.from), parse(t, c.to), c.rule); got != c.want {
			t.Errorf("CanCast(%s, %s, %v) = %v", c.from, c.to, c.rule, got)
		}
	}
	if _, err := dtype.ParseCasting("exact"); err == nil {
		t.Error("casting 'exact' was accepted")
	}
}

func TestFactor(t *testing.T) {
	for _, c := range []struct {
		a, b dtype.Unit
		want int64
	}{
		{dtype.Week, dtype.Day, 7},
		{dtype.Day, dtype.Nano, 86400e9},
		{dtype.Year, dtype.Month, 12},
		{dtype.Second, dtype.Second, 1},
		{dtype.Second, dtype.Atto, 1e18},
		{dtype.Minute, dtype.Atto, 0},
		{dtype.Nano, dtype.Second, 0},
		{dtype.Year, dtype.Day, 0},
		{dtype.Generic, dtype.Day, 0},
	} {
		f, ok := dtype.Factor(c.a, c.b)
		if f != c.want || ok != (c.want > 0) {
			t.Errorf("Factor(%v, %v) = %d, %v", c.a, c.b, f, ok)
		}
	}
}

func TestHolds(t *testing.T) {
	if !dtype.Int8.HoldsInt(-128) || dtype.Int8.HoldsInt(-129) || dtype.Uint8.HoldsInt(-1) || !dtype.Uint8.HoldsInt(255) || dtype.Uint8.HoldsInt(256) {
		t.Error("HoldsInt")
	}
	if dtype.Int64.HoldsUint(1<<63) || !dtype.Uint64.HoldsUint(math.MaxUint64) || !dtype.Float32.HoldsUint(math.MaxUint64) {
		t.Error("HoldsUint")
	}
	if dtype.Of[dtype.F16]() != dtype.Float16 || dtype.Of[complex64]() != dtype.Complex64 || !dtype.Holds[int64](dtype.Datetime(dtype.Nano)) ||
		dtype.Holds[uint64](dtype.Datetime(dtype.Nano)) {
		t.Error("Of or Holds")
	}
}

// TestF16 checks every float16 against exact arithmetic, and rounding at, below and above every midpoint.
func TestF16(t *testing.T) {
	exact := func(h uint16) float64 {
		e, m := int(h>>10&31), float64(h&1023)
		v := math.Ldexp(m, -24)
		if e > 0 {
			v = math.Ldexp(1024+m, e-25)
		}
		return v
	}
	for h := 0; h < 1<<16; h++ {
		f := dtype.F16(h)
		if f.IsNaN() {
			if g := f.Float32(); g == g || !dtype.ToF16(g).IsNaN() || dtype.ToF16(g)&0x3ff != f&0x3ff {
				t.Fatalf("NaN %04x became %v", h, g)
			}
			continue
		}
		want := exact(uint16(h) & 0x7fff)
		if h&0x7fff == 0x7c00 {
			want = math.Inf(1)
		}
		if h>>15 == 1 {
			want = -want
		}
		if f.Float64() != want || math.Signbit(f.Float64()) != (h>>15 == 1) {
			t.Fatalf("%04x is %v, want %v", h, f.Float64(), want)
		}
		if dtype.ToF16(f.Float32()) != f || dtype.ToF16From64(f.Float64()) != f {
			t.Fatalf("%04x does not round trip", h)
		}
		if h >= 0x7c00 {
			continue
		}
		mid := exact(uint16(h)) + (exact(uint16(h)+1)-exact(uint16(h)))/2
		if h == 0x7bff {
			mid = 65520
		}
		even := dtype.F16(h + h&1)
		next := dtype.F16(h + 1)
		for _, c := range []struct {
			v    float64
			want dtype.F16
		}{{mid, even}, {float64(math.Nextafter32(float32(mid), 0)), f}, {float64(math.Nextafter32(float32(mid), 1e9)), next}} {
			if got := dtype.ToF16(float32(c.v)); got != c.want {
				t.Fatalf("%v rounds to %04x, want %04x", c.v, got, c.want)
			}
			if got := dtype.ToF16(float32(-c.v)); got != c.want|0x8000 {
				t.Fatalf("%v rounds to %04x, want %04x", -c.v, got, c.want|0x8000)
			}
		}
		if lo, hi := dtype.ToF16From64(math.Nextafter(mid, 0)), dtype.ToF16From64(math.Nextafter(mid, 1e9)); lo != f || hi != next || dtype.ToF16From64(mid) != even {
			t.Fatalf("near %v: %04x and %04x, want %04x and %04x", mid, lo, hi, f, next)
		}
	}
	if dtype.ToF16From64(1e300) != 0x7c00 || dtype.ToF16From64(-1e-300) != 0x8000 || !dtype.ToF16From64(math.NaN()).IsNaN() {
		t.Error("extremes")
	}
}

func FuzzParse(f *testing.F) {
	for _, d := range every {
		f.Add(d.String())
	}
	f.Add("datetime64[ns, Europe/Vienna]")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := dtype.Parse(s)
		if err != nil {
			return
		}
		b, _ := d.MarshalText()
		var back dtype.DType
		if err := back.UnmarshalText(b); err != nil || back != d {
			t.Errorf("%q parsed as %#v prints %q, which is %#v (%v)", s, d, b, back, err)
		}
	})
}
