package dataframe_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

// story is a graph as text: an operator to a line, with its columns, above what it reads. What was told
// before is named only.
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
		if w, ok := v.N.Op.(interface{ Conditions() []op.Pred }); ok && len(w.Conditions()) > 0 {
			ps := make([]string, len(w.Conditions()))
			for i, p := range w.Conditions() {
				ps[i] = fmt.Sprint(p.Column, " ", p.Cmp, " ", p.Value)
			}
			fmt.Fprintf(&b, " [%s]", strings.Join(ps, ", "))
		}
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

// alike checks that neither rules nor chunks change an answer.
func alike(t rapid.TB, h op.Handle) {
	t.Helper()
	var want any
	var werr error
	for i, l := range []marstest.Loop{{ChunkBytes: 1 << 40, NoRules: true}, {ChunkBytes: 1 << 40}, {ChunkBytes: 64, NoRules: true}, {ChunkBytes: 64}, {ChunkBytes: 400}} {
		got, err := l.Run(h.Value())
		switch {
		case i == 0 && err != nil:
			werr = err
		case i == 0:
			want = got[0]
		case werr != nil || err != nil:
			if werr == nil || err == nil || werr.Error() != err.Error() {
				t.Errorf("chunks of %d bytes, no rules %t: %v, want %v", l.ChunkBytes, l.NoRules, err, werr)
			}
		default:
			if d := marstest.Diff(got[0], want, marstest.Tolerance{Rel: 1e-12}); d != "" {
				t.Errorf("chunks of %d bytes, no rules %t: %s\n%s", l.ChunkBytes, l.NoRules, d, story(plan.Rewritten(h.Value())[0]))
			}
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
	becomes(t, l.Merge(r, dataframe.MergeOptions{On: "k", How: "left"}).GroupBy("k").Select("b_x").Median(), `
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
  concatenated k a b c d j
    DataFrame k a b c d
    DataFrame j a b c d
`, `
select j b
  concatenated b j
    DataFrame b
    DataFrame j b
`)
}

func TestFilterGoesBelowAMerge(t *testing.T) {
	l, r := wide(30, "k"), wide(9, "k")
	m := l.Merge(r, dataframe.MergeOptions{On: "k"})
	f := m.Filter(m.Col("b_x").Gt(1).And(m.Col("c_y").Le(1)).And(m.Col("a_x").Lt(m.Col("d_y"))))
	becomes(t, f.GroupBy("k").Select("b_x").Sum(), `
groupby_agg b_x
  filter k a_x b_x c_x d_x a_y b_y c_y d_y
    merge k a_x b_x c_x d_x a_y b_y c_y d_y
      DataFrame k a b c d
      DataFrame k a b c d
    and None
      and None
        gt b_x
          column b_x
            merge k a_x b_x c_x d_x a_y b_y c_y d_y ...
        le c_y
          column c_y
            merge k a_x b_x c_x d_x a_y b_y c_y d_y ...
      lt None
        column a_x
          merge k a_x b_x c_x d_x a_y b_y c_y d_y ...
        column d_y
          merge k a_x b_x c_x d_x a_y b_y c_y d_y ...
`, `
groupby_agg b_x
  filter k b_x
    select k b_x
      merge k a_x b_x d_x a_y b_y d_y
        filter k a b d
          DataFrame k a b d
          gt b
            column b
              DataFrame k a b d
        filter k a b d
          select k a b d
            DataFrame k a b c d
          le c
            column c
              DataFrame k a b c d
    lt None
      column a_x
        merge k a_x b_x d_x a_y b_y d_y ...
      column d_y
        merge k a_x b_x d_x a_y b_y d_y ...
`)
	if got := story(plan.Rewritten(f.Value())[0]); !strings.HasPrefix(got, "filter") {
		t.Errorf("labels of the merge are looked at: %s", got)
	}
	left := l.Merge(r, dataframe.MergeOptions{On: "k", How: "left"})
	g := left.Filter(left.Col("c_y").Gt(1)).GroupBy("k").Select("b_x").Sum()
	if got := story(plan.Rewritten(g.Value())[0]); !strings.Contains(got, "filter k b_x") {
		t.Errorf("rows without a partner would come back: %s", got)
	}
	alike(t, g)
}

func TestRulesChangeNoAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := func(key string) *dataframe.DataFrame {
			n := rapid.IntRange(1, 25).Draw(t, "rows")
			k, i, x, s := make([]int64, n), make([]int64, n), make([]float64, n), make([]any, n)
			for r := range n {
				k[r], i[r] = rapid.Int64Range(0, 5).Draw(t, "key"), rapid.Int64Range(-3, 3).Draw(t, "i")
				x[r], s[r] = float64(i[r])/2, string(rune('m'+i[r]))
				if i[r] == 1 {
					x[r], s[r] = math.NaN(), nil
				}
			}
			s[0] = "z"
			return dataframe.New(dataframe.C{Name: key, Data: k}, dataframe.C{Name: "i", Data: i}, dataframe.C{Name: "x", Data: x}, dataframe.C{Name: "s", Data: s})
		}
		key := rapid.SampledFrom([]string{"k", "j", "i"}).Draw(t, "right key")
		o := dataframe.MergeOptions{How: rapid.SampledFrom([]string{"inner", "left", "right", "outer"}).Draw(t, "how"), LeftOn: "k", RightOn: key, Sort: rapid.Bool().Draw(t, "sort")}
		if rapid.Bool().Draw(t, "suffixes") {
			o.Suffixes = &[2]string{"", "_r"}
		}
		right := table("h").Rename(map[any]any{"h": key})
		if key == "i" {
			right = table("h").Select("i", "s")
		}
		m := table("k").Merge(right, o)
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		names := func() (out []any) { // of some columns
			for _, l := range m.Columns() {
				if rapid.Bool().Draw(t, "keep") {
					out = append(out, l)
				}
			}
			return append(out, m.Columns()[rapid.IntRange(0, len(m.Columns())-1).Draw(t, "one")])
		}
		one := func() *dataframe.Series { return m.Col(names()[0]) }
		for range rapid.IntRange(1, 4).Draw(t, "steps") {
			was := m
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				m = m.Filter(one().IsNA().Not().And(one().NotNA()))
			case 1:
				m = m.Filter(one().IsIn(1, "n", 0.5).Or(one().NotNA()))
			case 2:
				m = m.SortValues(names()[0]).Head(9)
			case 3:
				m = m.Filter(m.Col(m.Columns()[0]).Ge(2).And(one().NotNA()))
			case 4:
				m = dataframe.Concat([]dataframe.Handle{m, m.Head(3)}, dataframe.Concats{IgnoreIndex: true})
			case 5:
				m = m.DropDuplicates(dataframe.Duplicates{Subset: []string{m.Columns()[0].String()}})
			}
			if m.Err() != nil { // a step that these columns do not allow
				m = was
			}
		}
		var h op.Handle = m
		switch rapid.IntRange(0, 4).Draw(t, "end") {
		case 0:
			h = m.Select(names()[0])
		case 1:
			h = m.GroupBy(m.Columns()[0], dataframe.GroupOptions{AsIndex: new(false)}).Select(names()[0]).Count()
		case 2:
			h = one().NotNA().Sum()
		case 3:
			first := m.Columns()[0]
			h = m.ResetIndex().Select("index", first).GroupBy("index").Col(first).Count()
		}
		alike(t, h)
	})
}

// What is inferred of chunks from several pending dtypes must not hang on all of their questions: k misses
// nothing, and stays whole.
func TestPendingDtypesAreAnsweredOneByOne(t *testing.T) {
	l := dataframe.New(dataframe.C{Name: "k", Data: []int64{0, 1, 1, 4, 0, 4, 4, 2, 2, 5, 1, 5}}, dataframe.C{Name: "i", Data: make([]int64, 12)})
	r := dataframe.New(dataframe.C{Name: "i", Data: []int64{0}})
	m := l.Merge(r, dataframe.MergeOptions{How: "outer", LeftOn: "k", RightOn: "i", Sort: true})
	alike(t, m.DropDuplicates(dataframe.Duplicates{Subset: []string{"k"}}))
}
