package dataframe

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Rank is the rank of every value within its column, from 1. Of equal values Method says which rank they have. Errors: Type for dtypes without an order.
func (d *DataFrame) Rank(o ...RankOptions) *DataFrame { return FrameOf(apply(rankOf(o), d)) }

// Rank is the rank of every value, from 1. See DataFrame.Rank.
func (s *Series) Rank(o ...RankOptions) *Series { return SeriesOf(apply(rankOf(o), s)) }

func rankOf(o []RankOptions) *rank {
	p, r := one(o), &rank{Method: "average", NaOption: "keep"}
	if p.Method != "" {
		r.Method = p.Method
	}
	if p.NaOption != "" {
		r.NaOption = p.NaOption
	}
	r.Ascending, r.Pct = new(!p.Descending), p.Pct
	return r
}

type rank struct {
	op.Recipe
	Axis        int
	Method      string
	NumericOnly bool
	NaOption    string
	Ascending   *bool
	Pct         bool
}

func init() {
	op.Register[rank](op.Doc{
		Name: "dataframe.rank", Like: "pandas.DataFrame.rank", Methods: "DataFrame.rank Series.rank",
		Sig:     "rank(df, axis=0, method='average', numeric_only=False, na_option='keep', ascending=True, pct=False)",
		Summary: "Ranks of values within their columns", Notes: "A column is ranked in one task, as one group.",
	})
}

// ranked labels the column that all rows have in common.
var ranked = frame.Tup("rank", "of", "all")

func (o *rank) Build(h Handle) (Handle, error) {
	if err := (group.Ranking{Method: o.Method, Nulls: o.NaOption}).Check(); err != nil {
		return nil, err
	}
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		if err := closed(d); err != nil {
			return nil, err
		}
		if o.NumericOnly {
			d = d.numbersOnly()
		}
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
