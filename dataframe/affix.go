package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type addPrefix struct {
	op.Deferred
	Prefix string
	Axis   *int // the columns of a frame, the rows of a series
}

type addSuffix struct {
	op.Deferred
	Suffix string
	Axis   *int
}

func init() {
	op.Register[addPrefix](op.Doc{
		Name: "dataframe.add_prefix", Like: "pandas.DataFrame.add_prefix", Methods: "DataFrame.add_prefix Series.add_prefix", Sig: "add_prefix(df, prefix, axis=None)",
		Summary: "With a text before every label", Notes: "Of columns of a frame, of rows of a series, or of axis.",
		Go: "DataFrame.AddPrefix(prefix) Series.AddPrefix(prefix)",
	})
	op.Register[addSuffix](op.Doc{
		Name: "dataframe.add_suffix", Like: "pandas.DataFrame.add_suffix", Methods: "DataFrame.add_suffix Series.add_suffix", Sig: "add_suffix(df, suffix, axis=None)",
		Summary: "With a text behind every label", Go: "DataFrame.AddSuffix(suffix) Series.AddSuffix(suffix)",
	})
}

func (o *addPrefix) Infer(in []op.Meta) ([]op.Meta, error) { return affixInfer(o, in) }
func (o *addSuffix) Infer(in []op.Meta) ([]op.Meta, error) { return affixInfer(o, in) }

// affixInfer of a frame whose columns the data tells.
func affixInfer(o op.Operand, in []op.Meta) ([]op.Meta, error) {
	if !in[0].Open {
		return op.Expressed(o, in)
	}
	m := in[0]
	m.Cols = nil
	return []op.Meta{m}, nil
}

func (o *addPrefix) Build(_ *op.Asker, h Handle) (Handle, error) {
	return affixed(h, o.Prefix, "", o.Axis)
}

func (o *addSuffix) Build(_ *op.Asker, h Handle) (Handle, error) {
	return affixed(h, "", o.Suffix, o.Axis)
}

func affixed(h Handle, before, behind string, axis *int) (Handle, error) {
	if d, ok := h.(*DataFrame); ok && (axis == nil || *axis == 1) {
		names := []frame.Label{}
		for _, c := range colsOf(d) {
			parts := []frame.Label{}
			for _, e := range c.Name.Elems() {
				parts = append(parts, frame.L(before+e.String()+behind))
			}
			if len(parts) == 1 {
				names = append(names, parts[0])
			} else {
				names = append(names, frame.TupleOf(parts))
			}
		}
		return d.labeled(names), nil
	}
	if levelCount(h) > 1 {
		return nil, errs.New(errs.Invalid, "a text beside labels of several levels is not there yet")
	}
	labels := levelSeries(h, 0).AsType(dtype.Str).RAdd(before).Add(behind)
	return valued(apply(&setLabels{}, h, labels)), nil
}
