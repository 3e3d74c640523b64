package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// groupOhlc is the first, greatest, least and last value of each group.
type groupOhlc struct{ groupRecipe }

func init() {
	const summary = "First, greatest, least and last value of each group"
	op.Register[groupOhlc](op.Doc{
		Name: "dataframe.groupby_ohlc", Face: "inner", Sig: groupSig + "ohlc()", Summary: summary,
		Groups: []op.Method{{Sig: "ohlc()", Summary: summary, Gives: "dataframe"}},
	})
}

func (o *groupOhlc) Build(_ *op.Asker, h Handle, keys []*Series) (Handle, error) {
	g, names, of := o.groups(h, keys), frame.Labels("open", "high", "low", "close"), []frame.Label{{}}
	_, alone := h.(*Series)
	if !alone {
		var err error
		if of, err = o.valueLabels(h); err != nil {
			return nil, err
		}
		g = g.Select(labelsAny(of)...)
	}
	cols := make([]Handle, len(of)*len(names))
	for i, f := range []string{"first", "max", "min", "last"} {
		for k, l := range of {
			label := names[i]
			if !alone && !o.Series {
				label = frame.TupleOf(append(slices.Clone(l.Elems()), label))
			}
			if alone {
				cols[i] = SeriesOf(g.agg(f, groupby.Agg{Series: true})).Rename(label)
			} else {
				cols[k*len(names)+i] = g.Agg(f).IlocCol(k).Rename(label)
			}
		}
	}
	return o.asked(Concat(cols, Concats{Axis: 1})), nil
}
