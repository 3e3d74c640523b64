package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// shiftWritten is shift in the forms that pandas knows: by one number of rows, or by several, side by side.
type shiftWritten struct {
	op.Recipe
	Periods   op.Written
	FillValue any
	Suffix    string
}

func init() {
	op.Register[shiftWritten](op.Doc{
		Name: "dataframe.shift", Like: "pandas.DataFrame.shift", Methods: "DataFrame.shift Series.shift",
		Sig: "shift(df, periods=1, freq=None, axis=0, fill_value=<no_default>, suffix=None)", Summary: "Move values by rows", Forms: "periods=periods",
		Text: "Of a list of periods it is a frame with the columns of each, whose number, behind suffix, is put behind their labels.",
	})
}

func (o *shiftWritten) Build(h Handle) (Handle, error) {
	l, several := inList(o.Periods.V)
	switch {
	case !several:
		if _, ok := o.Periods.V.(int64); !ok {
			return nil, errs.New(errs.Type, "Periods must be integer, but %s is %s.", frame.CellText(o.Periods.V), classOf(o.Periods.V))
		}
		if o.Suffix != "" && !o.empty(h) {
			return nil, errs.New(errs.Invalid, "Cannot specify `suffix` if `periods` is an int.")
		}
		return o.by(h, o.Periods.V), nil
	case h.Value().Meta().Kind == op.Series:
		h = h.(*Series).ToFrame()
	}
	if o.empty(h) {
		return h, nil
	}
	if len(l) == 0 {
		return nil, errs.New(errs.Invalid, "If `periods` is an iterable, it cannot be empty.")
	}
	parts := make([]Handle, len(l))
	for i, p := range l {
		if _, ok := p.(int64); !ok {
			return nil, errs.New(errs.Type, "Periods must be integer, but %s is %s.", frame.CellText(p), classOf(p))
		}
		d := FrameOf(o.by(h, p).Value())
		parts[i] = d.AddSuffix(fmt.Sprintf("%s_%d", o.Suffix, p))
	}
	return Concat(parts, Concats{Axis: 1}), nil
}

// empty reports a frame that pandas does not move: without rows, as far as is known, or without columns.
func (*shiftWritten) empty(h Handle) bool {
	m := h.Value().Meta()
	return m.Kind == op.Frame && !m.Open && (len(m.Cols) == 0 || m.Rows() == op.Dim{})
}

func (o *shiftWritten) by(h Handle, periods any) Handle {
	return valued(apply(&moves.Shift{Periods: new(int(periods.(int64))), FillValue: o.FillValue}, h))
}
