package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// openSeries is m, of groups of an input whose columns follow from data that was not read, as the series that it will be. The dtype of its one column is
// a guess: that of the input where this is a series.
func openSeries(m, in op.Meta, chosen []frame.Label) op.Meta {
	c := op.Col{Type: op.T(dtype.Float64)}
	if in.Kind == op.Series && len(in.Cols) == 1 {
		c = op.Col{Name: in.Cols[0].Name, Type: op.T(in.Cols[0].Is)}
	}
	if len(chosen) == 1 {
		c.Name = chosen[0]
	}
	m.Kind, m.Open, m.Cols = op.Series, true, []op.Col{c}
	return m
}
