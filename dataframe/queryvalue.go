package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/expr"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// valued is the handle type of a value of the graph, by its kind.
func valued(v op.Value) op.Handle {
	switch v.Meta().Kind {
	case op.Frame:
		return FrameOf(v)
	case op.Series:
		return SeriesOf(v)
	case op.Index:
		return IndexOf(v)
	}
	return ScalarOf(v)
}

// rowed reports a frame or series.
func rowed(v any) bool {
	switch v.(type) {
	case *DataFrame, *Series:
		return true
	}
	return false
}

// binaryOn is a function of two values.
func binaryOn(fn string, x, y any) (any, error) {
	for _, v := range []any{x, y} {
		if a, ok := v.(accessor); ok {
			return nil, errs.New(errs.Type, "the accessor %s is no value: call one of its methods", a.name)
		}
	}
	for _, v := range []*any{&x, &y} {
		switch w := (*v).(type) {
		case query.Unordered:
			return nil, errs.New(errs.Type, "a set has no order and no rows to compare; use in or not in")
		case query.Rows:
			*v = []any(w)
		case *Index:
			*v = w.ToTensor()
		}
	}
	_, frameX := x.(*DataFrame)
	_, frameY := y.(*DataFrame)
	switch {
	case rowed(x) && (frameX || !frameY):
		return valued(binaryOf(fn, x.(Handle), y, nil)), nil
	case rowed(y):
		return valued(binaryOf(query.Turned[fn], y.(Handle), x, nil)), nil
	}
	_, handleX := x.(op.Handle)
	_, handleY := y.(op.Handle)
	if !handleX && !handleY {
		return query.Fold(fn, x, y)
	}
	return onTensors(query.OfTensors[fn], x, y)
}

// onTensors is a function of values without rows.
func onTensors(name string, vs ...any) (any, error) {
	in := make([]op.Value, len(vs))
	for i, v := range vs {
		if s, ok := v.(*Scalar); ok {
			v = s.Tensor()
		}
		t, err := tensor.As(v)
		if err != nil {
			return nil, err
		}
		in[i] = t.Value()
	}
	def := op.Lookup("tensor." + name)
	if def == nil {
		return nil, errs.New(errs.Invalid, "\"%s\" is not a supported function", name)
	}
	return valued(op.Value{N: op.Apply(def.New(), in...)}), nil
}

// unaryOn is "-", "+", "~" or "not" of a value.
func unaryOn(sign string, x any) (any, error) {
	h, ok := x.(op.Handle)
	if !ok {
		return query.FoldUnary(sign, x)
	}
	name := map[string]string{"-": "neg", "~": "invert", "not": "invert", "+": "pos"}[sign]
	switch {
	case name == "pos":
		return x, nil
	case rowed(x):
		return valued(unaryOf(name, h)), nil
	case name == "neg":
		name = "negative"
	}
	return onTensors(name, x)
}

// chain is comparisons, all of which must hold.
func (e *evaluator) chain(n expr.Compare) (any, error) {
	var out any
	left, err := e.of(n.First)
	if err != nil {
		return nil, err
	}
	a := n.First
	for i, how := range n.Ops {
		right, err := e.of(n.Rest[i])
		if err != nil {
			return nil, err
		}
		x, err := comparison(how, left, right, query.Term(a) && query.Term(n.Rest[i]))
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = x
		} else if out, err = binaryOn("and", out, x); err != nil {
			return nil, err
		}
		left, a = right, n.Rest[i]
	}
	return out, nil
}

// comparison is one comparison.
func comparison(how string, x, y any, terms bool) (any, error) {
	if terms && (how == "==" || how == "!=") && (query.Plural(x) || query.Plural(y)) {
		how = map[string]string{"==": "in", "!=": "not in"}[how]
	}
	if how != "in" && how != "not in" {
		return binaryOn(query.Arithmetic[how], x, y)
	}
	in, err := among(x, y)
	if err != nil || how == "in" {
		return in, err
	}
	return unaryOn("not", in)
}

// among tells which elements of x are among the values y. Where x has no rows and y has, it is the other way
// round.
func among(x, y any) (any, error) {
	for _, v := range []*any{&x, &y} {
		switch w := (*v).(type) {
		case string:
			*v = []any{w}
		case query.Rows:
			*v = []any(w)
		case query.Unordered:
			*v = []any(w)
		case *Index:
			*v = w.ToSeries()
		case *Scalar:
			if w.Value().Meta().Kind == op.Tensor && len(w.Value().Meta().Dims) == 1 {
				*v = SeriesFromTensor(w.Tensor())
			}
		}
	}
	if !rowed(x) && rowed(y) {
		if _, ok := x.([]any); !ok {
			return nil, errs.New(errs.Type, "a single value in a column is not there yet; compare the column with it")
		}
		x, y = y, x
	}
	if s, ok := y.(*Series); ok {
		return valued(apply(&isinOf{}, x.(Handle), s)), nil
	}
	list, ok := y.([]any)
	if !ok {
		return nil, errs.New(errs.Type, "only list-like objects are allowed to be passed to isin(), you passed a `%T`", y)
	}
	for _, v := range list {
		if _, ok := v.(op.Handle); ok {
			return nil, errs.New(errs.Type, "a list of columns is no list of values: join comparisons with or")
		}
	}
	switch x := x.(type) {
	case *DataFrame:
		return x.IsIn(list...), nil
	case *Series:
		return x.IsIn(list...), nil
	case []any:
		for _, v := range x {
			if !query.Contains(list, v) {
				return false, nil
			}
		}
		return true, nil
	case op.Handle:
		return nil, errs.New(errs.Type, "a computed value in a list is not there yet; compare it with each")
	}
	return query.Contains(list, x), nil
}
