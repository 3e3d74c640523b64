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
