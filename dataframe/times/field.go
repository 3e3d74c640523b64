package times

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// Field is a part of times: a row of dt.Fields.
type Field struct {
	op.Rowwise
	field dt.Field
}

func (o *Field) Row() string { return o.field.Name }

func init() {
	for _, f := range dt.Fields() {
		what := "Part " + f.Name + " of datetimes"
		if f.Delta {
			what = "Part " + f.Name + " of timedeltas"
		}
		d := dtDoc(f.Name, "()", what).As("property")
		if f.Out == dtype.Bool {
			d.Labels = "tensor"
		}
		op.Register[Field](d, Field{field: f})
	}
}

func (o *Field) Infer(in []op.Meta) ([]op.Meta, error) {
	want := wantsDatetime
	if o.field.Delta {
		want = wantsTimedelta
	}
	c, err := timeType(in, o.field.Name, want)
	if err != nil {
		return nil, err
	}
	return schema.SameRows(in, c, partType(o.field.Out)), nil
}

func (o *Field) Exec(x *op.Exec) error {
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) { return dt.Part(x.Mem(), c, o.field) })
}
