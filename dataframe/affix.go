package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type affix struct {
	op.SameRows
	Prefix, Suffix string `sig:"-"`
	Axis           *int   // the columns of a frame, the rows of a series
	name           string
}

func (o *affix) Row() string { return o.name }

func init() {
	op.Register[affix](op.Doc{
		Name: "dataframe.add_prefix", Like: "pandas.DataFrame.add_prefix", Methods: "DataFrame.add_prefix Series.add_prefix", Sig: "add_prefix(df, prefix, axis=None)",
		Summary: "With a text before every label", Notes: "Of columns of a frame, of rows of a series, or of axis.",
		Go: "DataFrame.AddPrefix(prefix) Series.AddPrefix(prefix)",
	}, affix{name: "add_prefix"})
	op.Register[affix](op.Doc{
		Name: "dataframe.add_suffix", Like: "pandas.DataFrame.add_suffix", Methods: "DataFrame.add_suffix Series.add_suffix", Sig: "add_suffix(df, suffix, axis=None)",
		Summary: "With a text behind every label", Go: "DataFrame.AddSuffix(suffix) Series.AddSuffix(suffix)",
	}, affix{name: "add_suffix"})
}

func (o *affix) Build(_ *op.Asker, h Handle) (Handle, error) {
	if d, ok := h.(*DataFrame); ok && (o.Axis == nil || *o.Axis == 1) {
		names := []frame.Label{}
		for _, c := range colsOf(d) {
			parts := []frame.Label{}
			for _, e := range c.Name.Elems() {
				parts = append(parts, frame.L(o.Prefix+e.String()+o.Suffix))
			}
			names = append(names, frame.Leveled(parts))
		}
		return d.labeled(names), nil
	}
	if levelCount(h) > 1 {
		return nil, errs.New(errs.Invalid, "a text beside labels of several levels is not there yet")
	}
	labels := levelSeries(h, 0).AsType(dtype.Str).RAdd(o.Prefix).Add(o.Suffix)
	return valued(apply(&setLabels{}, h, labels)), nil
}
