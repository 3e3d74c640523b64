package dataframe

import (
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// windowAgg is several functions of windows beside each other: under labels (column, name), of a series under
// names, and by a mapping under columns. Parameters are those of the windows.
type windowAgg struct {
	op.Recipe                  `known:"columns"`
	Of                         string // rolling, expanding or ewm
	Func                       groupby.Spec
	Window                     any      `sig:"-"`
	Closed                     string   `sig:"-"`
	MinPeriods                 *int     `sig:"-"`
	Com, Span, Halflife, Alpha *float64 `sig:"-"`
	Adjust                     *bool    `sig:"-"`
	Center, IgnoreNA           bool     `sig:"-"`
}

func init() {
	op.Register[windowAgg](op.Doc{
		Name: "dataframe.window_agg", Face: "inner", Gives: "dataframe", Sig: "window_agg(df, of, func)", Summary: "Several functions of windows",
	})
}

func (o *windowAgg) Build(h Handle) (*DataFrame, error) {
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	var parts []Handle
	add := func(col *Series, it groupby.Item, label frame.Label) error {
		w, err := o.window(it.Func)
		if err == nil {
			parts = append(parts, SeriesOf(apply(w, col)).Rename(label))
		}
		return err
	}
	if o.Func.Form == "dict" || o.Func.Form == "dicts" {
		for _, it := range o.Func.Items {
			label := it.Column
			if o.Func.Form == "dicts" {
				label = frame.TupleOf(append(slices.Clone(label.Elems()), frame.L(it.Func)))
			}
			if schema.PlaceOf(colsOf(d), it.Column) < 0 {
				return nil, errs.New(errs.NotFound, "Column not found: %s", it.Column.Repr())
			}
			if err := add(d.Col(it.Column), it, label); err != nil {
				return nil, err
			}
		}
		if o.Func.Form == "dict" {
			return Concat(parts, Concats{Axis: 1}).columnsOf(h), nil
		}
		return Concat(parts, Concats{Axis: 1}).columnsOf(h, nil), nil
	}
	for _, c := range colsOf(d) {
		for _, it := range o.Func.Items {
			label := frame.L(it.Func)
			if s == nil {
				label = frame.TupleOf(append(slices.Clone(c.Name.Elems()), label))
			}
			if err := add(d.Col(c.Name), it, label); err != nil {
				return nil, err
			}
		}
	}
	return Concat(parts, Concats{Axis: 1}).columnsOf(h, nil), nil
}

// window is the operand of a function with the parameters of the windows.
func (o *windowAgg) window(name string) (op.Operand, error) {
	def := op.Lookup("dataframe." + o.Of + "_" + name)
	if def == nil {
		return nil, errs.New(errs.NotFound, "'%s' is not a valid function for '%s' object", name, o.Of)
	}
	given := map[string]reflect.Value{}
	op.Params(o, func(name string, v reflect.Value) { given[name] = v })
	w := def.New()
	op.Params(w, func(name string, v reflect.Value) {
		switch g, ok := given[name]; {
		case !ok || g.IsZero() || name == "func" || name == "of":
		case g.Kind() == reflect.Pointer && v.Kind() != reflect.Pointer:
			v.Set(g.Elem())
		default:
			v.Set(g)
		}
	})
	return w, nil
}
