package files_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// TestOldPartsGoWithTheNextWriting has hidden files of writings that nobody saw ending, beside files that
// look like them.
func TestOldPartsGoWithTheNextWriting(t *testing.T) {
	dir := t.TempDir()
	const dead, under = ".x.csv.0123456789abcdef-0123456789abcdef", ".x.csv.0123456789abcdef-fedcba9876543210"
	others := []string{".x.csv.bak", ".y.csv.0123456789abcdef-0123456789abcdef", ".x.csv.0123456789abcdef-0123456789abcdef.txt"}
	for _, n := range append(others, dead, under) {
		if err := os.WriteFile(filepath.Join(dir, n), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if old := time.Now().Add(-48 * time.Hour); n != under {
			if err := os.Chtimes(filepath.Join(dir, n), old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	ran(t, types(t).ToCSV(filepath.Join(dir, "x.csv")))
	onlyFiles(t, dir, append(others, under, "x.csv")...)
}

// TestWritersSweep looks at the graph as a supervisor does.
func TestWritersSweep(t *testing.T) {
	dir := t.TempDir()
	d, path := types(t), filepath.Join(dir, "x*")
	for name, h := range map[string]*dataframe.DataFrame{
		"csv": d.ToCSV(path), "feather": d.ToFeather(path), "json": d.ToJSON(path), "parquet": d.ToParquet(path),
	} {
		if n := len(op.Leftovers([]op.Value{h.Value(), d.Value(), h.Value()})); n != 1 {
			t.Errorf("%s: %d writers", name, n)
		}
	}
}
