package csv_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

type golden struct {
	Text    string
	Options map[string]any
	Error   string
	Columns []any
	DTypes  []string
	Values  [][]any
	Index   struct {
		Names  []any
		DTypes []string
		Values [][]any
	}
}

// text is the bytes that the script stored as Latin-1.
func (g *golden) text() []byte {
	var b []byte
	for _, r := range g.Text {
		b = append(b, byte(r))
	}
	return b
}

func label(v any) frame.Label {
	if f, ok := v.(float64); ok {
		return frame.L(int(f))
	}
	return frame.L(v)
}

func labels(v any) (out []frame.Label) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, e := range list {
		out = append(out, label(e))
	}
	return out
}

func words(v any) (out []string) {
	for _, e := range v.([]any) {
		out = append(out, fmt.Sprint(e))
	}
	return out
}

// options turns keyword arguments into Options.
func (g *golden) options(t *testing.T) csv.Options {
	o := csv.Options{File: "x.csv"}
	for k, v := range g.Options {
		switch k {
		case "sep":
			o.Sep = v.(string)
		case "header":
			if v == nil {
				o.Header = csv.NoHeader
			} else {
				o.Header = csv.HeaderRow + csv.Header(v.(float64))
			}
		case "names":
			o.Names = words(v)
		case "index_col":
			if v == false {
				o.NoIndex = true
			} else {
				o.IndexCol = labels(v)
			}
		case "usecols":
			o.UseCols = labels(v)
		case "dtype":
			parse := func(s any) dtype.DType {
				d, err := dtype.Parse(s.(string))
				if err != nil {
					t.Fatal(err)
				}
				return d
			}
			if m, ok := v.(map[string]any); ok {
				o.DTypes = map[string]dtype.DType{}
				for n, s := range m {
					o.DTypes[n] = parse(s)
				}
			} else {
				o.DType = parse(v)
			}
		case "skiprows":
			if list, ok := v.([]any); ok {
				for _, e := range list {
					o.SkipLines = append(o.SkipLines, int(e.(float64)))
				}
			} else {
				o.SkipRows = int(v.(float64))
			}
		case "nrows":
			n := int(v.(float64))
			o.NRows = &n
		case "na_values":
			if m, ok := v.(map[string]any); ok {
				o.NAByColumn = map[string][]string{}
				for n, e := range m {
					o.NAByColumn[n] = words(e)
				}
			} else {
				o.NAValues = words(v)
			}
		case "keep_default_na":
			o.NoDefaultNA = true
		case "na_filter":
			o.NoNAFilter = true
		case "true_values":
			o.TrueValues = words(v)
		case "false_values":
			o.FalseValues = words(v)
		case "parse_dates":
			if v == true {
				o.ParseIndex = true
			} else {
				o.ParseDates = labels(v)
			}
		case "date_format":
			o.DateFormat = v.(string)
		case "dayfirst":
			o.DayFirst = true
		case "quotechar":
			o.Quote = v.(string)[0]
		case "quoting":
			o.NoQuote = true
		case "doublequote":
			o.NoDoubleQuote = true
		case "escapechar":
			o.Escape = v.(string)[0]
		case "comment":
			o.Comment = v.(string)[0]
		case "thousands":
			o.Thousands = v.(string)[0]
		case "decimal":
			o.Decimal = v.(string)[0]
		case "skipinitialspace":
			o.SkipInitialSpace = true
		case "skip_blank_lines":
			o.KeepBlankLines = true
		case "on_bad_lines":
			o.SkipBadLines = true
		default:
			t.Fatalf("option %s", k)
		}
	}
	return o
}

// cell is a value as the script writes it.
func cell(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case float64:
		if v != v {
			return nil
		}
		return dtype.FormatFloat(v, 8)
	case string:
		return "s:" + v
	case bool:
		return strings.ToUpper(fmt.Sprint(v)[:1]) + fmt.Sprint(v)[1:]
	case *big.Int:
		return v.String()
	case frame.Label:
		if s, ok := v.Text(); ok {
			return "s:" + s
		}
		if v.IsNil() {
			return nil
		}
		return v.String()
	}
	return frame.L(v).String()
}

func cells(c *frame.Column) []any {
	out := []any{}
	for _, v := range c.Cells() {
		out = append(out, cell(v))
	}
	return out
}

