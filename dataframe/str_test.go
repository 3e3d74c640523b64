package dataframe_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

// inputs are the series that a golden file calls "in NAME".
func inputs(t *testing.T, g marstest.Goldens, names ...string) map[string]*dataframe.Series {
	t.Helper()
	out := map[string]*dataframe.Series{}
	for _, n := range names {
		out[n] = dataframe.SeriesFromFrame(g.Get(t, "in "+n).Value(t).(*frame.Frame))
	}
	return out
}

// goldenFrame is a golden as a frame.
func goldenFrame(t *testing.T, g marstest.Golden) *frame.Frame {
	t.Helper()
	return g.Value(t).(*frame.Frame)
}

// coded is a series whose column has a dictionary, with a value that no row has.
func coded(t *testing.T, s *dataframe.Series) *dataframe.Series {
	t.Helper()
	l := marstest.Loop{ChunkBytes: 1 << 30}
	v, err := l.Run(s.Value())
	if err != nil {
		t.Fatal(err)
	}
	f := v[0].(*frame.Frame)
	c := f.Cols[0]
	vals := []string{"nobody has this one"}
	codes := make([]int16, c.Rows)
	for i := range codes {
		codes[i] = -1
		if s, ok := c.Cell(i).(string); ok {
			k := slices.Index(vals, s)
			if k < 0 {
				k = len(vals)
				vals = append(vals, s)
			}
			codes[i] = int16(k)
		}
	}
	dict, err := frame.NewDictionary(frame.Strs(vals...))
	if p, e := frame.Strs(vals...).Decode(mem.Heap); e == nil {
		dict, err = frame.NewDictionary(p)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := frame.NewDict(c.DType, dict, mem.WrapOf(codes), 0, c.Rows, 2)
	return dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(f.Index, f.Names[0], d)))
}

