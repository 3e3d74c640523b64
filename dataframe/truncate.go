package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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
	before, after := o.Before.V, o.After.V
	if o.Axis == nil || *o.Axis == 0 {
		before, after = instant(h, before), instant(h, after)
	}
	between := any(op.Slice{Start: before, Stop: after})
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

// instant is the first time of the part of time that a text names among times that label rows; other ends
// stay.
func instant(h Handle, end any) any {
	text, ok := end.(string)
	is := h.Value().Meta().Index.Levels[0].Is
	if s, named := pick.SpanOf(text, is); ok && named {
		return frame.Timestamp{Ticks: s.First, Unit: is.Unit, TZ: is.TZ}
	}
	return end
}
