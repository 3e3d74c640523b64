package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// whereWritten is where or mask in the forms that pandas knows: the condition and the values may have labels,
// or none and then meet rows by place.
type whereWritten struct {
	op.Recipe
	Cond, Other op.Written
	row         string // where or mask
}

func (o *whereWritten) Row() string { return o.row }

func init() {
	for _, name := range []string{"where", "mask"} {
		d := op.Doc{
			Name: "dataframe." + name, Like: "pandas.DataFrame." + name, Summary: op.Lookup("dataframe." + name + "_value").Doc.Summary,
			Sig:     name + "(df, cond, other=<no_default>, *, inplace=False, axis=None, level=None)",
			Methods: "DataFrame." + name + " Series." + name,
			Text: "The condition, and values that are no single one, meet rows by label where they have labels, else by place. A function of either is called with " +
				"the frame. Labels that the condition lacks are taken for false, by mask for true.",
		}
		if name == "where" {
			d.Methods, d.Labels = d.Methods+" Index.where", "index (cond, other=None)"
		}
		op.Register(d, whereWritten{row: name})
	}
}

func (o *whereWritten) Build(h Handle, more []Handle) (Handle, error) {
	w := op.Lookup("dataframe." + o.row + "_value").New().(*cells.Where)
	cond, err := labeledAs(h, meant(o.Cond, 1, more))
	if err != nil {
		return nil, err
	}
	if d, ok := h.(*DataFrame); ok {
		if c, ok := cond.(*DataFrame); ok && !d.Value().Meta().Open && !slices.EqualFunc(colsOf(d), colsOf(c), func(a, b op.Col) bool { return a.Name.Same(b.Name) }) {
			cond = FrameOf(apply(&reindexColumns{Columns: d.Columns(), FillValue: !w.Keeps()}, c))
		}
	}
	other := meant(o.Other, 1, more)
	if v, ok := chunk.ScalarOf(other); ok {
		w.Other, w.None = v, o.Other.Is && v == nil
		return valued(apply(w, h, cond)), nil
	}
	values, err := labeledAs(h, other)
	if err != nil {
		return nil, err
	}
	return valued(apply(&cells.Choose{Keep: w.Keeps()}, h, cond, values)), nil
}

// labeledAs is a frame or series as it stands, and what has no labels under those of h.
func labeledAs(h Handle, v any) (Handle, error) {
	switch v := v.(type) {
	case *DataFrame:
		return v, nil
	case *Series:
		if v.Name() != cells.Listed {
			return v, nil
		}
	case *Scalar:
		return rowsOfPlace(h, v.Tensor())
	case *tensor.Tensor, *Index:
	}
	return rowsOfPlace(h, v)
}
