package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

func TestChoose(t *testing.T) {
	in := load(t, "choose")
	holes, df := in.df("holes"), in.df("df")
	num, m := df.Select("i", "f", "u"), df.Col("b")
	in.check(map[string]op.Handle{
		"ffill": holes.FFill(), "bfill": holes.BFill(), "ffill series": holes.Col("f").FFill(), "bfill text": holes.Col("s").BFill(),
		"ffill none": holes.Head(0).FFill(), "where": num.Where(m), "where value": df.Col("i").Where(m, -1), "where half": df.Col("i").Where(m, 0.5),
		"where text": df.Col("f").Where(m, "z"), "mask": df.Col("f").Mask(m), "mask value": num.Mask(m, 0),
		"where all": df.Col("i").Where(df.Col("i").Ge(0)), "where frame": num.Where(num.Gt(2), 0), "mask bool": df.Col("b").Mask(df.Col("i").Gt(5)),
		"where other labels": df.Col("i").Where(df.Col("b").Head(5)), "mask other labels": df.Col("i").Mask(df.Col("b").Tail(5), 0.5),
	})
	marstest.Check(t, "labels twice", df.Col("i").Where(dataframe.ConcatSeries([]*dataframe.Series{m, m})), errs.Invalid)
	marstest.Check(t, "other columns", num.Where(num.Select("i").Gt(2)), errs.Invalid)
	marstest.Check(t, "not bool", df.Col("i").Where(df.Col("i")), errs.Type)
}

func TestFillLimits(t *testing.T) {
	in := load(t, "choose")
	holes := in.df("holes")
	in.check(map[string]op.Handle{
		"ffill 1": holes.FFill(1), "bfill 1": holes.BFill(1), "ffill 3": holes.FFill(3), "bfill 3": holes.BFill(3),
		"ffill series limit": holes.Col("s").FFill(2),
	})
	marstest.Check(t, "no limit", holes.FFill(0), errs.Invalid)
}

func TestCumulate(t *testing.T) {
	in := load(t, "choose")
	run := in.df("run")
	dated, timed := run.Select("i", "f", "u", "b", "w", "N", "F", "d"), run.Select("i", "f", "u", "b", "w", "N", "F")
	f, strict := run.Col("F"), dataframe.CumOptions{Strict: true}
	in.check(map[string]op.Handle{
		"cumsum": dated.CumSum(), "cumprod": timed.CumProd(), "cummin": run.CumMin(), "cummax": run.CumMax(),
		"cumsum numbers": run.CumSum(dataframe.CumOptions{NumericOnly: true}), "cumsum strict": dated.CumSum(strict), "cumprod strict": timed.CumProd(strict), "cummin strict": run.CumMin(strict), "cummax strict": run.CumMax(strict),
		"cumsum series": f.CumSum(), "cumprod series": f.CumProd(), "cummin series": f.CumMin(), "cummax series": f.CumMax(),
		"cumsum none": dated.Head(0).CumSum(), "cumprod none": timed.Head(0).CumProd(), "cummin none": run.Head(0).CumMin(), "cummax none": run.Head(0).CumMax(),
		"cumsum one": dated.Head(1).CumSum(), "cumprod one": timed.Head(1).CumProd(), "cummin one": run.Head(1).CumMin(), "cummax one": run.Head(1).CumMax(),
	})
	marstest.Check(t, "sum of times", run.Col("t").CumSum(), errs.Type)
	marstest.Check(t, "sum of texts", in.df("holes").Col("s").CumSum(), errs.Type)
}

func TestToTensor(t *testing.T) {
	in := load(t, "choose")
	df := in.df("df")
	num := df.Select("i", "f", "u")
	even := make([]float64, 26)
	for i := range even {
		even[i] = float64(2 * i)
	}
	in.check(map[string]op.Handle{
		"values": num.ToTensor(), "values of a series": df.Col("f").ToTensor(), "values as": num.ToTensor(dtype.Int16), "labels": df.Index().ToTensor(),
		"of tensor": dataframe.SeriesFromTensor(tensor.Array(even, 26), "q"),
	})
	marstest.Check(t, "bools and numbers", df.ToTensor(), errs.Type)
	marstest.Check(t, "text", in.df("holes").Select("s").ToTensor(), errs.Type)
	marstest.Check(t, "missing", in.df("holes").Col("f").ToTensor(dtype.Int64), errs.Invalid)
	marstest.Check(t, "matrix as series", dataframe.SeriesFromTensor(tensor.Array(even, 13, 2)), errs.Invalid)
}
