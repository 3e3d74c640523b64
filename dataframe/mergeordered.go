package dataframe

import "github.com/mars-project/mars-go/op"

// mergeOrdered is a merge whose rows ascend by key.
type mergeOrdered struct {
	op.Recipe
	On, LeftOn, RightOn op.Written
	Suffixes            *[2]string
	How                 string
}

func init() {
	op.Register[mergeOrdered](op.Doc{
		Name: "dataframe.merge_ordered", Like: "pandas.merge_ordered", Gives: "dataframe", Summary: "Join rows of two frames by their keys, in ascending order of these",
		Sig: "merge_ordered(left, right, on=None, left_on=None, right_on=None, left_by=None, right_by=None, fill_method=None, suffixes=('_x', '_y'), how='outer')", Forms: "suffixes=suffixes",
	})
}

func (o *mergeOrdered) Build(left, right Handle, more []Handle) (*DataFrame, error) {
	m := &mergeWritten{How: o.How, On: o.On, LeftOn: o.LeftOn, RightOn: o.RightOn, Suffixes: o.Suffixes, Sort: true}
	return m.Build(left, right, more)
}
