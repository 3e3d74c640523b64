package dataframe

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dataframe/times"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/expr"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// An accessor is what the attributes str and dt of a series give.
type accessor struct {
	s    *Series
	name string
}

// mathFunctions are the functions that pandas knows by name in an expression.
var mathFunctions = strings.Fields("sin cos exp log expm1 log1p sqrt sinh cosh tanh arcsin arccos arctan arccosh arcsinh arctanh abs log10 floor ceil arctan2")

// spellings are pandas' other names of methods.
var spellings = map[string]string{
	"isnull": "isna", "notnull": "notna", "div": "truediv", "divide": "truediv", "multiply": "mul", "subtract": "sub",
	"dayofweek": "day_of_week", "weekday": "day_of_week", "dayofyear": "day_of_year", "daysinmonth": "days_in_month",
}

// attribute is a value's attribute that is not called: an accessor, a part of times, a column of a frame.
func (e *evaluator) attribute(x any, name string) (any, error) {
	switch x := x.(type) {
	case *Series:
		switch name {
		case "str", "dt":
			return accessor{x, name}, nil
		case "index":
			return x.Index().ToSeries(), nil
		}
		return nil, e.uncalled(x, "Series", name)
	case *DataFrame:
		if slices.ContainsFunc(x.Columns(), frame.L(name).Same) {
			return x.Col(name), nil
		}
		return nil, e.uncalled(x, "DataFrame", name)
	case accessor:
		def := op.Lookup("dataframe.Series." + x.name + "." + cmp.Or(spellings[name], name))
		if def != nil && isProperty(def) {
			return valued(apply(def.New(), x.s)), nil
		}
		return nil, e.uncalled(x, "Series."+x.name, name)
	}
	return nil, errs.New(errs.Type, "a %T has no attribute '%s'", x, name)
}

// isProperty reports an operator that is an attribute in pandas and no method.
func isProperty(def *op.Def) bool {
	switch def.New().(type) {
	case *times.Field, *times.Components:
		return true
	}
	return false
}

// uncalled is the error for a method that is not called, or for no attribute at all.
func (e *evaluator) uncalled(x any, kind, name string) error {
	if method(x, name) != nil || handMethods[name] && kind == "Series" {
		return errs.New(errs.Type, "%s.%s is a method: call it, %[2]s(...)", kind, name)
	}
	return errs.New(errs.NotFound, "'%s' object has no attribute '%s'", kind, name)
}

// method is the operator of a method, nil where there is none.
func method(x any, name string) *op.Def {
	name = cmp.Or(spellings[name], name)
	full, kind, also := "dataframe."+name, "Series.", ""
	switch x := x.(type) {
	case accessor:
		full, kind = "dataframe.Series."+x.name+"."+name, "Series."+x.name+"."
	case *DataFrame:
		kind = "DataFrame."
	case *Series:
		also = "DataFrame." // those whose signature is another one there, as diff
	default:
		return nil
	}
	def := op.Lookup(full)
	if def == nil || !slices.ContainsFunc(strings.Fields(def.Doc.Methods), func(m string) bool { return m == kind+name || also != "" && m == also+name }) {
		return nil
	}
	return def
}

// call is a function of mathematics, or a method.
func (e *evaluator) call(n expr.Call) (any, error) {
	args, err := e.all(n.Args)
	if err != nil {
		return nil, err
	}
	named := map[string]any{}
	for _, k := range n.Named {
		if _, twice := named[k.Name]; twice {
			return nil, errs.New(errs.Invalid, "keyword argument repeated: %s", k.Name)
		}
		if named[k.Name], err = e.of(k.Value); err != nil {
			return nil, err
		}
	}
	switch f := n.Func.(type) {
	case expr.Name:
		if f.Local || !slices.Contains(mathFunctions, f.Name) {
			return nil, errs.New(errs.Invalid, "\"%s\" is not a supported function: %s are", f.Name, strings.Join(mathFunctions, ", "))
		}
		if len(named) > 0 {
			return nil, errs.New(errs.Type, "%s() takes no keyword arguments", f.Name)
		}
		return mathOf(f.Name, args)
	case expr.Attr:
		x, err := e.of(f.X)
		if err != nil {
			return nil, err
		}
		return e.methodCall(x, f.Name, args, named)
	}
	return nil, errs.New(errs.Type, "only functions of mathematics and methods can be called")
}

// handMethods are those whose arguments have other forms than the parameters of an operator.
var handMethods = map[string]bool{"isin": true, "between": true, "fillna": true, "astype": true, "round": true, "dropna": true}

func (e *evaluator) methodCall(x any, name string, args []any, named map[string]any) (any, error) {
	if s, ok := x.(*Series); ok && handMethods[name] {
		return handCall(s, name, args, named)
	}
	def := method(x, name)
	switch {
	case def == nil:
		_, err := e.attribute(x, name)
		if err == nil {
			err = errs.New(errs.Type, "'%s' is no method: leave the parentheses away", name)
		}
		return nil, err
	case isProperty(def):
		return nil, errs.New(errs.Type, "'%s' is no method: leave the parentheses away", name)
	}
	if _, ok := def.New().(*cells.Binary); ok && !handMethods[name] {
		if len(args) != 1 || len(named) > 0 {
			return nil, errs.New(errs.Type, "%s() takes 1 argument in an expression", name)
		}
		return valued(binaryOf(strings.TrimPrefix(def.Doc.Name, "dataframe."), x.(Handle), args[0], nil)), nil
	}
	if a, ok := x.(accessor); ok {
		x = a.s
	}
	return bindCall(def, x.(Handle), args, named)
}

