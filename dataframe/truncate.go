package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// truncate is the rows, or the columns, between two labels.
type truncate struct {
	op.Recipe
	Before, After op.Written
	Axis          *int
}

func init() {
	op.Register[truncate](op.Doc{
		Name: "dataframe.truncate", Like: "pandas.DataFrame.truncate", Methods: "DataFrame.truncate Series.truncate",
		Sig: "truncate(df, before=None, after=None, axis=None, copy=None)", Go: "DataFrame.Truncate(before, after) Series.Truncate(before, after)", Summary: "Rows, or columns, between two labels, both included",
		Text: "Beside labels that are times a text is an instant. ValueError for rows whose labels are not sorted.",
	})
}

func (o *truncate) Build(h Handle) (Handle, error) {
	between := any(op.Slice{Start: o.Before.V, Stop: o.After.V})
	from, err := labelWritten(o.Before.V)
	if err != nil {
		return nil, err
	}
	to, err := labelWritten(o.After.V)
	if err != nil {
		return nil, err
	}
	if !from.IsNil() && !to.IsNil() && from.Compare(to) > 0 {
		return nil, errs.New(errs.Invalid, "Truncate: %s must be after %s", to, from)
	}
	if o.Axis != nil && *o.Axis == 1 {
		between = op.Tuple{everything, between}
	}
	return (&located{}).byLabel(h, between)
}
