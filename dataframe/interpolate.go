package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// InterpolateOptions are the options of Interpolate.
type InterpolateOptions struct {
	Method    string // linear (the default: rows are equally far), index, values, time, nearest, pad
	Limit     int    // at most so many missing values in a row are filled; 0 means all
	Direction string // forward (the default), backward or both: where missing values without a value on one side are filled, and where Limit counts from
	Inside    bool   // only between values (limit_area="inside")
	Outside   bool   // only beyond them
}

// Interpolate fills missing numbers from those before and behind them. Errors: Invalid for a method that
// there is not, Type for texts.
func (d *DataFrame) Interpolate(o ...InterpolateOptions) *DataFrame {
	d = only(d, o)
	return FrameOf(apply(interpolation(one(o)), d))
}

// Interpolate fills missing numbers from those before and behind them.
func (s *Series) Interpolate(o ...InterpolateOptions) *Series {
	s = only(s, o)
	return SeriesOf(apply(interpolation(one(o)), s))
}

func interpolation(p InterpolateOptions) *interpolate {
	o := &interpolate{Method: p.Method, LimitDirection: p.Direction}
	if o.Method == "" {
		o.Method = "linear"
	}
	if p.Limit > 0 {
		o.Limit = &p.Limit
	}
	switch {
	case p.Inside:
		o.LimitArea = "inside"
	case p.Outside:
		o.LimitArea = "outside"
	}
	return o
}

type interpolate struct {
	op.Recipe
	Method         string
	Limit          *int
	LimitDirection string
	LimitArea      string
}

func init() {
	op.Register[interpolate](op.Doc{
		Name: "dataframe.interpolate", Like: "pandas.DataFrame.interpolate", Methods: "DataFrame.interpolate Series.interpolate",
		Sig:     "interpolate(df, method='linear', *, axis=0, limit=None, inplace=False, limit_direction=None, limit_area=None, **kwargs)",
		Summary: "Missing numbers filled from those around them", Notes: "Methods are linear, index, values, time and nearest.",
	})
}

func (o *interpolate) Build(h Handle) (Handle, error) {
	switch o.LimitDirection {
	case "", "forward", "backward", "both":
	default:
		return nil, errs.New(errs.Invalid, "Invalid limit_direction: expecting one of ['forward', 'backward', 'both'], got '%s'.", o.LimitDirection)
	}
	if o.Limit != nil && *o.Limit <= 0 {
		return nil, errs.New(errs.Invalid, "Limit must be greater than 0")
	}
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		for _, c := range colsOf(d) {
			if !c.Is.IsReal() && !c.Is.IsBool() {
				return nil, errs.New(errs.Type, "DataFrame cannot interpolate with object dtype.")
			}
		}
		if !slices.ContainsFunc(colsOf(d), func(c op.Col) bool { return !c.Is.IsBool() || c.Is.Null }) {
			return d, nil // nothing is missing
		}
		there := d.NotNA()
		row := there.Or(there.Not()).AsType(dtype.Int64).CumSum().AsType(dtype.Float64)
		at := row
		switch o.Method {
		case "linear", "nearest":
		case "index", "values", "time":
			levels := d.v.Meta().Index.Levels
			if len(levels) > 1 || !levels[0].Is.IsReal() && !levels[0].Is.IsTemporal() {
				return nil, errs.New(errs.Invalid, "Index column must be numeric or datetime type when using %s method other than linear. Try setting a numeric or datetime index column before interpolating.", o.Method)
			}
			x := levelSeries(d, 0)
			if levels[0].Is.IsTemporal() {
				x = x.AsType(dtype.Int64)
			} else if o.Method == "time" {
				return nil, errs.New(errs.Invalid, "time-weighted interpolation only works on Series or DataFrames with a DatetimeIndex")
			}
			at = row.Mul(0).Add(x.AsType(dtype.Float64), Arith{Axis: "index"})
		default:
			return nil, errs.New(errs.Invalid, "interpolation method '%s' is not there yet", o.Method)
		}
		before, behind := d.FFill(), d.BFill()
		from, to := at.Where(there).FFill(), at.Where(there).BFill()
		out := before.Add(behind.Sub(before).Mul(at.Sub(from)).Div(to.Sub(from)))
		if o.Method == "nearest" {
			out = before.Mask(at.Sub(from).Gt(to.Sub(at)), behind).Mask(before.IsNA().Or(behind.IsNA()), chunk.Nan)
		} else {
			if o.LimitDirection != "backward" {
				out = out.Mask(behind.IsNA(), before)
			}
			if o.LimitDirection == "backward" || o.LimitDirection == "both" {
				out = out.Mask(before.IsNA(), behind)
			}
		}
		switch inside := before.NotNA().And(behind.NotNA()); o.LimitArea {
		case "inside":
			out = out.Where(inside)
		case "outside":
			out = out.Mask(inside, chunk.Nan)
		}
		if o.Limit != nil {
			since := row.Sub(row.Where(there).FFill()).FillNA(inf).Le(*o.Limit)
			until := row.Where(there).BFill().Sub(row).FillNA(inf).Le(*o.Limit)
			switch o.LimitDirection {
			case "backward":
				out = out.Where(until)
			case "both":
				out = out.Where(since.Or(until))
			default:
				out = out.Where(since)
			}
		}
		return d.Where(there, out), nil
	})
}
