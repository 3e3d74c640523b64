package dataframe

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type describe struct {
	op.Deferred
	Percentiles []float64 // from 0 to 1. The default is 0.25, 0.5, 0.75
	Include     []string  // classes of dtypes as for SelectDtypes, or "all". The default is numbers and times where there are any
	Exclude     []string  // classes of dtypes to leave out
}

func init() {
	op.Register[describe](op.Doc{
		Forms: "include=classes exclude=classes",
		Name:  "dataframe.describe", Like: "pandas.DataFrame.describe", Methods: "DataFrame.describe Series.describe",
		Sig:     "describe(df, percentiles=None, include=None, exclude=None)",
		Summary: "Number, mean, deviation, extremes and quantiles of columns",
		Go:      "DataFrame.Describe(DescribeOptions) Series.Describe(DescribeOptions)",
		Text: "Of columns that are neither numbers nor times it is the number of values, of distinct " +
			"ones, and the most frequent one. A frame without such columns is an error, and so are " +
			"percentiles outside of 0 to 1 or given twice.",
	})
}

// Normalize sorts the percentiles.
func (o *describe) Normalize([]op.Meta) error {
	if o.Percentiles == nil {
		o.Percentiles = []float64{0.25, 0.5, 0.75}
	}
	o.Percentiles = slices.Sorted(slices.Values(o.Percentiles))
	for i, q := range o.Percentiles {
		switch {
		case !(q >= 0 && q <= 1):
			return errs.New(errs.Invalid, "percentiles should all be in the interval [0, 1]")
		case i > 0 && q == o.Percentiles[i-1]:
			return errs.New(errs.Invalid, "percentiles cannot contain duplicates")
		}
	}
	return nil
}

// Infer of a frame whose columns the data tells.
func (*describe) Infer(in []op.Meta) ([]op.Meta, error) { return openTable("described", in[0]), nil }

// Build asks other operators, and puts their answers together.
func (o *describe) Build(_ *op.Asker, h Handle) (Handle, error) {
	f, ok := h.(*DataFrame)
	s, series := h.(*Series)
	switch {
	case series:
		f = s.ToFrame()
	case !ok:
		return nil, errs.New(errs.Type, "describe of a %s", h.Value().Meta().Kind)
	}
	cols := h.Value().Meta().Cols
	if len(cols) == 0 {
		return nil, errs.New(errs.Invalid, "Cannot describe a DataFrame without columns")
	}
	places, err := o.places(cols, series)
	if err != nil {
		return nil, err
	}
	p := &aggregate.Described{Between: percents(o.Percentiles), Series: series}
	var at [3][]int
	for _, i := range places {
		k := kindOfStats(cols[i].Is)
		at[k] = append(at[k], i)
		p.Names, p.Kinds = append(p.Names, cols[i].Name), append(p.Kinds, [...]string{"number", "time", "other"}[k])
	}
	var in []Handle
	for k, at := range at {
		if len(at) > 0 {
			in = append(in, o.answers(f, k, at)...)
		}
	}
	if series && cols[0].Name.IsNil() { // a row of a frame learns its name when it runs
		in = append(in, s.Head(0))
	}
	if series {
		return SeriesOf(apply(p, in...)), nil
	}
	return FrameOf(apply(p, in...)), nil
}

// answers are the statistics of columns of one kind, as described takes them.
func (o *describe) answers(f *DataFrame, kind int, at []int) (in []Handle) {
	g := f.Iloc(pick.AllPlaces, at)
	if kind == 2 {
		in = append(in, g.Count(), g.NUnique())
		for _, c := range at {
			in = append(in, f.IlocCol(c).ValueCounts().Head(1))
		}
		return in
	}
	in = append(in, g.Count(), g.Mean())
	if kind == 0 {
		in = append(in, g.Std())
	}
	return append(in, g.Min(), g.Quantiles(o.Percentiles), g.Max())
}

// places are the columns that are described.
func (o *describe) places(cols []op.Col, series bool) ([]int, error) {
	switch all := slices.Equal(o.Include, []string{"all"}); {
	case series:
		return []int{0}, nil
	case all && len(o.Exclude) > 0:
		return nil, errs.New(errs.Invalid, "exclude must be None when include is 'all'")
	case len(o.Include)+len(o.Exclude) > 0 && !all:
		at, err := selectClasses(cols, o.Include, o.Exclude)
		if err == nil && len(at) == 0 {
			err = errs.New(errs.Invalid, "No columns match the specified include or exclude data types")
		}
		return at, err
	case !all:
		if at, err := selectClasses(cols, []string{"number", "datetime"}, nil); err != nil || len(at) > 0 {
			return at, err
		}
	}
	return chunk.Places(0, len(cols)), nil
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

// percents are labels of quantiles as pandas writes them: whole percents where all are, else as many digits
// as tell them apart.
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
