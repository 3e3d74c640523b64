package dt

import "github.com/mars-project/mars-go/dtype"

// Range is the times of a frequency from the first to the last of some times, which are instants in ticks of
// unit u, as pandas' date_range has them: steps of the calendar keep the time of day, and begin with the
// first day that one falls on. Wall times of z decide days where it is not nil. Errors: Invalid for a
// frequency that is finer than the unit, and for too many times.
func (o Offset) Range(first, last int64, u dtype.Unit, z *Zone) ([]int64, error) {
	c := wallClock{u, z, 86400 * perSecond(u)}
	if o.Fixed > 0 && (o.Name != "D" || z == nil) {
		per := 1_000_000_000 / perSecond(u)
		step := o.N * o.Fixed / per
		if step == 0 || o.N*o.Fixed%per != 0 {
			return nil, tooFine(o.N*o.Fixed, u)
		}
		if n := (last - first) / step; n > maxBins {
			return nil, tooMany(n)
		}
		out := []int64{}
		for t := first; t <= last; t += step {
			out = append(out, t)
		}
		return out, nil
	}
	day, rest := c.dayOf(first)
	end, left := c.dayOf(last)
	if end-day > maxBins {
		return nil, tooMany(end - day)
	}
	if !o.is(day) {
		day = o.Move(day, 1)
	}
	out := []int64{}
	for ; day < end || day == end && rest <= left; day = o.Move(day, o.N) {
		out = append(out, day*c.day+rest)
	}
	return out, c.instants(out)
}
