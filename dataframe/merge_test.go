package dataframe_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
)

type merging = dataframe.MergeOptions

// goldenFrames are frames of a golden file, by name, with some of their columns.
type goldenFrames struct {
	t *testing.T
	g marstest.Goldens
}

func (in goldenFrames) frame(name string, cols ...string) *frame.Frame {
	return in.g.Frame(in.t, name, cols...)
}

func (in goldenFrames) get(name string, cols ...string) *dataframe.DataFrame {
	return dataframe.FromFrame(in.frame(name, cols...))
}

// renamed is get with the columns a -> b.
func (in goldenFrames) renamed(name, a, b string, cols ...string) *dataframe.DataFrame {
	f := in.frame(name, cols...)
	f.Names[f.Find(frame.L(a))] = frame.L(b)
	return dataframe.FromFrame(f)
}

// indexed is get with its first columns as the index.
func (in goldenFrames) indexed(name string, levels int, cols ...string) *dataframe.DataFrame {
	f := in.frame(name, cols...)
	ix := frame.NewIndex(f.Names[0], f.Cols[0])
	if levels > 1 {
		ix = frame.NewMulti(f.Names[:levels], f.Cols[:levels]...)
	}
	drop := []int{}
	for i := range levels {
		drop = append(drop, i)
	}
	return dataframe.FromFrame(f.Drop(drop...).WithIndex(ix))
}

func TestMergeKeys(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/merge.json")}
	for _, ks := range []string{"i", "f", "s", "I", "t", "o", "c", "b w", "s w", "t w f"} {
		keys := strings.Fields(ks)
		rest := []string{}
		if ks == "i" {
			rest = []string{"both", "flag"}
		}
		side := func(name, x string) *dataframe.DataFrame {
			return in.get(name, append(append(strings.Fields(ks), x), rest...)...)
		}
		l, r, s := side("L", "x"), side("R", "y"), side("S", "y")
		for _, how := range []string{"inner", "left", "right", "outer"} {
			if ks == "o" && how == "outer" {
				continue
			}
			name := how + " " + ks
			marstest.Check(t, name, l.Merge(r, merging{On: keys, How: how}), in.g.Get(t, name))
			if _, ok := in.g[name+" small"]; ok {
				marstest.Check(t, name+" small", l.Merge(s, merging{On: keys, How: how}), in.g.Get(t, name+" small"))
				marstest.Check(t, name+" small left", s.Merge(l, merging{On: keys, How: how}), in.g.Get(t, name+" small left"))
			}
		}
	}
}

