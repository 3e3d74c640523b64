package dataframe_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"pgregory.net/rapid"
)

// spaced is a frame with a column whose name is no name of Python.
func spaced(d *dataframe.DataFrame) *dataframe.DataFrame {
	return d.Assign(dataframe.C{Name: "a b", Data: d.Col("i").Mul(2).Add(1)})
}

var queryVars = dataframe.Vars{"low": 3, "names": []string{"w1", "w3"}, "scale": 2.5}

// The cases are named by their expressions; testdata/query.py lists them.
func TestQueryAndEval(t *testing.T) {
	d, l := spaced(mixed(30)), spaced(labeled(30))
	for name, want := range marstest.Load(t, "testdata/query.json") {
		how, expression, _ := strings.Cut(name, " ")
		switch how {
		case "query":
			marstest.Check(t, name, d.Query(expression, queryVars), want)
		case "labels":
			marstest.Check(t, name, l.Query(expression), want)
		case "eval":
			marstest.Check(t, name, d.Eval(expression, queryVars), want)
		default:
			t.Errorf("%s: no such case", name)
		}
	}
}

// What is computed before there are rows is Python's.
func TestEvalOfNumbers(t *testing.T) {
	d := mixed(3)
	for expression, want := range map[string]any{
		"2 ** 63 - 1": int64(9223372036854775807), "2 ** 63": uint64(9223372036854775808), "-7 // 2": int64(-4), "-7 % 2": int64(1), "7 // -2": int64(-4),
		"7 % -2": int64(-1), "7.5 // 2": 3.0, "1 / 4": 0.25, "True + True": int64(2), "not False": true, "-True": int64(-1), "~5": int64(-6),
		"'ab' * 2": "abab", "'a' + \"b\" 'c'": "abc", "'b' > 'a'": true, "3 in [1, 2]": false, "'a' in ['b', 'a']": true, "2 not in (1,)": true, "(-1) ** 101": int64(-1),
		"@names[1]": "w3", "@names[-1] == 'w3'": true, "1 < 2 < 2": false, "2 == 2.0": true, "+1.5": 1.5,
	} {
		h := d.Eval(expression, queryVars)
		got, err := (&marstest.Loop{}).Run(h.Value())
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		v := got[0]
		if a, ok := v.(*nd.Array); ok {
			one, _ := a.Reshape(1)
			c, err := frame.FromArray(mem.Heap, one)
			if err != nil {
				t.Fatal(err)
			}
			v = c.Cell(0)
		}
		if v != want {
			t.Errorf("%s: %v (%T), want %v", expression, v, v, want)
		}
	}
}

