package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// IsoCalendar is a frame of the year (Int32), week and day (UInt32) of ISO 8601, Mondays being 1.
func (d Dt) IsoCalendar() *DataFrame { return FrameOf(apply(&times.IsoCalendar{}, d.s)) }

// Components is a frame of the parts of timedeltas: days, hours, minutes, seconds, milliseconds, microseconds
// and nanoseconds, int64, or float64 with NaN where one is missing.
func (d Dt) Components() *DataFrame { return FrameOf(apply(&times.Components{}, d.s)) }

// TotalSeconds is timedeltas in seconds, float64.
func (d Dt) TotalSeconds() *Series { return SeriesOf(apply(&times.TotalSeconds{}, d.s)) }
