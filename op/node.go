package op

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A Node is an operand applied to values. It is immutable once built.
type Node struct {
	Name string
	Op   Operand
	In   []Value
	Outs []Meta
	Key  Key
	Site *Site
	Err  error // a bad call; later nodes pass it on

	origin  *Node // the node of the user's that it stands for; nil: it is the user's
	eager   *eagerness
	expands *expansion // of a recipe
	inner   bool       // part of an expression that is being built
	stands  *Value     // the input of a recipe that this node stands for while it is built
}

// A Value is one output of a node.
type Value struct {
	N *Node
	I int
}

// Meta describes the value; of a bad call it is empty.
func (v Value) Meta() Meta {
	if v.N.Err != nil || v.I >= len(v.N.Outs) {
		return Meta{}
	}
	return v.N.Outs[v.I]
}

// Err is the error of the call that built the value, or of one before it.
func (v Value) Err() error { return v.N.Err }

// Apply builds a node for a user. A bad call is kept in Err, with the caller's line, and is passed on by
// every later node. What is built from values of an eager session is executed at once.
func Apply(o Operand, in ...Value) *Node {
	for _, v := range in {
		if v.N.inner {
			n := ApplyAt(v.N.Site, o, in...)
			n.inner = true
			return n
		}
	}
	n := ApplyAt(here(3), o, in...)
	n.now()
	return n
}

// ApplyAt is Apply for a caller elsewhere, which does not execute anything.
func ApplyAt(site *Site, o Operand, in ...Value) *Node {
	def := DefOf(o)
	if def == nil {
		return Bad(site, NameOf(o), errs.New(errs.Internal, "operand %T is not registered", o))
	}
	n := &Node{Name: def.Doc.Name, Op: o, In: in, Site: site, eager: new(eagerness)}
	for _, v := range in {
		if v.N.Err != nil {
			n.Err = v.N.Err
			return n
		}
	}
	def.Sig.fill(o)
	if d, ok := o.(drawer); ok {
		d.draw()
	}
	if f, ok := o.(Opener); ok {
		if err := f.Open(Files{}); err != nil {
			n.Err = errs.At(err, site.String(), n.Name)
			return n
		}
	}
	if err := def.prepare(o, metas(in)); err != nil {
		n.Err = errs.At(err, site.String(), n.Name)
		return n
	}
	n.Key = nodeKey(def, o, in)
	n.Err = n.Infer(metas(in))
	return n
}

// prepare checks the inputs, and gives parameters the values that follow from them. What answers for the
// labels of an index does so where it is given these.
func (d *Def) prepare(o Operand, in []Meta) error {
	if lifts(o, in) {
		return nil
	}
	err := d.admit(in)
	if err == nil && !IsOpaque(o) && slices.ContainsFunc(in, func(m Meta) bool { return m.Kind == Tensor && m.Open }) {
		err = errs.New(errs.Invalid, "how many axes a tensor of a function has follows from its data: execute it first, or say its shape and dtype with from_remote")
	}
	if err == nil {
		err = d.countAxes(o, in)
	}
	if f, ok := o.(Normalizer); ok && err == nil {
		err = f.Normalize(in)
	}
	if err == nil {
		err = d.oneAxis(o, in)
	}
	return err
}

// Bad is a node of a call that is wrong before it has an operand: a bad parameter.
func Bad(site *Site, name string, err error) *Node {
	return &Node{Name: name, Site: site, Err: errs.At(err, site.String(), name)}
}

// BadAt is Bad for the caller's caller.
func BadAt(name string, err error) *Node { return Bad(here(3), name, err) }

func nodeKey(def *Def, o Operand, in []Value) Key {
	var h Hasher
	h.buf = make([]byte, 0, 256)
	h.Key(def.hash).params(o)
	for _, v := range in {
		h.Key(v.N.Outs[v.I].Key)
	}
	return h.Sum()
}

// With is n with other inputs, inferred again: what a rewrite of the graph needs.
func (n *Node) With(in []Value) *Node {
	c := *n
	c.In, c.Outs, c.expands, c.origin = in, nil, nil, n.root()
	if def := DefOf(n.Op); def != nil {
		c.Key = nodeKey(def, n.Op, in)
	}
	c.Err = c.Infer(metas(in))
	return &c
}

