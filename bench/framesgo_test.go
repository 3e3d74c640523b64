package main

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
)

// Every case of the table can be said of tables with the columns of the suite, and gives something that can
// be written.
func TestGoCasesAreCalls(t *testing.T) {
	frameWith := func(numbers, texts string) *dataframe.DataFrame {
		var cols []dataframe.C
		for _, n := range strings.Fields(numbers) {
			cols = append(cols, dataframe.C{Name: n, Data: []int{1, 2}})
		}
		for _, n := range strings.Fields(texts) {
			cols = append(cols, dataframe.C{Name: n, Data: []string{"a", "b"}})
		}
		return dataframe.New(cols...)
	}
	tables := goTables{dir: t.TempDir(), of: map[string]*dataframe.DataFrame{
		"g": frameWith("id4 id5 id6 v1 v2 v3", "id1 id2 id3"), "x": frameWith("id1 id2 id3 v1", "id4 id5 id6"),
		"small": frameWith("id1 v2", "id4"), "medium": frameWith("id1 id2 v2", "id4 id5"), "big": frameWith("id1 id2 id3 v2", "id4 id5 id6"),
		"h": frameWith("k_lo k_hi v", "s_long s_hi"),
	}}
	known := map[string]bool{}
	for _, g := range frameCases {
		for _, n := range g.names {
			known[g.prefix+n] = true
		}
	}
	for name, c := range goCases {
		if !known[name] {
			t.Errorf("%s is no case of the suite", name)
		}
		if strings.HasSuffix(name, "_read") {
			continue // opens its file
		}
		h := c.run(tables)
		if err := h.Value().Err(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		switch h.(type) {
		case *dataframe.DataFrame, *dataframe.Series:
		default:
			t.Errorf("%s gives a %T", name, h)
		}
	}
}
