package op

import (
	"reflect"
	"sync"

	"github.com/mars-project/mars-go/frame"
)

// A Rule rewrites a node of a graph: the value that takes the place of its first output, or ok = false. A
// rule sees the graph of one execute, not what the user holds, and must keep the answer bit for bit.
type Rule struct {
	Name    string
	Of      reflect.Type // the operands that it concerns, a pointer; nil: any
	Expands bool         // takes an operator apart whoever reads it, so a chain of such operators takes one pass
	Try     func(n *Node, uses Uses) (Value, bool)
}

// Uses tells a rule who else reads a value: a rewrite that drops a node must be its only reader.
type Uses interface {
	Readers(v Value) int  // consumers in this execute, targets included
	Labeled(v Value) bool // somebody looks at the row labels of the node's outputs
}

var (
	rules   []Rule
	rulesOf sync.Map // type of operand -> []Rule
)

// AddRule registers a rule beside the operator it concerns; call it from init.
func AddRule(r Rule) {
	rules = append(rules, r)
	rulesOf.Clear()
}

// Rules lists the rules that concern an operand, in order of registration.
func Rules(o Operand) []Rule {
	t := reflect.TypeOf(o)
	if rs, ok := rulesOf.Load(t); ok {
		return rs.([]Rule)
	}
	var rs []Rule
	for _, r := range rules {
		if r.Of == nil || r.Of == t {
			rs = append(rs, r)
		}
	}
	rulesOf.Store(t, rs)
	return rs
}

// Rewrite registers a rule for Outer applied to the first output of Inner, which nobody else reads. f may
// decline with a nil operand; the new operand gets the inputs of Inner, then the other inputs of Outer.
func Rewrite[Outer, Inner any](name string, f func(o *Outer, i *Inner) Operand) {
	AddRule(Rule{Name: name, Of: reflect.TypeFor[*Outer](), Try: func(n *Node, uses Uses) (Value, bool) {
		o, i, ok := Over[Outer, Inner](n, uses)
		if !ok {
			return Value{}, false
		}
		r := f(o, i)
		if r == nil {
			return Value{}, false
		}
		in := append(append([]Value(nil), n.In[0].N.In...), n.In[1:]...)
		m := ApplyAt(n.Site, r, in...)
		return Value{N: m}, m.Err == nil
	}})
}

// Over is the operator of a node and that of its first input, where they are Outer and the first output of
// Inner, which nobody else reads.
func Over[Outer, Inner any](n *Node, uses Uses) (o *Outer, i *Inner, ok bool) {
	if o, ok = n.Op.(any).(*Outer); !ok || len(n.In) == 0 || n.In[0].I != 0 || uses.Readers(n.In[0]) > 1 {
		return nil, nil, false
	}
	i, ok = n.In[0].N.Op.(any).(*Inner)
	return o, i, ok
}

// A Pred compares a column with a constant: Cmp is one of == != < <= > >=.
type Pred struct {
	Column frame.Label
	Cmp    string
	Value  any
}

// comparisons are the functions of kernel/column behind the signs of a Pred.
var comparisons = []struct{ cmp, fn string }{{"==", "eq"}, {"!=", "ne"}, {"<", "lt"}, {"<=", "le"}, {">", "gt"}, {">=", "ge"}}

// PredOf is the condition that a function of kernel/column, "eq", "ne", "lt", "le", "gt" or "ge", holds for a
// column and a constant; false for another function.
func PredOf(column frame.Label, fn string, value any) (Pred, bool) {
	for _, c := range comparisons {
		if c.fn == fn {
			return Pred{Column: column, Cmp: c.cmp, Value: value}, true
		}
	}
	return Pred{}, false
}

// Func is the comparison as kernel/column names it.
func (p Pred) Func() string {
	for _, c := range comparisons {
		if c.cmp == p.Cmp {
			return c.fn
		}
	}
	return ""
}

// Equality reports == and !=, which values without an order have too.
func (p Pred) Equality() bool { return p.Cmp == "==" || p.Cmp == "!=" }

// Pushdown is implemented by sources that can leave out what nobody reads, and by operators that pass such
// wishes on.
type (
	// A Projector is a source that reads only some of its columns, given by position among its output's.
	Projector interface{ Project(cols []int) Operand }
	// A ColumnUser says which columns of input i it needs to make the wanted columns of its outputs; ok =
	// false is all.
	ColumnUser interface {
		ColumnsOf(i int, in []Meta, want []int) (cols []int, ok bool)
	}
	// A Narrower moves the rows of its inputs, so that columns nobody reads cost it time: Narrow is the
	// operand that leaves the columns of input i with these labels, to stand between them; nil where that is
	// no use.
	Narrower interface {
		Narrow(i int, cols []frame.Label) Operand
	}
	// A Filterer is a source that can skip rows that fail one of some conditions on its columns. It takes
	// those that it understands, and the filter above it stays; false where it takes none.
	Filterer interface {
		Filter(where []Pred) (Operand, bool)
	}
)
