package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Expanding are windows of all rows up to each one. A row with fewer than MinPeriods values, by default one,
// has none.
type Expanding struct {
	of         Handle
	MinPeriods int
}

// Expanding are windows of all rows up to each one.
func (d *DataFrame) Expanding(minPeriods ...int) Expanding {
	d = only(d, minPeriods)
	return Expanding{d, least(minPeriods)}
}

// Expanding are windows of all rows up to each one.
func (s *Series) Expanding(minPeriods ...int) Expanding {
	s = only(s, minPeriods)
	return Expanding{s, least(minPeriods)}
}

func least(n []int) int {
	if len(n) > 0 {
		return n[0]
	}
	return 1
}

// Apply is a function of the windows by name: sum, mean, count, min, max, var, std, sem, skew: a *DataFrame
// or *Series as what it is of.
func (w Expanding) Apply(name string) op.Handle {
	def := op.Lookup("dataframe.expanding_" + name)
	if def == nil {
		return FrameOf(bad("dataframe.expanding", errs.New(errs.Invalid, "no function %s of expanding windows", name)))
	}
	o := def.New().(*expanding)
	o.MinPeriods = &w.MinPeriods
	if _, ok := w.of.(*Series); ok {
		return SeriesOf(apply(o, w.of))
	}
	return FrameOf(apply(o, w.of))
}

type expanding struct {
	op.Recipe
	MinPeriods  *int
	NumericOnly bool
	Ddof        *int `sig:"-"`
	name        string
}

func (o *expanding) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{
		"sum": "Sum up to each row", "mean": "Mean up to each row", "count": "Number of values up to each row", "min": "Least value up to each row",
		"max": "Greatest value up to each row", "var": "Variance up to each row", "std": "Standard deviation up to each row",
		"sem": "Standard error of the mean up to each row",
	} {
		args := ""
		if slices.Contains([]string{"var", "std", "sem"}, name) {
			args = "ddof=1, "
		}
		op.Register[expanding](op.Doc{
			Name: "dataframe.expanding_" + name, Like: "pandas.DataFrame.expanding", Methods: "DataFrame.expanding Series.expanding", Summary: summary,
			Sig:   "expanding(df, min_periods=1, method='single')." + name + "(" + args + "numeric_only=False, engine=None, engine_kwargs=None)",
			Notes: "Sums are carried over chunks; squares are taken about the mean of the whole.",
		}, expanding{name: name})
	}
}

func (o *expanding) Build(h Handle) (Handle, error) {
	return overFrame(h, func(d *DataFrame) (*DataFrame, error) {
		d = d.numbers(o.NumericOnly)
		types := map[any]any{}
		for _, c := range colsOf(d) {
			if !c.Is.IsReal() && !c.Is.IsBool() && o.name != "count" {
				return nil, errs.New(errs.Type, "cannot aggregate a column of dtype %s over expanding windows", c.Is)
			}
			types[c.Name] = dtype.Float64
		}
		there := d.NotNA()
		n := there.AsType(dtype.Int64).CumSum().AsType(dtype.Float64)
		few := func(r *DataFrame, least int) *DataFrame { return r.Mask(n.Lt(least), chunk.Nan) }
		if o.name == "count" {
			rows := there.Or(there.Not()).AsType(dtype.Int64).CumSum()
			return n.Mask(rows.Lt(*o.MinPeriods), chunk.Nan), nil
		}
		if len(types) > 0 {
			d = d.AsType(types)
		}
		switch sum := func(x *DataFrame) *DataFrame { return x.FillNA(0.0).CumSum() }; o.name {
		case "sum":
			return few(sum(d), *o.MinPeriods), nil
		case "mean":
			return few(sum(d).Div(n), max(1, *o.MinPeriods)), nil
		case "min":
			return few(d.CumMin().FFill(), max(1, *o.MinPeriods)), nil
		case "max":
			return few(d.CumMax().FFill(), max(1, *o.MinPeriods)), nil
		default:
			a := d.Sub(d.Mean())
			s := sum(a)
			v := sum(a.Mul(a)).Sub(s.Mul(s).Div(n))
			v = v.Clip(0.0, nil).Div(n.Sub(*o.Ddof))
			v = v.Mask(n.Le(*o.Ddof), chunk.Nan)
			switch o.name {
			case "std":
				v = v.Pow(0.5)
			case "sem":
				v = v.Div(n).Pow(0.5)
			}
			return few(v, *o.MinPeriods), nil
		}
	})
}
