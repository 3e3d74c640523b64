package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Dropna is the operand of dataframe.dropna.
type Dropna struct {
	pick.Narrowing
	op.Rowwise
	How    *string
	Thresh *int
	Subset []frame.Label
}

func init() {
	op.Register[Dropna](op.Doc{
		Name: "dataframe.dropna", Like: "pandas.DataFrame.dropna",
		Sig:     "dropna(df, *, axis=0, how='any', thresh=None, subset=None, inplace=False, ignore_index=False)",
		Series:  "(*, axis=0, inplace=False, how=None, ignore_index=False)",
		Summary: "Rows that miss no values", Methods: "DataFrame.dropna Series.dropna Index.dropna", Labels: "index (how='any')",
	})
}

// Normalize checks how.
func (o *Dropna) Normalize(in []op.Meta) error {
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
func (o *Dropna) places(m op.Meta) ([]int, error) {
	if o.Subset == nil {
		return All(len(m.Cols)), nil
	}
	var lost []frame.Label
	for _, l := range o.Subset {
		if _, err := schema.PlacesNamed(m, l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "%s", schema.Reprs(lost))
	}
	_, at, err := schema.Named(m, o.Subset)
	return at, err
}

func (o *Dropna) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := o.places(in[0]); err != nil {
		return nil, err
	}
	// The length depends on the parameters too: they are part of the question.
	q := "dropna:" + *o.How + schema.Reprs(o.Subset)
	if o.Thresh != nil {
		q += frame.L(*o.Thresh).String()
	}
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = m.Index.Derive(q, in[0])
	return []op.Meta{m}, nil
}

func (o *Dropna) Exec(x *op.Exec) error {
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
	return chunk.PutRows(x, f, rows)
}

// ColumnsOf are the wanted ones and those that count.
func (o *Dropna) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	at, err := o.places(in[0])
	return append(append([]int{}, want...), at...), err == nil && o.Subset != nil
}
