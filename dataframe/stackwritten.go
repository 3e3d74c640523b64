package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// stackWritten is stack with the parameters of pandas' old one.
type stackWritten struct {
	op.Recipe
	Level, Dropna, Sort op.Written
}

func init() {
	op.Register[stackWritten](op.Doc{
		Name: "dataframe.stack", Like: "pandas.DataFrame.stack", Methods: "DataFrame.stack", Gives: "told",
		Sig:     "stack(df, level=-1, dropna=<no_default>, sort=<no_default>, future_stack=True)",
		Summary: "Columns below each other, row by row", Forms: "df=in:settled level=plain dropna=plain sort=plain",
		Text: "Level is one, by number or name, or a list of them. Of labels of several levels the last one is the default.",
	})
}

func (o *stackWritten) Build(d *DataFrame) (Handle, error) {
	for name, w := range map[string]op.Written{"dropna": o.Dropna, "sort": o.Sort} {
		if w.Is {
			return nil, errs.New(errs.Invalid, "Cannot specify %s, this argument will be removed in a future version of pandas.", name)
		}
	}
	l, ok := inList(o.Level.V)
	if !ok {
		l = []any{o.Level.V}
	}
	if len(l) == 0 {
		return d, nil
	}
	levels := make([]int, len(l))
	for i, v := range l {
		var err error
		if levels[i], err = axisLevel(d, v); err != nil {
			return nil, err
		}
		if slices.Contains(levels[:i], levels[i]) {
			return nil, errs.New(errs.Invalid, "level should not contain duplicate values, got level numbers %v", l)
		}
	}
	for i, c := range d.Columns() {
		if slices.ContainsFunc(d.Columns()[:i], c.Same) {
			return nil, errs.New(errs.Invalid, "Columns with duplicate values are not supported in stack")
		}
	}
	return valued(apply(&reshape.Stack{Level: levels}, d)), nil
}
