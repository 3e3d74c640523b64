package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// Truths about values and labels, rows between labels, and products of what meets by label.
func TestMet(t *testing.T) {
	in := load(t, "met")
	d, wide, holes, line := in.df("d"), in.df("wide"), in.df("holes"), in.series("line")
	labels := in.df("labels").SetIndex("a", "b").Index()
	back := in.df("labels").SortValues([]string{"a", "b"}, dataframe.Sort{Ascending: []bool{false, false}}).SetIndex("a", "b").Index()
	in.check(map[string]op.Handle{
		"missing": holes.Col("a").HasNaNs(), "missing none": line.HasNaNs(), "unique": d.Col("b").IsUnique(), "unique not": line.IsUnique(),
		"ascends": line.IsIncreasing(), "descends": line.IsDecreasing(), "descends so": d.Col("c").IsDecreasing(), "ascends with holes": holes.Col("b").IsIncreasing(),
		"labels ascend": labels.IsIncreasing(), "labels descend": back.IsDecreasing(), "labels twice": labels.Append(labels.Take(0)).HasDuplicates(),
		"first": holes.Col("b").FirstValid(), "last": holes.LastValid(), "none": holes.Iloc([]int{1, 2}).FirstValid(),
		"between": d.Truncate("r03", "r11"), "from": d.Col("a").Truncate("r20", nil), "backwards": d.Truncate("r11", "r03"),
		"dot": d.Dot(wide), "dot of one": d.DotSeries(wide.Col("x")), "dot of two": d.Col("a").Dot(d.Col("b")), "dot apart": d.Dot(d), "dot of itself": d.Dot(d.T()),
		"like": d.ReindexLike(wide), "alike": labels.Identical(labels), "alike not": labels.Identical(labels.Rename("a", "z")),
	})
}