func TestQueryErrors(t *testing.T) {
	d := spaced(mixed(30))
	query := func(s string) op.Handle { return d.Query(s, queryVars) }
	eval := func(s string) op.Handle { return d.Eval(s, queryVars) }
	for _, c := range []struct {
		run        func(string) op.Handle
		expression string
		kind       errs.Kind
		words      string
	}{
		{query, "", errs.Invalid, "expr cannot be an empty string"},
		{query, "i >", errs.Invalid, "a value must stand before the end, at character 4"},
		{query, "i > 1\nf > 1", errs.Invalid, "write a query in one line"},
		{query, "i = 1", errs.Invalid, "a query cannot assign: call Eval"},
		{query, "i + 1 > k", errs.NotFound, "name 'k' is not defined: it is no column; a variable of the program is written @k, at character 9"},
		{query, "i > @k", errs.NotFound, "local variable 'k' is not defined: give it in Vars, at character 5"},
		{query, "i + 1", errs.Type, "a mask is a bool series"},
		{query, "1 > 2", errs.NotFound, "boolean label can not be used without a boolean index"},
		{query, "s > 1", errs.Type, "at character 3 of \"s > 1\""},
		{query, "b and i + s > 2", errs.Type, "at character 9 of"},
		{query, "s.str.strange()", errs.NotFound, "'Series.str' object has no attribute 'strange', at character 14"},
		{query, "s.str.len > 1", errs.Type, "Series.str.len is a method: call it, len(...), at character 7"},
		{query, "s.str > 1", errs.Type, "the accessor str is no value: call one of its methods, at character 7"},
		{query, "i.str.len() > 1", errs.Type, "Can only use .str accessor with string values, not int64, at character 10"},
		{query, "t.dt.day() > 1", errs.Type, "'day' is no method: leave the parentheses away"},
		{query, "s.str.contains() > 1", errs.Type, "missing required argument: 'pat'"},
		{query, "s.str.contains('x', color=1)", errs.Type, "unexpected keyword argument 'color'"},
		{query, "s.str.contains(1)", errs.Type, "contains: parameter pat: a value of type int64 is not what it takes"},
		{query, "s.isin('w1')", errs.Type, "only list-like objects are allowed to be passed to isin(), you passed a `str`"},
		{query, "i in [i, f]", errs.Type, "join comparisons with or"},
		{query, "3 in i", errs.Type, "a single value in a column is not there yet"},
		{query, "print(i)", errs.Invalid, "\"print\" is not a supported function: sin, cos"},
		{query, "sqrt(i, 2) > 1", errs.Type, "sqrt() takes 1 arguments but 2 were given"},
		{query, "(i + 1)(2)", errs.Type, "only functions of mathematics and methods can be called, at character 8"},
		{query, "i[1:2] > 1", errs.Type, "a slice of a *dataframe.Series in an expression is not there yet"},
		{query, "i.between(1, 2, 'all')", errs.Invalid, "Inclusive has to be either string of 'both','left', 'right', or 'neither'."},
		{query, "i.between(1)", errs.Type, "between(left, right, inclusive) was called with 1 positional and 0 other arguments"},
		{eval, "6 & 3", errs.Type, "and of single values that are not both True or False, at character 3"},
		{eval, "1 // 0", errs.Invalid, "division by zero, at character 3"},
		{eval, "2 ** 65", errs.Invalid, "2 ** 65 does not fit in 64 bits"},
		{eval, "-'x'", errs.Type, "bad operand type for unary -: string, at character 1"},
		{eval, "c = i\ni + f", errs.Invalid, "Multi-line expressions are only valid if all expressions contain an assignment: \"i + f\" has none"},
		{eval, "c = i\nd = k", errs.NotFound, "name 'k' is not defined"},
	} {
		err := c.run(c.expression).Value().Err()
		if !errs.Is(err, c.kind) || !strings.Contains(err.Error(), c.words) || !strings.HasPrefix(err.Error(), "query_test.go:") {
			t.Errorf("%s: %v\nwant %v: %s", c.expression, err, c.kind, c.words)
		}
	}
}

// A node of an expression knows the user's line, however deep it stands.
func TestQueryTellsTheLine(t *testing.T) {
	d := mixed(3)
	deep := "i > " + strings.Repeat("(", 30) + "i + 1" + strings.Repeat(" + 1)", 30)
	n := d.Query(deep).Value().N
	for n != d.Value().N {
		if site := n.Site.String(); !strings.HasPrefix(site, "query_test.go:") {
			t.Fatalf("%s at %s", n.Name, site)
		}
		n = n.In[len(n.In)-1].N
	}
}

// Words put together at random give a value or an error of a kind that users are told, never a panic.
func TestEvalOfAnything(t *testing.T) {
	d := spaced(mixed(5))
	words := strings.Fields("i f s t b n `a~b` @low @names index k 2 -1 0 2.5 3j 'w1' True None + - * / // % ** and or not & | ~ == != < >= in not~in ( ) ( ) [ ] , . = " +
		".str .dt .mean() .shift(1) .str.len() .str[0] .isna() .fillna(0) .between(1, ,2) .isin([1]) .str.contains( .dt.day sqrt( abs( [1,2] [1:2] ,case=False)")
	rapid.Check(t, func(r *rapid.T) {
		s := strings.ReplaceAll(strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 9).Draw(r, "words"), " "), "~", " ")
		if err := d.Eval(s, queryVars).Value().Err(); err != nil && (errs.Is(err, errs.Internal) || !strings.HasPrefix(err.Error(), "query_test.go:")) {
			r.Fatalf("%q: %v", s, err)
		}
		d.Query(s, queryVars)
	})
}
