package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// RenameAxis names the levels of the row labels, one name a level; nil takes a name away. Errors: Invalid for
// a number of names that is not that of the levels.
func (d *DataFrame) RenameAxis(names ...any) *DataFrame { return FrameOf(renamedAxis(d, names)) }

// RenameAxis names the levels of the row labels.
func (s *Series) RenameAxis(names ...any) *Series { return SeriesOf(renamedAxis(s, names)) }

// Rename names the levels of the index.
func (x *Index) Rename(names ...any) *Index { return IndexOf(renamedAxis(x, names)) }

// indexNames is an index whose levels have other names.
type indexNames struct {
	op.Recipe
	Name, Names []frame.Label `sig:"-"`
	One         bool          `sig:"-"` // the name of a level, not a list of names
	Level       []frame.Label `sig:"-"` // the ones that are named, all where none is given
	name        string
}

func (o *indexNames) Row() string { return o.name }

func init() {
	op.Register[indexNames](op.Doc{
		Name: "dataframe.Index.rename", Like: "pandas.Index.rename", Methods: "Index.rename", Sig: "rename(index, name, *, inplace=False)", Forms: "name=level_names:one",
		Summary: "Under another name", Text: "Labels of several levels have a list of names.",
	}, indexNames{name: "rename"})
	op.Register[indexNames](op.Doc{
		Name: "dataframe.Index.set_names", Like: "pandas.Index.set_names", Methods: "Index.set_names", Sig: "set_names(index, names, *, level=None, inplace=False)", Forms: "names=level_names:one",
		Summary: "Under other names, or those of some levels",
	}, indexNames{name: "set_names"})
}

func (o *indexNames) Build(x *Index) (*Index, error) {
	names, all, levels := append(o.Name, o.Names...), namesOfLevels(x), x.Value().Meta().Index.Levels
	one := o.One && o.Level == nil && len(levels) > 1
	if one && names[0].Kind() == frame.LabelTuple {
		one, names = false, names[0].Elems()
	}
	switch {
	case o.Level != nil && len(levels) == 1:
		return nil, errs.New(errs.Invalid, "Level must be None for non-MultiIndex")
	case one:
		return nil, errs.New(errs.Type, "Must pass list-like as `names`.")
	case o.Level == nil:
		return x.Rename(labelsAny(names)...), nil
	}
	if len(names) != len(o.Level) {
		return nil, errs.New(errs.Invalid, "Length of names must match length of level.")
	}
	for i, l := range o.Level {
		k, err := schema.LevelOf(levels, l)
		if err != nil {
			return nil, err
		}
		all[k] = names[i]
	}
	return x.Rename(all...), nil
}

func renamedAxis(h Handle, names []any) op.Value {
	ls, err := schema.LabelList(names)
	if err != nil {
		return bad("dataframe.rename_axis", err)
	}
	return apply(&axes.RenameAxis{Names: ls}, h)
}
