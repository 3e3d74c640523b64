package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

type rank struct {
	op.Recipe   `known:"columns"`
	Axis        int
	Method      string
	NumericOnly bool
	NaOption    string
	Ascending   *bool `go:"!Descending"`
	Pct         bool
}

func init() {
	op.Register[rank](op.Doc{
		Name: "dataframe.rank", Like: "pandas.DataFrame.rank", Methods: "DataFrame.rank Series.rank",
		Sig:     "rank(df, axis=0, method='average', numeric_only=False, na_option='keep', ascending=True, pct=False)",
		Summary: "Ranks of values within their columns", Notes: "A column is ranked in one task, as one group.",
		Go: "DataFrame.Rank(RankOptions) Series.Rank(RankOptions)",
		Text: "The least value has rank 1; of equal values the method says which rank they have: " +
			"average, min, max, first or dense. Dtypes without an order are an error.",
	})
}

// ranked labels the column that all rows have in common.
var ranked = frame.Tup("rank", "of", "all")

func (o *rank) Build(h Handle) (Handle, error) {
	if err := (group.Ranking{Method: o.Method, Nulls: o.NaOption}).Check(); err != nil {
		return nil, err
	}
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		d = d.numbers(o.NumericOnly)
		if o.Axis == 1 {
			d = d.T()
		}
		r := d.Assign(C{ranked, 0}).GroupBy(ranked).Rank(RankOptions{Method: o.Method, NaOption: o.NaOption, Descending: !*o.Ascending, Pct: o.Pct})
		if o.Axis == 1 {
			r = r.T()
		}
		return r, nil
	})
}
