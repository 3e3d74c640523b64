package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// chooseWide is a choice of the values of a frame, or of those of another one, as where makes it: integers
// become floats where one is replaced and some value of the other column, taken or not, is no integer.
type chooseWide struct {
	op.Deferred
	Keep bool // elements where the condition is true
}

func init() {
	op.Register[chooseWide](op.Doc{
		Face: "inner", Name: "dataframe.choose_wide", Sig: "choose_wide(df, cond, other, keep=False)", Summary: "Elements of one frame or of another, in a dtype that holds all of the other",
	})
}

// chosenWide is h where a condition holds, or where it does not, and values elsewhere.
func chosenWide(keep bool, h, cond, values Handle) Handle {
	if len(widened(h, values)) == 0 {
		return valued(apply(&cells.Choose{Keep: keep}, h, cond, values))
	}
	return valued(apply(&chooseWide{Keep: keep}, h, cond, values))
}

// maskedWide is values where a condition holds, and h elsewhere.
func maskedWide(h, cond, values Handle) Handle { return chosenWide(false, h, cond, values) }

// widened are the places of the columns of integers of h that are chosen beside floats.
func widened(h, values Handle) (at []int) {
	cols, other := colsOf(h), colsOf(values)
	for i, c := range cols {
		if len(other) == 0 || len(other) > 1 && i >= len(other) {
			break
		}
		if by := other[min(i, len(other)-1)].Is; c.Is.IsInteger() && !c.Is.Null && by.IsFloat() && !by.Null {
			at = append(at, i)
		}
	}
	return at
}

func (o *chooseWide) Infer(in []op.Meta) ([]op.Meta, error) {
	return (&cells.Choose{Keep: o.Keep}).Infer(in)
}

func (o *chooseWide) Build(a *op.Asker, h, cond, values Handle) (Handle, error) {
	out := valued(apply(&cells.Choose{Keep: o.Keep}, h, cond, values))
	if err := out.Value().Err(); err != nil {
		return nil, err
	}
	at := widened(h, values)
	d, _, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	// All that the other one has for the rows of h, and where it is taken.
	never := d.IsNA().And(false)
	all := FrameOf(apply(&cells.Choose{Keep: true}, d, never, values))
	marks := FrameOf(apply(&cells.Choose{Keep: o.Keep}, never, cond, d.IsNA().Or(true)))
	var asked []interface{ Value() op.Value }
	for _, i := range at {
		c := all.IlocCol(i)
		asked = append(asked, c.Ne(c.FloorDiv(1)).Any(), marks.IlocCol(i).Any())
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return nil, err
	}
	for k, i := range at {
		if !fetchedBool(a.Value(asked[2*k])) || !fetchedBool(a.Value(asked[2*k+1])) {
			continue
		}
		switch x := out.(type) {
		case *Series:
			out = x.AsType(dtype.Float64)
		case *DataFrame:
			names := x.Columns()
			out = x.labeled(placeLabels(len(names))).AsType(map[any]any{i: dtype.Float64}).labeled(slices.Clone(names))
		}
	}
	return out, nil
}
