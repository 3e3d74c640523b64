package compact_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/internal/compact"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, i := rapid.Uint64().Draw(t, "u"), rapid.Int64().Draw(t, "i")
		n, s := rapid.Int32().Draw(t, "n"), rapid.String().Draw(t, "s")
		ints := rapid.SliceOf(rapid.Int()).Draw(t, "ints")
		small := rapid.SliceOf(rapid.Int32()).Draw(t, "small")
		bools := rapid.SliceOf(rapid.Bool()).Draw(t, "bools")
		var w compact.Writer
		w.Byte(7)
		w.Uint(u)
		w.Int(i)
		w.Int(int64(n))
		w.Bool(true)
		w.Str(s)
		w.Ints(ints)
		w.Int32s(small)
		w.Bools(bools)
		w.Ints(nil)
		w.Int32s(nil)
		w.Bools(nil)
		r := compact.NewReader(w.B)
		got := []any{r.Byte(), r.Uint(), r.Int(), r.Int32(), r.Bool(), r.Str(), r.Ints(), r.Int32s(), r.Bools(), r.Ints(), r.Int32s(), r.Bools()}
		want := []any{byte(7), u, i, n, true, s, ints, small, bools, []int(nil), []int32(nil), []bool(nil)}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		cut := compact.NewReader(w.B[:rapid.IntRange(0, len(w.B)-1).Draw(t, "cut")])
		cut.Byte()
		cut.Uint()
		cut.Int()
		cut.Int32()
		cut.Bool()
		cut.Str()
		cut.Ints()
		cut.Int32s()
		cut.Bools()
		cut.Ints()
		cut.Int32s()
		cut.Bools()
		if cut.Err() == nil {
			t.Fatal("what was cut short is read")
		}
	})
}

func TestLengthsAreNotBelieved(t *testing.T) {
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}
	for name, f := range map[string]func(r *compact.Reader){
		"bytes": func(r *compact.Reader) { r.Bytes() },
		"ints":  func(r *compact.Reader) { r.Ints() },
		"bools": func(r *compact.Reader) { r.Bools() },
		"len":   func(r *compact.Reader) { r.Len(16) },
		"index": func(r *compact.Reader) { r.Index(3) },
		"raw":   func(r *compact.Reader) { r.Raw(100) },
		"int32": func(r *compact.Reader) { r.Int32() },
	} {
		r := compact.NewReader(huge)
		if f(r); r.Err() == nil {
			t.Errorf("%s: no error", name)
		}
		if r.Left() != 0 || r.Uint() != 0 || r.Str() != "" {
			t.Errorf("%s: goes on after a fault", name)
		}
	}
	if r := compact.NewReader([]byte{1, 2}); r.Bool() != true || r.End() == nil {
		t.Error("what is left over is no fault")
	}
}
