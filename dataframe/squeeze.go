package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// squeeze takes axes of one label away.
type squeeze struct {
	op.Recipe `known:"columns"`
	Axis      *int
}

func init() {
	op.Register[squeeze](op.Doc{
		Name: "dataframe.squeeze", Like: "pandas.DataFrame.squeeze", Methods: "DataFrame.squeeze Series.squeeze", Gives: "told", Forms: "df=in:counted",
		Sig: "squeeze(df, axis=None)", Summary: "Axes of one label taken away: a frame of one column is a series, a series of one row a value",
	})
}

func (o *squeeze) Build(h Handle) (Handle, error) {
	m := h.Value().Meta()
	d, table := h.(*DataFrame)
	if !table && o.Axis != nil && *o.Axis != 0 {
		return nil, errs.New(errs.Invalid, "No axis named %d for object type Series", *o.Axis)
	}
	row := m.Rows().Known() && m.Rows().N == 1 && (o.Axis == nil || *o.Axis == 0)
	column := table && len(m.Cols) == 1 && (o.Axis == nil || *o.Axis == 1)
	switch {
	case row && column:
		return (&located{}).byPlace(h, op.Tuple{int64(0), int64(0)})
	case row:
		return (&located{}).byPlace(h, int64(0))
	case column:
		return d.IlocCol(0), nil
	}
	return h, nil
}
