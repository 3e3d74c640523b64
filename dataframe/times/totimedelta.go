package times

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// ToTimedelta is the operand of dataframe.to_timedelta.
type ToTimedelta struct {
	Unit   *string
	Errors string
}

func init() {
	op.Register[ToTimedelta](op.Doc{
		Name: "dataframe.timedeltas_of", Face: "inner", Sig: "timedeltas_of(arg, unit=None, errors='raise')", Summary: "Texts or numbers of a series as timedeltas",
	})
}

// Normalize checks the options.
func (o *ToTimedelta) Normalize([]op.Meta) error {
	if o.Errors != "raise" && o.Errors != "coerce" {
		return errs.New(errs.Invalid, "errors must be one of 'raise', or 'coerce'.")
	}
	if o.Unit != nil {
		return dt.CheckUnit(*o.Unit)
	}
	return nil
}

func (o *ToTimedelta) unit() string {
	if o.Unit == nil {
		return "ns"
	}
	return *o.Unit
}

// open reports that the dtype follows from the data.
func (o *ToTimedelta) open(from sourceKind) bool {
	return from == fromTexts || from == fromCells || from == fromFloats && o.unit() != "ns"
}

func (o *ToTimedelta) Infer(in []op.Meta) ([]op.Meta, error) {
	c, from, err := timeSource(in, "to_timedelta")
	if err != nil {
		return nil, err
	}
	d := dtype.Timedelta(dtype.Micro)
	switch {
	case from == fromTimes:
		d = c.Is
	case from == fromTexts && o.Unit != nil:
		return nil, errs.New(errs.Invalid, "unit must not be specified if the input contains a str")
	case (from == fromInts || from == fromFloats) && o.unit() == "ns":
		d.Unit = dtype.Nano
	}
	ms := schema.SameRows(in, c, op.T(d))
	ms[0].Open = o.open(from)
	return ms, nil
}

// StageMeta describes the stages of reading.
func (o *ToTimedelta) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return readStage(s, in, dtype.Datetime(dtype.Micro))
}

func (o *ToTimedelta) Tile(t *op.Tiler) error {
	_, from, err := timeSource([]op.Meta{t.In(0).Meta}, "to_timedelta")
	if err != nil {
		return err
	}
	if !o.open(from) {
		return t.Out(t.Map(t.In(0)))
	}
	return tileRead(t, false, func(s dt.Seen) (dtype.DType, error) {
		d := s.DeltaType()
		if from == fromFloats && d.Unit == dtype.Second {
			d.Unit = dtype.Micro // NaN alone
		}
		return d, nil
	})
}

// Look passes.
func (o *ToTimedelta) Look(int) op.Look { return op.Passes }

// Labels pass.
func (o *ToTimedelta) Labels(int) op.Look { return op.Passes }

func (o *ToTimedelta) Exec(x *op.Exec) error {
	coerce := o.Errors == "coerce"
	switch x.Stage {
	case op.Combine:
		p, err := o.read(x, x.Frame(0).Cols[0], coerce)
		if err != nil {
			return err
		}
		return putRead(x, p)
	case op.Final:
		return buildRead(x, coerce)
	}
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		if c.DType.IsTimedelta() {
			return c, nil
		}
		p, err := o.read(x, c, coerce)
		if err != nil {
			return nil, err
		}
		return p.Build(x.Mem(), x.Out(0).Cols[0].Is, coerce)
	})
}

func (o *ToTimedelta) read(x *op.Exec, c *frame.Column, coerce bool) (dt.Parsed, error) {
	if c.DType.IsObject() {
		return cellsOf("", o.unit(), false, coerce).Timedeltas(x.Mem(), c.Objects, o.Unit != nil)
	}
	n, ok, err := counted(x, c)
	if err != nil {
		return dt.Parsed{}, err
	}
	if ok {
		return dt.Numbers(x.Mem(), n, o.unit(), coerce)
	}
	if c, err = chunk.TextsOf(x, c, "to_timedelta"); err != nil {
		return dt.Parsed{}, err
	}
	return dt.ParseDeltas(x.Mem(), c, coerce)
}
