package dataframe_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

func init() {
	dataframe.RegisterFunc("test.double", func(x float64) float64 { return x*2 + 1 }, dataframe.Deterministic())
	dataframe.RegisterFunc("test.shout", func(s string) string { return s + "!" })
	dataframe.RegisterFunc("test.row", func(r dataframe.Row) any { return fmt.Sprint(r.Get("i")) })
	dataframe.RegisterFunc("test.fails", func(v any) (any, error) { return nil, errors.New("no good") })
	dataframe.RegisterFunc("test.panics", func(v any) any { panic("at the disco") })
}

func TestElements(t *testing.T) {
	in := load(t, "elements")
	df, keyed, gaps, whole := in.df("df"), in.df("keyed"), in.df("gaps"), in.df("whole")
	num := df.Select("i", "f")
	in.check(map[string]op.Handle{
		"isna": df.IsNA(), "notna": keyed.Col("f").NotNA(), "neg": df.Select("i", "f", "b", "N").Neg(), "invert": df.Select("i", "b").Not(),
		"abs": df.Select("i", "f", "N", "b").Abs(), "neg text": df.Col("s").Neg(), "invert float": df.Col("f").Not(),
		"round": df.Select("i", "f", "s").Round(1), "round tens": num.Mul(7).Round(-1), "round all": df.Col("f").Round(0),
		"fill": df.Col("f").FillNA(0), "fill frame": num.FillNA(1.5), "fill text": df.Col("s").FillNA("none"), "fill text number": df.Col("s").FillNA(0),
		"fill nullable": df.Col("N").FillNA(7), "fill columns": df.FillNA(map[any]any{"f": -1, "s": "q", "z": 1}),
		"fill time": df.Col("t").FillNA("2021-01-01"), "fill objects": df.Col("o").FillNA("?"), "fill nothing": df.Col("i").FillNA(5),
		"fill bad nullable": df.Col("N").FillNA("a"), "fill whole text": whole.Col("c").FillNA(0),
		"dropna": df.DropNA(), "dropna all": gaps.DropNA(dataframe.DropNA{How: "all"}), "dropna subset": df.DropNA(dataframe.DropNA{Subset: []any{"f", "s"}}),
		"dropna thresh": gaps.DropNA(dataframe.DropNA{Thresh: 2}), "dropna series": keyed.Col("f").DropNA(),
		"dropna how": df.DropNA(dataframe.DropNA{How: "some"}), "dropna lost": df.DropNA(dataframe.DropNA{Subset: []any{"q"}}),
		"map": df.Col("s").Map(map[any]any{"x0": 1, "x1": 2, "x3": 4}), "map whole": whole.Col("c").Map(map[any]any{"a": "A", "b": "B", "c": "C"}),
		"map ints": whole.Col("c").Map(map[any]any{"a": 1, "b": 2, "c": 3}), "map numbers": df.Col("i").Map(map[any]any{1: "one", 2.0: "two"}),
		"isin": df.Col("i").IsIn(1, 3, -2), "isin text": df.Col("s").IsIn("x1", nil), "isin frame": num.IsIn(1, 0.5), "isin nan": df.Col("f").IsIn(math.NaN()),
		"isin by column": df.IsInByColumn(map[any][]any{"i": {1, 3}, "s": {"x1", nil}, "q": {1}}),
		"between":        df.Col("i").Between(-1, 3), "between neither": df.Col("f").Between(-0.5, 0.5, "neither"),
	})
}

