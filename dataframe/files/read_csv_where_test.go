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
	"github.com/mars-project/mars-go/plan"
)

// filtered runs v as the rules make it and as it is, and compares.
func filtered(t *testing.T, name string, v op.Value) *frame.Frame {
	t.Helper()
	got, err := (&marstest.Loop{}).Run(v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	want, err := (&marstest.Loop{NoRules: true}).Run(v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f := got[0].(*frame.Frame)
	if d := f.Diff(want[0].(*frame.Frame)); d != "" {
		t.Errorf("%s: %s", name, d)
	}
	return f
}

// conditioned reports a reader below v that drops rows.
func conditioned(v op.Value) bool {
	for len(v.N.In) > 0 {
		v = v.N.In[0]
	}
	r, ok := v.N.Op.(interface{ Conditions() []op.Pred })
	return ok && len(r.Conditions()) > 0
}

func TestFiltersGoIntoReadCSV(t *testing.T) {
	root := csvHive(t, 6_000)
	for _, bytes := range []int{0, 20_000, 1_000} { // looked through at the call; when the frame runs, and kept; and read again
		for name, o := range map[string]dataframe.CSV{
			"plain": {}, "labels": {IndexCol: []any{"k"}},
			"given": {DTypes: dataframe.DTypes{"k": dtype.Int64, "v": dtype.Float64, "w": dtype.Str}},
		} {
			o.ChunkBytes = bytes
			d := dataframe.ReadCSV(root, o)
			for what, mask := range map[string]*dataframe.Series{
				"none": d.Col("v").Gt(100), "few": d.Col("v").Eq(6.5), "texts": d.Col("w").Eq("w1").And(d.Col("v").Ge(5)), "a year": d.Col("year").Eq(2024),
				"one of": d.Col("w").IsIn("w1"), "some of": d.Col("v").IsIn(3, 6.5, 9).And(d.Col("w").IsIn("w1", "w3")), "one year": d.Col("year").IsIn(2024),
				"most": d.Col("w").Ne("w9"), "all of it": d.Col("year").Ne(2023).And(d.Col("v").Le(1)).And(d.Col("w").Lt("w2")),
			} {
				if bytes == 1_000 && (what != "all of it" || name == "given") {
					continue // 180 chunks
				}
				name := fmt.Sprintf("%s, %s, by %d", name, what, bytes)
				if !conditioned(plan.Rewritten(d.Filter(mask).Value())[0]) {
					t.Errorf("%s: the reader does not take it", name)
				}
				f := filtered(t, name, d.Filter(mask).Value())
				if what == "few" && o.IndexCol == nil && (f.NRows != 1 || f.Index.Label(0) != frame.L(8_000) || f.Cols[0].Cell(0) != int64(8_000)) {
					t.Errorf("%s: %d rows", name, f.NRows)
				}
				if what == "texts" {
					filtered(t, name+", one column", d.Filter(mask).Select("w").Value())
				}
			}
		}
	}
}

// TestFilteredRowsCountForDTypes has values in rows that a filter leaves out which decide about dtypes, or
// are wrong.
func TestFilteredRowsCountForDTypes(t *testing.T) {
	const n = 24_000 // more text than a sample takes whole
	for name, odd := range map[string]string{"float": "0.5", "missing": "", "text": "x", "quoted": "\"a,\"\"b\"", "bool": "True"} {
		var b strings.Builder
		b.WriteString("k,v,s\n")
		for i := range n {
			v := fmt.Sprint(i)
			if i == n/3 {
				v = odd
			}
			fmt.Fprintf(&b, "%d,%s,%0100d\n", i%10, v, i%3)
		}
		path := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, bytes := range []int{0, 200_000, 10_000} {
			if bytes == 10_000 && name != "text" {
				continue // 240 chunks
			}
			d := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: bytes})
			f := filtered(t, fmt.Sprint(name, " by ", bytes), d.Filter(d.Col("k").Eq(4)).Value())
			if f.NRows != n/10 || f.Cols[1].DType == dtype.Int64 || f.Index.Label(1) != frame.L(14) {
				t.Errorf("%s by %d: %d rows of %s", name, bytes, f.NRows, f.Cols[1].DType)
			}
		}
		if name == "text" {
			d := dataframe.ReadCSV(path, dataframe.CSV{ChunkBytes: 200_000, DTypes: dataframe.DTypes{"v": dtype.Int64}})
			_, err := (&marstest.Loop{}).Run(d.Filter(d.Col("k").Eq(4)).Value())
			if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "x.csv") || !strings.Contains(err.Error(), `"x" is no int64`) {
				t.Errorf("a wrong value in a row that is left out: %v", err)
			}
		}
	}
}
