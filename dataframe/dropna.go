package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// DropNA is what dropna may be told.
type DropNA struct {
	How    string // "any" (the default): rows that miss a value; "all": rows that miss every value
	Subset []any  // labels of the columns that count. The default is all
	Thresh int    // keep rows with at least so many values instead; 0 means not given
}

// DropNA drops rows that miss values. Errors: NotFound for a label that no column has, Invalid for another How.
func (d *DataFrame) DropNA(o ...DropNA) *DataFrame { return FrameOf(dropped(d, one(o))) }

// DropNA drops rows that miss their value.
func (s *Series) DropNA() *Series { return SeriesOf(dropped(s, DropNA{})) }

type dropna struct {
	narrow
	op.Rowwise
	How    *string
	Thresh *int
	Subset []frame.Label
}

func init() {
	op.Register[dropna](op.Doc{
		Name: "dataframe.dropna", Like: "pandas.DataFrame.dropna",
		Sig:     "dropna(df, *, axis=0, how='any', thresh=None, subset=None, inplace=False, ignore_index=False)",
		Series:  "(*, axis=0, inplace=False, how=None, ignore_index=False)",
		Summary: "Rows that miss no values", Methods: "DataFrame.dropna Series.dropna",
	})
}

func dropped(h Handle, d DropNA) op.Value {
	ls, err := labelsIn(d.Subset)
	if err != nil {
		return bad("dataframe.dropna", err)
	}
	o := &dropna{Subset: ls}
	if d.How != "" {
		o.How = &d.How
	}
	if d.Thresh > 0 {
		o.Thresh = &d.Thresh
	}
	return apply(o, h)
}

// Normalize checks how.
func (o *dropna) Normalize(in []op.Meta) error {
	how := "any"
	if o.How != nil && in[0].Kind != op.Series { // one value is any and all
		how = *o.How
	}
	if how != "any" && how != "all" {
		return errs.New(errs.Invalid, "invalid how option: %s", how)
	}
	o.How = &how
	return nil
}

// places are the columns that count.
func (o *dropna) places(m op.Meta) ([]int, error) {
	if o.Subset == nil {
		return all(len(m.Cols)), nil
	}
	var lost []frame.Label
	for _, l := range o.Subset {
		if _, err := placesNamed(m, l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "%s", reprs(lost))
	}
	_, at, err := named(m, o.Subset)
	return at, err
}

func (o *dropna) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.places(in[0]); err != nil {
		return nil, err
	}
	// The length depends on the parameters too: they are part of the question.
	q := "dropna:" + *o.How + reprs(o.Subset)
	if o.Thresh != nil {
		q += frame.L(*o.Thresh).String()
	}
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = m.Index.Derive(q, in[0])
	return []op.Meta{m}, nil
}

func (o *dropna) Exec(x *op.Exec) error {
	f := x.Frame(0)
	at, err := o.places(*op.SchemaOf(f))
	if err != nil {
		return err
	}
	have := make([]int, f.NRows)
	for _, i := range at {
		c := f.Cols[i]
		some := c.HasNulls()
		for r := range have {
			if !some || !c.IsNull(r) {
				have[r]++
			}
		}
	}
	need := len(at)
	switch {
	case o.Thresh != nil:
		need = *o.Thresh
	case *o.How == "all":
		need = min(1, len(at))
	}
	rows := make([]int64, 0, f.NRows)
	for r, n := range have {
		if n >= need {
			rows = append(rows, int64(r))
		}
	}
	return putRows(x, f, rows)
}

// ColumnsOf are the wanted ones and those that count.
func (o *dropna) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	at, err := o.places(in[0])
	return append(append([]int{}, want...), at...), err == nil && o.Subset != nil
}
