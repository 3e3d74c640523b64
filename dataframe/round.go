package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Round rounds numbers to decimals, half to even; negative decimals round before the point. Other columns
// stay as they are.
func (d *DataFrame) Round(decimals int) *DataFrame {
	return FrameOf(apply(&cells.Round{Decimals: decimals}, d))
}

// Round rounds numbers to decimals.
func (s *Series) Round(decimals int) *Series {
	return SeriesOf(apply(&cells.Round{Decimals: decimals}, s))
}

// roundWritten is round to one number of decimals, or to a number by column.
type roundWritten struct {
	op.Recipe
	Decimals op.Written
}

func init() {
	op.Register[roundWritten](op.Doc{
		Name: "dataframe.round", Like: "pandas.DataFrame.round", Sig: "round(df, decimals=0, *args, **kwargs)", Summary: "Numbers rounded to decimals",
		Methods: "DataFrame.round Series.round Index.round", Labels: "index (decimals=0)", Forms: "decimals=plain args=only", Text: "Of a frame decimals may be a dict or a series by column; other columns stay as they are.",
	})
}

func (o *roundWritten) Build(h Handle, _ []Handle) (Handle, error) {
	if n, ok := o.Decimals.V.(int64); ok {
		return valued(apply(&cells.Round{Decimals: int(n)}, h)), nil
	}
	by, ok := o.Decimals.V.(op.Dict)
	if _, whole := h.(*DataFrame); !ok || !whole {
		return nil, errs.New(errs.Type, "decimals must be an integer, a dict-like or a Series")
	}
	p := &cells.Round{Columns: []cells.ColValue{}}
	for _, e := range by {
		l, err := labelWritten(e.Key)
		if err != nil {
			return nil, err
		}
		if _, ok := e.Value.(int64); !ok {
			return nil, errs.New(errs.Type, "Values in decimals must be integers")
		}
		p.Columns = append(p.Columns, cells.ColValue{Column: l, Value: e.Value})
	}
	return valued(apply(p, h)), nil
}
