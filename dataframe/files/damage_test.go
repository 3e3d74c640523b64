package files_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

// damageRoom is the memory in which damaged files are read, and damageHeap what Go memory that takes
// altogether, with what it takes to plan.
const (
	damageRoom = 32 << 20
	damageHeap = 256 << 20
)

// readDamaged reads a file of these bytes through its operator, whole and in small chunks. An error must be
// of a kind and name the file, and no more memory may be taken than there is.
func readDamaged(t *testing.T, path string, b []byte, open func(path string, chunk int) *dataframe.DataFrame) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, chunk := range []int{0, 50} {
		taken := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(taken)
		before := taken[0].Value.Uint64()
		v, err := (&marstest.Loop{Room: damageRoom, ChunkBytes: 1000}).Run(open(path, chunk).Value())
		metrics.Read(taken)
		if n := taken[0].Value.Uint64() - before; n > damageHeap {
			t.Errorf("%d bytes of memory for a file of %d: %v", n, len(b), err)
		}
		if err == nil {
			lookAt(v[0].(*frame.Frame))
			continue
		}
		var e *errs.Error
		switch kind := errs.KindOf(err); {
		case !errors.As(err, &e), kind == errs.Internal, kind == errs.Lost:
			t.Errorf("%v is of kind %s", err, kind)
		case kind != errs.Pressure && kind != errs.OutOfMemory && !strings.Contains(err.Error(), path):
			t.Errorf("%v does not name the file", err)
		}
	}
}

// lookAt reads every cell, so that a column that points outside its blocks panics.
func lookAt(f *frame.Frame) {
	for _, c := range f.Cols {
		c.Cells()
	}
	for i := range f.NRows {
		f.Index.Label(i)
	}
}

// A damageable is a format of files.
type damageable struct {
	seeds string // patterns of good files, by spaces
	name  string // of the damaged file
	open  func(path string, chunk int) *dataframe.DataFrame
}

var damageables = map[string]damageable{
	"csv": {"testdata/csv/*.csv", "x.csv", func(path string, chunk int) *dataframe.DataFrame {
		return dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: chunk})
	}},
	"json": {"testdata/damage/*.jsonl", "x.jsonl", func(path string, chunk int) *dataframe.DataFrame {
		return dataframe.ReadJSON(path, dataframe.JSON{ChunkBytes: chunk})
	}},
	"packed csv":  {"testdata/csv/*.csv.gz", "x.csv.gz", func(path string, _ int) *dataframe.DataFrame { return dataframe.ReadCSV(path) }},
	"packed json": {"testdata/damage/*.jsonl.gz", "x.jsonl.gz", func(path string, _ int) *dataframe.DataFrame { return dataframe.ReadJSON(path) }},
	"feather": {"../../wire/arrow/testdata/*.feather ../../wire/arrow/testdata/*.arrow", "x.feather", func(path string, _ int) *dataframe.DataFrame {
		return dataframe.ReadFeather(path)
	}},
	"parquet": {"../../wire/parquet/testdata/*.parquet", "x.parquet", func(path string, _ int) *dataframe.DataFrame {
		return dataframe.ReadParquet(path)
	}},
}

// good are the files that are damaged; of many bytes only the format's own tests make use.
func (d damageable) good(t testing.TB) (out [][]byte) {
	t.Helper()
	for _, pattern := range strings.Fields(d.seeds) {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) < 16<<10 {
				out = append(out, b)
			}
		}
	}
	if out == nil {
		t.Fatalf("no files %s", d.seeds)
	}
	return out
}

// harm calls f with variants of b: cut short, bytes flipped, and lengths made huge.
func harm(b []byte, parts int, f func(b []byte)) {
	step := max(1, len(b)/parts)
	for i := 0; i < len(b); i += step {
		f(b[:i])
		for _, x := range []byte{0xff, 0x01, 0x80} {
			c := bytes.Clone(b)
			c[i] ^= x
			f(c)
		}
		c := bytes.Clone(b)
		copy(c[i:], "\xff\xff\xff\x7f") // an int32, and as far as it goes an int64 or a varint
		f(c)
	}
}

// TestDamagedFiles breaks good files all over.
func TestDamagedFiles(t *testing.T) {
	for name, d := range damageables {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), d.name)
			for _, b := range d.good(t) {
				harm(b, 6, func(b []byte) { readDamaged(t, path, b, d.open) })
			}
		})
	}
}

func fuzzDamage(f *testing.F, format string) {
	d := damageables[format]
	for _, b := range d.good(f) {
		f.Add(b)
		harm(b, 2, func(b []byte) { f.Add(bytes.Clone(b)) })
	}
	path := filepath.Join(f.TempDir(), d.name)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 64<<10 {
			readDamaged(t, path, b, d.open)
		}
	})
}

func FuzzReadCSV(f *testing.F)     { fuzzDamage(f, "csv") }
func FuzzReadJSON(f *testing.F)    { fuzzDamage(f, "json") }
func FuzzReadFeather(f *testing.F) { fuzzDamage(f, "feather") }
func FuzzReadParquet(f *testing.F) { fuzzDamage(f, "parquet") }
