package arrow_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/arrow"
)

// polars is a file of Polars 2.1 (write_ipc, zstd, batches of two rows), which does not begin with a stream:
// only its footer tells where messages are.
const polars = "polars.ipc"

func TestFileOfPolars(t *testing.T) {
	b := golden(t, polars)
	l, err := arrow.Scan(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Rows) < 2 {
		t.Errorf("batches of %v rows", l.Rows)
	}
	f, err := l.Read(mem.Heap, 0, len(l.Rows), 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]any{
		"i": {1.0, nil, 3.0, 4.0, 5.0},
		"s": {"a text beyond a view", nil, "é", "", "b"},
		"c": {"x", "y", "x", nil, "y"},
		"b": {true, false, nil, true, true},
	} {
		k := -1
		for i, n := range f.Names {
			if n.String() == name {
				k = i
			}
		}
		if k < 0 {
			t.Fatalf("no column %s in %v", name, f.Names)
		}
		got := f.Cols[k].Cells()
		for i, v := range got {
			if x, ok := v.(float64); ok && x != x {
				got[i] = nil
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("column %s: %s", name, d)
		}
	}
}

// Every byte of a footer broken, and every length of the file: an error, or a file that is read, and no
// panic.
func TestDamagedFooter(t *testing.T) {
	good := golden(t, polars)
	for i := range good {
		b := bytes.Clone(good)
		b[i] ^= 0x81
		scanAny(t, b)
		if i%16 == 0 {
			scanAny(t, good[:i])
		}
	}
	if _, err := arrow.Scan(bytes.NewReader(good[:200]), 200); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "near byte 8") {
		t.Errorf("a file without its footer: %v", err)
	}
}
