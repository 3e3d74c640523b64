package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/expr"
	"github.com/mars-project/mars-go/op"
)

// variables are what an expression names as @name, as parameters of its operator.
type variables struct {
	Locals []op.Ref
	Vars   []variable
}

// A variable is one of them: a value of the cluster, a list, or a single value.
type variable struct {
	Name  string
	Local int           // counted from 1, 0 for none: which of Locals it is
	As    string        // "list", "rows" or "set" of Items
	Items []frame.Label // of a list
	Value any           // of all else
}

// rows are values that meet those of a column one by one, where a list says which there may be.
type rows []any

// unordered is a list that has no order.
type unordered []any

// bind takes the variables that an expression names, and gives those that are handles.
func (o *variables) bind(expression string, vars []Vars) (in []Handle, err error) {
	for _, name := range expr.Locals(expression) {
		v, ok := found(name, vars)
		if !ok {
			continue // Build says so, with the place
		}
		w := variable{Name: name}
		if h, ok := v.(Handle); ok {
			in = append(in, h)
			o.Locals = append(o.Locals, op.In(len(in)))
			w.Local = len(in)
		} else if w.Value, ok = scalarOf(v); !ok {
			w.As = "list"
			if w.Items, err = listItems(name, v); err != nil {
				return nil, err
			}
		}
		o.Vars = append(o.Vars, w)
	}
	return in, nil
}

func found(name string, vars []Vars) (any, bool) {
	for _, vs := range vars {
		if v, ok := vs[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// listItems are the values of a Go slice.
func listItems(name string, v any) ([]frame.Label, error) {
	c, err := columnOf(v)
	if err != nil {
		return nil, errs.New(errs.Type, "variable '%s' is a %T, which expressions do not know", name, v)
	}
	if c, err = c.Decode(heap.Mem); err != nil {
		return nil, err
	}
	return labelsOfRows(c), nil
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
		case v.Local > 0 && v.Local <= len(locals):
			out[v.Name] = valued(locals[v.Local-1].Value())
		case v.As == "list":
			out[v.Name] = items
		case v.As == "rows":
			out[v.Name] = rows(items)
		case v.As == "set":
			out[v.Name] = unordered(items)
		default:
			out[v.Name] = v.Value
		}
	}
	return out
}
