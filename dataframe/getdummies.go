package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// DummyOptions are the options of GetDummies.
type DummyOptions struct {
	Prefix    []string    // for the names of the new columns: one for all, or one for each encoded column; column labels by default
	PrefixSep []string    // "_" by default
	DummyNA   bool        // a column for missing values
	Columns   any         // the columns to encode: a label or a list; of strings, objects and categories by default
	DropFirst bool        // leave out the first value of each column
	DType     dtype.DType // of the new columns: bool by default
}

// GetDummies replaces columns by one indicator column for each of their values, in ascending order, or of
// their categories. Which columns that are is known when the values are.
func (d *DataFrame) GetDummies(o ...DummyOptions) *DataFrame {
	d = only(d, o)
	return FrameOf(dummiesOf(d, one(o), false))
}

// GetDummies is a frame of one indicator column for each value; without a prefix the labels are the values
// themselves.
func (s *Series) GetDummies(o ...DummyOptions) *DataFrame {
	s = only(s, o)
	return FrameOf(dummiesOf(s, one(o), true))
}

func dummiesOf(h Handle, p DummyOptions, series bool) op.Value {
	o := &reshape.GetDummies{Prefix: p.Prefix, PrefixSep: p.PrefixSep, DummyNa: p.DummyNA, DropFirst: p.DropFirst, Series: series}
	if p.DType != (dtype.DType{}) {
		o.Dtype = &p.DType
	}
	if p.Columns != nil {
		o.Columns = []frame.Label{}
	}
	for _, c := range listOf(p.Columns) {
		l, ok := frame.LabelOf(c)
		if !ok {
			return bad("dataframe.get_dummies", errs.New(errs.Type, "a %T is no column label", c))
		}
		o.Columns = append(o.Columns, l)
	}
	return apply(o, h)
}
