package graph

import (
	"reflect"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/strictpb"
	"github.com/mars-project/mars-go/op"
)

// A Lookup finds a value that was computed or uploaded before, by its key. Errors: NotFound.
type Lookup func(key op.Key) (op.Value, error)

// Unmarshal decodes the bytes of a graph and then the graph; see Decode.
func Unmarshal(b []byte, find Lookup) ([]op.Value, error) {
	g := &marsv1.Graph{}
	if err := strictpb.Unmarshal(b, g); err != nil {
		return nil, err
	}
	return Decode(g, find)
}

// Decode builds the graph again and gives its targets. A call that is wrong by its shapes or dtypes is no
// error of Decode: its values carry their own, as in a program. find may be nil where no stored values are
// expected. Errors name the node: Invalid for a graph that is not sound or of another version, NotFound for
// an operator, parameter or stored value that is not known here, Type for a parameter of another type.
func Decode(g *marsv1.Graph, find Lookup) ([]op.Value, error) {
	b, err := Build(g, find)
	if err != nil {
		return nil, err
	}
	for i, n := range b.Nodes {
		if n.Op != nil && op.IsKnown(n.Op) {
			return nil, errs.At(errs.New(errs.Invalid, "node %d (%s) is only described: it cannot be computed", i, Known), g.Nodes[i].Site, Known)
		}
	}
	return b.Targets, nil
}

// A Built is a graph as nodes.
type Built struct {
	Nodes   []*op.Node // in the places of Graph.nodes
	Targets []op.Value
}

// A NodeError says which node of a graph is not sound.
type NodeError struct {
	I   int // its place
	Err error
}

func (e *NodeError) Error() string { return e.Err.Error() }
func (e *NodeError) Unwrap() error { return e.Err }

// Build is Decode for who describes a graph: it gives all nodes, and takes those of "core.known" too. An
// error that one node is to blame for is a NodeError.
func Build(g *marsv1.Graph, find Lookup) (*Built, error) { return BuildWatched(g, find, nil) }

// BuildWatched is Build for who does not trust that operators come to an end: w sees which node is built.
func BuildWatched(g *marsv1.Graph, find Lookup, w *op.Watch) (_ *Built, err error) {
	defer w.Catch(&err)
	if err := strictpb.Check(g); err != nil {
		return nil, err
	}
	if g.Version < 1 || g.Version > Version {
		return nil, errs.New(errs.Invalid, "graph version %d, this is version %d", g.Version, Version)
	}
	for _, d := range sorted(g.Opsets) {
		if v := g.Opsets[d]; v > Opset {
			return nil, errs.New(errs.Invalid, "operator set %d of %q, this is set %d", v, d, Opset)
		}
	}
	nodes := make([]*op.Node, 0, len(g.Nodes))
	value := func(r *marsv1.Ref) (op.Value, error) {
		if r == nil || int64(r.Node) >= int64(len(nodes)) {
			return op.Value{}, errs.New(errs.Invalid, "node %d does not stand before its reader", r.GetNode())
		}
		n := nodes[r.Node]
		if n.Err == nil && int64(r.Output) >= int64(len(n.Outs)) {
			return op.Value{}, errs.New(errs.Invalid, "%s has no output %d", n.Name, r.Output)
		}
		return op.Value{N: n, I: int(r.Output)}, nil
	}
	for i, m := range g.Nodes {
		if w != nil {
			w.At(&op.Node{Name: m.Op, Site: op.SiteAt(m.Site)})
		}
		n, err := build(m, g.Opsets, value, find)
		if err != nil {
			return nil, &NodeError{i, errs.At(errs.Wrap(errs.KindOf(err), err, "node %d (%s)", i, m.Op), m.Site, m.Op)}
		}
		nodes = append(nodes, n)
	}
	out := make([]op.Value, len(g.Targets))
	for i, r := range g.Targets {
		v, err := value(r)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "target %d", i)
		}
		out[i] = v
	}
	return &Built{nodes, out}, nil
}

func build(m *marsv1.Node, opsets map[string]uint32, value func(*marsv1.Ref) (op.Value, error), find Lookup) (*op.Node, error) {
	if _, ok := opsets[domain(m.Op)]; !ok {
		return nil, errs.New(errs.Invalid, "the graph does not name the operator set of %q", domain(m.Op))
	}
	name, back := strings.CutPrefix(m.Op, Back)
	if domain(name) == "core" {
		return stored(m, find)
	}
	def := op.Lookup(name)
	if def == nil {
		return nil, errs.New(errs.NotFound, "there is no operator %q", name)
	}
	o := def.New()
	left := len(m.Attrs)
	var first error
	op.Params(o, func(name string, v reflect.Value) {
		a, ok := m.Attrs[name]
		if !ok || first != nil {
			return
		}
		left--
		if err := set(v, a, len(m.Inputs)); err != nil {
			first = errs.Wrap(errs.KindOf(err), err, "parameter %s", name)
		}
	})
	if first != nil {
		return nil, first
	}
	if left > 0 {
		return nil, unknown(o, m)
	}
	in := make([]op.Value, len(m.Inputs))
	for i, r := range m.Inputs {
		v, err := value(r)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "input %d", i)
		}
		in[i] = v
	}
	if back {
		return backOf(op.SiteAt(m.Site), o, in)
	}
	if err := arity(def, o, len(in)); err != nil {
		return nil, err
	}
	return applied(op.SiteAt(m.Site), o, in)
}

