package parquet_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// readAny reads what it can of bytes in little memory. Every failure must be an error of a kind.
func readAny(t *testing.T, b []byte) {
	t.Helper()
	f, err := parquet.Open(bytes.NewReader(b), int64(len(b)), "x.parquet")
	if err != nil {
		kinded(t, err)
		return
	}
	cols, err := f.Data()
	if err != nil {
		kinded(t, err)
	}
	for _, c := range append(cols, f.Index...) {
		var got [2]*frame.Frame
		for k := range got {
			var err error
			got[k], err = f.Read(&limited{left: 16 << 20}, parquet.Request{Hi: len(f.Groups), Columns: []int{c}, Narrow: k == 1})
			if err != nil {
				kinded(t, err)
			}
		}
		if got[0] != nil && got[1] != nil {
			if d := got[1].Cols[0].Diff(got[0].Cols[0]); d != "" {
				t.Errorf("narrow: %s", d)
			}
		}
	}
}

// limited is Go memory with an end.
type limited struct{ left int }

func (l *limited) Alloc(n int) (*mem.Block, error) {
	if n > l.left {
		return nil, errs.New(errs.OutOfMemory, "%d bytes", n)
	}
	l.left -= n
	return mem.Heap.Alloc(n)
}

func kinded(t *testing.T, err error) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || errs.KindOf(err) == errs.Internal {
		t.Errorf("%v is of kind %s", err, errs.KindOf(err))
	}
}

func samples(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	out := map[string][]byte{}
	for _, n := range names {
		if out[n], err = os.ReadFile(n); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func FuzzRead(f *testing.F) {
	for _, b := range samples(f) {
		if len(b) < 16<<10 { // larger ones make an execution of the fuzzer slow
			f.Add(b)
		}
	}
	f.Fuzz(readAny)
}

// TestDamage breaks single bytes of good files all over, and cuts them short.
func TestDamage(t *testing.T) {
	for name, good := range samples(t) {
		step := max(1, len(good)/25)
		for i := 0; i < len(good); i += step {
			for _, x := range []byte{0xff, 0x01, 0x80} {
				b := bytes.Clone(good)
				b[i] ^= x
				readAny(t, b)
			}
			readAny(t, good[:i])
		}
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	}
}

// TestNameThatIsNoText is an error where the file is opened: nobody could send such a name on.
func TestNameThatIsNoText(t *testing.T) {
	good, refused := samples(t)["testdata/binary.parquet"], 0
	for i := range good {
		b := bytes.Clone(good)
		b[i] |= 0x80
		f, err := parquet.Open(bytes.NewReader(b), int64(len(b)), "x.parquet")
		if err != nil {
			if errs.KindOf(err) == errs.Invalid && strings.HasPrefix(err.Error(), "x.parquet: the name of column ") {
				refused++
			}
			continue
		}
		for _, c := range f.Columns {
			if name, ok := c.Name.Text(); ok && !utf8.ValidString(name) {
				t.Errorf("byte %d: the name %q", i, name)
			}
		}
	}
	if refused == 0 {
		t.Error("no name was refused")
	}
}
