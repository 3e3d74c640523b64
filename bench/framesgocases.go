package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// goTables are the tables of a case by name, and the directory of the files.
type goTables struct {
	dir string
	of  map[string]*dataframe.DataFrame
}

func (t goTables) file(name string) string { return filepath.Join(t.dir, name) }

// A goCase is a case of frames_py/cases.py in Go.
type goCase struct {
	tables string
	run    func(t goTables) op.Handle
}

func grouped(t *dataframe.DataFrame, keys ...string) *dataframe.GroupBy {
	no := false
	return t.GroupBy(keys, dataframe.GroupOptions{AsIndex: &no, Sort: &no, Dropna: &no})
}

// agg asks for a function of each column: "v1 sum v3 mean".
func agg(g *dataframe.GroupBy, what string) *dataframe.DataFrame {
	var out []dataframe.OfColumn
	for w := range slices.Chunk(strings.Fields(what), 2) {
		out = append(out, dataframe.OfColumn{Column: w[0], Func: w[1]})
	}
	return g.Agg(out)
}

// ofG is a case that reads table g.
func ofG(f func(g *dataframe.DataFrame) op.Handle) goCase {
	return goCase{"g", func(t goTables) op.Handle { return f(t.of["g"]) }}
}

func sums(what string, keys ...string) goCase {
	return ofG(func(g *dataframe.DataFrame) op.Handle { return agg(grouped(g, keys...), what) })
}

func joined(right, on, how string) goCase {
	return goCase{"x " + right, func(t goTables) op.Handle {
		return t.of["x"].Merge(t.of[right], dataframe.MergeOptions{On: on, How: how})
	}}
}

func sparse(key string) goCase {
	return goCase{"h", func(t goTables) op.Handle { return agg(grouped(t.of["h"], key), "v sum") }}
}

func sortedBy(by ...string) goCase {
	return ofG(func(g *dataframe.DataFrame) op.Handle { return g.SortValues(by) })
}

// goCases are cases of the suite through the public Go API.
var goCases = map[string]goCase{
	"groupby_q1": sums("v1 sum", "id1"),
	"groupby_q2": sums("v1 sum", "id1", "id2"),
	"groupby_q3": sums("v1 sum v3 mean", "id3"),
	"groupby_q4": sums("v1 mean v2 mean v3 mean", "id4"),
	"groupby_q5": sums("v1 sum v2 sum v3 sum", "id6"),
	"groupby_q6": ofG(func(g *dataframe.DataFrame) op.Handle {
		return grouped(g, "id4", "id5").Agg([]dataframe.Named{{Name: "median", Column: "v3", Func: "median"}, {Name: "std", Column: "v3", Func: "std"}})
	}),
	"groupby_q7": ofG(func(g *dataframe.DataFrame) op.Handle {
		return agg(grouped(g, "id3"), "v1 max v2 min").Eval("r = v1 - v2").(*dataframe.DataFrame).Select("id3", "r")
	}),
	"groupby_q8": ofG(func(g *dataframe.DataFrame) op.Handle {
		return g.Select("id6", "v3").SortValues("v3", dataframe.Sort{Descending: true}).GroupBy("id6").Head(2)
	}),
	"groupby_q9": ofG(func(g *dataframe.DataFrame) op.Handle {
		p := g.Select("id2", "id4", "v1", "v2").Eval("n = 1\na = v1 * v1\nb = v2 * v2\nc = v1 * v2").(*dataframe.DataFrame)
		s := agg(grouped(p, "id2", "id4"), "n sum v1 sum v2 sum a sum b sum c sum")
		return s.Eval("r = (n * c - v1 * v2) * (n * c - v1 * v2) / ((n * a - v1 * v1) * (n * b - v2 * v2))").(*dataframe.DataFrame).Select("id2", "id4", "r")
	}),
	"groupby_q10":    sums("v3 sum v1 count", "id1", "id2", "id3", "id4", "id5", "id6"),
	"join_q1":        joined("small", "id1", "inner"),
	"join_q2":        joined("medium", "id2", "inner"),
	"join_q3":        joined("medium", "id2", "left"),
	"join_q4":        joined("medium", "id5", "inner"),
	"join_q5":        joined("big", "id3", "inner"),
	"sort_int":       sortedBy("id6"),
	"sort_float":     sortedBy("v3"),
	"sort_string":    sortedBy("id3"),
	"sort_three":     sortedBy("id1", "id6", "v3"),
	"distinct":       ofG(func(g *dataframe.DataFrame) op.Handle { return g.Col("id3").DropDuplicates() }),
	"filter":         ofG(func(g *dataframe.DataFrame) op.Handle { return g.Query("v1 > 2 & v3 < 50.0") }),
	"expression":     ofG(func(g *dataframe.DataFrame) op.Handle { return g.Eval("v1 * v2 + v3 / (v2 + 1)") }),
	"sort_series":    ofG(func(g *dataframe.DataFrame) op.Handle { return g.Col("v3").SortValues() }),
	"sparse_k_lo":    sparse("k_lo"),
	"sparse_k_hi":    sparse("k_hi"),
	"sparse_s_long":  sparse("s_long"),
	"sparse_s_hi":    sparse("s_hi"),
	"window_cumsum":  ofG(func(g *dataframe.DataFrame) op.Handle { return g.GroupBy("id6").Col("v1").CumSum() }),
	"window_rank":    ofG(func(g *dataframe.DataFrame) op.Handle { return g.GroupBy("id4").Col("v3").Rank() }),
	"window_shift":   ofG(func(g *dataframe.DataFrame) op.Handle { return g.GroupBy("id6").Col("v1").Shift() }),
	"window_rolling": ofG(func(g *dataframe.DataFrame) op.Handle { return g.Col("v3").Rolling(100).Mean() }),
	"value_counts":   ofG(func(g *dataframe.DataFrame) op.Handle { return g.Col("id6").ValueCounts() }),
	"strings": ofG(func(g *dataframe.DataFrame) op.Handle {
		return g.Col("id3").Str().Contains("99", dataframe.StrMatch{Literal: true})
	}),
	"join_many": {"medium", func(t goTables) op.Handle {
		return t.of["medium"].Merge(t.of["medium"], dataframe.MergeOptions{On: "id1"})
	}},
	"join_cross": {"medium", func(t goTables) op.Handle {
		return t.of["medium"].Select("id2", "v2").Head(1000).Merge(t.of["medium"].Select("id2", "id5"), dataframe.MergeOptions{How: "cross"})
	}},
	"join_asof": {"x big", func(t goTables) op.Handle {
		left, right := t.of["x"].Select("v1", "id1").SortValues("v1"), t.of["big"].Select("v2", "id2").SortValues("v2")
		return dataframe.MergeAsof(left, right, dataframe.AsofOptions{LeftOn: "v1", RightOn: "v2"})
	}},
	"csv_write": {"g", func(t goTables) op.Handle {
		return t.of["g"].ToCSV(t.file("out/g.csv"), dataframe.ToCSV{NoIndex: true})
	}},
	"parquet_write": {"g", func(t goTables) op.Handle {
		return t.of["g"].ToParquet(t.file("out/g.parquet"), dataframe.ToParquet{Index: new(bool)})
	}},
	"csv_read":     {"", func(t goTables) op.Handle { return dataframe.ReadCSV(t.file("g.csv")) }},
	"parquet_read": {"", func(t goTables) op.Handle { return dataframe.ReadParquet(t.file("g.parquet")) }},
}
