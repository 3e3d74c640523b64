package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/op"
)

// DropNA is what dropna may be told.
type DropNA struct {
	How    string // "any" (the default): rows that miss a value; "all": rows that miss every value
	Subset []any  // labels of the columns that count. The default is all
	Thresh int    // keep rows with at least so many values instead; 0 means not given
}

// DropNA drops rows that miss values. Errors: NotFound for a label that no column has, Invalid for another
// How.
func (d *DataFrame) DropNA(o ...DropNA) *DataFrame {
	d = only(d, o)
	return FrameOf(dropped(d, one(o)))
}

// DropNA drops rows that miss their value.
func (s *Series) DropNA() *Series { return SeriesOf(dropped(s, DropNA{})) }

func dropped(h Handle, d DropNA) op.Value {
	ls, err := schema.LabelsIn(d.Subset)
	if err != nil {
		return bad("dataframe.dropna", err)
	}
	o := &cells.Dropna{Subset: ls}
	if d.How != "" {
		o.How = &d.How
	}
	if d.Thresh > 0 {
		o.Thresh = &d.Thresh
	}
	return apply(o, h)
}
