package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/internal/expr"
	"github.com/mars-project/mars-go/op"
)

// variables are what an expression names as @name, as parameters of its operator: handles among them are the
// inputs behind the frame.
type variables struct {
	Vars []query.Variable `sig:"-"`
}

// bind takes the variables that an expression names, and gives those that are handles.
func (o *variables) bind(expression string, vars []Vars) (in []Handle, err error) {
	for _, name := range expr.Locals(expression) {
		v, ok := query.Found(name, vars)
		if !ok {
			continue // Build says so, with the place
		}
		w := query.Variable{Name: name}
		if h, ok := v.(Handle); ok {
			in = append(in, h)
			w.Local = op.In(len(in)) // the frame is the first input
		} else if w.Value, ok = chunk.ScalarOf(v); !ok {
			w.As = "list"
			if w.Items, err = query.ListItems(name, v); err != nil {
				return nil, err
			}
		}
		o.Vars = append(o.Vars, w)
	}
	return in, nil
}

// of are the variables as expressions know values.
func (o *variables) of(locals []Handle) map[string]any {
	out := map[string]any{}
	for _, v := range o.Vars {
		items := make([]any, len(v.Items))
		for i, l := range v.Items {
			items[i] = l.Value()
		}
		switch {
		case v.Local.I() > 0 && v.Local.I() <= len(locals):
			out[v.Name] = valued(locals[v.Local.I()-1].Value())
		case v.As == "list":
			out[v.Name] = items
		case v.As == "rows":
			out[v.Name] = query.Rows(items)
		case v.As == "set":
			out[v.Name] = query.Unordered(items)
		default:
			out[v.Name] = v.Value
		}
	}
	return out
}
