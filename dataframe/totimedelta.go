package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// ToTimedelta makes timedeltas of texts or numbers. Texts are numbers with units (1 days 2h, 1.5 min), clocks (02:03:04.5), both, or durations of ISO
// 8601. Numbers count a unit, nanoseconds when none is given. The result is timedelta64[us], or ns where one is said in nanoseconds or has
// a fraction of microseconds; that is known once the data was read. Timedeltas stay as they are.
//
// Errors: Invalid for a text that is none (missing with Coerce), Type for other dtypes.
func ToTimedelta(s *Series, o ...TimedeltaOptions) *Series {
	p := &toTimedelta{}
	if len(o) > 0 {
		if o[0].Coerce {
			p.Errors = "coerce"
		}
		if o[0].Unit != "" {
			p.Unit = &o[0].Unit
		}
	}
	return SeriesOf(apply(p, s))
}

// TimedeltaOptions are the options of ToTimedelta.
type TimedeltaOptions struct {
	Unit   string // of numbers: W, D, h, m, s, ms, us or ns. The default is ns
	Coerce bool   // what is no timedelta is missing
}

type toTimedelta struct {
	Unit   *string
	Errors string
}

func init() {
	op.Register[toTimedelta](op.Doc{
		Name: "dataframe.to_timedelta", Like: "pandas.to_timedelta",
		Sig: "to_timedelta(arg, unit=None, errors='raise')", Summary: "Texts or numbers as timedeltas",
	})
}

// Normalize checks the options.
func (o *toTimedelta) Normalize([]op.Meta) error {
	if o.Errors != "raise" && o.Errors != "coerce" {
		return errs.New(errs.Invalid, "errors must be one of 'raise', or 'coerce'.")
	}
	if o.Unit != nil {
		return dt.CheckUnit(*o.Unit)
	}
	return nil
}

func (o *toTimedelta) unit() string {
	if o.Unit == nil {
		return "ns"
	}
	return *o.Unit
}

// open reports that the dtype follows from the data.
func (o *toTimedelta) open(from sourceKind) bool {
	return from == fromTexts || from == fromFloats && o.unit() != "ns"
}

func (o *toTimedelta) Infer(in []op.Meta) ([]op.Meta, error) {
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
	case from != fromTexts && o.unit() == "ns":
		d.Unit = dtype.Nano
	}
	ms := sameRows(in, c, op.T(d))
	ms[0].Open = o.open(from)
	return ms, nil
}

// StageMeta describes the stages of reading.
func (o *toTimedelta) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return readStage(s, in, dtype.Datetime(dtype.Micro))
}

func (o *toTimedelta) Tile(t *op.Tiler) error {
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
func (o *toTimedelta) Look(int) op.Look { return op.Passes }

// Labels pass.
func (o *toTimedelta) Labels(int) op.Look { return op.Passes }

func (o *toTimedelta) Exec(x *op.Exec) error {
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
	return oneColumn(x, func(c *frame.Column) (*frame.Column, error) {
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

func (o *toTimedelta) read(x *op.Exec, c *frame.Column, coerce bool) (dt.Parsed, error) {
	n, ok, err := counted(x, c)
	if err != nil {
		return dt.Parsed{}, err
	}
	if ok {
		return dt.Numbers(x.Mem(), n, o.unit(), coerce)
	}
	if c, err = textsOf(x, c, "to_timedelta"); err != nil {
		return dt.Parsed{}, err
	}
	return dt.ParseDeltas(x.Mem(), c, coerce)
}
