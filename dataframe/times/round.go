package times

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// Move is the methods that give other times.
type Move struct {
	op.Rowwise
	Freq        string `sig:"-"`
	Unit        string `sig:"-"`
	Tz          string `sig:"-"`
	Ambiguous   string `sig:"-"`
	Nonexistent string `sig:"-"`
	row         string
}

func (o *Move) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"floor", "(freq, ambiguous='raise', nonexistent='raise')", "Times rounded down to a frequency"},
		{"ceil", "(freq, ambiguous='raise', nonexistent='raise')", "Times rounded up to a frequency"},
		{"round", "(freq, ambiguous='raise', nonexistent='raise')", "Times rounded to the nearest multiple of a frequency"},
		{"normalize", "()", "Midnights before times"},
		{"tz_localize", "(tz, ambiguous='raise', nonexistent='raise')", "Wall times as instants of a zone, or back"},
		{"tz_convert", "(tz)", "Instants in another zone"},
		{"as_unit", "(unit, round_ok=True)", "Times in another unit"},
	} {
		d := dtDoc(r[0], r[1], r[2])
		switch r[0] { // a zone may be an object of Python
		case "tz_localize":
			d.Forms = "tz=zone ambiguous=ambiguous nonexistent=nonexistent"
		case "tz_convert":
			d.Forms = "tz=zone"
		case "floor", "ceil", "round":
			d.Forms = "ambiguous=ambiguous nonexistent=nonexistent"
		}
		op.Register[Move](d, Move{row: r[0]})
	}
}

// Normalize checks the policies.
func (o *Move) Normalize([]op.Meta) error {
	switch o.Ambiguous {
	case "", dt.Raise, dt.NaT, dt.DST, dt.Standard:
	default:
		return errs.New(errs.Invalid, "ambiguous='%s' is not supported: raise, NaT, True and False are", o.Ambiguous)
	}
	switch o.Nonexistent {
	case "", dt.Raise, dt.NaT, dt.ShiftForward, dt.ShiftBackward:
		return nil
	}
	if _, err := dt.ParseFreq(o.Nonexistent); err == nil {
		return nil
	}
	return errs.New(errs.Invalid, "The nonexistent argument must be one of 'raise', 'NaT', 'shift_forward', 'shift_backward' or a timedelta object, not '%s'",
		o.Nonexistent)
}

func (o *Move) Infer(in []op.Meta) ([]op.Meta, error) {
	want := wantsDatetime
	if o.row == "floor" || o.row == "ceil" || o.row == "round" || o.row == "as_unit" {
		want |= wantsTimedelta
	}
	c, err := timeType(in, o.row, want)
	if err != nil {
		return nil, err
	}
	d := c.Is
	switch o.row {
	case "floor", "ceil", "round":
		_, err = dt.Step(o.Freq, d.Unit)
	case "as_unit":
		u, ok := dtype.ParseUnit(o.Unit)
		if !ok || !u.Pandas() {
			return nil, errs.New(errs.Invalid, "Supported units are 's', 'ms', 'us', 'ns'")
		}
		d.Unit = u
	case "tz_localize", "tz_convert":
		d.TZ, err = o.zone(d)
	}
	return schema.SameRows(in, c, op.T(d)), err
}

// zone is the name of the zone that results.
func (o *Move) zone(d dtype.DType) (string, error) {
	switch {
	case o.row == "tz_convert" && d.TZ == "":
		return "", errs.New(errs.Type, "Cannot convert tz-naive timestamps, use tz_localize to localize")
	case o.row == "tz_localize" && d.TZ != "" && o.Tz != "":
		return "", errs.New(errs.Type, "Already tz-aware, use tz_convert to convert.")
	case o.Tz == "":
		return "", nil
	}
	z, err := dt.LoadZone(o.Tz)
	if err != nil {
		return "", err
	}
	return z.Name(), nil
}

func (o *Move) Exec(x *op.Exec) error {
	p := dt.Policy{Ambiguous: dt.Ambiguous(o.Ambiguous), Nonexistent: dt.Nonexistent(o.Nonexistent)}
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		switch o.row {
		case "normalize":
			return dt.Normalize(x.Mem(), c)
		case "tz_localize":
			return dt.Localize(x.Mem(), c, o.Tz, p)
		case "tz_convert":
			out := c.Slice(0, c.Rows)
			out.DType = x.Out(0).Cols[0].Is
			return out, nil
		case "as_unit":
			return dt.AsUnit(x.Mem(), c, x.Out(0).Cols[0].Is.Unit)
		}
		step, err := dt.Step(o.Freq, c.DType.Unit)
		if err != nil {
			return nil, err
		}
		how := map[string]dt.Rounding{"floor": dt.Floor, "ceil": dt.Ceil, "round": dt.Round}[o.row]
		return dt.RoundTo(x.Mem(), c, how, step, p)
	})
}
