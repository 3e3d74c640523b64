package dt

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// Bins are intervals of time one after the other, as pandas' resample makes them.
type Bins struct {
	Edges  []int64 // ticks, one more than there are bins
	Labels []int64 // ticks, one for each bin
	Right  bool    // which end belongs to a bin
}

// A Binning says how bins are made. The zero values of Closed and Label follow from the frequency, that of
// Origin is start_day.
type Binning struct {
	Freq          Offset
	Closed, Label string // left or right
	Origin        string // epoch, start, start_day, end, end_day; "at" for the tick At
	At            int64
	Offset        int64 // ticks added to the origin
}

// maxBins is how many bins there may be.
const maxBins = 1 << 26

// Cut is the bins from the first to the last of some times, which are instants in ticks of unit u; wall times
// of z where it is not nil decide days. Errors: Invalid for options that there are not, and for a frequency
// that is finer than the unit.
func (b Binning) Cut(first, last int64, u dtype.Unit, z *Zone) (Bins, error) {
	if err := b.Settle(); err != nil {
		return Bins{}, err
	}
	out := Bins{Right: b.Closed == "right"}
	c := wallClock{u, z, 86400 * perSecond(u)}
	ends, err := []int64{}, error(nil)
	if b.Freq.Fixed > 0 && (b.Freq.Name != "D" || z == nil) {
		ends, err = b.even(first, last, c)
		out.Edges = ends
	} else {
		ends, out.Edges, err = b.days(first, last, c)
	}
	if err != nil || len(ends) == 0 {
		return out, err
	}
	switch n := len(out.Edges); {
	case first < out.Edges[0]:
		return out, errs.New(errs.Invalid, "Values falls before first bin")
	case last > out.Edges[n-1]:
		return out, errs.New(errs.Invalid, "Values falls after last bin")
	}
	out.Labels = ends
	if b.Label == "right" {
		out.Labels = ends[1:]
	}
	out.Labels = out.Labels[:min(len(out.Labels), len(out.Edges)-1)]
	return out, nil
}

// Settle fills what the frequency decides. Errors: Invalid for an end or an origin that is none.
func (b *Binning) Settle() error {
	if b.Origin == "" {
		b.Origin = "start_day"
	}
	usual := "left"
	if b.Freq.Ends() || b.Origin == "end" || b.Origin == "end_day" {
		usual = "right"
	}
	for name, v := range map[string]*string{"closed": &b.Closed, "label": &b.Label} {
		if *v == "" {
			*v = usual
		}
		if *v != "left" && *v != "right" {
			return errs.New(errs.Invalid, "Unsupported value %s for `%s`", *v, name)
		}
	}
	if !slices.Contains([]string{"epoch", "start", "start_day", "end", "end_day", "at"}, b.Origin) {
		return errs.New(errs.Invalid, "'origin' should be equal to 'epoch', 'start', 'start_day', 'end', 'end_day' or should be a Timestamp convertible type. Got '%s' instead.", b.Origin)
	}
	return nil
}

// A wallClock turns instants into days of a zone, and back.
type wallClock struct {
	u   dtype.Unit
	z   *Zone
	day int64 // ticks
}

// dayOf is the day of an instant, and how far it is into it.
func (c wallClock) dayOf(t int64) (day, rest int64) {
	if c.z != nil {
		w := []int64{t}
		c.z.Wall(c.u, w, w)
		t = w[0]
	}
	return divFloor(t, c.day)
}

// instants are the instants of wall times, in place.
func (c wallClock) instants(ts []int64) error {
	if c.z == nil {
		return nil
	}
	return c.z.Instants(c.u, ts, ts, DST, ShiftForward)
}

// midnight is the instant at which a day begins.
func (c wallClock) midnight(day int64) (int64, error) {
	t := []int64{day * c.day}
	err := c.instants(t)
	return t[0], err
}

