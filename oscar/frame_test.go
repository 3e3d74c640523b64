package oscar_test

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

func drawFrame(t *rapid.T) oscar.Frame {
	f := oscar.Frame{
		Kind:    oscar.FrameKind(rapid.IntRange(1, 8).Draw(t, "kind")),
		ID:      rapid.Uint64().Draw(t, "id"),
		UID:     rapid.String().Draw(t, "uid"),
		Method:  rapid.SampledFrom([]string{"", "test.counter.add", "no.such"}).Draw(t, "method"),
		Timeout: time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "timeout")),
	}
	if b := rapid.SliceOf(rapid.Byte()).Draw(t, "raw"); len(b) > 0 {
		f.Raw = b
	}
	if rapid.Bool().Draw(t, "err") {
		f.Err = &errs.Error{
			Kind: errs.Kind(rapid.IntRange(0, 9).Draw(t, "errkind")), Msg: rapid.String().Draw(t, "msg"),
			Site: rapid.String().Draw(t, "site"), Op: rapid.String().Draw(t, "op"),
			Where: rapid.String().Draw(t, "where"), Trace: rapid.String().Draw(t, "trace"), Python: rapid.String().Draw(t, "python"),
		}
	}
	return f
}

func TestFrameRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFrame(t)
		b, err := oscar.AppendFrame([]byte("before"), f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := oscar.ParseFrame(b[6:])
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(f, got, cmp.AllowUnexported(errs.Error{})); d != "" {
			t.Fatal(d)
		}
	})
}

func FuzzParseFrame(f *testing.F) {
	for _, x := range []oscar.Frame{
		{Kind: oscar.FrameAsk, ID: 7, UID: "c", Method: "test.counter.add", Timeout: time.Second, Raw: []byte{1, 2}},
		{Kind: oscar.FrameReply, ID: 300, Err: errs.New(errs.Lost, "chunk")},
		{Kind: oscar.FrameTell},
	} {
		b, err := oscar.AppendFrame(nil, x)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte{1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := oscar.ParseFrame(bytes.Clone(b))
		if err != nil {
			if !errs.Is(err, errs.Invalid) {
				t.Fatalf("damage is reported as %v", err)
			}
			return
		}
		again, err := oscar.AppendFrame(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		y, err := oscar.ParseFrame(again)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(x, y, cmp.AllowUnexported(errs.Error{})); d != "" {
			t.Fatal(d)
		}
	})
}

func TestErrorKeepsTheTraceOfItsCause(t *testing.T) {
	cause := errs.On(errs.New(errs.Lost, "chunk k"), "task t", "the stack")
	for _, err := range []error{cause, errs.Wrap(errs.Lost, cause, "fetch"), errs.At(errs.Wrap(errs.Lost, cause, "fetch"), "a.go:1", "tensor.add")} {
		b, e := oscar.AppendFrame(nil, oscar.Frame{Kind: oscar.FrameReply, Err: err})
		if e != nil {
			t.Fatal(e)
		}
		f, e := oscar.ParseFrame(b)
		if e != nil {
			t.Fatal(e)
		}
		got := f.Err.(*errs.Error)
		if got.Error() != err.Error() || got.Kind != errs.Lost || got.Trace != "the stack" {
			t.Errorf("%v became %#v", err, got)
		}
	}
}

type every struct {
	F   float64
	F32 float32
	T   time.Time
	B   []byte
	S   string
	M   map[string]int64
	P   *int
	Any any
	L   []every
}

func TestValuesKeepTheirBits(t *testing.T) {
	n := 3
	nan := math.Float64frombits(0x7ff8dead00000001)
	in := every{
		F: nan, F32: float32(math.Inf(-1)), T: time.Date(2026, 11, 21, 1, 2, 3, 4, time.FixedZone("", 3600)),
		B: []byte{0, 255}, S: "\xff\x00", M: map[string]int64{"a": -1}, P: &n,
		Any: map[string]any{"x": []any{int64(1), "s", nil, 2.5}}, L: []every{{S: "in"}, {}},
	}
	b, err := oscar.Encode(in)
	if err != nil {
		t.Fatal(err)
	}
	var out every
	if err := oscar.Decode(b, &out); err != nil {
		t.Fatal(err)
	}
	if math.Float64bits(out.F) != math.Float64bits(nan) {
		t.Errorf("NaN became %x", math.Float64bits(out.F))
	}
	in.F, out.F = 0, 0
	if d := cmp.Diff(in, out); d != "" {
		t.Error(d)
	}
	if err := oscar.Decode(b, &struct{ S string }{}); !errs.Is(err, errs.Invalid) {
		t.Errorf("unknown fields were accepted: %v", err)
	}
}
