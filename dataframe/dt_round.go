package dataframe

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// dtMove is the methods that give other times.
type dtMove struct {
	op.Rowwise
	Freq        string `sig:"-"`
	Unit        string `sig:"-"`
	Tz          string `sig:"-"`
	Ambiguous   string `sig:"-"`
	Nonexistent string `sig:"-"`
	row         string
}

func (o *dtMove) Row() string { return o.row }

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
		if strings.HasPrefix(r[0], "tz_") { // a zone may be an object of Python
			d.Forms = "tz=zone"
		}
		op.Register[dtMove](d, dtMove{row: r[0]})
	}
}

// TimePolicy says what becomes of wall times that a zone has twice or not at all.
type TimePolicy struct {
	Ambiguous   string // raise, NaT, True (daylight saving time) or False. The default is raise. pandas' infer is refused
	Nonexistent string // raise, NaT, shift_forward or shift_backward. The default is raise
}

// Floor rounds times down to multiples of a frequency of fixed length: D, h, 15min, 1h30min. Those of a zone are rounded as wall times.
func (d Dt) Floor(freq string, p ...TimePolicy) *Series { return d.round("floor", freq, p) }

// Ceil rounds times up.
func (d Dt) Ceil(freq string, p ...TimePolicy) *Series { return d.round("ceil", freq, p) }

// Round rounds times to the nearest multiple, the even one of two that are as near.
func (d Dt) Round(freq string, p ...TimePolicy) *Series { return d.round("round", freq, p) }

func (d Dt) round(name, freq string, p []TimePolicy) *Series {
	o := dtOp[*dtMove](name)
	o.Freq = freq
	return d.move(o, p)
}

// Normalize is the midnights before times.
func (d Dt) Normalize() *Series { return d.move(dtOp[*dtMove]("normalize"), nil) }

// TzLocalize takes datetimes without a zone for wall times of one. With an empty name it gives the wall times of datetimes with a zone. Zones
// are names of the IANA data base, UTC, or offsets as +05:30.
func (d Dt) TzLocalize(zone string, p ...TimePolicy) *Series {
	o := dtOp[*dtMove]("tz_localize")
	o.Tz = zone
	return d.move(o, p)
}

// TzConvert shows datetimes with a zone in another one; with an empty name it gives their UTC wall times.
func (d Dt) TzConvert(zone string) *Series {
	o := dtOp[*dtMove]("tz_convert")
	o.Tz = zone
	return d.move(o, nil)
}

// AsUnit is times counted in s, ms, us or ns. A coarser unit rounds down.
func (d Dt) AsUnit(unit string) *Series {
	o := dtOp[*dtMove]("as_unit")
	o.Unit = unit
	return d.move(o, nil)
}

func (d Dt) move(o *dtMove, p []TimePolicy) *Series {
	if len(p) > 0 {
		o.Ambiguous, o.Nonexistent = p[0].Ambiguous, p[0].Nonexistent
	}
	return SeriesOf(apply(o, d.s))
}

// Normalize checks the policies.
func (o *dtMove) Normalize([]op.Meta) error {
	switch o.Ambiguous {
	case "", dt.Raise, dt.NaT, dt.DST, dt.Standard:
	default:
		return errs.New(errs.Invalid, "ambiguous='%s' is not supported: raise, NaT, True and False are", o.Ambiguous)
	}
	switch o.Nonexistent {
	case "", dt.Raise, dt.NaT, dt.ShiftForward, dt.ShiftBackward:
		return nil
	}
	return errs.New(errs.Invalid, "The nonexistent argument must be one of 'raise', 'NaT', 'shift_forward', 'shift_backward' or a timedelta object, not '%s'",
		o.Nonexistent)
}

func (o *dtMove) Infer(in []op.Meta) ([]op.Meta, error) {
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
	return sameRows(in, c, op.T(d)), err
}

// zone is the name of the zone that results.
func (o *dtMove) zone(d dtype.DType) (string, error) {
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

func (o *dtMove) Exec(x *op.Exec) error {
	p := dt.Policy{Ambiguous: dt.Ambiguous(o.Ambiguous), Nonexistent: dt.Nonexistent(o.Nonexistent)}
	return oneColumn(x, func(c *frame.Column) (*frame.Column, error) {
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
