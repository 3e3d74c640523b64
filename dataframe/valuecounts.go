package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// CountOptions are the options of ValueCounts.
type CountOptions struct {
	Subset    any   // of a frame: the column to count, or a list of them; all by default
	Normalize bool  // parts of the whole instead of numbers
	Sort      *bool // most frequent first, the default; else in order of appearance
	Ascending bool  // least frequent first
	Dropna    *bool // leave out missing values, the default
}

// ValueCounts counts the distinct values, the most frequent first and those of equal count by first
// appearance. The result is a series named count, or proportion, whose index has the values. All categories
// of a categorical are there.
//
// None and NaN of objects are two values, those of a frame's column are one; a string column counts in Int64.
func (s *Series) ValueCounts(o ...CountOptions) *Series {
	s = only(s, o)
	p := one(o)
	if p.Subset != nil {
		return SeriesOf(bad("dataframe.Series.value_counts", errs.New(errs.Type, "no option Subset for a series")))
	}
	return SeriesOf(apply(&groupby.SeriesCounts{Normalize: p.Normalize, Sort: p.Sort, Ascending: p.Ascending, Dropna: p.Dropna}, s))
}

// ValueCounts counts the distinct rows of some columns; see Series.ValueCounts. A list makes an index of
// several levels, with all categories of categorical columns.
func (d *DataFrame) ValueCounts(o ...CountOptions) *Series {
	d = only(d, o)
	p := one(o)
	c := &groupby.FrameCounts{Normalize: p.Normalize, Sort: p.Sort, Ascending: p.Ascending, Dropna: p.Dropna}
	for _, l := range listOf(p.Subset) {
		k, ok := frame.LabelOf(l)
		if !ok {
			return SeriesOf(bad("dataframe.DataFrame.value_counts", errs.New(errs.Type, "a %T is no column label", l)))
		}
		c.Subset = append(c.Subset, k)
	}
	if _, list := p.Subset.([]any); len(c.Subset) == 1 && !list && p.Subset != nil {
		_, list = p.Subset.([]string)
		c.Single = !list
	}
	return SeriesOf(apply(c, d))
}
