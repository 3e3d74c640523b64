package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// overLabels is what Python's operators make of an index: labels meet by place, and comparisons give bools.
type overLabels struct {
	op.Recipe
	Func  string
	Other op.Written // the second operand, if there is one
}

func init() {
	op.Register[overLabels](op.Doc{
		Name: "dataframe.over_labels", Face: "inner", Sig: "over_labels(labels, func, other=<no_default>)", Summary: "An operator of labels",
	})
}

func (o *overLabels) Build(x *Index, more []Handle) (Handle, error) {
	def := op.Lookup("dataframe." + o.Func)
	if def == nil {
		return nil, errs.New(errs.Type, "labels have no operator %s", o.Func)
	}
	s := x.ToSeries(cells.Listed).DropIndex()
	var r *Series
	if !o.Other.Is {
		r = SeriesOf(apply(def.New(), s))
	} else {
		other := meant(o.Other, 1, more)
		switch v := other.(type) {
		case *Index:
			other = v.ToSeries().DropIndex()
		case op.List:
			t, err := arrayOf(v)
			if err != nil {
				return nil, err
			}
			other = t
		}
		r = SeriesOf(binaryOf(o.Func, s, other, nil))
	}
	if b, ok := def.New().(*cells.Binary); ok && b.Compares() {
		return r.ToTensor(), nil
	}
	var name any
	if names := x.Value().Meta().Index.Levels; len(names) == 1 && !names[0].Name.IsNil() {
		name = names[0].Name
	}
	return NewIndex(r.Rename(nil), Options{Name: name}), nil
}
