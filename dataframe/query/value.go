package query

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/expr"
)

// Arithmetic are the functions of two operands by their signs.
var Arithmetic = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "and": "and", "or": "or",
	"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}

// Turned is a function with its operands changed over.
var Turned = map[string]string{
	"add": "radd", "sub": "rsub", "mul": "rmul", "truediv": "rtruediv", "floordiv": "rfloordiv", "mod": "rmod", "pow": "rpow", "and": "and", "or": "or",
	"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le",
}

// OfTensors are the functions between values that have no rows.
var OfTensors = map[string]string{
	"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide", "mod": "remainder", "pow": "power",
	"and": "logical_and", "or": "logical_or", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
}

// Term reports a node that == and != of texts and lists mean membership for, as pandas rewrites them:
// anything but a computed value.
func Term(n expr.Node) bool {
	switch n.(type) {
	case expr.Name, expr.Const, expr.List, expr.Attr, expr.Call, expr.Index:
		return true
	}
	return false
}

// Plural reports a list, and a text, which pandas takes for a list of one.
func Plural(v any) bool {
	switch v.(type) {
	case []any, string:
		return true
	}
	return false
}

// Contains reports that a single value is in a list of such.
func Contains(list []any, v any) bool {
	l, ok := frame.LabelOf(v)
	for _, w := range list {
		if m, good := frame.LabelOf(w); ok && good && l.Compare(m) == 0 && (l.Kind() == frame.LabelString) == (m.Kind() == frame.LabelString) {
			return true
		}
	}
	return false
}
