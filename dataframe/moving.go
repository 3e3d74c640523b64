package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dataframe/windows"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// What users write of windows; package windows computes them.
type (
	// RollingOptions are the options of Rolling.
	RollingOptions = windows.RollingOptions
	// EwmOptions are the options of Ewm. One of Com, Span, Halflife and Alpha says how fast weights fall.
	EwmOptions = windows.EwmOptions
)

// Rolling is a value whose methods aggregate the window rows up to each row.
type Rolling struct {
	h      Handle
	window any
	o      RollingOptions
}

// Rolling makes windows of so many rows. Results are float64; infinities count as missing. A window that is
// less than 0 and more periods than the window are Invalid errors, as are columns that are no numbers, except
// for Count.
func (d *DataFrame) Rolling(window int, o ...RollingOptions) Rolling {
	d = only(d, o)
	return Rolling{d, int64(window), one(o)}
}

// RollingTime makes windows of time: of the row labels, which are times or durations that rise or fall, those
// less than width before each row's own. A window needs one value unless MinPeriods says otherwise. Errors:
// Invalid for other labels, and for labels that neither rise nor fall or are missing.
func (d *DataFrame) RollingTime(width time.Duration, o ...RollingOptions) Rolling {
	d = only(d, o)
	return Rolling{d, frame.Timedelta{Ticks: int64(width), Unit: dtype.Nano}, one(o)}
}

// SeriesRolling is Rolling of a series.
type SeriesRolling struct{ r Rolling }

// Rolling makes windows of so many rows.
func (s *Series) Rolling(window int, o ...RollingOptions) SeriesRolling {
	s = only(s, o)
	return SeriesRolling{Rolling{s, int64(window), one(o)}}
}

// RollingTime makes windows of time, as that of a frame does.
func (s *Series) RollingTime(width time.Duration, o ...RollingOptions) SeriesRolling {
	s = only(s, o)
	return SeriesRolling{Rolling{s, frame.Timedelta{Ticks: int64(width), Unit: dtype.Nano}, one(o)}}
}

func (r Rolling) of(fn string) op.Value { return apply(windows.Rolling(fn, r.window, r.o), r.h) }

func (r Rolling) spread(fn string, ddof []int) op.Value {
	r.h = only(r.h, ddof)
	var divisor *int
	if len(ddof) > 0 {
		divisor = &ddof[0]
	}
	return apply(windows.RollingSpread(fn, r.window, divisor, r.o), r.h)
}

// Sum, Mean, Min and Max aggregate the values of each window.
func (r Rolling) Sum() *DataFrame  { return FrameOf(r.of("sum")) }
func (r Rolling) Mean() *DataFrame { return FrameOf(r.of("mean")) }
func (r Rolling) Min() *DataFrame  { return FrameOf(r.of("min")) }
func (r Rolling) Max() *DataFrame  { return FrameOf(r.of("max")) }

// Count is the number of values that are there in each window, of columns of any dtype; MinPeriods counts
// rows here.
func (r Rolling) Count() *DataFrame { return FrameOf(r.of("count")) }

// Std is the standard deviation of each window. The divisor is the number of values less ddof, by default 1.
func (r Rolling) Std(ddof ...int) *DataFrame { return FrameOf(r.spread("std", ddof)) }

// Var is the variance of each window. The divisor is the number of values less ddof, by default 1.
func (r Rolling) Var(ddof ...int) *DataFrame { return FrameOf(r.spread("var", ddof)) }

// Sum, Mean, Min, Max, Count, Std and Var are those of Rolling.
func (s SeriesRolling) Sum() *Series            { return SeriesOf(s.r.of("sum")) }
func (s SeriesRolling) Mean() *Series           { return SeriesOf(s.r.of("mean")) }
func (s SeriesRolling) Min() *Series            { return SeriesOf(s.r.of("min")) }
func (s SeriesRolling) Max() *Series            { return SeriesOf(s.r.of("max")) }
func (s SeriesRolling) Count() *Series          { return SeriesOf(s.r.of("count")) }
func (s SeriesRolling) Std(ddof ...int) *Series { return SeriesOf(s.r.spread("std", ddof)) }
func (s SeriesRolling) Var(ddof ...int) *Series { return SeriesOf(s.r.spread("var", ddof)) }

// Ewm is a value whose methods weigh rows by their age.
type Ewm struct {
	h Handle
	o EwmOptions
}

// SeriesEwm is Ewm of a series.
type SeriesEwm struct{ e Ewm }

// Ewm weighs rows by their age, exponentially. Results are float64; infinities count as missing. Invalid is
// the error of options out of range.
func (d *DataFrame) Ewm(o EwmOptions) Ewm { return Ewm{d, o} }

// Ewm weighs rows by their age, exponentially.
func (s *Series) Ewm(o EwmOptions) SeriesEwm { return SeriesEwm{Ewm{s, o}} }

// Mean is the weighted mean of all rows up to each row.
func (e Ewm) Mean() *DataFrame { return FrameOf(e.mean()) }

// Mean is the weighted mean of all rows up to each row.
func (s SeriesEwm) Mean() *Series { return SeriesOf(s.e.mean()) }

func (e Ewm) mean() op.Value { return apply(windows.EwmMean(e.o), e.h) }