// handCall is a method of handMethods.
func handCall(s *Series, name string, args []any, named map[string]any) (any, error) {
	words := map[string][]string{
		"isin": {"values"}, "between": {"left", "right", "inclusive"}, "fillna": {"value"}, "astype": {"dtype"}, "round": {"decimals"}, "dropna": nil,
	}[name]
	need := map[string]int{"isin": 1, "between": 2, "fillna": 1, "astype": 1}[name]
	for i := len(args); i < len(words); i++ {
		v, ok := named[words[i]]
		if !ok {
			break
		}
		args = append(args, v)
		delete(named, words[i])
	}
	if len(args) < need || len(args) > len(words) || len(named) > 0 {
		return nil, errs.New(errs.Type, "%s(%s) was called with %d positional and %d other arguments", name, strings.Join(words, ", "), len(args), len(named))
	}
	switch name {
	case "isin":
		if text, ok := args[0].(string); ok {
			return nil, errs.New(errs.Type, "only list-like objects are allowed to be passed to isin(), you passed a `str`: %q", text)
		}
		return among(s, args[0])
	case "between":
		inclusive := "both"
		if len(args) > 2 {
			text, ok := args[2].(string)
			if !ok || !slices.Contains([]string{"both", "left", "right", "neither"}, text) {
				return nil, errs.New(errs.Invalid, "Inclusive has to be either string of 'both','left', 'right', or 'neither'.")
			}
			inclusive = text
		}
		return s.Between(args[0], args[1], inclusive), nil
	case "fillna":
		return s.FillNA(args[0]), nil
	case "astype":
		return s.AsType(args[0]), nil
	case "dropna":
		return s.DropNA(), nil
	}
	n := int64(0)
	if len(args) > 0 {
		var ok bool
		if n, ok = args[0].(int64); !ok {
			return nil, errs.New(errs.Type, "round(decimals) takes an integer, not a %T", args[0])
		}
	}
	return s.Round(int(n)), nil
}

// mathOf is a function of mathematics; of a series under its labels.
func mathOf(name string, args []any) (any, error) {
	want := 1
	if name == "arctan2" {
		want = 2
	}
	if len(args) != want {
		return nil, errs.New(errs.Type, "%s() takes %d arguments but %d were given", name, want, len(args))
	}
	var s *Series
	var label frame.Label // none where two names differ
	for i, a := range args {
		switch a := a.(type) {
		case *Series:
			if s == nil {
				s, label = a, a.Name()
			} else if !schema.SameIndex(s.v.Meta(), a.v.Meta()) {
				return nil, errs.New(errs.Invalid, "%s of series with other labels", name)
			} else if a.Name() != label {
				label = frame.Label{}
			}
			args[i] = a.ToTensor()
		case *DataFrame, accessor:
			return nil, errs.New(errs.Type, "%s() of a %T", name, a)
		}
	}
	if name == "abs" && s != nil {
		return s.Abs(), nil
	}
	if name == "abs" {
		name = "absolute"
	}
	v, err := onTensors(name, args...)
	if err != nil || s == nil {
		return v, err
	}
	if t := v.(*Scalar); t.Err() != nil {
		return nil, t.Err()
	}
	return s.ToFrame("x").Assign(C{"x", tensor.Of(v.(*Scalar).v)}).Col("x").Rename(label), nil
}

// index is a value in brackets behind another: a mask or label of a series, places of texts, an item of a
// list.
func (e *evaluator) index(n expr.Index) (any, error) {
	x, err := e.of(n.X)
	if err != nil {
		return nil, err
	}
	if s, ok := n.Key.(expr.Slice); ok {
		a, ok := x.(accessor)
		if !ok || a.name != "str" {
			return nil, errs.New(errs.Type, "a slice of a %T in an expression is not there yet; texts have one, name.str[0:2]", x)
		}
		args := []any{nil, nil, nil}
		for i, b := range []expr.Node{s.From, s.To, s.Step} {
			if b != nil {
				if args[i], err = e.of(b); err != nil {
					return nil, err
				}
			}
		}
		return e.methodCall(a, "slice", args, nil)
	}
	key, err := e.of(n.Key)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case accessor:
		if x.name == "str" {
			return e.methodCall(x, "get", []any{key}, nil)
		}
	case *Series:
		if mask, ok := key.(*Series); ok {
			return x.Filter(mask), nil
		}
		if _, ok := key.(op.Handle); !ok && !query.Plural(key) {
			return x.At(key), nil
		}
	case *DataFrame:
		if l, ok := frame.LabelOf(key); ok {
			return x.Col(l), nil
		}
	case []any:
		if i, ok := key.(int64); ok && i >= -int64(len(x)) && i < int64(len(x)) {
			return x[(int(i)+len(x))%len(x)], nil
		}
		return nil, errs.New(errs.Invalid, "list index out of range")
	}
	return nil, errs.New(errs.Type, "a %T in brackets behind a %T", key, x)
}