// even are the edges of bins of one length.
func (b Binning) even(first, last int64, c wallClock) ([]int64, error) {
	per := 1_000_000_000 / perSecond(c.u)
	step := b.Freq.N * b.Freq.Fixed / per
	if step == 0 {
		return nil, tooFine(b.Freq.N*b.Freq.Fixed, c.u)
	}
	origin := int64(0)
	var err error
	switch b.Origin {
	case "epoch":
		origin, err = c.midnight(0)
	case "start":
		origin = first
	case "start_day":
		day, _ := c.dayOf(first)
		origin, err = c.midnight(day)
	case "at":
		origin = b.At
	case "end", "end_day":
		end := last
		if b.Origin == "end_day" {
			day, rest := c.dayOf(last)
			if rest > 0 {
				day++
			}
			if end, err = c.midnight(day); err != nil {
				return nil, err
			}
		}
		n, _ := divFloor(end-first, step)
		if b.Closed == "left" {
			n++
		}
		first = end - n*step
		origin = first
	}
	if err != nil {
		return nil, err
	}
	origin += b.Offset
	_, before := divFloor(first-origin, step)
	_, behind := divFloor(last-origin, step)
	lo, hi := first-before, last
	if before == 0 && b.Closed == "right" {
		lo -= step
	}
	if behind > 0 || b.Closed == "left" {
		hi += step - behind
	}
	if (hi-lo)/step > maxBins {
		return nil, tooMany((hi - lo) / step)
	}
	var ends []int64
	for t := lo; t <= hi; t += step {
		ends = append(ends, t)
	}
	return ends, nil
}

// days are the midnights of the days between bins of the calendar, and the edges, which of those that end a
// period and belong to it are the last moments of their days.
func (b Binning) days(first, last int64, c wallClock) (ends, edges []int64, err error) {
	lo, _ := c.dayOf(first)
	hi, _ := c.dayOf(last)
	if b.Closed == "left" {
		lo = b.Freq.Back(lo)
	} else {
		lo = b.Freq.Move(lo, -b.Freq.N)
	}
	if hi = b.Freq.Move(hi, b.Freq.N); hi-lo > maxBins {
		return nil, nil, tooMany(hi - lo)
	}
	for d := lo; d <= hi; d = b.Freq.Move(d, b.Freq.N) {
		ends = append(ends, d*c.day)
	}
	edges = slices.Clone(ends)
	if b.Freq.Ends() && b.Closed == "right" {
		for i := range edges {
			edges[i] += c.day - 1
		}
	}
	if err = c.instants(ends); err == nil {
		err = c.instants(edges)
	}
	if n := len(edges); b.Freq.Ends() && n > 1 && edges[n-2] > last {
		edges = edges[:n-1] // the last day ends a bin of its own; the day behind it may still be a name
		if b.Closed == "right" {
			ends = ends[:n-1]
		}
	}
	return ends, edges, err
}

func tooFine(length int64, u dtype.Unit) error {
	return errs.New(errs.Invalid, "a frequency of %dns is finer than times in %s", length, u)
}

func tooMany(n int64) error {
	return errs.New(errs.Invalid, "%d bins of time are more than %d", n, maxBins)
}

// Of is the place of the bin of a time, -1 for one outside. The first edge belongs to the first bin,
// whichever end is closed.
func (b Bins) Of(t int64) int64 {
	k, found := slices.BinarySearch(b.Edges, t)
	if b.Right && k > 0 || !found {
		k--
	}
	if k >= len(b.Labels) {
		return -1
	}
	return int64(k)
}

// In is a length or an instant of one unit in ticks of another, cut off towards the past.
func In(ticks int64, from, to dtype.Unit) int64 {
	if from == dtype.Day {
		ticks, from = 86400*ticks, dtype.Second
	}
	a, b := perSecond(from), perSecond(to)
	if a <= b {
		return ticks * (b / a)
	}
	n, _ := divFloor(ticks, a/b)
	return n
}
