package dataframe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

// story is a graph as text: an operator to a line, with its columns, above what it reads. What was told before is named only.
func story(v op.Value) string {
	var b strings.Builder
	told := map[op.Value]bool{}
	var tell func(v op.Value, depth int)
	tell = func(v op.Value, depth int) {
		m := v.Meta()
		names := make([]string, len(m.Cols))
		for i, c := range m.Cols {
			names[i] = c.Name.String()
		}
		fmt.Fprintf(&b, "%s%s %s", strings.Repeat("  ", depth), strings.TrimPrefix(v.N.Name, "dataframe."), strings.Join(names, " "))
		if told[v] && len(v.N.In) > 0 {
			b.WriteString(" ...\n")
			return
		}
		told[v] = true
		b.WriteString("\n")
		for _, in := range v.N.In {
			tell(in, depth+1)
		}
	}
	tell(v, 0)
	return b.String()
}

// becomes checks a graph before and after the rules, and that both give the same answer.
func becomes(t *testing.T, h op.Handle, before, after string) {
	t.Helper()
	if d := cmp.Diff(strings.TrimPrefix(before, "\n"), story(h.Value())); d != "" {
		t.Errorf("before: %s", d)
	}
	if d := cmp.Diff(strings.TrimPrefix(after, "\n"), story(plan.Rewritten(h.Value())[0])); d != "" {
		t.Errorf("after: %s", d)
	}
	alike(t, h)
}

// alike checks that the rules change no answer.
func alike(t testing.TB, h op.Handle) {
	t.Helper()
	for _, n := range []int{64, 1 << 40} {
		l := marstest.Loop{ChunkBytes: n, NoRules: true}
		want, werr := l.Run(h.Value())
		l.NoRules = false
		got, gerr := l.Run(h.Value())
		if werr != nil || gerr != nil {
			if werr == nil || gerr == nil || werr.Error() != gerr.Error() {
				t.Errorf("chunks of %d bytes: %v with rules, %v without", n, gerr, werr)
			}
			continue
		}
		if d := marstest.Diff(got[0], want[0], marstest.Tolerance{Rel: 1e-12}); d != "" {
			t.Errorf("chunks of %d bytes: %s\n%s", n, d, story(plan.Rewritten(h.Value())[0]))
		}
	}
}

func TestTopRowsOfASort(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int{3, 1, 2, 1, 9, 8, 1, 4, 4, 5}}, dataframe.C{Name: "b", Data: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}})
	becomes(t, d.SortValues("a").Head(4), `
head a b
  sort_values a b
    DataFrame a b
`, `
sort_head a b
  DataFrame a b
`)
}

// wide is a frame of a key and four columns.
func wide(rows int, key string) *dataframe.DataFrame {
	cs := []dataframe.C{{Name: key, Data: make([]int, rows)}}
	for i, name := range []string{"a", "b", "c", "d"} {
		v := make([]float64, rows)
		for k := range v {
			v[k] = float64((k*7+i)%5) / 2
		}
		cs = append(cs, dataframe.C{Name: name, Data: v})
	}
	for k, v := 0, cs[0].Data.([]int); k < rows; k++ {
		v[k] = k * 3 % 7
	}
	return dataframe.New(cs...)
}

func TestColumnsAreLeftOutBelowWhatMovesRows(t *testing.T) {
	d := wide(30, "k")
	made := d.Assign(dataframe.C{Name: "e", Data: d.Col("a").Add(1)}, dataframe.C{Name: "f", Data: d.Col("b").Add(1)}) // is no source that could leave any out
	becomes(t, made.SortValues("e").Select("b"), `
select b
  sort_values k a b c d e f
    assign k a b c d e f
      assign k a b c d e
        DataFrame k a b c d
        add a
          column a
            DataFrame k a b c d
      add b
        column b
          DataFrame k a b c d
`, `
select b
  sort_values b e
    select b e
      assign a b e f
        assign a b e
          DataFrame a b
          add a
            column a
              DataFrame a b
        add b
          column b
            DataFrame a b
`)
}

func TestColumnsAreLeftOutBelowAMerge(t *testing.T) {
	l, r := wide(30, "k"), wide(9, "k")
	becomes(t, l.Merge(r, dataframe.MergeOptions{On: "k", How: "left"}).GroupBy("k").Select("b_x").Sum(), `
groupby_agg b_x
  merge k a_x b_x c_x d_x a_y b_y c_y d_y
    DataFrame k a b c d
    DataFrame k a b c d
`, `
groupby_agg b_x
  merge k b_x b_y
    DataFrame k b
    DataFrame k b
`)
}

func TestColumnsAreLeftOutBelowConcat(t *testing.T) {
	l, r := wide(30, "k"), wide(9, "j")
	becomes(t, dataframe.Concat([]dataframe.Handle{l, r}).Select("j", "b"), `
select j b
  concat k a b c d j
    DataFrame k a b c d
    DataFrame j a b c d
`, `
select j b
  concat b j
    DataFrame b
    DataFrame j b
`)
}
