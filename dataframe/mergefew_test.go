package dataframe_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

var flat = dataframe.GroupOptions{AsIndex: new(false)}

func TestGroupsThatAMergeMeets(t *testing.T) {
	few := wide(5, "k").Select("k", "a")
	all := wide(60, "k")
	g := all.GroupBy("k", flat).Select("b").NUnique().Rename(map[any]any{"b": "kinds"})
	g = g.Filter(g.Col("kinds").Gt(1))
	becomes(t, few.Merge(g, dataframe.MergeOptions{On: "k"}), `
merge k a kinds
  select k a
    DataFrame k a b c d
  filter k kinds
    rename_columns k kinds
      groupby_agg k b
        DataFrame k a b c d
    gt kinds
      column kinds
        rename_columns k kinds ...
`, `
merge k a kinds
  select k a
    DataFrame k a
  filter k kinds
    rename_columns k kinds
      groupby_agg k b
        few_keys k b
          DataFrame k b
          column k
            select k a ...
    gt kinds
      column kinds
        rename_columns k kinds ...
`)
}

// Groups that several merges join to the same rows are looked up by the keys of those rows, not by what a
// merge before leaves of them.
func TestKeysOfSeveralMerges(t *testing.T) {
	few, all := wide(5, "k").Select("k", "a"), wide(60, "k")
	sizes, most := all.GroupBy("k", flat).Select("b").Count(), all.GroupBy("k", flat).Select("c").Max()
	on := dataframe.MergeOptions{On: "k"}
	h := few.Merge(sizes, on).Merge(most, on)
	if got := story(plan.Rewritten(h.Value())[0]); strings.Count(got, "few_keys") != 2 || strings.Count(got, "merge") != 2 {
		t.Error(got)
	}
	alike(t, h)
}

func TestGroupsThatMustAllBeMade(t *testing.T) {
	few, all := wide(5, "k").Select("k", "a"), wide(60, "k")
	on := dataframe.MergeOptions{On: "k"}
	counts := all.GroupBy("k", flat).Select("b").Count()
	total := counts.Filter(counts.Col("b").Lt(counts.Col("b").Max()))
	for name, h := range map[string]*dataframe.DataFrame{
		"groups without a partner stay":     few.Merge(counts, dataframe.MergeOptions{On: "k", How: "right"}),
		"outer":                             few.Merge(counts, dataframe.MergeOptions{On: "k", How: "outer"}),
		"sums of floats hang on the cut":    few.Merge(all.GroupBy("k", flat).Select("b").Sum(), on),
		"somebody else reads the groups":    dataframe.Concat([]dataframe.Handle{few.Merge(counts, on), counts}),
		"the mask looks at all groups":      few.Merge(total, on),
		"the merge is checked":              few.Merge(counts, dataframe.MergeOptions{On: "k", Validate: "m:1"}),
		"the rows themselves are joined to": all.Merge(counts, on),
		"keys of two dtypes":                few.AsType("int32").Merge(counts, on),
	} {
		if h.Err() != nil {
			t.Error(name, h.Err())
			continue
		}
		if got := story(plan.Rewritten(h.Value())[0]); strings.Contains(got, "few_keys") {
			t.Errorf("%s: %s", name, got)
		}
		alike(t, h)
	}
}

// Rows are looked up where keys are few, and stay where they are not.
func TestKeysAreFewOrMany(t *testing.T) {
	all := wide(400, "k")
	g := all.GroupBy("k", flat).Select("b").NUnique()
	for _, c := range []struct {
		rows  int
		looks bool
	}{{4, true}, {399, false}} {
		h := wide(c.rows, "k").Select("k", "a").Merge(g, dataframe.MergeOptions{On: "k"})
		l := marstest.Loop{ChunkBytes: 800}
		if _, err := l.Run(h.Value()); err != nil {
			t.Fatal(err)
		}
		if n := l.Calls["*merge.FewKeys combine"]; n > 0 != c.looks {
			t.Errorf("%d keys among 400 rows: made distinct %d times", c.rows, n)
		}
	}
}

// Keys of all kinds, missing ones too, on either side, of inner and outer merges.
func TestGroupsThatAMergeMeetsAgree(t *testing.T) {
	all := manyKinds(t, 400)
	rapid.Check(t, func(t *rapid.T) {
		table := func(what string, most int) *dataframe.DataFrame { return drawnRows(t, all, what, most) }
		by := rapid.SampledFrom([][]string{{"most"}, {"k"}, {"most", "s"}, {"s"}, {"c", "one"}}).Draw(t, "by")
		o := dataframe.GroupOptions{AsIndex: new(false), Dropna: new(rapid.Bool().Draw(t, "dropna")), Sort: new(rapid.Bool().Draw(t, "sort"))}
		groups := table("rows", 40).GroupBy(by, o)
		g := groups.Count()
		if rapid.Bool().Draw(t, "kinds") {
			g = groups.NUnique()
		}
		keys := table("keys", 10)
		how := rapid.SampledFrom([]string{"inner", "left", "right"}).Draw(t, "how")
		var h op.Handle
		if on := (dataframe.MergeOptions{On: by[0], How: how}); rapid.Bool().Draw(t, "groups left") {
			h = g.Merge(keys, on)
		} else {
			h = keys.Merge(g, on)
		}
		alike(t, h)
	})
}