func TestAsType(t *testing.T) {
	in := load(t, "elements")
	df, whole := in.df("df"), in.df("whole")
	in.check(map[string]op.Handle{
		"astype": df.Select("i", "b").AsType(dtype.Float32), "astype columns": df.AsType(map[any]any{"i": "int8", "f": "str", "b": "Int64"}),
		"astype category": whole.Col("c").AsType("category"), "astype float category": whole.Col("n").AsType("category"),
		"astype date text": whole.Col("d").AsType("str"), "astype span text": whole.Col("e").AsType("str"), "astype time text": df.Col("t").AsType("str"),
		"astype number": whole.Col("p").AsType("int64"), "astype nan": df.Col("f").AsType("int64"), "astype bad": df.Col("s").AsType("float64"),
		"astype objects": df.Col("t").AsType("object").IsNA(),
	})
	of := func(cats ...any) dataframe.CategoryType { return dataframe.CategoryType{Categories: cats} }
	in.check(map[string]op.Handle{
		"astype categories": df.Col("s").AsType(of("x3", "x1")), "astype number categories": df.Col("N").AsType(dataframe.CategoryType{Categories: []any{4.0, 2.0, 7.0}, Ordered: true}),
		"astype bool categories": df.Col("i").AsType(of(true)), "astype other categories": whole.Col("c").AsType("category").AsType(of("z", "c", "a")),
		"astype object categories": df.Col("o").AsType(of("o", 3)), "astype no categories": df.Col("s").AsType(of()),
	})
	marstest.Check(t, "no category twice", df.Col("s").AsType(dataframe.CategoryType{Categories: []any{"x1", "x1"}}), errs.Invalid)
	marstest.Check(t, "no missing category", df.Col("s").AsType(dataframe.CategoryType{Categories: []any{"x1", nil}}), errs.Invalid)
	marstest.Check(t, "unknown dtype", df.AsType("nosuch"), errs.Type)
	marstest.Check(t, "unknown column", df.AsType(map[any]any{"q": "int8"}), errs.NotFound)
	marstest.Check(t, "refused", df.Col("t").AsType("float64"), errs.Type)
}

func TestAssign(t *testing.T) {
	in := load(t, "elements")
	df, keyed, part := in.df("df"), in.df("keyed"), in.series("part")
	counted := make([]int, 24)
	halves := make([]float64, 24)
	for i := range counted {
		counted[i], halves[i] = i, float64(i)/2
	}
	set := df.Select("i")
	before := set.Mul(2)
	if err := errors.Join(set.Set("a", 1), set.Set("b", set.Col("i").Add(1))); err != nil {
		t.Fatal(err)
	}
	in.check(map[string]op.Handle{
		"assign scalar": df.Assign(c{"z", 1.5}), "assign text": df.Assign(c{"i", "a"}), "assign series": keyed.Assign(c{"z", keyed.Col("f").Mul(2)}),
		"assign other": keyed.Assign(c{"z", part}, c{"i", part}), "assign ints": keyed.Assign(c{"z", keyed.Col("i").Head(10)}),
		"assign all ints": keyed.Assign(c{"z", keyed.Col("i").Iloc(tensor.Whole.Every(-1))}), "assign list": keyed.Assign(c{"z", counted}),
		"assign tensor": keyed.Assign(c{"f", nd.Of(halves)}), "assign two": set,
	})
	marstest.Check(t, "what was derived", before, in.Get(t, "twice"))
	marstest.Check(t, "column before", keyed.Assign(c{"z", part}).Col("s"), in.frame("keyed").Select(2))
	marstest.Check(t, "length", keyed.Assign(c{"z", []int{1, 2}}), errs.Invalid)
	marstest.Check(t, "tensor length", keyed.Assign(c{"z", nd.Of([]float64{1})}), errs.Invalid)
	marstest.Check(t, "a frame", keyed.Assign(c{"z", df}), errs.Type)
	marstest.Check(t, "labels twice", keyed.Assign(c{"z", dataframe.NewSeries([]int{1, 2}, options{Index: []string{"k01", "k01"}})}), errs.Invalid)
	if err := set.Set("q", struct{}{}); !errs.Is(err, errs.Type) || len(set.Columns()) != 3 {
		t.Errorf("%v leaves %v", err, set.Columns())
	}
}

func TestApply(t *testing.T) {
	in := load(t, "elements")
	df := in.df("df")
	in.check(map[string]op.Handle{
		"apply": df.Col("i").Apply("test.double"), "apply text": df.Col("s").Apply("test.shout"), "apply rows": df.Apply("test.row", dtype.Str),
	})
	marstest.Check(t, "not registered", df.Apply("test.none"), errs.NotFound)
	marstest.Check(t, "elements of a frame", df.Apply("test.double"), errs.Type)
	marstest.Check(t, "rows of a series", df.Col("i").Apply("test.row"), errs.Type)
	for name, want := range map[string]string{"test.fails": "no good", "test.panics": "at the disco"} {
		l := marstest.Loop{}
		if _, err := l.Run(df.Col("i").Apply(name).Value()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if a, b := df.Col("s").Apply("test.shout").Value(), df.Col("s").Apply("test.shout").Value(); a.Meta().Key == b.Meta().Key {
		t.Error("opaque calls are shared")
	}
	if a, b := df.Col("i").Apply("test.double").Value(), df.Col("i").Apply("test.double").Value(); a.Meta().Key != b.Meta().Key {
		t.Error("deterministic calls differ")
	}
}