// textCalls are run on every input of testdata/str.json that has an answer there.
var textCalls = map[string]func(s dataframe.Str) op.Handle{
	"len":                 func(s dataframe.Str) op.Handle { return s.Len() },
	"lower":               func(s dataframe.Str) op.Handle { return s.Lower() },
	"upper":               func(s dataframe.Str) op.Handle { return s.Upper() },
	"title":               func(s dataframe.Str) op.Handle { return s.Title() },
	"capitalize":          func(s dataframe.Str) op.Handle { return s.Capitalize() },
	"swapcase":            func(s dataframe.Str) op.Handle { return s.Swapcase() },
	"casefold":            func(s dataframe.Str) op.Handle { return s.Casefold() },
	"isalpha":             func(s dataframe.Str) op.Handle { return s.IsAlpha() },
	"isdigit":             func(s dataframe.Str) op.Handle { return s.IsDigit() },
	"isnumeric":           func(s dataframe.Str) op.Handle { return s.IsNumeric() },
	"isdecimal":           func(s dataframe.Str) op.Handle { return s.IsDecimal() },
	"isalnum":             func(s dataframe.Str) op.Handle { return s.IsAlnum() },
	"isspace":             func(s dataframe.Str) op.Handle { return s.IsSpace() },
	"islower":             func(s dataframe.Str) op.Handle { return s.IsLower() },
	"isupper":             func(s dataframe.Str) op.Handle { return s.IsUpper() },
	"istitle":             func(s dataframe.Str) op.Handle { return s.IsTitle() },
	"isascii":             func(s dataframe.Str) op.Handle { return s.IsASCII() },
	"strip":               func(s dataframe.Str) op.Handle { return s.Strip() },
	"lstrip":              func(s dataframe.Str) op.Handle { return s.Lstrip() },
	"rstrip":              func(s dataframe.Str) op.Handle { return s.Rstrip() },
	"strip set":           func(s dataframe.Str) op.Handle { return s.Strip("Ha éd") },
	"lstrip set":          func(s dataframe.Str) op.Handle { return s.Lstrip("aHb") },
	"removeprefix":        func(s dataframe.Str) op.Handle { return s.RemovePrefix("He") },
	"removesuffix":        func(s dataframe.Str) op.Handle { return s.RemoveSuffix("é ") },
	"find o":              func(s dataframe.Str) op.Handle { return s.Find("o") },
	"find bounds":         func(s dataframe.Str) op.Handle { return s.Find("o", -6, -1) },
	"find empty":          func(s dataframe.Str) op.Handle { return s.Find("", 3) },
	"rfind":               func(s dataframe.Str) op.Handle { return s.Rfind("a", 0, 12) },
	"count":               func(s dataframe.Str) op.Handle { return s.Count("[oOa]") },
	"count words":         func(s dataframe.Str) op.Handle { return s.Count(`\b`) },
	"contains look-ahead": func(s dataframe.Str) op.Handle { return s.Contains(`o(?=\w)`) },
	"match twice":         func(s dataframe.Str) op.Handle { return s.Match(`.*(\w)\1`) },
	"replace look-behind": func(s dataframe.Str) op.Handle { return s.Replace(`(?<=\w)\b`, "#", dataframe.StrReplace{Regex: true}) },
	"count text":          func(s dataframe.Str) op.Handle { return s.Count("b", dataframe.StrMatch{Literal: true}) },
	"slice 1:":            func(s dataframe.Str) op.Handle { return s.Slice(dataframe.StrSlice{Start: dataframe.At(1)}) },
	"slice ::-2": func(s dataframe.Str) op.Handle {
		return s.Slice(dataframe.StrSlice{Start: dataframe.At(-1), Step: dataframe.At(-2)})
	},
	"slice -3:-1": func(s dataframe.Str) op.Handle {
		return s.Slice(dataframe.StrSlice{Start: dataframe.At(-3), Stop: dataframe.At(-1)})
	},
	"slice 1:9:3": func(s dataframe.Str) op.Handle {
		return s.Slice(dataframe.StrSlice{Start: dataframe.At(1), Stop: dataframe.At(9), Step: dataframe.At(3)})
	},
	"slice_replace": func(s dataframe.Str) op.Handle {
		return s.SliceReplace(dataframe.StrSlice{Start: dataframe.At(1), Stop: dataframe.At(-2)}, "#é")
	},
	"slice_replace insert": func(s dataframe.Str) op.Handle {
		return s.SliceReplace(dataframe.StrSlice{Start: dataframe.At(5), Stop: dataframe.At(2)}, "#")
	},
	"slice_replace all": func(s dataframe.Str) op.Handle { return s.SliceReplace(dataframe.StrSlice{}, "-") },
	"get 0":             func(s dataframe.Str) op.Handle { return s.Get(0) },
	"get -2":            func(s dataframe.Str) op.Handle { return s.Get(-2) },
	"get 99":            func(s dataframe.Str) op.Handle { return s.Get(99) },
	"pad both":          func(s dataframe.Str) op.Handle { return s.Pad(8, "both", "é") },
	"pad left":          func(s dataframe.Str) op.Handle { return s.Pad(6, "left") },
	"center":            func(s dataframe.Str) op.Handle { return s.Center(9, "*") },
	"ljust":             func(s dataframe.Str) op.Handle { return s.Ljust(7, ".") },
	"rjust":             func(s dataframe.Str) op.Handle { return s.Rjust(7) },
	"zfill":             func(s dataframe.Str) op.Handle { return s.Zfill(6) },
	"repeat":            func(s dataframe.Str) op.Handle { return s.Repeat(3) },
	"repeat 0":          func(s dataframe.Str) op.Handle { return s.Repeat(0) },
	"join":              func(s dataframe.Str) op.Handle { return s.Join("-é") },
	"contains":          func(s dataframe.Str) op.Handle { return s.Contains("o", dataframe.StrMatch{Literal: true}) },
	"contains dot":      func(s dataframe.Str) op.Handle { return s.Contains(".", dataframe.StrMatch{Literal: true}) },
	"contains regex":    func(s dataframe.Str) op.Handle { return s.Contains(`^[a-h]\w+`) },
	"contains case":     func(s dataframe.Str) op.Handle { return s.Contains("O", dataframe.StrMatch{IgnoreCase: true}) },
	"contains literal case": func(s dataframe.Str) op.Handle {
		return s.Contains("HELLO", dataframe.StrMatch{IgnoreCase: true, Literal: true})
	},
	"contains na":        func(s dataframe.Str) op.Handle { return s.Contains("o", dataframe.StrMatch{NA: yes(true)}) },
	"contains na False":  func(s dataframe.Str) op.Handle { return s.Contains("o", dataframe.StrMatch{NA: yes(false)}) },
	"contains digits":    func(s dataframe.Str) op.Handle { return s.Contains(`^\d+$`) },
	"contains dollar":    func(s dataframe.Str) op.Handle { return s.Contains("a$") },
	"contains not word":  func(s dataframe.Str) op.Handle { return s.Contains(`[\W_]`) },
	"contains blank":     func(s dataframe.Str) op.Handle { return s.Contains(`\s`) },
	"contains flags":     func(s dataframe.Str) op.Handle { return s.Contains("hello.w", dataframe.StrMatch{Flags: 2}) },
	"startswith":         func(s dataframe.Str) op.Handle { return s.StartsWith("a") },
	"startswith several": func(s dataframe.Str) op.Handle { return s.StartsWith("H", " ", "日本") },
	"endswith":           func(s dataframe.Str) op.Handle { return s.EndsWith("é ") },
	"match":              func(s dataframe.Str) op.Handle { return s.Match("[a-h]", dataframe.StrMatch{IgnoreCase: true}) },
	"fullmatch":          func(s dataframe.Str) op.Handle { return s.FullMatch("a|abc|ab, .*") },
	"replace":            func(s dataframe.Str) op.Handle { return s.Replace("o", "0") },
	"replace n":          func(s dataframe.Str) op.Handle { return s.Replace("o", "0", dataframe.StrReplace{N: 1}) },
	"replace dot":        func(s dataframe.Str) op.Handle { return s.Replace(".", "!") },
	"replace empty":      func(s dataframe.Str) op.Handle { return s.Replace("", "-") },
	"replace empty n":    func(s dataframe.Str) op.Handle { return s.Replace("", "-", dataframe.StrReplace{N: 2}) },
	"replace case":       func(s dataframe.Str) op.Handle { return s.Replace("HE", "-", dataframe.StrReplace{IgnoreCase: true}) },
	"replace regex": func(s dataframe.Str) op.Handle {
		return s.Replace(`([a-z]+)(\d)`, `<\2\1>`, dataframe.StrReplace{Regex: true})
	},
	"replace regex n": func(s dataframe.Str) op.Handle {
		return s.Replace(`[a-z]`, "#", dataframe.StrReplace{Regex: true, N: 2})
	},
	"replace named": func(s dataframe.Str) op.Handle {
		return s.Replace(`(?P<w>[A-Z])`, `\g<w>\g<w>`, dataframe.StrReplace{Regex: true})
	},
	"replace star": func(s dataframe.Str) op.Handle { return s.Replace("z*", "-", dataframe.StrReplace{Regex: true}) },
}

