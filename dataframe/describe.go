package dataframe

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// DescribeOptions are the options of Describe.
type DescribeOptions struct {
	Percentiles []float64 // from 0 to 1. The default is 0.25, 0.5, 0.75
	All         bool      // columns of every dtype; the default is numbers and times where there are any
}

// Describe is the number, mean, deviation, extremes and quantiles of every column; of columns that are neither numbers nor times the number of values, of
// distinct ones, and the most frequent one. Errors: Invalid for a frame without columns, or whose columns follow from the data.
func (d *DataFrame) Describe(o ...DescribeOptions) *DataFrame {
	v := describe(d, one(o), false)
	return FrameOf(v)
}

// Describe is that of a frame, for one series.
func (s *Series) Describe(o ...DescribeOptions) *Series { return SeriesOf(describe(s, one(o), true)) }

func describe(h Handle, o DescribeOptions, series bool) op.Value {
	const name = "dataframe.described"
	m := h.Value().Meta()
	if err := h.Value().Err(); err != nil {
		return h.Value()
	}
	if o.Percentiles == nil {
		o.Percentiles = []float64{0.25, 0.5, 0.75}
	}
	qs := slices.Sorted(slices.Values(o.Percentiles))
	switch {
	case len(slices.Compact(slices.Clone(qs))) < len(qs):
		return bad(name, errs.New(errs.Invalid, "percentiles cannot contain duplicates"))
	case m.Open:
		return bad(name, errs.New(errs.Invalid, "which columns there are follows from the data: execute the frame before it is described"))
	case len(m.Cols) == 0:
		return bad(name, errs.New(errs.Invalid, "Cannot describe a DataFrame without columns"))
	}
	p := &described{Between: percents(qs), Series: series}
	var at [3][]int
	only := !series && !o.All && slices.ContainsFunc(m.Cols, func(c op.Col) bool { return kindOfStats(c.Is) < 2 })
	for i, c := range m.Cols {
		k := kindOfStats(c.Is)
		if only && k == 2 {
			continue
		}
		at[k] = append(at[k], i)
		p.Names, p.Kinds = append(p.Names, c.Name), append(p.Kinds, [...]string{"number", "time", "other"}[k])
	}
	var f *DataFrame
	if series {
		f = h.(*Series).ToFrame()
	} else {
		f = h.(*DataFrame)
	}
	var in []op.Value
	for k, cols := range at {
		if len(cols) == 0 {
			continue
		}
		g := f.Iloc(allPlaces, cols)
		if k == 2 {
			in = append(in, g.Count().v, g.NUnique().v)
			for _, c := range cols {
				in = append(in, f.IlocCol(c).ValueCounts().Head(1).v)
			}
			continue
		}
		in = append(in, g.Count().v, g.Mean().v)
		if k == 0 {
			in = append(in, g.Std().v)
		}
		in = append(in, g.Min().v, g.Quantiles(qs).v, g.Max().v)
	}
	if series && m.Cols[0].Name.IsNil() {
		in = append(in, h.(*Series).Head(0).v)
	}
	return op.Value{N: op.Apply(p, in...)}
}

// kindOfStats is 0 for numbers, 1 for times, 2 for what else there is.
func kindOfStats(d dtype.DType) int {
	switch {
	case d.IsReal(), d.IsTimedelta():
		return 0
	case d.IsDatetime():
		return 1
	}
	return 2
}

// percents are labels of quantiles as pandas writes them: whole percents where all are, else as many digits as tell them apart.
func percents(qs []float64) []string {
	ps := make([]float64, len(qs))
	least := math.Inf(1)
	for i, q := range qs {
		ps[i] = 100 * q
		if before := slices.Concat([]float64{0}, ps[:i]); ps[i] > before[len(before)-1] {
			least = min(least, ps[i]-before[len(before)-1])
		}
	}
	if n := len(ps); n > 0 && ps[n-1] < 100 {
		least = min(least, 100-ps[n-1])
	}
	prec := max(1, -int(math.Floor(math.Log10(least))))
	out := make([]string, len(ps))
	for i, p := range ps {
		if r := math.RoundToEven(p); math.Abs(p-r) < math.Pow(10, -float64(prec))/2 {
			out[i] = strconv.Itoa(int(r)) + "%"
			continue
		}
		s := strings.TrimRight(strconv.FormatFloat(p, 'f', prec, 64), "0")
		if strings.HasSuffix(s, ".") {
			s += "0"
		}
		out[i] = s + "%"
	}
	return out
}