func TestMergeOptions(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/merge.json")}
	l, r := in.get("L", "i", "x"), in.get("R", "i", "y")
	none := func(name string, cols ...string) *dataframe.DataFrame {
		return dataframe.FromFrame(in.frame(name, cols...).Slice(0, 0))
	}
	all := dataframe.New(dataframe.C{Name: "i", Data: counts(13)}, dataframe.C{Name: "y", Data: counts(13)}, dataframe.C{Name: "z", Data: above(13, 4)})
	ten := in.frame("ten")
	labels := dataframe.FromFrame(ten.Drop(0).WithIndex(frame.NewIndex(frame.L("i"), ten.Cols[0])))
	both := func(name, x string) *dataframe.DataFrame {
		f := in.frame(name, "i", x, "both")
		return dataframe.FromFrame(f.Drop(0).WithIndex(frame.NewIndex(frame.L("i"), f.Cols[0])))
	}
	for _, how := range []string{"inner", "left", "right", "outer", "left_anti", "right_anti"} {
		check := func(name string, l, r *dataframe.DataFrame, o merging) {
			o.How = how
			marstest.Check(t, how+" "+name, l.Merge(r, o), in.g.Get(t, how+" "+name))
		}
		indexes := merging{LeftIndex: true, RightIndex: true}
		if how != "outer" {
			check("sorted", in.get("L", "s", "w", "x"), in.get("R", "s", "w", "y"), merging{Sort: true})
		}
		check("all found", in.get("L", "i", "x", "b"), all, merging{})
		check("names differ", in.get("L", "i", "x", "both"), in.get("R", "w", "y", "both"), merging{LeftOn: "i", RightOn: "w"})
		check("indicator", l, r, merging{Indicator: true})
		check("right index", l, in.indexed("R", 1, "i", "y"), merging{LeftOn: "i", RightIndex: true})
		check("left index", in.indexed("L", 1, "s", "x"), in.get("R", "s", "y"), merging{LeftIndex: true, RightOn: "s"})
		check("indexes", in.indexed("L", 1, "s", "x"), in.indexed("R", 1, "s", "y"), indexes)
		check("ranges", in.get("L", "x", "both"), in.get("R", "y", "both"), indexes)
		check("range and labels", in.get("L", "x"), labels, indexes)
		check("two levels", in.indexed("L", 2, "s", "w", "x"), in.indexed("R", 2, "s", "w", "y"), indexes)
		check("level names", in.indexed("L", 1, "s", "x"), in.indexed("R", 1, "s", "y"), merging{On: "s"})
		check("column and level", in.get("L", "s", "x"), in.indexed("R", 1, "s", "y"), merging{On: "s"})
		check("empty right", l, none("R", "i", "y", "flag"), merging{})
		check("empty left", none("L", "i", "x", "flag"), r, merging{})
		check("int float", l, in.renamed("R", "f", "i", "f", "y"), merging{})
		check("int bool", in.get("L", "w", "x"), in.renamed("R", "b", "w", "b", "y"), merging{})
		marstest.Check(t, "join "+how, both("L", "x").Join(both("R", "y"), dataframe.JoinOptions{How: how, Suffixes: &[2]string{"_l", "_r"}}), in.g.Get(t, "join "+how))
		marstest.Check(t, "join on "+how, l.Join(in.indexed("R", 1, "i", "y"), dataframe.JoinOptions{How: how, On: "i"}), in.g.Get(t, "join on "+how))
	}
	for _, how := range []string{"inner", "left", "outer"} {
		marstest.Check(t, how+" category text", in.get("L", "c", "x").Merge(in.get("words", "c", "y"), merging{How: how}), in.g.Get(t, how+" category text"))
	}
	objects := in.frame("R", "s", "y")
	objects.Cols[0] = frame.NewObjects(objects.Cols[0].Cells())
	name := in.frame("R", "i")
	for name, v := range map[string]*dataframe.DataFrame{
		"left int8 int":   in.get("L", "i8", "x").Merge(in.renamed("R", "i", "i8", "i", "y"), merging{How: "left"}),
		"left str object": in.get("L", "s", "x").Merge(dataframe.FromFrame(objects), merging{How: "left"}),
		"cross":           in.get("L", "x", "both").Merge(in.get("S", "y", "both"), merging{How: "cross"}),
		"suffixes":        in.get("L", "i", "both", "flag").Merge(in.get("R", "i", "both", "flag"), merging{On: "i", Suffixes: &[2]string{"", "_right"}}),
		"series":          l.Merge(dataframe.SeriesFromFrame(name), merging{On: "i"}),
		"valid":           l.Merge(dataframe.FromFrame(ten), merging{Validate: "many_to_one"}),
		"indicator name":  in.get("S", "i", "y").Merge(dataframe.FromFrame(ten.Select(0)), merging{How: "left", Indicator: "where"}),
	} {
		marstest.Check(t, name, v, in.g.Get(t, name))
	}
}

func counts(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func above(n, k int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = i > k
	}
	return out
}