// cutCalls are the methods that cut texts. Where no text is there pandas has fewer columns of partition, and
// float64 instead of objects.
var cutCalls = map[string]func(s dataframe.Str) op.Handle{
	"split":               func(s dataframe.Str) op.Handle { return s.Split("") },
	"split comma":         func(s dataframe.Str) op.Handle { return s.Split(",") },
	"split n":             func(s dataframe.Str) op.Handle { return s.Split(" ", dataframe.StrSplit{N: 1}) },
	"split regex":         func(s dataframe.Str) op.Handle { return s.Split("[,.] ?") },
	"split groups":        func(s dataframe.Str) op.Handle { return s.Split(`([,.])|(\d)`) },
	"split one char":      func(s dataframe.Str) op.Handle { return s.Split(".") },
	"split expand":        func(s dataframe.Str) op.Handle { return s.SplitExpand(",") },
	"split blanks expand": func(s dataframe.Str) op.Handle { return s.SplitExpand("", dataframe.StrSplit{N: 1}) },
	"rsplit":              func(s dataframe.Str) op.Handle { return s.RSplit("", dataframe.StrSplit{N: 1}) },
	"rsplit expand":       func(s dataframe.Str) op.Handle { return s.RSplitExpand(" ", dataframe.StrSplit{N: 1}) },
	"partition":           func(s dataframe.Str) op.Handle { return s.Partition(" ") },
	"rpartition":          func(s dataframe.Str) op.Handle { return s.RPartition("o") },
	"partition tuples":    func(s dataframe.Str) op.Handle { return s.PartitionTuples("o") },
	"extract":             func(s dataframe.Str) op.Handle { return s.Extract(`([a-z]+)(\d)?`) },
	"extract names":       func(s dataframe.Str) op.Handle { return s.Extract(`(?P<first>[A-Z])(?P<rest>\w*)`) },
	"extract one":         func(s dataframe.Str) op.Handle { return s.ExtractOne(`(?P<k>\d+)`) },
	"extract unnamed":     func(s dataframe.Str) op.Handle { return s.ExtractOne(`(\d+)`) },
	"extract one frame":   func(s dataframe.Str) op.Handle { return s.Extract(`(\d+)`) },
	"findall":             func(s dataframe.Str) op.Handle { return s.FindAll("[a-z]o") },
	"findall groups":      func(s dataframe.Str) op.Handle { return s.FindAll("([a-z])(o)") },
}

