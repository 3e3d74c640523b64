package times

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// ToDatetime is the operand of dataframe.datetimes_of.
type ToDatetime struct {
	Errors   string
	Dayfirst bool
	Utc      bool
	Format   *string
	Unit     *string
}

func init() {
	op.Register[ToDatetime](op.Doc{
		Name: "dataframe.datetimes_of", Face: "inner", Summary: "Texts or numbers of a series as datetimes",
		Sig: "datetimes_of(arg, errors='raise', dayfirst=False, utc=False, format=None, unit=None)",
	})
}

// Normalize checks the options.
func (o *ToDatetime) Normalize([]op.Meta) error {
	if o.Errors != "raise" && o.Errors != "coerce" {
		return errs.New(errs.Invalid, "errors must be one of 'raise', or 'coerce'.")
	}
	if o.Unit != nil && o.Format != nil {
		return errs.New(errs.Invalid, "cannot specify both format and unit")
	}
	if o.Unit != nil {
		return dt.CheckUnit(*o.Unit)
	}
	return nil
}

// sourceKind is what times are made of.
type sourceKind uint8

const (
	fromTexts sourceKind = iota + 1
	fromCells
	fromInts
	fromFloats
	fromTimes
)

// timeSource is the kind of a column that times are made of.
func timeSource(in []op.Meta, what string) (op.Col, sourceKind, error) {
	if in[0].Kind != op.Series {
		return op.Col{}, 0, errs.New(errs.Type, "%s wants a series, not a %s", errs.Name(what), in[0].Kind)
	}
	c := in[0].Cols[0]
	switch d := c.Is; {
	case d.IsString() || d.IsCategorical():
		return c, fromTexts, nil
	case d.IsObject():
		return c, fromCells, nil
	case d.IsInteger():
		return c, fromInts, nil
	case d.IsFloat():
		return c, fromFloats, nil
	case what == "to_datetime" && d.IsDatetime() || what == "to_timedelta" && d.IsTimedelta():
		return c, fromTimes, nil
	}
	return c, 0, errs.New(errs.Type, "dtype %s cannot be converted by %s", c.Is, errs.Name(what))
}

// source is the kind of the column. Numbers are cells where a format reads them as texts.
func (o *ToDatetime) source(m op.Meta) (op.Col, sourceKind, error) {
	c, from, err := timeSource([]op.Meta{m}, "to_datetime")
	if (from == fromInts || from == fromFloats) && o.Format != nil && *o.Format != timetext.Mixed {
		from = fromCells
	}
	return c, from, err
}

func (o *ToDatetime) Infer(in []op.Meta) ([]op.Meta, error) {
	c, from, err := o.source(in[0])
	if err != nil {
		return nil, err
	}
	d := dtype.Datetime(dtype.Micro)
	switch {
	case from == fromTimes:
		d = c.Is
	case (from == fromInts || from == fromFloats) && o.unit() == "ns":
		d.Unit = dtype.Nano
	}
	if o.Utc {
		d.TZ = "UTC"
	}
	ms := schema.SameRows(in, c, op.T(d))
	ms[0].Open = o.open(from)
	return ms, nil
}

// open reports that the dtype follows from the data.
func (o *ToDatetime) open(from sourceKind) bool {
	return from == fromTexts || from == fromCells || from == fromFloats && o.unit() != "ns"
}

func (o *ToDatetime) unit() string {
	if o.Unit == nil {
		return "ns"
	}
	return *o.Unit
}

func (o *ToDatetime) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return readStage(s, in, dtype.Datetime(dtype.Micro))
}

// Tile reads the first text of every chunk, then all texts, and builds the column of the dtype that follows.
func (o *ToDatetime) Tile(t *op.Tiler) error {
	_, from, err := o.source(t.In(0).Meta)
	if err != nil {
		return err
	}
	if !o.open(from) {
		return t.Out(t.Map(t.In(0)))
	}
	return tileRead(t, (from == fromTexts || from == fromCells) && o.Format == nil && o.Unit == nil, func(s dt.Seen) (dtype.DType, error) {
		d, err := s.Type(o.Utc)
		if from == fromFloats && d.Unit == dtype.Second {
			d.Unit = dtype.Micro // NaN alone
		}
		return d, err
	})
}

// Look passes.
func (o *ToDatetime) Look(int) op.Look { return op.Passes }

// Labels pass.
func (o *ToDatetime) Labels(int) op.Look { return op.Passes }

func (o *ToDatetime) Exec(x *op.Exec) error {
	coerce := o.Errors == "coerce"
	switch x.Stage {
	case op.Map:
		return firstText(x)
	case op.Combine:
		p, err := o.read(x, coerce)
		if err != nil {
			return err
		}
		return putRead(x, p)
	case op.Final:
		return buildRead(x, coerce)
	}
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		if c.DType.IsDatetime() {
			return o.toUTC(x, c)
		}
		p, err := o.read(x, coerce)
		if err != nil {
			return nil, err
		}
		return p.Build(x.Mem(), x.Out(0).Cols[0].Is, coerce)
	})
}

// toUTC is datetimes as they are, or in UTC.
func (o *ToDatetime) toUTC(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	if !o.Utc {
		return c, nil
	}
	out := c.Slice(0, c.Rows)
	out.DType = x.Out(0).Cols[0].Is
	return out, nil
}

// read reads the column of input 0. Input 1, where there is one, says the format.
func (o *ToDatetime) read(x *op.Exec, coerce bool) (dt.Parsed, error) {
	c := x.Frame(0).Cols[0]
	if cells := o.cells(c); cells != nil {
		return cellsOf(o.format(x), o.unit(), o.Dayfirst, coerce).Datetimes(x.Mem(), cells)
	}
	if n, ok, err := counted(x, c); ok || err != nil {
		if err != nil {
			return dt.Parsed{}, err
		}
		return dt.Numbers(x.Mem(), n, o.unit(), coerce)
	}
	c, err := chunk.TextsOf(x, c, "to_datetime")
	if err != nil {
		return dt.Parsed{}, err
	}
	return dt.Parse(x.Mem(), c, o.format(x), o.Dayfirst, coerce)
}

// format is the one that texts are read in.
func (o *ToDatetime) format(x *op.Exec) string {
	first := ""
	switch {
	case o.Format != nil:
		return *o.Format
	case o.Unit != nil:
		return timetext.Mixed
	case x.Len() > 1:
		first, _ = x.Tuple(1)[0].(string)
	}
	return dt.FormatOf(first, o.Dayfirst)
}

// cells are the rows of c as values, where it is read as objects; nil for another column.
func (o *ToDatetime) cells(c *frame.Column) []any {
	if c.DType.IsObject() {
		return append([]any{}, c.Objects...)
	}
	if c.DType.IsString() || c.DType.IsCategorical() || o.Format == nil || *o.Format == timetext.Mixed {
		return nil
	}
	out := make([]any, c.Rows)
	for i := range out {
		out[i] = c.Cell(i)
		if f, ok := out[i].(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			out[i] = int64(f)
		}
	}
	return out
}
