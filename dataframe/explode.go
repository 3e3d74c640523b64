package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type explode struct {
	op.Recipe
	Column      []frame.Label
	IgnoreIndex bool
}

func init() {
	op.Register[explode](op.Doc{
		Name: "dataframe.explode", Like: "pandas.DataFrame.explode", Methods: "DataFrame.explode Series.explode", Sig: "explode(df, column=None, ignore_index=False)",
		Series:  "(ignore_index=False)",
		Summary: "A row for every element of lists",
		Go:      "DataFrame.Explode(column...) Series.Explode()",
		Text: "The labels and the other cells of its row are repeated; an empty list is a missing " +
			"element, and what is no list stays. Lists of several columns go together, and must be " +
			"equally long.",
	})
	op.Register[reshape.Exploded](op.Doc{
		Name: "dataframe.exploded", Face: "inner", Sig: "exploded(df, column=None, ignore_index=False)", Summary: "A row for every element of lists, as objects",
	})
}

// Build gives texts the dtype of texts, as pandas does.
func (o *explode) Build(h Handle) (Handle, error) {
	v := apply(&reshape.Exploded{Column: o.Column, IgnoreIndex: o.IgnoreIndex}, h)
	if v.Err() != nil {
		return FrameOf(v), nil
	}
	v = op.Value{N: op.Apply(&cells.InferObjects{Texts: true}, v)}
	if _, ok := h.(*Series); ok {
		return SeriesOf(v), nil
	}
	return FrameOf(v), nil
}
