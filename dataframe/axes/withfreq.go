package axes

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// WithFreq tells labels that are times how far they stand from each other; others stay as they are.
type WithFreq struct {
	op.Rowwise
	Freq string
}

func init() {
	op.Register[WithFreq](op.Doc{
		Name: "dataframe.with_freq", Face: "inner", Like: "pandas.DataFrame.resample", Sig: "with_freq(df, freq)", Summary: "Rows whose labels have a frequency",
	})
}

func (o *WithFreq) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *WithFreq) Exec(x *op.Exec) error {
	f := x.Frame(0)
	if k := f.Index.Kind; k != frame.DatetimeIndex && k != frame.TimedeltaIndex {
		return x.Put(0, f)
	}
	return x.Put(0, f.WithIndex(f.Index.WithFreq(o.Freq)))
}

// ColumnsOf passes.
func (*WithFreq) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