// readAll reads all of text in ranges of chunk bytes, widening the schema until all fit.
func readAll(text []byte, o csv.Options, chunk int64) (*frame.Frame, error) {
	r, size := bytes.NewReader(text), int64(len(text))
	s, err := csv.Sniff(r, size, o)
	if err != nil {
		return nil, err
	}
	rngs, err := csv.SplitExact(r, size, s, o, chunk)
	if err != nil {
		return nil, err
	}
	for round := 0; ; round++ {
		wide := s
		var parts []*frame.Frame
		for _, rng := range rngs {
			f, err := csv.Read(mem.Heap, r, rng, s, o)
			if m, ok := errors.AsType[*csv.Misfit](err); ok {
				wide = wide.Merge(m.Schema)
				continue
			}
			if err != nil {
				return nil, err
			}
			parts = append(parts, f)
		}
		if len(parts) == len(rngs) {
			return frame.ConcatFrames(mem.Heap, parts...)
		}
		if round > 8 {
			return nil, errs.New(errs.Internal, "the schema does not settle")
		}
		s = wide
	}
}

// differs are cases in which we differ from pandas on purpose.
var differs = map[string]string{
	"a,b\n18446744073709551615,1\n,1\n": "a column beyond int64 with a missing value is str; pandas then forgets which values are missing",
}

// errorWords are errors of ours that stand for pandas' texts.
var errorWords = []struct{ pandas, ours string }{
	{"Expected 2 fields in line 3, saw 3", "x.csv:3: expected 2 fields, saw 3"},
	{"Expected 1 fields in line 4, saw 2", "x.csv:6: expected 1 fields, saw 2"}, // pandas counts records, we count lines
	{"EOF inside string starting at row 1", "x.csv:2: a quoted field does not end"},
	{"EOF inside string starting at row 2", "x.csv:3: a quoted field does not end"},
	{"No columns to parse from file", "No columns to parse from file"},
	{"Duplicate names are not allowed.", "Duplicate names are not allowed."},
	{"Index q invalid", "Index q invalid"},
	{"columns expected but not found: ['q']", "columns expected but not found: ['q']"},
	{"UnicodeDecodeError", "is not UTF-8"},
	{"cannot safely convert passed user dtype of int8", `x.csv:2: column 'a': "300" is no int8`},
	{"invalid literal for int() with base 10: 'x'", `x.csv:2: column 'a': "x" is no int64`},
	{"Integer column has NA values in column 0", `x.csv:2: column 'a': "" is no int64`},
	{"Bool column has NA values", `x.csv:2: column 'a': "" is no bool`},
	{"cannot safely cast non-equivalent", `x.csv:2: column 'a': "1.5" is no Int64`},
	{"is not supported for parsing, pass this column using parse_dates instead", "pass this column using parse_dates instead"},
	{"Missing column provided to 'parse_dates': 'q'", "Missing column provided to 'parse_dates': 'q'"},
	{"Missing column provided to 'parse_dates': 'a'", "Missing column provided to 'parse_dates': 'a'"},
	{"Passed header=2 but only 2 lines in file", "x.csv: Passed header=2 but only 2 lines in file"},
	{"Passed header=5 but only 2 lines in file", "x.csv: Passed header=5 but only 2 lines in file"},
	{"Passed header=1 but only 1 lines in file", "x.csv: Passed header=1 but only 1 lines in file"},
	{"Number of passed names did not match", "Number of passed names did not match number of header fields in the file"},
}

func TestReadLikePandas(t *testing.T) {
	raw, err := os.ReadFile("testdata/read.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []golden }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for i, g := range file.Cases {
		for _, chunk := range []int64{1 << 30, 1, 7} {
			name := fmt.Sprintf("case %d %q %v chunk %d", i, g.text(), g.Options, chunk)
			f, err := readAll(g.text(), g.options(t), chunk)
			if g.Error != "" {
				ok := false
				for _, w := range errorWords {
					ok = ok || err != nil && strings.Contains(g.Error, w.pandas) && strings.Contains(err.Error(), w.ours)
				}
				if !ok {
					t.Errorf("%s\n got %v %v\nwant %s", name, f, err, g.Error)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s\n got error %v", name, err)
				continue
			}
			got := golden{Columns: []any{}, DTypes: []string{}, Values: [][]any{}}
			for k, c := range f.Cols {
				got.Columns = append(got.Columns, cell(f.Names[k]))
				got.DTypes = append(got.DTypes, c.DType.String())
				got.Values = append(got.Values, cells(c))
			}
			for k, n := range f.Index.Names {
				got.Index.Names = append(got.Index.Names, cell(n))
				got.Index.DTypes = append(got.Index.DTypes, f.Index.Level(k).DType.String())
				got.Index.Values = append(got.Index.Values, cells(f.Index.Level(k)))
			}
			want := g
			if differs[want.Text] != "" {
				continue
			}
			want.Text, want.Options = "", nil
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s\n got %v\nwant %v", name, got, want)
			}
		}
	}
}
