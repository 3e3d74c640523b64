package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// dtText is the methods that write times.
type dtText struct {
	op.Rowwise
	DateFormat string  `sig:"-"`
	Locale     *string `sig:"-"`
	row        string
}

func (o *dtText) Row() string { return o.row }

func init() {
	op.Register[dtText](dtDoc("strftime", "(date_format)", "Datetimes as texts of a format"), dtText{row: "strftime"})
	op.Register[dtText](dtDoc("day_name", "(locale=None)", "English names of the days of the week"), dtText{row: "day_name"})
	op.Register[dtText](dtDoc("month_name", "(locale=None)", "English names of the months"), dtText{row: "month_name"})
}

// Strftime is datetimes as texts of a format, of dtype str: Python's directives and those of the C library, in the C locale. %s is refused.
func (d Dt) Strftime(format string) *Series {
	o := dtOp[*dtText]("strftime")
	o.DateFormat = format
	return SeriesOf(apply(o, d.s))
}

// DayName is the English names of the days of the week.
func (d Dt) DayName() *Series { return SeriesOf(apply(dtOp[*dtText]("day_name"), d.s)) }

// MonthName is the English names of the months.
func (d Dt) MonthName() *Series { return SeriesOf(apply(dtOp[*dtText]("month_name"), d.s)) }

func (o *dtText) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Locale != nil {
		return nil, errs.New(errs.Invalid, "locale '%s' is not supported: names are English", *o.Locale)
	}
	c, err := timeType(in, o.row, wantsDatetime)
	if err == nil {
		_, err = dt.ParseLayout(o.DateFormat)
	}
	return sameRows(in, c, op.T(dtype.Str)), err
}

func (o *dtText) Exec(x *op.Exec) error {
	return oneColumn(x, func(c *frame.Column) (*frame.Column, error) {
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
