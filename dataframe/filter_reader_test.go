package dataframe_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/plan"
)

func TestConditionsOfTheReaderArePartOfTheFilter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	if _, err := (&marstest.Loop{}).Run(wide(60, "k").ToParquet(path).Value()); err != nil {
		t.Fatal(err)
	}
	d := dataframe.ReadParquet(path)
	a, k := d.Col("a"), d.Col("k")
	becomes(t, d.Filter(a.Gt(0.5).And(k.Add(a).Lt(3).And(k.Ne(2)))), `
filter k a b c d
  read_parquet k a b c d
  and None
    gt a
      column a
        read_parquet k a b c d
    and None
      lt None
        add None
          column k
            read_parquet k a b c d
          column a ...
      ne k
        column k ...
`, `
filter k a b c d
  read_parquet k a b c d [a > 0.5, k != 2]
  and None
    gt a
      column a
        read_parquet k a b c d [a > 0.5, k != 2]
    and None
      lt None
        add None
          column k
            read_parquet k a b c d [a > 0.5, k != 2]
          column a ...
      ne k
        column k ...
`)
	mean := d.Filter(a.Gt(0.5).And(k.Gt(k.Mean()))) // the mean is of all rows
	if s := story(plan.Rewritten(mean.Value())[0]); strings.Contains(s, "[") {
		t.Errorf("a filter by a mean: %s", s)
	}
	alike(t, mean)
}
