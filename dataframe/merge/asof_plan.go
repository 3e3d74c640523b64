package merge

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/op"
)

// plan is that of a left merge by the further keys and, last, the one that is matched.
func (o *Asof) plan(in []op.Meta) (*Plan, join.AsofSpec, error) {
	spec := join.AsofSpec{Exact: *o.AllowExactMatches}
	var err error
	if spec.Direction, err = join.ParseDirection(o.Direction); err != nil {
		return nil, spec, err
	}
	lon, ron, lby, rby := o.LeftOn, o.RightOn, o.LeftBy, o.RightBy
	say := ""
	switch {
	case o.On != nil && (lon != nil || ron != nil):
		say = `Can only pass argument "on" OR "left_on" and "right_on", not a combination of both.`
	case o.On != nil:
		lon, ron = o.On, o.On
	}
	index := o.LeftIndex || o.RightIndex
	switch {
	case say != "":
	case index && (!o.LeftIndex || !o.RightIndex || lon != nil || ron != nil || o.By != nil || lby != nil || rby != nil):
		say = "merge_asof takes the index of both sides, without further keys, or of none"
	case !index && len(lon) != 1:
		say = "can only asof on a key for left"
	case !index && len(ron) != 1:
		say = "can only asof on a key for right"
	case o.By != nil && (lby != nil || rby != nil):
		say = "Can only pass by OR left_by and right_by"
	case lby == nil && rby != nil:
		say = "missing left_by"
	case lby != nil && rby == nil:
		say = "missing right_by"
	case len(lby) != len(rby):
		say = "left_by and right_by must be the same length"
	case index && len(in[0].Index.Levels) != 1:
		say = "left can only have one index"
	case index && len(in[1].Index.Levels) != 1:
		say = "right can only have one index"
	}
	if say != "" {
		return nil, spec, errs.New(errs.Invalid, "%s", errs.Phrase(say))
	}
	if o.By != nil {
		lby, rby = o.By, o.By
	}
	m := &Merge{How: "left", LeftIndex: o.LeftIndex, RightIndex: o.RightIndex, Suffixes: o.Suffixes}
	if !index {
		m.LeftOn, m.RightOn = append(append([]frame.Label{}, lby...), lon...), append(append([]frame.Label{}, rby...), ron...)
	}
	p, err := m.Plan(in)
	if err != nil || in[0].Open || in[1].Open { // dtypes of columns that follow from the data are guesses yet
		return p, spec, err
	}
	for i, k := range p.Keys {
		l, r := k.from[0], k.from[1]
		if last := i == len(p.Keys)-1; last && (l.IsObject() || l.IsString() || r.IsObject() || r.IsString()) {
			return nil, spec, errs.New(errs.Invalid, "Incompatible merge dtype, %s and %s, both sides must have numeric dtype", typeRepr(l), typeRepr(r))
		}
		if l != r {
			return nil, spec, errs.New(errs.Invalid, "incompatible merge keys [%d] %s and %s, must be the same type", i, typeRepr(l), typeRepr(r))
		}
	}
	spec.Tolerance, err = toleranceOf(o.Tolerance, p.Keys[len(p.Keys)-1].from[0])
	return p, spec, err
}

// typeRepr is Python's text of a dtype.
func typeRepr(d dtype.DType) string {
	switch {
	case d == dtype.Str:
		return "<StringDtype(na_value=nan)>"
	case d.IsObject():
		return "dtype('O')"
	case d.IsTemporal() && d.TZ == "":
		return "dtype('" + d.Code() + "')"
	case d.Fixed() && !d.Null && d.TZ == "":
		return "dtype('" + d.String() + "')"
	}
	return d.String()
}

// toleranceOf is the tolerance in the values of a key of dtype d.
func toleranceOf(v any, d dtype.DType) (any, error) {
	if !d.IsTemporal() && !d.IsReal() {
		return nil, errs.New(errs.Invalid, "key must be integer, timestamp or float")
	}
	if v == nil {
		return nil, nil
	}
	var out any
	switch t := v.(type) {
	case frame.Timedelta:
		if f, ok := dtype.Factor(t.Unit, d.Unit); d.IsTemporal() && ok {
			out = t.Ticks * f
		} else if f, ok := dtype.Factor(d.Unit, t.Unit); d.IsTemporal() && ok {
			out = int64(math.Floor(float64(t.Ticks) / float64(f)))
		}
	case int64:
		if d.IsInteger() {
			out = t
		} else if d.IsFloat() {
			out = float64(t)
		}
	case float64:
		if d.IsFloat() {
			out = t
		}
	}
	switch t := out.(type) {
	case nil:
		return nil, errs.New(errs.Invalid, "incompatible tolerance %s, must be compat with type %s", frame.CellText(v), typeRepr(d))
	case int64:
		if t < 0 {
			return nil, errs.New(errs.Invalid, "tolerance must be non-negative")
		}
	case float64:
		if t < 0 {
			return nil, errs.New(errs.Invalid, "tolerance must be non-negative")
		}
	}
	return out, nil
}
