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
	"len":        func(s dataframe.Str) op.Handle { return s.Len() },
	"lower":      func(s dataframe.Str) op.Handle { return s.Lower() },
	"upper":      func(s dataframe.Str) op.Handle { return s.Upper() },
	"title":      func(s dataframe.Str) op.Handle { return s.Title() },
	"capitalize": func(s dataframe.Str) op.Handle { return s.Capitalize() },
	"swapcase":   func(s dataframe.Str) op.Handle { return s.Swapcase() },
	"casefold":   func(s dataframe.Str) op.Handle { return s.Casefold() },
	"isalpha":    func(s dataframe.Str) op.Handle { return s.IsAlpha() },
	"isdigit":    func(s dataframe.Str) op.Handle { return s.IsDigit() },
	"isnumeric":  func(s dataframe.Str) op.Handle { return s.IsNumeric() },
	"isdecimal":  func(s dataframe.Str) op.Handle { return s.IsDecimal() },
	"isalnum":    func(s dataframe.Str) op.Handle { return s.IsAlnum() },
	"isspace":    func(s dataframe.Str) op.Handle { return s.IsSpace() },
	"islower":    func(s dataframe.Str) op.Handle { return s.IsLower() },
	"isupper":    func(s dataframe.Str) op.Handle { return s.IsUpper() },
	"istitle":    func(s dataframe.Str) op.Handle { return s.IsTitle() },
	"isascii":    func(s dataframe.Str) op.Handle { return s.IsASCII() },
}

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
	marstest.Check(t, "categories", dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("n"), cats))).Str().Len(), errs.Type)
}
