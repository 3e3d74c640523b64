package parquet

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
)

// A node is a part of a nested column. What it is made of stands in order of the schema, as do the leaves
// below it.
type node struct {
	name string
	what shape
	def  byte // definition level from which on it is there
	rep  byte // repetition level of the elements of a list
	kids []*node
	leaf int    // place among the leaves of the file, of the first one below
	n    int    // leaves below
	of   Column // of a leaf: how its values are read
}

type shape uint8

const (
	leafShape shape = iota
	recordShape
	listShape // of its one kid
	mapShape  // a list whose one kid is a record of a key and a value
)

// tree reads the schema of a top-level column, els[0], whose first leaf is the file's leaf-th, and says how
// many elements it took.
type tree struct {
	els  []format.SchemaElement
	leaf int
}

// field is the node of the next element. def and rep are the levels of what it lies in.
func (t *tree) field(def, rep byte, a *arrowNote) (*node, error) {
	el := &t.els[0]
	if el.RepetitionType.V == format.Repeated { // a list that is not said to be one: required, of required elements
		if rep == maxDepth {
			return nil, errs.New(errs.Type, "lists are nested deeper than %d", maxDepth)
		}
		kid, err := t.value(def+1, rep+1, a)
		if err != nil {
			return nil, err
		}
		return list(el.Name, def, rep+1, kid), nil
	}
	if el.RepetitionType.V == format.Optional {
		def++
	}
	if def > 2*maxDepth {
		return nil, errs.New(errs.Type, "columns are nested deeper than %d", maxDepth)
	}
	if isList(el) && len(t.els) > 1 && el.NumChildren.V == 1 && t.els[1].RepetitionType.V == format.Repeated {
		t.els = t.els[1:]
		return t.list(el, def, rep+1, a)
	}
	return t.value(def, rep, a)
}

// list is the node of a list or map el whose repeated part comes next.
func (t *tree) list(el *format.SchemaElement, def, rep byte, a *arrowNote) (*node, error) {
	if rep > maxDepth {
		return nil, errs.New(errs.Type, "lists are nested deeper than %d", maxDepth)
	}
	mid := &t.els[0]
	if isMap(el) && mid.NumChildren.V == 2 {
		kid, err := t.value(def+1, rep, a.kid(0))
		if err != nil {
			return nil, err
		}
		out := list(el.Name, def, rep, kid)
		out.what = mapShape
		return out, nil
	}
	// https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#backward-compatibility-rules
	direct := mid.NumChildren.V != 1 || mid.Name == "array" || mid.Name == el.Name+"_tuple" ||
		len(t.els) > 1 && t.els[1].RepetitionType.V == format.Repeated
	if direct {
		kid, err := t.value(def+1, rep, a.kid(0))
		if err != nil {
			return nil, err
		}
		return list(el.Name, def, rep, kid), nil
	}
	t.els = t.els[1:]
	kid, err := t.field(def+1, rep, a.kid(0))
	if err != nil {
		return nil, err
	}
	return list(el.Name, def, rep, kid), nil
}

func list(name string, def, rep byte, kid *node) *node {
	return &node{name: name, what: listShape, def: def, rep: rep, kids: []*node{kid}, leaf: kid.leaf, n: kid.n}
}

// value is the node of the next element itself, however often it is there: a leaf or a record.
func (t *tree) value(def, rep byte, a *arrowNote) (*node, error) {
	el := &t.els[0]
	t.els = t.els[1:]
	out := &node{name: el.Name, def: def, leaf: t.leaf}
	if el.NumChildren.V <= 0 {
		t.leaf++
		out.n = 1
		return out, out.typed(el, rep, a)
	}
	out.what = recordShape
	names := map[string]bool{}
	for i := range el.NumChildren.V {
		kid, err := t.field(def, rep, a.kid(int(i)))
		if err != nil {
			return nil, err
		}
		if names[kid.name] {
			return nil, errs.New(errs.Type, "a struct with two fields %q is not read", kid.name)
		}
		names[kid.name] = true
		out.kids = append(out.kids, kid)
		out.n += kid.n
	}
	return out, nil
}

// typed describes a leaf.
func (n *node) typed(el *format.SchemaElement, rep byte, a *arrowNote) error {
	c := &n.of
	c.leaf, c.field, c.max, c.rep = n.leaf, el.Name, n.def, rep
	var utc bool
	var err error
	if c.plain, c.DType, utc, err = typeOf(el); err != nil {
		return errs.Wrap(errs.KindOf(err), err, "field %q", el.Name)
	}
	if utc {
		c.DType.TZ = "UTC"
	}
	c.note(a)
	return nil
}

func isMap(el *format.SchemaElement) bool {
	_, ok := el.LogicalType.Value.(*format.MapType)
	return ok || el.ConvertedType.Valid && (el.ConvertedType.V == deprecated.Map || el.ConvertedType.V == deprecated.MapKeyValue)
}

func isList(el *format.SchemaElement) bool {
	_, ok := el.LogicalType.Value.(*format.ListType)
	return ok || el.ConvertedType.Valid && el.ConvertedType.V == deprecated.List || isMap(el)
}
