package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// renameAxisWritten is rename_axis in the forms that pandas knows: a name, a list of them, or a mapping.
type renameAxisWritten struct {
	op.Recipe
	Mapper, Index, Columns op.Written
	Axis                   int
}

func init() {
	op.Register[renameAxisWritten](op.Doc{
		Name: "dataframe.rename_axis", Like: "pandas.DataFrame.rename_axis", Methods: "DataFrame.rename_axis Series.rename_axis",
		Sig:     "rename_axis(df, mapper=<no_default>, *, index=<no_default>, columns=<no_default>, axis=0, copy=None, inplace=False)",
		Series:  "(mapper=<no_default>, *, index=<no_default>, axis=0, copy=None, inplace=False)",
		Forms:   "df=in:settled mapper=naming:None index=naming:0 columns=naming:1",
		Summary: "Other names for the levels of row or column labels", Text: "A list, a dict, or a function of the names.",
	})
}

func (o *renameAxisWritten) Build(h Handle) (Handle, error) {
	rows, cols := o.Index, o.Columns
	if _, ok := o.Mapper.V.(op.Dict); ok {
		return nil, errs.New(errs.Invalid, "Use `.rename` to alter labels with a mapper.")
	}
	if o.Mapper.Is && o.Axis == 1 {
		cols = o.Mapper
	} else if o.Mapper.Is {
		rows = o.Mapper
	}
	if rows.Is {
		ls, err := namesWritten(h, 0, rows.V)
		if err != nil {
			return nil, err
		}
		h = valued(apply(&axes.RenameAxis{Names: ls}, h))
	}
	if cols.Is {
		ls, err := namesWritten(h, 1, cols.V)
		if err != nil {
			return nil, err
		}
		h = valued(apply(&axes.RenameColumnAxis{Names: ls}, h))
	}
	return h, nil
}

// namesWritten are the names of the levels of an axis after a renaming.
func namesWritten(h Handle, axis int, v any) ([]frame.Label, error) {
	by, ok := v.(op.Dict)
	if !ok {
		l, ok := inList(v)
		if !ok {
			l = []any{v}
		}
		return schema.LabelList(tupled(l))
	}
	levels, err := levelsOn(h, axis)
	if err != nil {
		return nil, err
	}
	names := make([]frame.Label, len(levels))
	for i, c := range levels {
		names[i] = c.Name
		for _, e := range by {
			ls, err := schema.LabelList(tupled([]any{e.Key, e.Value}))
			if err != nil {
				return nil, err
			}
			if ls[0].Same(c.Name) {
				names[i] = ls[1]
			}
		}
	}
	return names, nil
}
