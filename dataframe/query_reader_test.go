package dataframe_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/plan"
)

// A query is a recipe, so its conditions reach the reader as those of a filter do, lists among them.
func TestConditionsOfAQueryReachTheReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	if _, err := (&marstest.Loop{}).Run(wide(60, "k").ToParquet(path).Value()); err != nil {
		t.Fatal(err)
	}
	d := dataframe.ReadParquet(path)
	for expression, want := range map[string]string{
		"a > 0.5 and k != @gone": "[a > 0.5, k != 2]",
		"k in @some & a < 2":     "[k >= 1, k <= 3, a < 2]",
	} {
		q := d.Query(expression, dataframe.Vars{"gone": 2, "some": []int{3, 1}})
		if s := story(plan.Rewritten(q.Value())[0]); !strings.Contains(s, want) {
			t.Errorf("%s: %s", expression, s)
		}
		alike(t, q)
	}
}