// backOf is the node of the new value of a tensor, the first input, of which a view by o has a new value, the
// second. Invalid: o makes no views, or what it made is only read.
func backOf(site *op.Site, o op.Operand, in []op.Value) (*op.Node, error) {
	if len(in) != 2 {
		return nil, errs.New(errs.Invalid, "%d inputs, not a tensor and a value", len(in))
	}
	n, err := applied(site, o, in[:1])
	if err != nil || n.Err != nil {
		return n, err
	}
	v, ok := n.Op.(op.Viewer)
	if !ok {
		return nil, errs.New(errs.Invalid, "assignment destination is read-only")
	}
	back, both, err := v.Back(in[0].Meta())
	if err != nil {
		return nil, err
	}
	if !both {
		in = in[1:]
	}
	return applied(site, back, in)
}

// applied builds the node. An operator is not prepared for every graph that somebody may write by hand: what
// it stumbles over is Invalid.
func applied(site *op.Site, o op.Operand, in []op.Value) (n *op.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = nil, errs.New(errs.Invalid, "the parameters or inputs do not fit: %v", p)
		}
	}()
	return op.ApplyAt(site, o, in...), nil
}

// arity refuses a number of inputs that the signature does not allow.
func arity(def *op.Def, o op.Operand, n int) error {
	least, most := 0, 0
	if strings.Count(def.Doc.Name, ".") > 1 && strings.Contains(def.Doc.Name, "Series.") { // a method of an accessor: self is not in its signature
		most = 1
	}
	for _, p := range def.Sig.Params {
		switch p.Role {
		case op.InputRole:
			least, most = least+1, most+1
		case op.OptRole:
			most++
		case op.InputsRole:
			most = 1 << 30
		}
	}
	op.Params(o, func(name string, v reflect.Value) {
		if name != "args" {
			return
		}
		args, _ := v.Interface().([]any) // places of the trait Scalars: nil is an input
		for _, a := range args {
			if a != nil {
				least--
			}
		}
	})
	if n < least || n > most && !refers(reflect.TypeOf(o).Elem(), 0) {
		return errs.New(errs.Invalid, "%d inputs, the signature %q has %d", n, def.Doc.Sig, least)
	}
	return nil
}

// refers reports a type that holds references to inputs somewhere.
func refers(t reflect.Type, depth int) bool {
	if t == reflect.TypeFor[op.Ref]() || t == reflect.TypeFor[op.Written]() {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return depth < maxDepth && refers(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); (f.IsExported() || f.Anonymous) && depth < maxDepth && refers(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// unknown names an attribute that is no parameter.
func unknown(o op.Operand, m *marsv1.Node) error {
	have := map[string]bool{}
	op.Params(o, func(name string, _ reflect.Value) { have[name] = true })
	for _, name := range sorted(m.Attrs) {
		if !have[name] {
			return errs.New(errs.NotFound, "%s has no parameter %q", m.Op, name)
		}
	}
	return errs.New(errs.Invalid, "parameters of %s", m.Op)
}

// stored is a value that exists, or is only described.
func stored(m *marsv1.Node, find Lookup) (*op.Node, error) {
	if m.Op == Known {
		return described(m)
	}
	if m.Op != Fetch && m.Op != Put {
		return nil, errs.New(errs.NotFound, "there is no operator %q", m.Op)
	}
	for _, name := range sorted(m.Attrs) {
		if name != "key" {
			return nil, errs.New(errs.NotFound, "%s has no parameter %q", m.Op, name)
		}
	}
	k, ok := op.ParseKey(m.Attrs["key"].GetKey())
	if !ok || len(m.Inputs) > 0 {
		return nil, errs.New(errs.Invalid, "%s wants a key and no inputs", m.Op)
	}
	if find == nil {
		return nil, errs.New(errs.NotFound, "no value %s", k)
	}
	v, err := find(k)
	if err != nil {
		return nil, err
	}
	if v.N == nil || v.I != 0 {
		return nil, errs.New(errs.Internal, "value %s is not a node of its own", k)
	}
	return v.N, nil
}

// described is a node of "core.known": its outputs stand in the message.
func described(m *marsv1.Node) (*op.Node, error) {
	if len(m.Inputs) > 0 || len(m.Attrs) > 0 || len(m.Outputs) == 0 {
		return nil, errs.New(errs.Invalid, "%s has outputs alone", m.Op)
	}
	outs := make([]op.Meta, len(m.Outputs))
	for i, o := range m.Outputs {
		var err error
		if outs[i], err = ReadMeta(o); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "output %d", i)
		}
		if outs[i].Key.IsZero() {
			return nil, errs.New(errs.Invalid, "output %d has no key", i)
		}
	}
	n := op.NewKnown(outs...)
	n.Name, n.Site = m.Op, op.SiteAt(m.Site)
	return n, nil
}

func sorted[V any](m map[string]V) []string {
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}
