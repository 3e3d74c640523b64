package op

import (
	"errors"
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// Recipe is the trait of an operator that is an expression of others. It has a method Build in place of
// Infer, Tile and Exec: a function over the handles that users hold, with a parameter for each input in order
// of the signature.
//
//	func (o *vdot) Build(a, b *Tensor) *Tensor { return Inner(Ravel(Conj(a)), Ravel(b)) }
//
// An optional input that is absent is nil. A list of inputs is a slice, or the variadic last parameter; a
// last slice beyond the signature gets the inputs that fields of fields refer to. Where op.Scalars allows
// numbers a parameter is of type any. Build gives a handle for each output, and may give an error behind
// them. Domains mix freely: a recipe of frames may be made of tensors.
//
// Build runs when a node is described: shapes and dtypes of the result are those of the expression. It sees
// metas and no data, and builds no literal that grows with its inputs. The planner puts the expression in the
// place of the node before anything else, so its parts fuse, are shared and are rewritten like any others;
// what users see is the node, with its name and its parameters. Errors inside tell the name and the user's
// line of the node.
type Recipe struct{}

// Infer, Tile and Exec are not reached: the engine describes and expands recipes.
func (Recipe) Infer([]Meta) ([]Meta, error) { return nil, errNotExpanded() }
func (Recipe) Tile(*Tiler) error            { return errNotExpanded() }
func (Recipe) Exec(*Exec) error             { return errNotExpanded() }
func (Recipe) recipe()                      {}

func errNotExpanded() error { return errs.New(errs.Internal, "a recipe was not expanded") }

// IsRecipe reports an operator that is an expression of others.
func IsRecipe(o Operand) bool { _, ok := o.(interface{ recipe() }); return ok }

// An expansion is the expression that a recipe stands for over certain inputs.
type expansion struct{ in, out []Value }

// Expansion is the expression that a recipe stands for, a value for each output. It is built once for the
// same inputs. Of another operator, and of a bad call, ok is false.
func (n *Node) Expansion() (out []Value, ok bool) {
	if n.Err != nil || !IsRecipe(n.Op) && n.expands == nil {
		return nil, false
	}
	if n.expands == nil || !slices.Equal(n.In, n.expands.in) {
		in, again := metas(n.In), n.expand
		if lifts(n.Op, in) {
			again = n.lift
		}
		if _, err := again(in); err != nil {
			return nil, false
		}
	}
	return n.expands.out, true
}

// expand builds the expression over stand-ins for the inputs, which carry the node's site and know of no
// session, and then puts the inputs in their place.
func (n *Node) expand(in []Meta) ([]Meta, error) {
	n.expands = nil
	out, err := DefOf(n.Op).build.call(n.Op, n.standIns(in), ignorant())
	if err != nil {
		return nil, anonymous(err)
	}
	return n.stand(out)
}

// stand takes an expression for what n stands for, and describes it.
func (n *Node) stand(out []Value) ([]Meta, error) {
	ms, err := described(out)
	if err != nil {
		return nil, err
	}
	if err := n.frugal(out); err != nil {
		return nil, err
	}
	n.adopt(out)
	n.expands = &expansion{slices.Clone(n.In), out}
	return ms, nil
}

// described are the metas of an expression.
func described(out []Value) ([]Meta, error) {
	ms := make([]Meta, len(out))
	for i, v := range out {
		if err := v.Err(); err != nil {
			return nil, anonymous(err)
		}
		ms[i] = v.Meta().clone()
	}
	return ms, nil
}

// standIns are nodes that are described as the inputs are.
func (n *Node) standIns(in []Meta) []Value {
	vs := make([]Value, len(in))
	for i, m := range in {
		vs[i] = Value{N: &Node{Name: "op.known", Op: &known{}, Outs: []Meta{m.clone()}, Key: m.Key, Site: n.Site, inner: true, stands: &n.In[i]}}
	}
	return vs
}

// adopt gives all nodes of a new expression the site of n, and puts the inputs of n in place of their
// stand-ins. Expressions of recipes inside are part of it.
func (n *Node) adopt(out []Value) {
	seen := map[*Node]bool{}
	for _, v := range n.In {
		seen[v.N] = true
	}
	var visit func(vs []Value)
	visit = func(vs []Value) {
		for i, v := range vs {
			if v.N.stands != nil {
				vs[i] = *v.N.stands
				continue
			}
			if seen[v.N] {
				continue
			}
			seen[v.N] = true
			v.N.Site, v.N.inner, v.N.origin = n.Site, false, n.root()
			visit(v.N.In)
			if x := v.N.expands; x != nil {
				visit(x.in)
				visit(x.out)
			}
		}
	}
	visit(out)
}

// anonymous is an error inside an expression without the place in it: the operator that the user called is to
// be named.
func anonymous(err error) error {
	var e *errs.Error
	if !errors.As(err, &e) {
		return err
	}
	c := *e
	c.Op, c.Site = "", ""
	return &c
}

// A Literal is an operand that holds data.
type Literal interface{ Elements() int }

// spareLiteral is how many elements of data a recipe may bring along with its parameters.
const spareLiteral = 1 << 12

// frugal refuses an expression with data that is not in the parameters: what grows with the inputs is
// computed by workers, in chunks. It is a fault of the operator.
func (n *Node) frugal(out []Value) error {
	had := spareLiteral
	Params(n.Op, func(_ string, v reflect.Value) { had += elements(v) })
	seen := map[*Node]bool{}
	var visit func(vs []Value) error
	visit = func(vs []Value) error {
		for _, v := range vs {
			if seen[v.N] || v.N.stands != nil {
				continue
			}
			seen[v.N] = true
			if l, ok := v.N.Op.(Literal); ok {
				if had -= l.Elements(); had < 0 {
					return errs.New(errs.Internal, "the expression holds data that nobody gave: %d elements in one %s", l.Elements(), v.N.Name)
				}
			}
			if err := visit(v.N.In); err != nil {
				return err
			}
		}
		return nil
	}
	return visit(out)
}

// elements counts what a parameter holds.
func elements(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return 0
		}
		if l, ok := v.Interface().(interface{ Len() int }); ok {
			return l.Len()
		}
		return elements(v.Elem())
	case reflect.Slice, reflect.Array:
		if k := v.Type().Elem().Kind(); k <= reflect.Complex128 || k == reflect.String {
			return v.Len()
		}
		for i := range v.Len() {
			n += max(1, elements(v.Index(i)))
		}
		return n
	case reflect.Map:
		for _, k := range v.MapKeys() {
			n += 1 + elements(v.MapIndex(k))
		}
		return n
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				n += elements(v.Field(i))
			}
		}
		return n
	}
	return 1
}
