package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// IsIn tells which elements are among the values: labels one by one, []string, []int or []frame.Label. Which missing value matches
// what is missing follows the dtype: any in text and categories, NaT in times, NaN in floats, the same one in objects.
func (d *DataFrame) IsIn(values ...any) *DataFrame { return FrameOf(isIn(d, values)) }

// IsIn tells which elements are among the values.
func (s *Series) IsIn(values ...any) *Series { return SeriesOf(isIn(s, values)) }

// Between tells which elements lie between two values. inclusive is "both" (the default), "left", "right" or "neither".
func (s *Series) Between(left, right any, inclusive ...string) *Series {
	lo, hi := s.Ge, s.Le
	switch one(inclusive) {
	case "left":
		hi = s.Lt
	case "right":
		lo = s.Gt
	case "neither":
		lo, hi = s.Gt, s.Lt
	}
	return lo(left).And(hi(right))
}

type isin struct {
	byColumn
	Values []frame.Label
}

func init() {
	op.Register[isin](op.Doc{
		Name: "dataframe.isin", Like: "pandas.DataFrame.isin", Sig: "isin(df, values)", Summary: "Whether elements are among values",
		Methods: "DataFrame.isin Series.isin",
	})
}

func isIn(h Handle, values []any) op.Value {
	ls, err := labelsIn(values)
	if err != nil {
		return bad("dataframe.isin", err)
	}
	return apply(&isin{Values: ls}, h)
}

func (o *isin) Infer(in []op.Meta) ([]op.Meta, error) {
	return eachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		if c.Is.Null && !c.Is.IsString() {
			return op.T(dtype.Bool.Nullable()), nil
		}
		return op.T(dtype.Bool), nil
	})
}

func (o *isin) Exec(x *op.Exec) error {
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		out, err := column.Among(env(x), c, o.among(c.DType))
		if err == nil && c.DType.Null && !c.DType.IsString() {
			out, err = env(x).Cast(out, dtype.Bool.Nullable())
		}
		return out, err
	})
}

// among are the values that a column of a dtype is looked for in. Of missing ones those stay that pandas finds there.
func (o *isin) among(d dtype.DType) []frame.Label {
	if d.IsString() || d.IsCategorical() || d.IsObject() {
		return o.Values
	}
	fits, other := 0, 0
	for _, l := range o.Values {
		if l.IsMissing() {
			continue
		}
		switch v := l.Value().(type) {
		case frame.Timestamp:
			if d.IsDatetime() && (v.TZ == "") == (d.TZ == "") {
				fits++
				continue
			}
		case frame.Timedelta:
			if d.IsTimedelta() {
				fits++
				continue
			}
		}
		other++
	}
	times := other > 0 && fits == 0 && !slices.ContainsFunc(o.Values, func(l frame.Label) bool { return !l.IsMissing() && !isTime(l) })
	return slices.DeleteFunc(slices.Clone(o.Values), func(l frame.Label) bool {
		switch {
		case !l.IsMissing():
			return false
		case d.IsTemporal() && fits > 0 && other == 0: // a list of such times: what it lacks is NaT
			return false
		case d.IsTemporal():
			return !isTime(l) || times
		case d.Null:
			return !l.IsNil()
		}
		return !l.IsNaN()
	})
}

func isTime(l frame.Label) bool { return l.Kind() == frame.LabelTime || l.Kind() == frame.LabelDelta }
