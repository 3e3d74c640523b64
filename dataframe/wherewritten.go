package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
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
			Sig: name + "(df, cond, other=<no_default>, *, inplace=False, axis=None, level=None)", Methods: "DataFrame." + name + " Series." + name,
			Text: "Condition and values meet rows by label, without labels by place. Functions are called with the frame. Labels that a condition lacks are false, to mask true.",
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
	c, both := cond.(*DataFrame)
	if d, ok := h.(*DataFrame); ok && both && !d.Value().Meta().Open && !slices.EqualFunc(d.Columns(), c.Columns(), frame.Label.Same) {
		cond = FrameOf(apply(&reindexColumns{Columns: d.Columns(), FillValue: !w.Keeps()}, c))
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
	return chosenWide(w.Keeps(), h, cond, values), nil
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
	}
	return rowsOfPlace(h, v)
}
