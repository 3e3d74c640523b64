package arrow_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/arrow"
)

// files are the files of testdata by name.
func files(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"testdata/*.arrow", "testdata/*.feather"} {
		names, err := filepath.Glob(pattern)
		if err != nil || names == nil {
			t.Fatal(pattern, err)
		}
		for _, n := range names {
			if out[n], err = os.ReadFile(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// TestLayout reads files by their batches, all and one by one.
func TestLayout(t *testing.T) {
	several := false
	for name, b := range files(t) {
		l, err := arrow.Scan(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		read := arrow.ReadAll
		if filepath.Ext(name) == ".feather" {
			read = arrow.ReadFile
		}
		want, err := read(bytes.NewReader(b), mem.Heap, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Read(mem.Heap, 0, len(l.Rows), 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := got.Diff(want); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		var parts []*frame.Frame
		first := int64(0)
		for k, rows := range l.Rows {
			f, err := l.Read(mem.Heap, k, k+1, first)
			if err != nil {
				t.Fatalf("%s, batch %d: %v", name, k, err)
			}
			first += rows
			parts = append(parts, f)
		}
		if several = several || len(parts) > 1; len(parts) > 1 {
			if got, err = frame.ConcatFrames(mem.Heap, parts...); err != nil {
				t.Fatal(err)
			}
			if d := got.Diff(want); d != "" {
				t.Errorf("%s, batch by batch: %s", name, d)
			}
		}
		for i, c := range want.Cols {
			if n := int64(c.NullCount()); l.Nulls[i] > n {
				t.Errorf("%s: column %s misses %d rows, the metadata say %d", name, want.Names[i], n, l.Nulls[i])
			}
		}
	}
	if !several {
		t.Error("no file has several batches")
	}
	if _, err := arrow.Scan(bytes.NewReader([]byte("FEA1....")), 8); !errs.Is(err, errs.Type) {
		t.Errorf("Feather 1: %v", err)
	}
}

// bounded is Go memory with an end.
type bounded struct{ left int }

func (l *bounded) Alloc(n int) (*mem.Block, error) {
	if n > l.left {
		return nil, errs.New(errs.OutOfMemory, "%d bytes", n)
	}
	l.left -= n
	return mem.Heap.Alloc(n)
}

// scanAny reads what it can of bytes in little memory. Every failure must be an error of a kind.
func scanAny(t *testing.T, b []byte) {
	t.Helper()
	l, err := arrow.Scan(bytes.NewReader(b), int64(len(b)))
	if err == nil {
		_, err = l.Read(&bounded{16 << 20}, 0, len(l.Rows), 0)
	}
	var e *errs.Error
	if err != nil && (!errors.As(err, &e) || errs.KindOf(err) == errs.Internal) {
		t.Errorf("%v is of kind %s", err, errs.KindOf(err))
	}
}

func FuzzScan(f *testing.F) {
	for _, b := range files(f) {
		f.Add(b)
	}
	b, err := os.ReadFile("testdata/" + polars)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(scanAny)
}

// TestScanOfDamage breaks single bytes of good files all over, and cuts them short.
func TestScanOfDamage(t *testing.T) {
	for name, good := range files(t) {
		for i := 0; i < len(good); i += max(1, len(good)/30) {
			for _, x := range []byte{0xff, 0x01, 0x80} {
				b := bytes.Clone(good)
				b[i] ^= x
				scanAny(t, b)
			}
			scanAny(t, good[:i])
		}
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	}
}

// TestNameThatIsNoText is an error where the file is opened: nobody could send such a name on.
func TestNameThatIsNoText(t *testing.T) {
	b := bytes.Replace(golden(t, "plain.arrow"), []byte("\x01\x00\x00\x00b\x00"), []byte("\x01\x00\x00\x00\xff\x00"), 1)
	if _, err := arrow.Scan(bytes.NewReader(b), int64(len(b))); errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), `a field's name that is not UTF-8: "\xff"`) {
		t.Error(err)
	}
}

// TestBufferThatUnpacksToTooMuch is a file of compressed buffers of which one says that it has four
// gigabytes.
func TestBufferThatUnpacksToTooMuch(t *testing.T) {
	b, err := os.ReadFile("testdata/packed.damaged")
	if err != nil {
		t.Fatal(err)
	}
	l, err := arrow.Scan(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Read(mem.Heap, 0, 1, 0); errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), "more than the file can unpack to") {
		t.Error(err)
	}
}
