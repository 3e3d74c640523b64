package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestDuplicates(t *testing.T) {
	g := load(t, "duplicates")
	d, l, u, none := g.df("d"), g.df("l"), g.df("u"), g.df("none")
	times, cats, texts, floats := g.series("t"), g.series("c"), g.series("s"), g.series("f")
	type o = dataframe.Duplicates
	keep := dataframe.Distinct{KeepNull: true}
	cases := map[string]op.Handle{
		"renumbered": u.DropDuplicates(o{IgnoreIndex: true}), "none": none.DropDuplicates(), "which of none": none.Duplicated(),
		"head": l.DropDuplicates().Head(3), "unique": texts.Unique(), "unique floats": floats.Unique(), "unique times": times.Unique(),
		"nunique": d.NUnique(), "nunique with missing": d.NUnique(keep), "nunique of many": mixed(18).NUnique(), "nunique of none": none.NUnique(),
		"nunique rows": u.NUnique(dataframe.Distinct{Axis: 1}), "nunique of s": texts.NUnique(), "nunique of f": floats.NUnique(), "nunique of t": times.NUnique(),
		"nunique of c": cats.NUnique(), "nunique with missing of s": texts.NUnique(keep), "nunique with missing of f": floats.NUnique(keep),
		"nunique with missing of t": times.NUnique(keep), "nunique with missing of c": cats.NUnique(keep),
		"unique categories": cats.Unique(), "bad keep": d.DropDuplicates(o{Keep: "some"}),
	}
	for _, k := range []string{"first", "last", "none"} {
		cases["drop "+k], cases["which "+k] = d.DropDuplicates(o{Keep: k}), d.Duplicated(o{Keep: k})
		cases["drop of one "+k], cases["drop of two "+k] = d.DropDuplicates(o{Keep: k, Subset: []string{"s"}}), l.DropDuplicates(o{Keep: k, Subset: []string{"b", "f"}})
		cases["drop times "+k], cases["drop categories "+k] = times.DropDuplicates(o{Keep: k}), cats.DropDuplicates(o{Keep: k})
		cases["which of one "+k], cases["which times "+k] = l.Duplicated(o{Keep: k, Subset: []string{"f"}}), times.Duplicated(o{Keep: k})
	}
	g.check(cases, marstest.ChunkBytes(150))
	marstest.Check(t, "unknown column", d.DropDuplicates(o{Subset: []string{"zz"}}), errs.NotFound)
	marstest.Check(t, "unique of a frame", dataframe.SeriesOf(d.Value()).Unique(), errs.Type)
}

// Rows that are too many to be compared at once are compared part by part, with the same result.
func TestDuplicatesInLittleMemory(t *testing.T) {
	n := 20000
	k, s := make([]int64, n), make([]string, n)
	x := uint64(5)
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[i], s[i] = int64(x>>50), string(rune('a'+x>>60))
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "s"), frame.Of(k), frame.Strs(s...)))
	for _, keep := range []string{"first", "last", "none"} {
		h := dataframe.FromFrame(f).Duplicated(dataframe.Duplicates{Keep: keep})
		if peak, least := marstest.Tight(t, keep, marstest.CallOf(h, op.Final), f); least > peak*9/10 {
			t.Errorf("keep %s needed %d of %d bytes", keep, least, peak)
		}
	}
}
