package graph

import (
	"bytes"
	"reflect"

	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
)

// Version is the Graph.version that is written. Those before it are read too.
const Version = 2

// Opset is the newest operator set of every domain.
const Opset = 1

// Fetch is the operator of a value that was computed before; its attribute "key" names it.
const Fetch = "core.fetch"

// Put is the operator of a value that was uploaded, named in the same way.
const Put = "core.put"

// Known is the operator of a node that is only described, by Node.outputs: what is built from it can be
// described, not computed.
const Known = "core.known"

// Back begins the operator of what assigning to a view makes of the tensor that it shows: behind it is the
// operator that made the view, whose attributes it has. Its inputs are that tensor and the new value of what
// the view shows.
const Back = "core.back."

// Encode is the graph that values need, inputs first; the values are its targets, in order. Nodes keep the
// user's lines and have their keys as ids.
// Errors: that of a bad call among the nodes; Type for a parameter that does not fit an attribute.
func Encode(vs ...op.Value) (*marsv1.Graph, error) { return EncodeBut(nil, vs...) }

// EncodeBut is Encode where the reader has some values: of one that has says, and that is no target, only the
// key by which the reader knows it travels. It is asked once for each value.
func EncodeBut(has func(v op.Value) (op.Key, bool), vs ...op.Value) (*marsv1.Graph, error) {
	e := &encoder{has: has, kept: map[op.Value]*marsv1.Ref{}, g: &marsv1.Graph{Version: Version, Opsets: map[string]uint32{}}, at: map[*op.Node]uint32{}}
	for _, v := range vs {
		r, err := e.ref(v)
		if err != nil {
			return nil, err
		}
		e.g.Targets = append(e.g.Targets, r)
	}
	return e.g, nil
}

type encoder struct {
	g    *marsv1.Graph
	at   map[*op.Node]uint32
	has  func(v op.Value) (op.Key, bool)
	kept map[op.Value]*marsv1.Ref // what was asked for; nil where the reader has it not
}

// input is ref of a value that is no target.
func (e *encoder) input(v op.Value) (*marsv1.Ref, error) {
	if e.has == nil || v.Err() != nil {
		return e.ref(v)
	}
	r, asked := e.kept[v]
	if !asked {
		if k, ok := e.has(v); ok {
			r = &marsv1.Ref{Node: uint32(len(e.g.Nodes))}
			e.g.Nodes = append(e.g.Nodes, fetched(k.String()+"/"+v.Meta().Key.String(), k))
			e.g.Opsets[domain(Fetch)] = Opset
		}
		e.kept[v] = r
	}
	if r != nil {
		return &marsv1.Ref{Node: r.Node}, nil
	}
	return e.ref(v)
}

// fetched is a node of a value that the reader has.
func fetched(id string, k op.Key) *marsv1.Node {
	return &marsv1.Node{Id: id, Op: Fetch, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: k.String()}}}}
}

func (e *encoder) ref(v op.Value) (*marsv1.Ref, error) {
	at, ok := e.at[v.N]
	if !ok {
		if err := v.Err(); err != nil {
			return nil, err
		}
		n, err := e.node(v.N)
		if err != nil {
			return nil, errs.At(err, v.N.Site.String(), v.N.Name)
		}
		at = uint32(len(e.g.Nodes))
		e.g.Nodes = append(e.g.Nodes, n)
		e.at[v.N] = at
	}
	return &marsv1.Ref{Node: at, Output: uint32(v.I)}, nil
}

func (e *encoder) node(n *op.Node) (*marsv1.Node, error) {
	out := &marsv1.Node{Id: n.Key.String(), Op: n.Name, Site: n.Site.String()}
	if op.IsStored(n.Op) {
		e.g.Opsets[domain(Fetch)] = Opset
		f := fetched(out.Id, n.Key)
		f.Site = out.Site
		return f, nil
	}
	def := op.DefOf(n.Op)
	if def == nil {
		return nil, errs.New(errs.Internal, "operand %T is not registered", n.Op)
	}
	for _, v := range n.In {
		r, err := e.input(v)
		if err != nil {
			return nil, err
		}
		out.Inputs = append(out.Inputs, r)
	}
	e.g.Opsets[domain(n.Name)] = Opset
	var err error
	if out.Attrs, err = attrs(n.Op, def.New()); err != nil {
		return nil, err
	}
	return out, nil
}

// attrs are the parameters of o that differ from those of plain.
func attrs(o, plain op.Operand) (map[string]*marsv1.Attr, error) {
	usual := map[string][]byte{}
	op.Params(plain, func(name string, v reflect.Value) {
		if a, err := attr(v); err == nil {
			usual[name] = bytesOf(a)
		}
	})
	var out map[string]*marsv1.Attr
	var first error
	op.Params(o, func(name string, v reflect.Value) {
		a, err := attr(v)
		switch {
		case err != nil && first == nil:
			first = errs.Wrap(errs.KindOf(err), err, "parameter %s", name)
		case err == nil && !bytes.Equal(bytesOf(a), usual[name]):
			if out == nil {
				out = map[string]*marsv1.Attr{}
			}
			out[name] = a
		}
	})
	return out, first
}

// bytesOf tells attributes apart, zeros of both signs too. It is not nil.
func bytesOf(a *marsv1.Attr) []byte {
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(a)
	if err != nil {
		return []byte(err.Error())
	}
	return append(b, 0)
}

// domain is the part of an operator's name before the point.
func domain(name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return ""
}
