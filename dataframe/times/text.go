package times

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// Text is the methods that write times.
type Text struct {
	op.Rowwise
	DateFormat string  `sig:"-"`
	Locale     *string `sig:"-"`
	row        string
}

func (o *Text) Row() string { return o.row }

func init() {
	op.Register[Text](dtDoc("strftime", "(date_format)", "Datetimes as texts of a format"), Text{row: "strftime"})
	op.Register[Text](dtDoc("day_name", "(locale=None)", "English names of the days of the week"), Text{row: "day_name"})
	op.Register[Text](dtDoc("month_name", "(locale=None)", "English names of the months"), Text{row: "month_name"})
}

func (o *Text) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Locale != nil {
		return nil, errs.New(errs.Invalid, "locale '%s' is not supported: names are English", *o.Locale)
	}
	c, err := timeType(in, o.row, wantsDatetime)
	if err == nil {
		_, err = dt.ParseLayout(o.DateFormat)
	}
	return schema.SameRows(in, c, op.T(dtype.Str)), err
}

func (o *Text) Exec(x *op.Exec) error {
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		if o.row != "strftime" {
			return dt.Names(x.Mem(), c, o.row == "month_name")
		}
		l, err := dt.ParseLayout(o.DateFormat)
		if err != nil {
			return nil, err
		}
		return l.Format(x.Mem(), c)
	})
}
