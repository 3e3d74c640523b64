package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// overFrame is f of a frame, and of a series as of a frame of its one column: what a recipe does alike with
// both.
func overFrame(h Handle, f func(*DataFrame) (*DataFrame, error)) (Handle, error) {
	switch x := h.(type) {
	case *DataFrame:
		return f(x)
	case *Series:
		d, err := f(x.ToFrame())
		if err != nil {
			return nil, err
		}
		return d.IlocCol(0).Rename(x.Name()), nil
	}
	return nil, errs.New(errs.Type, "neither a frame nor a series")
}

// reducedOver is f of a frame: a series over its columns; of a series the one value.
func reducedOver(h Handle, f func(*DataFrame) (*Series, error)) (Handle, error) {
	switch x := h.(type) {
	case *DataFrame:
		return f(x)
	case *Series:
		s, err := f(x.ToFrame())
		if err != nil {
			return nil, err
		}
		return s.Iat(0), nil
	}
	return nil, errs.New(errs.Type, "neither a frame nor a series")
}

// numbers is the frame of the columns of numbers and bools, where only they are asked for.
func (d *DataFrame) numbers(only bool) *DataFrame {
	if !only {
		return d
	}
	var at []int
	for i, c := range d.Value().Meta().Cols {
		if isNumeric(c.Is) {
			at = append(at, i)
		}
	}
	return d.Iloc(pick.AllPlaces, append([]int{}, at...))
}

// closed refuses a frame whose columns follow from the data.
func closed(h Handle) error {
	if h.Value().Meta().Open {
		return errs.New(errs.Invalid, "which columns there are follows from the data: execute the frame first")
	}
	return nil
}

// openTable describes a frame whose rows, labels of text and columns follow from the data of another one.
func openTable(name string, of op.Meta) []op.Meta {
	m := op.NewFrame(op.Sym(name, of), op.IndexOf(aggregate.RowNames([]string{name})).Derive(name, of))
	m.Open = true
	return []op.Meta{m}
}

// colsOf are the columns of h.
func colsOf(h Handle) []op.Col { return h.Value().Meta().Cols }

// labeled is d under other column labels.
func (d *DataFrame) labeled(names []frame.Label) *DataFrame {
	return FrameOf(apply(&axes.SetColumns{Columns: names}, d))
}

// newLabels labels the column that becomes row labels.
var newLabels = frame.Tup("new", "row", "labels")

// underLabels is d, of as many rows, under given row labels without a name.
func (d *DataFrame) underLabels(ls []frame.Label) *DataFrame {
	return d.Assign(C{newLabels, frame.LabelColumn(ls)}).SetIndex(newLabels).RenameAxis(nil)
}
