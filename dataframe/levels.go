package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type getLevel struct {
	op.Recipe
	Level frame.Label
}

func init() {
	op.Register[getLevel](op.Doc{
		Name: "dataframe.get_level_values", Like: "pandas.Index.get_level_values", Methods: "Index.get_level_values", Sig: "get_level_values(index, level)",
		Summary: "Labels of one level",
		Go:      "Index.Level(level)",
		Text:    "The level is a name or a number; one that there is not is an error.",
	})
	op.Register[axes.LevelValues](op.Doc{
		Name: "dataframe.level_values", Face: "inner", Gives: "series", Sig: "level_values(df, level)", Summary: "One level of the row labels as a series under them",
	})
}

func (o *getLevel) Build(x *Index) (*Index, error) {
	levels := x.Value().Meta().Index.Levels
	k, err := schema.LevelOf(levels, o.Level)
	if err != nil {
		return nil, err
	}
	return NewIndex(levelSeries(x, k), Options{Name: levels[k].Name}), nil
}

// levelSeries is level k of the row labels of h as a series under them.
func levelSeries(h Handle, k int) *Series { return SeriesOf(apply(&axes.LevelValues{Level: k}, h)) }
