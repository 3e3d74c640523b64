package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

func TestMedianAndIdx(t *testing.T) {
	g := load(t, "middle")
	d, l, n, m, allnan := g.df("d"), g.df("l"), g.df("n"), g.df("m"), g.df("allnan")
	df, di := g.series("df"), g.series("di")
	keep, numbers := dataframe.Reduce{KeepNull: true}, dataframe.Reduce{NumericOnly: true}
	two := d.Select("i", "f")
	g.check(map[string]op.Handle{
		"median": d.Select("i", "f", "b", "n").Median(), "median of plain": two.Median(), "median keeps": two.Median(keep),
		"median keeps nullable": d.Select("n").Median(keep), "median numbers": d.Median(numbers), "median narrow": n.Select("f4", "u1").Median(),
		"median spans": n.Select("d").Median(), "median times": d.Select("t").Median(), "median of NaN": allnan.Median(), "median of none": two.Head(0).Median(),
		"median of a series": df.Median(), "median of ints": di.Median(), "median of an even number": di.Head(20).Median(), "median of texts": d.Median(),
		"idxmin": d.IdxMin(), "idxmax": d.IdxMax(), "idxmin labels": l.IdxMin(numbers), "idxmax tuples": m.IdxMax(), "idxmax times": d.Select("t", "f").IdxMax(),
		"idxmin of a series": df.IdxMin(), "idxmin of NaN": allnan.IdxMin(), "idxmin keeps": d.Select("f").IdxMin(keep), "idxmin of none": d.Select("i").Head(0).IdxMin(),
	}, marstest.ChunkBytes(100))
	marstest.Check(t, "label", g.series("li").IdxMax(), "r15")
	marstest.Check(t, "median along rows", two.Median(dataframe.Reduce{Axis: 1}), errs.Invalid)
	marstest.Check(t, "idxmin along rows", two.IdxMin(dataframe.Reduce{Axis: 1}), errs.Invalid)
}
