package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// groupKey is a key of groups that is no label as a series with the rows of what is grouped: series are met
// by label, arrays and indexes by place, a mapping is one of row labels.
type groupKey struct {
	op.Recipe
	Key op.Written
}

func init() {
	op.Register[groupKey](op.Doc{
		Name: "dataframe.group_key", Face: "inner", Gives: "series", Sig: "group_key(df, key)", Summary: "A key of groups with the rows of a frame",
	})
}

func (o *groupKey) Build(h Handle, more []Handle) (*Series, error) {
	d, _, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	key := meant(o.Key, 1, more)
	if _, ok := key.(op.Dict); ok {
		key = SeriesOf(apply(&mapValues{Arg: o.Key}, levelSeries(h, 0)))
	}
	if s, ok := key.(*Series); ok && s.Name() != cells.Listed {
		return withRowsOf(h, s), nil
	}
	levels, names, err := levelsOfKey(d, key)
	if err == nil && len(levels) != 1 {
		err = errs.New(errs.Invalid, "Grouper for '%s' not 1-dimensional", classOf(key))
	}
	if err != nil {
		return nil, err
	}
	label := frame.Tup("group", "key")
	return d.Assign(C{label, levels[0]}).Col(label).Rename(names[0]), nil
}
