package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
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
	across := o.Axis != nil && *o.Axis == 1
	var ends [2]frame.Label
	for i, w := range []op.Written{o.Before, o.After} {
		l, err := labelWritten(w.V)
		if err != nil {
			return nil, err
		}
		if ends[i] = l; !across {
			ends[i] = instant(h, l)
		}
	}
	if !ends[0].IsNil() && !ends[1].IsNil() && ends[0].Compare(ends[1]) > 0 {
		return nil, errs.New(errs.Invalid, "Truncate: %s must be after %s", ends[1], ends[0])
	}
	between := pick.Labels{Kind: "slice", From: ends[0], To: ends[1]}
	if across {
		return valued(apply(&pick.LocOp{Rows: pick.AllLabels, Cols: between}, h)), nil
	}
	return valued(apply(&pick.LocOp{Rows: between, Cols: pick.AllLabels}, h)), nil
}

// instant is a label of rows, of a text beside times the time.
func instant(h Handle, l frame.Label) frame.Label {
	levels := h.Value().Meta().Index.Levels
	if text, ok := l.Text(); ok && len(levels) == 1 && levels[0].Is.IsTemporal() {
		if v, ok := column.ParseTime(text, levels[0].Is); ok {
			return frame.L(v)
		}
	}
	return l
}
