package frame_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

func TestLabelsPrintAsInPython(t *testing.T) {
	for _, c := range []struct {
		v         any
		str, repr string
	}{
		{nil, "None", "None"},
		{true, "True", "True"},
		{-3, "-3", "-3"},
		{uint64(math.MaxUint64), "18446744073709551615", "18446744073709551615"},
		{3.0, "3.0", "3.0"},
		{1e16, "1e+16", "1e+16"},
		{1e15, "1000000000000000.0", "1000000000000000.0"},
		{0.0001, "0.0001", "0.0001"},
		{0.00001, "1e-05", "1e-05"},
		{math.NaN(), "nan", "nan"},
		{math.Inf(-1), "-inf", "-inf"},
		{"it's", "it's", `"it's"`},
		{"a\nb\x00\u200b", "a\nb\x00\u200b", `'a\nb\x00\u200b'`},
		{`q'"`, `q'"`, `'q\'"'`},
		{frame.Tup("a", 1), "('a', 1)", "('a', 1)"},
		{frame.Tup(2.5), "(2.5,)", "(2.5,)"},
		{frame.Tup("a", frame.Tup(nil, true)), "('a', (None, True))", "('a', (None, True))"},
		{frame.Timestamp{Ticks: 1577836800, Unit: dtype.Second}, "2020-01-01 00:00:00", "Timestamp('2020-01-01 00:00:00')"},
		{frame.Timestamp{Ticks: 1577836800500, Unit: dtype.Milli, TZ: "UTC"}, "2020-01-01 00:00:00.500000+00:00", "Timestamp('2020-01-01 00:00:00.500000+0000', tz='UTC')"},
		{frame.Timestamp{Ticks: 1, Unit: dtype.Nano}, "1970-01-01 00:00:00.000000001", "Timestamp('1970-01-01 00:00:00.000000001')"},
		{frame.Timestamp{Ticks: frame.NaT, Unit: dtype.Nano}, "NaT", "NaT"},
		{frame.Timestamp{Ticks: 18262, Unit: dtype.Day}, "2020-01-01", "datetime.date(2020, 1, 1)"},
		{frame.Timestamp{Ticks: -1, Unit: dtype.Day}, "1969-12-31", "datetime.date(1969, 12, 31)"},
		{frame.Timedelta{Ticks: -1, Unit: dtype.Micro}, "-1 days +23:59:59.999999", "Timedelta('-1 days +23:59:59.999999')"},
		{frame.Timedelta{Ticks: 90061, Unit: dtype.Second}, "1 days 01:01:01", "Timedelta('1 days 01:01:01')"},
	} {
		l := frame.L(c.v)
		if l.String() != c.str || l.Repr() != c.repr {
			t.Errorf("%v: %s and %s, not %s and %s", c.v, l, l.Repr(), c.str, c.repr)
		}
	}
}

func genLabel(depth int) *rapid.Generator[frame.Label] {
	return rapid.Custom(func(t *rapid.T) frame.Label {
		most := 8
		if depth == 0 {
			most = 8
		}
		switch rapid.IntRange(0, most).Draw(t, "kind") {
		case 0:
			return frame.Label{}
		case 1:
			return frame.L(rapid.Bool().Draw(t, "bool"))
		case 2:
			return frame.L(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-2, 2)).Draw(t, "int"))
		case 3:
			return frame.L(rapid.Uint64().Draw(t, "uint"))
		case 4:
			return frame.L(rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), 0, 1, -2, 1 << 62, 1 << 63})).Draw(t, "float"))
		case 5:
			return frame.L(rapid.OneOf(rapid.String(), rapid.Just("\xff"), rapid.Just("")).Draw(t, "text"))
		case 6:
			u := rapid.SampledFrom([]dtype.Unit{dtype.Day, dtype.Second, dtype.Milli, dtype.Micro, dtype.Nano}).Draw(t, "unit")
			return frame.L(frame.Timestamp{Ticks: rapid.Int64Range(-4, 4).Draw(t, "ticks") * 1000, Unit: u, TZ: rapid.SampledFrom([]string{"", "UTC"}).Draw(t, "zone")})
		case 7:
			return frame.L(frame.Timedelta{Ticks: rapid.Int64().Draw(t, "ticks"), Unit: dtype.Milli})
		case 8:
			return frame.L(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		}
		return frame.TupleOf(rapid.SliceOfN(genLabel(depth-1), 0, 4).Draw(t, "tuple"))
	})
}

func TestLabelsSurviveEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genLabel(2).Draw(t, "label")
		b, err := l.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var m frame.Label
		if err := m.UnmarshalBinary(b); err != nil || m != l {
			t.Fatalf("binary: %v %v", m, err)
		}
		j, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		var n frame.Label
		if err := json.Unmarshal(j, &n); err != nil || n != l {
			t.Fatalf("JSON %s: %v %v", j, n, err)
		}
		if v, ok := frame.LabelOf(l.Value()); !ok || v != l {
			t.Fatalf("value %v: %v", l.Value(), v)
		}
	})
}

func TestLabelOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ls := rapid.SliceOfN(genLabel(1), 3, 3).Draw(t, "labels")
		a, b, c := ls[0], ls[1], ls[2]
		if a.Compare(b) != -b.Compare(a) || (a.Compare(b) == 0) != (a == b) {
			t.Fatalf("%s and %s: %d and %d", a.Repr(), b.Repr(), a.Compare(b), b.Compare(a))
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%s <= %s <= %s, but not the first and last", a.Repr(), b.Repr(), c.Repr())
		}
	})
	got := frame.Labels(nil, "b", math.NaN(), 2, "a", 1.5, true, frame.Tup("a", 2), frame.Tup("a", 1, 0), uint64(1<<63), -1)
	slices.SortFunc(got, frame.Label.Compare)
	want := frame.Labels(-1, true, 1.5, 2, uint64(1<<63), "a", "b", frame.Tup("a", 1, 0), frame.Tup("a", 2), math.NaN(), nil)
	if !slices.Equal(got, want) {
		t.Errorf("sorted %v", got)
	}
}

func TestKeysOfTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genLabel(1).Draw(t, "a"), genLabel(1).Draw(t, "b")
		if a.Same(b) != (a.Key() == b.Key()) || !a.Same(a.Key()) {
			t.Fatalf("%s and %s: the same is %v, keys %s and %s", a.Repr(), b.Repr(), a.Same(b), a.Key().Repr(), b.Key().Repr())
		}
	})
}

func TestSame(t *testing.T) {
	second, milli := frame.Timestamp{Ticks: 1, Unit: dtype.Second}, frame.Timestamp{Ticks: 1000, Unit: dtype.Milli}
	zone := frame.Timestamp{Ticks: 1, Unit: dtype.Second, TZ: "UTC"}
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{1, 1.0, true},
		{1, true, true},
		{0, false, true},
		{1, "1", false},
		{second, milli, true},
		{second, zone, false},
		{frame.Timestamp{Ticks: 1, Unit: dtype.Day}, frame.Timestamp{Ticks: 86400, Unit: dtype.Second}, true},
		{frame.Timestamp{Ticks: 1, Unit: dtype.Day}, second, false},
		{math.NaN(), math.NaN(), true},
		{nil, nil, true},
		{frame.Tup(1, "a"), frame.Tup(1.0, "a"), true},
		{frame.Tup(1), frame.Tup(1, 2), false},
		{int64(1<<53 + 1), float64(1 << 53), false},
	} {
		if got := frame.L(c.a).Same(frame.L(c.b)); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
}

func TestDamagedLabelsAreRefused(t *testing.T) {
	var l frame.Label
	for _, b := range []string{"", "\x00x", "\x02123", "\x0a", "\x08\x05ab", "\x08\x81\x00\x00", "\x01\x00\x00\x00\x00\x00\x00\x00\x02", "\x06\x01\x00\x00\x00\x00\x00\x00\x00\x00"} {
		if err := l.UnmarshalBinary([]byte(b)); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", b, err)
		}
	}
	for _, s := range []string{`{}`, `{"float":"x"}`, `{"time":[1,"us"]}`, `{"delta":[1,"D"]}`, `{"a":1}`, `[1,{}]`, `01x`, `1e999`} {
		if err := l.UnmarshalJSON([]byte(s)); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func FuzzLabel(f *testing.F) {
	for _, l := range frame.Labels(nil, 1, "a", 2.5, frame.Tup("a", frame.Tup(1)), frame.Timestamp{Ticks: 1, Unit: dtype.Nano, TZ: "UTC"}) {
		b, _ := l.MarshalBinary()
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var l frame.Label
		if l.UnmarshalBinary(b) != nil {
			return
		}
		if c, _ := l.MarshalBinary(); string(c) != string(b) {
			t.Errorf("%x reads as %s, which writes %x", b, l.Repr(), c)
		}
		l.Elems()
	})
}

func TestInterval(t *testing.T) {
	v := frame.Interval{Left: frame.L(0), Right: frame.L(2), RightClosed: true}
	l := frame.L(v)
	if l.String() != "(0, 2]" || l.Repr() != "Interval(0, 2, closed='right')" {
		t.Errorf("texts %s, %s", l, l.Repr())
	}
	if got, ok := l.Value().(frame.Interval); !ok || got != v {
		t.Errorf("value %v", l.Value())
	}
	b, err := l.MarshalBinary()
	var m frame.Label
	if err != nil || m.UnmarshalBinary(b) != nil || m != l {
		t.Errorf("binary form: %v, %v", m, err)
	}
	if err := m.UnmarshalBinary(b[:len(b)-1]); err == nil {
		t.Error("a binary form without its end was read")
	}
	j, err := l.MarshalJSON()
	if err != nil || m.UnmarshalJSON(j) != nil || m != l {
		t.Errorf("JSON: %s, %v, %v", j, m, err)
	}
	if m.UnmarshalJSON([]byte(`{"interval":[0,2,"up"]}`)) == nil {
		t.Error("an interval that is closed at no end that there is")
	}
	fractions := frame.L(frame.Interval{Left: frame.L(0.0), Right: frame.L(2.0), RightClosed: true})
	if !l.Same(fractions) || l.Key() != fractions.Key() {
		t.Error("(0, 2] and (0.0, 2.0] are the same")
	}
	if next := frame.L(frame.Interval{Left: frame.L(1), Right: frame.L(2), RightClosed: true}); !l.Less(next) || next.Less(l) {
		t.Error("(0, 2] comes before (1, 2]")
	}
}