func TestStrCuts(t *testing.T) {
	g := marstest.Load(t, "testdata/str.json")
	in := inputs(t, g, "str", "string", "full", "none", "empty", "cat")
	for name, call := range cutCalls {
		for k, s := range in {
			want, ok := g[name+"/"+k]
			if !ok || (name == "partition" || name == "rpartition") && (k == "none" || k == "empty") || k == "none" && want.Kind == "series" {
				continue
			}
			marstest.Check(t, name+"/"+k, call(s.Str()), want, marstest.ChunkBytes(64))
			if k == "str" {
				marstest.Check(t, name+"/"+k+" coded", call(coded(t, s).Str()), want, marstest.ChunkBytes(200))
			}
		}
	}
}

func TestStrCat(t *testing.T) {
	g := marstest.Load(t, "testdata/str.json")
	for k, s := range inputs(t, g, "str", "string", "full", "none", "empty", "cat") {
		if want, ok := g["cat/"+k]; ok {
			marstest.Check(t, "cat/"+k, s.Str().Cat(s, dataframe.StrCat{Sep: "|"}), want)
		}
		if want, ok := g["cat na/"+k]; ok {
			na, dash := "?", "-"
			marstest.Check(t, "cat na/"+k, s.Str().Cat(s, dataframe.StrCat{Sep: "|", NaRep: &na}), want)
			text := func(name string) any { return g.Get(t, name).Value(t).(*frame.Frame).Cols[0].Cell(0) }
			marstest.Check(t, "cat text/"+k, s.Str().CatAll(dataframe.StrCat{Sep: ","}), text("cat text/"+k))
			marstest.Check(t, "cat text na/"+k, s.Str().CatAll(dataframe.StrCat{NaRep: &dash}), text("cat text na/"+k))
		}
	}
	in := inputs(t, g, "left", "right")
	marstest.Check(t, "by label", in["left"].Str().Cat(in["right"]), g.Get(t, "by label"))
}

func yes(b bool) *bool { return &b }

