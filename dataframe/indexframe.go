package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ToFrame is the levels as columns under themselves; a level without a name becomes a column of its number.
func (x *Index) ToFrame() *DataFrame { return FrameOf(apply(&indexFrame{}, x)) }

type indexFrame struct {
	op.Recipe
	Index *bool         // false numbers the rows instead
	Name  []frame.Label // of the columns
}

func init() {
	op.Register[indexFrame](op.Doc{
		Name: "dataframe.Index.to_frame", Like: "pandas.Index.to_frame", Methods: "Index.to_frame", Sig: "to_frame(labels, index=True, name=<no_default>)", Gives: "dataframe",
		Forms: "name=columns_of", Summary: "The levels as columns",
	})
}

func (o *indexFrame) Build(x *Index) (*DataFrame, error) {
	names := []frame.Label{}
	for k, n := range namesOfLevels(x) {
		l := n.(frame.Label)
		if l.IsNil() {
			l = frame.L(k)
		}
		names = append(names, l)
	}
	if o.Name != nil {
		if names = o.Name; len(names) != levelCount(x) {
			return nil, errs.New(errs.Invalid, "'name' should have same length as number of levels on index.")
		}
	}
	d := levelTable(x)
	if o.Index == nil || *o.Index {
		d = d.SetLabels(x)
	}
	return d.labeled(names), nil
}
