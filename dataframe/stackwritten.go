package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// stackWritten is stack with the parameters of pandas' old one.
type stackWritten struct {
	op.Recipe
	Level, Dropna, Sort op.Written
}

func init() {
	op.Register[stackWritten](op.Doc{
		Name: "dataframe.stack", Like: "pandas.DataFrame.stack", Methods: "DataFrame.stack", Gives: "series",
		Sig:     "stack(df, level=-1, dropna=<no_default>, sort=<no_default>, future_stack=True)",
		Summary: "Columns below each other, row by row", Forms: "df=in:settled level=plain dropna=plain sort=plain",
		Notes: "Of labels of several levels the last one is stacked.",
	})
}

func (o *stackWritten) Build(d *DataFrame) (Handle, error) {
	for name, w := range map[string]op.Written{"dropna": o.Dropna, "sort": o.Sort} {
		if w.Is {
			return nil, errs.New(errs.Invalid, "Cannot specify %s, this argument will be removed in a future version of pandas.", name)
		}
	}
	k, err := axisLevel(d, o.Level.V)
	if err == nil && k != max(1, frame.ColumnLevels(d.Columns()))-1 {
		err = errs.New(errs.Invalid, "stack of another level than the last one is not there yet; swap the levels of columns")
	}
	if err != nil {
		return nil, err
	}
	return valued(apply(&reshape.Stack{}, d)), nil
}
