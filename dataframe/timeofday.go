package dataframe

import (
	"time"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// BetweenTime is the rows of the frame whose times of day lie between two, counted from midnight; inclusive
// is "both" (the default), "left", "right" or "neither". Where the start is after the end the rows outside
// are meant. Errors: Type where the row labels are no times.
func (d *DataFrame) BetweenTime(start, end time.Duration, inclusive ...string) *DataFrame {
	d = only(d, inclusive)
	return FrameOf(apply(&betweenTime{StartTime: int(start.Microseconds()), EndTime: int(end.Microseconds()), Inclusive: one(inclusive)}, d))
}

// BetweenTime is the values of the series whose times of day lie between two.
func (s *Series) BetweenTime(start, end time.Duration, inclusive ...string) *Series {
	s = only(s, inclusive)
	return SeriesOf(apply(&betweenTime{StartTime: int(start.Microseconds()), EndTime: int(end.Microseconds()), Inclusive: one(inclusive)}, s))
}

// AtTime is the rows of the frame at a time of day, counted from midnight. Errors: Type where the row labels
// are no times.
func (d *DataFrame) AtTime(at time.Duration) *DataFrame {
	return FrameOf(apply(&atTime{Time: int(at.Microseconds())}, d))
}

// AtTime is the values of the series at a time of day.
func (s *Series) AtTime(at time.Duration) *Series {
	return SeriesOf(apply(&atTime{Time: int(at.Microseconds())}, s))
}

type betweenTime struct {
	op.Recipe
	StartTime, EndTime int // microseconds from midnight
	Inclusive          string
}

type atTime struct {
	op.Recipe
	Time int
}

func init() {
	op.Register[betweenTime](op.Doc{
		Forms: "start_time=clock end_time=clock", Name: "dataframe.between_time", Like: "pandas.DataFrame.between_time", Methods: "DataFrame.between_time Series.between_time",
		Sig: "between_time(df, start_time, end_time, inclusive='both', axis=None)", Summary: "The rows whose times of day lie between two",
	})
	op.Register[atTime](op.Doc{
		Forms: "time=clock", Name: "dataframe.at_time", Like: "pandas.DataFrame.at_time", Methods: "DataFrame.at_time Series.at_time",
		Sig: "at_time(df, time, asof=False, axis=None)", Summary: "The rows at a time of day",
	})
}

// ofDay is the time of day of the row labels in microseconds, under them.
func ofDay(h Handle) (*Series, error) {
	levels := h.Value().Meta().Index.Levels
	if len(levels) != 1 || !levels[0].Is.IsDatetime() {
		return nil, errs.New(errs.Type, "Index must be DatetimeIndex")
	}
	t := levelSeries(h, 0).Dt()
	us := t.Hour().AsType(dtype.Int64)
	for _, part := range []struct {
		times int
		plus  *Series
	}{{60, t.Minute()}, {60, t.Second()}, {1_000_000, t.Microsecond()}} {
		us = us.Mul(part.times).Add(part.plus)
	}
	return us, nil
}

func (o *betweenTime) Build(h Handle) (Handle, error) {
	t, err := ofDay(h)
	if err != nil {
		return nil, err
	}
	from, to := t.Ge, t.Le
	switch o.Inclusive {
	case "", "both":
	case "left":
		to = t.Lt
	case "right":
		from = t.Gt
	case "neither":
		from, to = t.Gt, t.Lt
	default:
		return nil, errs.New(errs.Invalid, "Inclusive has to be either 'both', 'neither', 'left' or 'right'")
	}
	low, high := from(o.StartTime), to(o.EndTime)
	if o.StartTime <= o.EndTime {
		return valued(apply(&pick.Filter{}, h, low.And(high))), nil
	}
	return valued(apply(&pick.Filter{}, h, low.Or(high))), nil
}

func (o *atTime) Build(h Handle) (Handle, error) {
	t, err := ofDay(h)
	if err != nil {
		return nil, err
	}
	return valued(apply(&pick.Filter{}, h, t.Eq(o.Time))), nil
}
