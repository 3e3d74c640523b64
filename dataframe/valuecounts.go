package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// CountOptions are the options of ValueCounts.
type CountOptions struct {
	Subset    any   // of a frame: the column to count, or a list of them; all by default
	Normalize bool  // parts of the whole instead of numbers
	Sort      *bool // most frequent first, the default; else in order of appearance
	Ascending bool  // least frequent first
	Dropna    *bool // leave out missing values, the default
}

// ValueCounts counts the distinct values, the most frequent first and those of equal count by first appearance. The result is a series
// named count, or proportion, whose index has the values. All categories of a categorical are there.
//
// None and NaN of objects are two values, those of a frame's column are one; a string column counts in Int64.
func (s *Series) ValueCounts(o ...CountOptions) *Series {
	p := one(o)
	if p.Subset != nil {
		return SeriesOf(bad("dataframe.Series.value_counts", errs.New(errs.Type, "Series.value_counts() got an unexpected keyword argument 'subset'")))
	}
	return SeriesOf(apply(&seriesCounts{Normalize: p.Normalize, Sort: p.Sort, Ascending: p.Ascending, Dropna: p.Dropna}, s))
}

// ValueCounts counts the distinct rows of some columns; see Series.ValueCounts. A list makes an index of several levels, with all categories
// of categorical columns.
func (d *DataFrame) ValueCounts(o ...CountOptions) *Series {
	p := one(o)
	c := &frameCounts{Normalize: p.Normalize, Sort: p.Sort, Ascending: p.Ascending, Dropna: p.Dropna}
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

type seriesCounts struct {
	Normalize bool
	Sort      *bool
	Ascending bool
	Dropna    *bool
}

type frameCounts struct {
	Subset    []frame.Label
	Normalize bool
	Sort      *bool
	Ascending bool
	Dropna    *bool
	Single    bool `sig:"-"` // one column given by itself: an index of one level
}

func init() {
	op.Register[seriesCounts](op.Doc{
		Name: "dataframe.Series.value_counts", Like: "pandas.Series.value_counts", Methods: "Series.value_counts",
		Sig: "value_counts(series, normalize=False, sort=True, ascending=False, bins=None, dropna=True)", Summary: "Counts of distinct values",
		Notes: "What outgrows memory is counted part by part through scratch space.",
	})
	op.Register[frameCounts](op.Doc{
		Gives: "series", Forms: "subset=labels:single",
		Name: "dataframe.DataFrame.value_counts", Like: "pandas.DataFrame.value_counts", Methods: "DataFrame.value_counts",
		Sig: "value_counts(df, subset=None, normalize=False, sort=True, ascending=False, dropna=True)", Summary: "Counts of distinct rows",
		Notes: "What outgrows memory is counted part by part through scratch space.",
	})
}

func (o *seriesCounts) counter() counter {
	return counter{normalize: o.Normalize, sort: *o.Sort, ascending: o.Ascending, dropna: *o.Dropna, single: true, series: true}
}

func (o *frameCounts) counter() counter {
	return counter{subset: o.Subset, normalize: o.Normalize, sort: *o.Sort, ascending: o.Ascending, dropna: *o.Dropna, single: o.Single}
}

func (o *seriesCounts) Infer(in []op.Meta) ([]op.Meta, error) { return o.counter().infer(in) }
func (o *frameCounts) Infer(in []op.Meta) ([]op.Meta, error)  { return o.counter().infer(in) }

func (o *seriesCounts) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.counter().stageMeta(s, in)
}

func (o *frameCounts) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.counter().stageMeta(s, in)
}
func (o *seriesCounts) Tile(t *op.Tiler) error { return o.counter().tile(t) }
func (o *frameCounts) Tile(t *op.Tiler) error  { return o.counter().tile(t) }
func (o *seriesCounts) Exec(x *op.Exec) error  { return o.counter().exec(x) }
func (o *frameCounts) Exec(x *op.Exec) error   { return o.counter().exec(x) }

// Labels do not count.
func (o *seriesCounts) Labels(int) op.Look { return op.Ignores }

// Labels do not count.
func (o *frameCounts) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are the columns of the subset.
func (o *frameCounts) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	var use []int
	for _, l := range o.Subset {
		if p := placeOf(in[0].Cols, l); p >= 0 && !slices.Contains(use, p) {
			use = append(use, p)
		}
	}
	return use, len(use) > 0
}
