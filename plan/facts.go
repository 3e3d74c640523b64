package plan

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// toFacts and fromFacts convert between what a result carries and what a Tiler sees.
func toFacts(f *service.Facts) *op.Facts {
	o := &op.Facts{Shape: f.Shape, Bytes: f.Bytes, Schema: f.Schema}
	for _, c := range f.Cols {
		o.Cols = append(o.Cols, op.ColFacts{Nulls: c.Nulls, Sorted: c.Sorted, Unique: c.Unique, Min: c.Min, Max: c.Max})
	}
	for _, p := range f.Parts {
		o.Parts = append(o.Parts, op.PartFacts{Rows: p.Rows, Bytes: p.Bytes})
	}
	return o
}

func fromFacts(f *op.Facts) service.Facts {
	o := service.Facts{Shape: f.Shape, Bytes: f.Bytes, Schema: f.Schema}
	for _, c := range f.Cols {
		o.Cols = append(o.Cols, service.ColFacts{Nulls: c.Nulls, Sorted: c.Sorted, Unique: c.Unique, Min: c.Min, Max: c.Max})
	}
	for _, p := range f.Parts {
		o.Parts = append(o.Parts, service.PartFacts{Rows: p.Rows, Bytes: p.Bytes})
	}
	return o
}
