package groupby

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// SeriesCounts is the operand of dataframe.Series.value_counts.
type SeriesCounts struct {
	Normalize bool
	Sort      *bool
	Ascending bool
	Dropna    *bool
}

// FrameCounts is the operand of dataframe.DataFrame.value_counts.
type FrameCounts struct {
	Subset    []frame.Label
	Normalize bool
	Sort      *bool
	Ascending bool
	Dropna    *bool
	Single    bool `sig:"-"` // one column given by itself: an index of one level
}

func init() {
	op.Register[SeriesCounts](op.Doc{
		Name: "dataframe.Series.value_counts", Like: "pandas.Series.value_counts", Methods: "Series.value_counts Index.value_counts", Labels: "value",
		Sig: "value_counts(series, normalize=False, sort=True, ascending=False, bins=None, dropna=True)", Summary: "Counts of distinct values",
		Notes: "What outgrows memory is counted part by part through scratch space.",
	})
	op.Register[FrameCounts](op.Doc{
		Gives: "series", Forms: "subset=labels:single",
		Name: "dataframe.DataFrame.value_counts", Like: "pandas.DataFrame.value_counts", Methods: "DataFrame.value_counts",
		Sig: "value_counts(df, subset=None, normalize=False, sort=True, ascending=False, dropna=True)", Summary: "Counts of distinct rows",
		Notes: "What outgrows memory is counted part by part through scratch space.",
	})
}

func (o *SeriesCounts) counter() counter {
	return counter{normalize: o.Normalize, sort: *o.Sort, ascending: o.Ascending, dropna: *o.Dropna, single: true, series: true}
}

func (o *FrameCounts) counter() counter {
	return counter{subset: o.Subset, normalize: o.Normalize, sort: *o.Sort, ascending: o.Ascending, dropna: *o.Dropna, single: o.Single}
}

func (o *SeriesCounts) Infer(in []op.Meta) ([]op.Meta, error) { return o.counter().infer(in) }
func (o *FrameCounts) Infer(in []op.Meta) ([]op.Meta, error)  { return o.counter().infer(in) }

func (o *SeriesCounts) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.counter().stageMeta(s, in)
}

func (o *FrameCounts) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.counter().stageMeta(s, in)
}
func (o *SeriesCounts) Tile(t *op.Tiler) error { return o.counter().tile(t) }
func (o *FrameCounts) Tile(t *op.Tiler) error  { return o.counter().tile(t) }
func (o *SeriesCounts) Exec(x *op.Exec) error  { return o.counter().exec(x) }
func (o *FrameCounts) Exec(x *op.Exec) error   { return o.counter().exec(x) }

// Labels do not count.
func (o *SeriesCounts) Labels(int) op.Look { return op.Ignores }

// Labels do not count.
func (o *FrameCounts) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are the columns of the subset.
func (o *FrameCounts) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	var use []int
	for _, l := range o.Subset {
		if p := schema.PlaceOf(in[0].Cols, l); p >= 0 && !slices.Contains(use, p) {
			use = append(use, p)
		}
	}
	return use, len(use) > 0
}
