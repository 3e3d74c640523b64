package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// TimePolicy says what becomes of wall times that a zone has twice or not at all.
type TimePolicy struct {
	Ambiguous   string // raise, NaT, True (daylight saving time) or False. The default is raise. pandas' infer is refused
	Nonexistent string // raise, NaT, shift_forward, shift_backward, or by how much they are moved, 1h. The default is raise
}

// Floor rounds times down to multiples of a frequency of fixed length: D, h, 15min, 1h30min. Those of a zone
// are rounded as wall times.
func (d Dt) Floor(freq string, p ...TimePolicy) *Series { return d.round("floor", freq, p) }

// Ceil rounds times up.
func (d Dt) Ceil(freq string, p ...TimePolicy) *Series { return d.round("ceil", freq, p) }

// Round rounds times to the nearest multiple, the even one of two that are as near.
func (d Dt) Round(freq string, p ...TimePolicy) *Series { return d.round("round", freq, p) }

func (d Dt) round(name, freq string, p []TimePolicy) *Series {
	o := times.Op[*times.Move](name)
	o.Freq = freq
	return d.move(o, p)
}

// Normalize is the midnights before times.
func (d Dt) Normalize() *Series { return d.move(times.Op[*times.Move]("normalize"), nil) }

// TzLocalize takes datetimes without a zone for wall times of one. With an empty name it gives the wall times
// of datetimes with a zone. Zones are names of the IANA data base, UTC, or offsets as +05:30.
func (d Dt) TzLocalize(zone string, p ...TimePolicy) *Series {
	o := times.Op[*times.Move]("tz_localize")
	o.Tz = zone
	return d.move(o, p)
}

// TzConvert shows datetimes with a zone in another one; with an empty name it gives their UTC wall times.
func (d Dt) TzConvert(zone string) *Series {
	o := times.Op[*times.Move]("tz_convert")
	o.Tz = zone
	return d.move(o, nil)
}

// AsUnit is times counted in s, ms, us or ns. A coarser unit rounds down.
func (d Dt) AsUnit(unit string) *Series {
	o := times.Op[*times.Move]("as_unit")
	o.Unit = unit
	return d.move(o, nil)
}

func (d Dt) move(o *times.Move, p []TimePolicy) *Series {
	d.s = only(d.s, p)
	if len(p) > 0 {
		o.Ambiguous, o.Nonexistent = p[0].Ambiguous, p[0].Nonexistent
	}
	return SeriesOf(apply(o, d.s))
}