func TestMergeErrors(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/merge.json")}
	l, r := in.get("L", "i", "x", "both"), in.get("R", "i", "y", "both")
	f := in.frame("L", "i", "x", "both")
	clash := dataframe.FromFrame(f.With(frame.L("both_y"), must(frame.NewConst(mem.Heap, frame.Of([]int64{1}), f.NRows))))
	for name, v := range map[string]*dataframe.DataFrame{
		"how":              l.Merge(r, merging{How: "sideways"}),
		"text and number":  in.get("L", "i").Merge(in.get("R", "s"), merging{LeftOn: "i", RightOn: "s"}),
		"time and number":  in.get("L", "t").Merge(in.get("R", "i"), merging{LeftOn: "t", RightOn: "i"}),
		"nothing common":   in.get("L", "x").Merge(in.get("R", "y")),
		"on and left_on":   l.Merge(r, merging{On: "i", LeftOn: "i"}),
		"left_on alone":    l.Merge(r, merging{LeftOn: "i"}),
		"right_on alone":   l.Merge(r, merging{RightOn: "i"}),
		"left_index alone": l.Merge(r, merging{LeftIndex: true}),
		"lengths":          l.Merge(r, merging{LeftOn: "i", RightOn: []string{"i", "y"}}),
		"suffixes":         clash.Merge(r, merging{On: "i"}),
		"no suffix":        l.Merge(r, merging{On: "i", Suffixes: &[2]string{}}),
		"cross":            l.Merge(r, merging{On: "i", How: "cross"}),
		"indicator":        l.Merge(r, merging{On: "i", Indicator: "x"}),
		"validate":         l.Merge(r, merging{On: "i", Validate: "maybe"}),
	} {
		marstest.Check(t, name, v, in.g.Get(t, "E "+name))
	}
	marstest.Check(t, "no key", l.Merge(r, merging{On: "nope"}), errs.NotFound)
	marstest.Check(t, "no right key", l.Merge(r, merging{LeftOn: "i", RightOn: "zip"}), errs.NotFound)
	twice := in.get("S", "i", "y")
	twice = twice.Merge(twice, merging{How: "cross"})
	for _, v := range []string{"one_to_one", "1:m", "m:1"} {
		h := dataframe.FromFrame(in.frame("L", "i", "x")).Merge(in.get("R", "i", "y"), merging{Validate: v})
		marstest.Check(t, "not "+v, h, marstest.Golden{Kind: "error", Type: "MergeError", Text: "Merge keys are not unique in "})
	}
	if err := twice.Err(); err != nil {
		t.Error(err)
	}
	if err := l.Merge(r, merging{On: struct{}{}}).Err(); err == nil {
		t.Error("a struct is a label")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// The side that a merge gives whole to every chunk of the other is chosen by what is known once the sides are
// made: here how many rows a filter leaves.
func TestSmallSideOfAMergeIsGivenToAll(t *testing.T) {
	const n = 400
	k, x := make([]int64, n), make([]float64, n)
	for i := range n {
		k[i], x[i] = int64(i*7%40), float64(i)
	}
	side := func(name string, below float64) *dataframe.DataFrame { // the rows where the column is less
		d := dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: name, Data: x})
		return d.Filter(d.Col(name).Lt(below))
	}
	late := map[string]bool{"*op.partition map": true}
	for _, task := range []string{"keys only", "other columns", "other schema", "join keys", "materialise"} {
		late["*merge.Merge "+task] = true
	}
	for _, c := range []struct {
		name        string
		left, right float64
		how         string
		ordered     bool // somebody looks at the order of the rows
		calls       map[string]bool
	}{
		{"right is small", n, 3, "", true, map[string]bool{"*merge.Merge count repeats": true, "*merge.Merge chunk": true}},
		{"left is small", 3, n, "", false, map[string]bool{"*merge.Merge count repeats": true, "*merge.Merge join swapped": true}},
		{"left is small and its order counts", 3, n, "", true, late},
		{"left is small and keeps its rows", 3, n, "left", false, map[string]bool{"*op.partition map": true, "*merge.Merge final": true}},
		{"none is small", n, n, "", false, map[string]bool{"*op.partition map": true, "*merge.Merge final": true}},
	} {
		m := side("x", c.left).Merge(side("y", c.right), merging{On: "k", How: c.how})
		v := m.Value()
		if !c.ordered {
			v = m.Col("y").Sum().Value()
		}
		l := marstest.Loop{ChunkBytes: 256}
		if _, err := l.Run(v); err != nil {
			t.Fatal(c.name, err)
		}
		got := map[string]bool{}
		for call := range l.Calls {
			if strings.HasPrefix(call, "*merge.Merge ") || call == "*op.partition map" {
				got[call] = true
			}
		}
		if !maps.Equal(got, c.calls) {
			t.Errorf("%s: %v, want %v", c.name, got, c.calls)
		}
	}
}
