package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// csvHive writes rows k, v into directories by year; one v of the second year is a float.
func csvHive(t *testing.T, rows int) string {
	t.Helper()
	root := t.TempDir()
	for i, year := range []string{"2023", "2024", "__HIVE_DEFAULT_PARTITION__"} {
		var b strings.Builder
		b.WriteString("k,v,w\n")
		for r := range rows {
			k, v := i*rows+r, ""
			if i == 1 && r == rows/3 {
				v = ".5"
			}
			fmt.Fprintf(&b, "%d,%d%s,w%d\n", k, k%7, v, k%3)
		}
		dir := filepath.Join(root, "year="+year)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestReadCSVInPartitions(t *testing.T) {
	const rows = 6_000
	root := csvHive(t, rows)
	for _, path := range []string{root, root + "/year=*/*.csv"} {
		for _, bytes := range []int{0, 20_000, 1_000} { // looked through at the call; when the frame runs and kept; and read again
			f := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: bytes})
			got, err := (&marstest.Loop{}).Run(f.Value(), f.Select("year", "k").Tail(2).Value())
			if err != nil {
				t.Fatal(err)
			}
			all := got[0].(*frame.Frame)
			if all.NRows != 3*rows || len(all.Cols) != 4 || all.Cols[1].DType != dtype.Float64 || !all.Cols[3].DType.IsCategorical() {
				t.Fatalf("by %d: %d rows, %d columns", bytes, all.NRows, len(all.Cols))
			}
			for _, r := range []int{0, rows - 1, rows, rows + rows/3, 3*rows - 1} {
				v, year := float64(r%7), any(int64(2023+r/rows))
				if r == rows+rows/3 {
					v += .5
				}
				if r >= 2*rows {
					year = nil
				}
				if all.Cols[0].Cell(r) != int64(r) || all.Cols[1].Cell(r) != v || all.Cols[3].IsNull(r) != (year == nil) || year != nil && fmt.Sprint(all.Cols[3].Cell(r)) != fmt.Sprint(year) {
					t.Errorf("by %d: row %d is %v %v %v", bytes, r, all.Cols[0].Cell(r), all.Cols[1].Cell(r), all.Cols[3].Cell(r))
				}
			}
			last := got[1].(*frame.Frame)
			if last.Names[0] != frame.L("year") || !last.Cols[0].IsNull(1) || last.Cols[1].Cell(1) != int64(3*rows-1) || last.Index.Label(1) != frame.L(3*rows-1) {
				t.Errorf("by %d: the end is %v %v", bytes, last.Names, last.Index.Label(1))
			}
			projected := f.Value().N.Op.(op.Projector).Project([]int{3, 2})
			part, err := (&marstest.Loop{}).Run(op.Value{N: op.Apply(projected)})
			if err != nil {
				t.Fatal(err)
			}
			if p := part[0].(*frame.Frame); len(p.Cols) != 2 || p.Names[0] != frame.L("year") || fmt.Sprint(p.Cols[0].Cell(rows)) != "2024" || p.Cols[1].Cell(1) != "w1" {
				t.Errorf("by %d: projected to %v", bytes, p.Names)
			}
		}
	}
	used := dataframe.ReadCSV(root, dataframe.CSV{UseCols: []any{"year", "w"}})
	if m := used.Value().Meta(); len(m.Cols) != 2 || m.Cols[0].Name != frame.L("w") || m.Cols[1].Name != frame.L("year") {
		t.Errorf("usecols: %v", m.Cols)
	}
	if m := dataframe.ReadCSV(root, dataframe.CSV{UseCols: []any{"w"}}).Value().Meta(); len(m.Cols) != 1 {
		t.Errorf("usecols of the file: %v", m.Cols)
	}
	fails(t, dataframe.ReadCSV(root, dataframe.CSV{UseCols: []any{"year"}}), errs.Invalid, "usecols names keys of directories alone")
	if err := os.Rename(filepath.Join(root, "year=2024"), filepath.Join(root, "month=1")); err != nil {
		t.Fatal(err)
	}
	fails(t, dataframe.ReadCSV(root), errs.Invalid, "lies in directories of other keys")
}