func TestStr(t *testing.T) {
	g := marstest.Load(t, "testdata/str.json")
	in := inputs(t, g, "str", "string", "full", "none", "empty", "cat")
	for name, call := range textCalls {
		for k, s := range in {
			want, ok := g[name+"/"+k]
			if !ok {
				continue
			}
			marstest.Check(t, name+"/"+k, call(s.Str()), want, marstest.ChunkBytes(64))
			if k == "str" || k == "string" {
				marstest.Check(t, name+"/"+k+" coded", call(coded(t, s).Str()), want, marstest.ChunkBytes(200))
			}
		}
	}
}

func TestStrOfConstant(t *testing.T) {
	c, err := frame.NewConst(mem.Heap, frame.Strs("Über"), 5)
	if err != nil {
		t.Fatal(err)
	}
	s := dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("x"), c))).Str()
	series := func(c *frame.Column) *frame.Frame {
		return frame.Must(frame.NewSeries(nil, frame.L("x"), c))
	}
	marstest.Check(t, "upper", s.Upper(), series(frame.Strs("ÜBER", "ÜBER", "ÜBER", "ÜBER", "ÜBER")))
	marstest.Check(t, "len", s.Len(), series(frame.Of([]int64{4, 4, 4, 4, 4})))
	marstest.Check(t, "istitle", s.IsTitle(), series(frame.Of([]bool{true, true, true, true, true})))
}

func TestStrRefuses(t *testing.T) {
	numbers := dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("n"), frame.Of([]int64{1, 2}))))
	marstest.Check(t, "numbers", numbers.Str().Lower(), errs.Type)
	cats := frame.NewDict(dtype.Categorical, &frame.Dictionary{Values: frame.Of([]int64{7})}, mem.WrapOf([]int8{0}), 0, 1, 1)
	g := marstest.Load(t, "testdata/str.json")
	s := inputs(t, g, "str")["str"].Str()
	marstest.Check(t, "bad side", s.Pad(3, "top"), g.Get(t, "bad side"))
	marstest.Check(t, "bad fill", s.Pad(3, "left", "ab"), g.Get(t, "bad fill"))
	marstest.Check(t, "bad step", s.Slice(dataframe.StrSlice{Step: dataframe.At(0)}), g.Get(t, "bad step"))
	marstest.Check(t, "bad repeat", s.Repeat(-1), g.Get(t, "bad repeat"))
	marstest.Check(t, "bad pattern", s.Contains("("), errs.Invalid)
	marstest.Check(t, "look-ahead", s.Contains("a(?=b"), errs.Invalid)
	marstest.Check(t, "bad group", s.Replace("(a)", `\2`, dataframe.StrReplace{Regex: true}), errs.Invalid)
	marstest.Check(t, "bad count", s.Count("["), errs.Invalid)
	marstest.Check(t, "bad groups", s.Extract("a"), g.Get(t, "bad groups"))
	marstest.Check(t, "bad sep", s.Partition(""), g.Get(t, "bad sep"))
	marstest.Check(t, "cat of numbers", s.Cat(numbers), errs.Type)
	marstest.Check(t, "categories", dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("n"), cats))).Str().Len(), errs.Type)
}

// The dtype of items of objects follows from all chunks.
func TestItems(t *testing.T) {
	g := marstest.Load(t, "testdata/str.json")
	dict := frame.Record{{Key: int64(1), Value: int64(7)}, {Name: "k", Value: int64(8)}}
	cells := frame.NewObjects([]any{[]any{int64(4), int64(5)}, frame.Tuple{int64(6)}, dict})
	s := dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("t"), cells))).Str()
	if v := plan.Rewritten(s.Get(1).Value())[0]; v.N.In[0].N.Name != "dataframe.items_of_texts" {
		t.Errorf("items are by %s of %s", v.N.Name, v.N.In[0].N.Name)
	}
	marstest.Check(t, "items 1", s.Get(1), g.Get(t, "items 1"), marstest.ChunkBytes(8))
	marstest.Check(t, "items k", s.Get("k"), g.Get(t, "items k"), marstest.ChunkBytes(8))
}
