package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// InterpolateOptions are the options of Interpolate.
type InterpolateOptions struct {
	Method    string // linear (the default: rows are equally far), index, values, time, nearest
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
		Sig:   "interpolate(df, method='linear', *, axis=0, limit=None, inplace=False, limit_direction=None, limit_area=None, order=None, s=None, **kwargs)",
		Forms: "method=among:linear,index,values,time,nearest", Summary: "Missing numbers and times filled from those around them",
		Text: "Methods are linear, where rows are equally far, and by row labels index, values, time (the same of times) and nearest. Integers of a nullable dtype become floats.",
	})
}

// check finds what is wrong with the parameters.
func (o *interpolate) check() error {
	o.LimitDirection = strings.ToLower(o.LimitDirection)
	o.LimitArea = strings.ToLower(o.LimitArea)
	switch {
	case !slices.Contains([]string{"", "forward", "backward", "both"}, o.LimitDirection):
		return errs.New(errs.Invalid, "Invalid limit_direction: expecting one of ['forward', 'backward', 'both'], got '%s'.", o.LimitDirection)
	case !slices.Contains([]string{"", "inside", "outside"}, o.LimitArea):
		return errs.New(errs.Invalid, "Invalid limit_area: expecting one of ['inside', 'outside'], got %s.", o.LimitArea)
	case o.Limit != nil && *o.Limit <= 0:
		return errs.New(errs.Invalid, "Limit must be greater than 0")
	case !slices.Contains([]string{"linear", "index", "values", "time", "nearest"}, o.Method):
		return errs.New(errs.Invalid, "interpolation method '%s' is not there yet", o.Method)
	}
	return nil
}

func (o *interpolate) Build(h Handle) (Handle, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		if n := d.v.Meta().Rows(); n.Known() && n.N == 0 {
			return d, nil
		}
		in, err := interpolable(d)
		if err != nil || in == nil {
			return d, err
		}
		there := d.NotNA()
		row := there.Or(there.Not()).AsType(dtype.Int64).CumSum().AsType(dtype.Float64)
		out, err := o.between(in, there, row)
		if err != nil {
			return nil, err
		}
		return interpolated(d, in, in.Where(there, out.Where(o.reached(there, row)))), nil
	})
}

// interpolable is a frame of floats: times are ticks, integers that may miss floats. Nil is one in which
// nothing can miss.
func interpolable(d *DataFrame) (*DataFrame, error) {
	some := false
	for _, c := range colsOf(d) {
		switch {
		case c.Is.IsTemporal():
			s := d.Col(c.Name)
			d = d.Assign(C{c.Name, s.AsType(dtype.Int64).AsType(dtype.Float64).Where(s.NotNA())})
		case c.Is.IsInteger() && c.Is.Null:
			d = d.Assign(C{c.Name, d.Col(c.Name).AsType(dtype.Float64.Nullable())})
		case !c.Is.IsReal() && !c.Is.IsBool() || c.Is.IsBool() && c.Is.Null:
			return nil, errs.New(errs.Type, "DataFrame cannot interpolate with object dtype.")
		}
		some = some || !c.Is.IsBool()
	}
	if !some {
		return nil, nil
	}
	return d, nil
}

// interpolated is a result with the dtypes of d: floats of integers stay, ticks become times, cut to whole
// ones.
func interpolated(d, in, out *DataFrame) *DataFrame {
	was := colsOf(in)
	for i, c := range colsOf(d) {
		s := out.Col(c.Name)
		switch {
		case c.Is.IsTemporal():
			out = out.Assign(C{c.Name, s.FillNA(0.0).AsType(dtype.Int64).AsType(c.Is).Where(s.NotNA())})
		case colsOf(out)[i].Is != was[i].Is:
			out = out.Assign(C{c.Name, s.AsType(was[i].Is)})
		}
	}
	return out
}

// between is what each missing value would be without limits: numpy.interp over the places that the method
// says, beyond the ends the last value.
func (o *interpolate) between(d, there, row *DataFrame) (*DataFrame, error) {
	if o.Method == "linear" {
		return o.among(d, there, row), nil
	}
	levels := d.v.Meta().Index.Levels
	switch is := levels[0].Is; {
	case len(levels) > 1:
		return nil, errs.New(errs.Invalid, "Only `method=linear` interpolation is supported on MultiIndexes.")
	case o.Method == "time" && !is.IsTemporal():
		return nil, errs.New(errs.Invalid, "time-weighted interpolation only works on Series or DataFrames with a DatetimeIndex")
	case o.Method == "nearest" && !is.IsReal() && !is.IsTemporal():
		return o.among(d, there, row), nil
	case !is.IsReal() && !is.IsTemporal():
		return nil, errs.New(errs.Type, "Cannot cast array data from dtype('O') to dtype('float64') according to the rule 'safe': row labels are no numbers and no times")
	}
	// Rows in the order of their labels, each with the number of its row.
	n := len(colsOf(d))
	x := levelSeries(d, 0)
	if x.Value().Meta().Cols[0].Is.IsTemporal() {
		x = x.AsType(dtype.Int64)
	}
	labels, number := frame.Tup("label", "of row"), frame.Tup("number", "of row")
	first := row.IlocCol(0)
	s := d.Assign(C{labels, x.AsType(dtype.Float64)}, C{number, first}).SortValues([]frame.Label{labels, number})
	sorted := s.Iloc(pick.AllPlaces, cells.All(n))
	place := sorted.NotNA()
	at := place.Or(place.Not()).AsType(dtype.Float64).Mul(0).Add(s.Col(labels), Arith{Axis: "index"})
	made := o.among(sorted, place, at)
	return made.Assign(C{number, s.Col(number)}).SortValues([]frame.Label{number}).Iloc(pick.AllPlaces, cells.All(n)).SetLabels(d.Index()), nil
}

// among is between of rows whose places ascend.
func (o *interpolate) among(d, there, at *DataFrame) *DataFrame {
	before, behind := d.FFill(), d.BFill()
	from, to := at.Where(there).FFill(), at.Where(there).BFill()
	if o.Method == "nearest" {
		return before.Mask(at.Sub(from).Gt(to.Sub(at)), behind).Mask(before.IsNA().Or(behind.IsNA()), chunk.Nan)
	}
	slope := behind.Sub(before).Div(to.Sub(from))
	out := slope.Mul(at.Sub(from)).Add(before)
	out = out.Where(out.NotNA(), slope.Mul(at.Sub(to)).Add(behind)) // between infinite values
	out = out.Mask(out.IsNA().And(before.Eq(behind)), before)
	return out.Mask(behind.IsNA(), before).Mask(before.IsNA(), behind)
}

// reached says where missing values are filled.
func (o *interpolate) reached(there, row *DataFrame) *DataFrame {
	since := row.Sub(row.Where(there).FFill()) // rows since the last value, missing before the first one
	until := row.Where(there).BFill().Sub(row)
	most := inf
	if o.Limit != nil {
		most = float64(*o.Limit)
	}
	var out *DataFrame
	switch o.LimitDirection {
	case "backward":
		out = until.Le(most)
	case "both":
		out = since.Le(most).Or(until.Le(most))
	default:
		out = since.Le(most)
	}
	switch inside := since.NotNA().And(until.NotNA()); o.LimitArea {
	case "inside":
		out = out.And(inside)
	case "outside":
		out = out.And(inside.Not())
	}
	return out
}