// root is the node of the user's that n stands for.
func (n *Node) root() *Node {
	if n.origin != nil {
		return n.origin
	}
	return n
}

// Origin is the key of the node of the user's that n stands for: n itself, what n was before its inputs were
// rewritten, or the recipe that n is a part of.
func (n *Node) Origin() Key { return n.root().Key }

// Infer fills Outs from metas of the inputs. The planner calls it again, on its own copy, when they are
// better known.
func (n *Node) Infer(in []Meta) error {
	if IsStored(n.Op) {
		return nil
	}
	outs, err := n.describe(in)
	if err != nil {
		return errs.At(err, n.Site.String(), n.Name)
	}
	for i := range outs {
		m := &outs[i]
		if err := m.countable(); err != nil {
			return errs.At(err, n.Site.String(), n.Name)
		}
		m.Key = n.Key.Output(i)
		level := 0
		m.types(func(t *Type) {
			if t.When == mine {
				var h Hasher
				k := h.Key(m.Key).Int(level).Sum()
				t.When = string(k[:atom])
			}
			level++
		})
	}
	n.Outs = outs
	return nil
}

// describe is Infer of the operand, of a recipe what it builds.
func (n *Node) describe(in []Meta) ([]Meta, error) {
	switch {
	case lifts(n.Op, in):
		return n.lift(in)
	case IsRecipe(n.Op):
		return n.expand(in)
	case IsDeferred(n.Op):
		if outs, ok, err := n.expandNow(in); ok {
			return outs, err
		}
	}
	return infer(n.Op, in)
}

// infer calls Infer. Where dtypes of the inputs are pending it is called for both answers, and what differs
// is pending. A call that only one answer allows is no error yet: the planner infers again once it knows.
func infer(o Operand, in []Meta) ([]Meta, error) {
	ask := o.Infer
	if IsDeferred(o) && !allClosed(in) {
		ask = func(in []Meta) ([]Meta, error) { return inferDeferred(o, in) }
	}
	if Carries(o) || !pending(in) {
		outs, err := ask(in)
		for i := range outs {
			outs[i] = outs[i].inferred()
		}
		return outs, err
	}
	lo, when := settle(in, false)
	a, err := ask(lo)
	hi, _ := settle(in, true)
	b, errHi := ask(hi)
	switch {
	case err != nil && errHi != nil:
		return nil, err
	case err != nil:
		a = slices.Clone(b)
	case errHi != nil:
		b = slices.Clone(a)
	}
	for i := range a {
		a[i], b[i] = a[i].inferred(), b[i].inferred()
		var other []Type
		b[i].types(func(t *Type) { other = append(other, *t) })
		k := 0
		a[i].types(func(t *Type) {
			if k < len(other) && *t != other[k] {
				*t = Type{t.Is, other[k].Is, when}
			}
			k++
		})
	}
	return a, nil
}

func pending(ms []Meta) bool {
	for i := range ms {
		p := false
		ms[i].types(func(t *Type) { p = p || t.When != "" && t.When != open })
		if p {
			return true
		}
	}
	return false
}

func settle(in []Meta, or bool) (out []Meta, when string) {
	for _, m := range in {
		m = m.clone()
		m.types(func(t *Type) {
			if t.When == "" || t.When == open {
				return
			}
			for s := t.When; s != ""; s = s[atom:] {
				if !hasAtom(when, s[:atom]) {
					when += s[:atom]
				}
			}
			*t = T(either(*t, or))
		})
		out = append(out, m)
	}
	return out, when
}

func hasAtom(s, a string) bool {
	for ; s != ""; s = s[atom:] {
		if strings.HasPrefix(s, a) {
			return true
		}
	}
	return false
}

func either(t Type, or bool) dtype.DType {
	if or {
		return t.Or
	}
	return t.Is
}

func metas(in []Value) []Meta {
	m := make([]Meta, len(in))
	for i, v := range in {
		m[i] = v.Meta()
	}
	return m
}

// Metas are the metas of values.
func Metas(in []Value) []Meta { return metas(in) }
