package graph

import (
	"reflect"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
)

// written is a parameter that may be many things. inputs is how many inputs a reference may point at.
func written(a *marsv1.Attr, inputs int) (op.Written, error) {
	if s, ok := a.Value.(*marsv1.Attr_Singleton); ok && s.Singleton == marsv1.Singleton_SINGLETON_NO_DEFAULT {
		return op.Written{}, nil
	}
	v, err := word(a, inputs, 0)
	return op.WrittenOf(v), err
}

// word is the value of an attribute, with lists, tuples, mappings, slices, patterns and references told
// apart.
func word(a *marsv1.Attr, inputs, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errs.New(errs.Invalid, "an attribute nests too deep")
	}
	switch x := a.GetValue().(type) {
	case *marsv1.Attr_Singleton:
		if x.Singleton == marsv1.Singleton_SINGLETON_ELLIPSIS {
			return op.Ellipsis{}, nil
		}
	case *marsv1.Attr_Input:
		if int64(x.Input) >= int64(inputs) {
			return nil, errs.New(errs.Invalid, "input %d of %d", x.Input, inputs)
		}
		return op.In(int(x.Input)), nil
	case *marsv1.Attr_Dict:
		out := make(op.Dict, len(x.Dict.GetEntries()))
		for i, e := range x.Dict.GetEntries() {
			k, err := word(e.GetKey(), inputs, depth+1)
			if err != nil {
				return nil, err
			}
			v, err := word(e.GetValue(), inputs, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = op.Entry{Key: k, Value: v}
		}
		return out, nil
	case *marsv1.Attr_Slice:
		var out op.Slice
		ends := []*any{&out.Start, &out.Stop, &out.Step}
		for i, e := range []*marsv1.Attr{x.Slice.GetStart(), x.Slice.GetStop(), x.Slice.GetStep()} {
			if e == nil {
				continue
			}
			v, err := word(e, inputs, depth+1)
			if err != nil {
				return nil, err
			}
			*ends[i] = v
		}
		return out, nil
	case *marsv1.Attr_Fields:
		f := x.Fields.GetFields()
		if p, ok := f["pattern"].GetValue().(*marsv1.Attr_S); ok && len(f) == 2 {
			return op.Pattern{Text: p.S, Flags: int(f["flags"].GetI())}, nil
		}
	}
	items, ok := itemsOf(a)
	if !ok {
		return dynamic(a, depth)
	}
	out := make([]any, len(items))
	for i, item := range items {
		v, err := word(item, inputs, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	if kindOf(a) == marsv1.Sequence_SEQUENCE_TUPLE {
		return op.Tuple(out), nil
	}
	return op.List(out), nil
}

// kindOf is what Python had of a list of any type.
func kindOf(a *marsv1.Attr) marsv1.Sequence {
	switch x := a.Value.(type) {
	case *marsv1.Attr_List:
		return x.List.GetKind()
	case *marsv1.Attr_Ints:
		return x.Ints.GetKind()
	case *marsv1.Attr_Floats:
		return x.Floats.GetKind()
	case *marsv1.Attr_Strings:
		return x.Strings.GetKind()
	case *marsv1.Attr_Bools:
		return x.Bools.GetKind()
	}
	return 0
}

// writtenAttr is a parameter that may be many things, as an attribute.
func writtenAttr(x op.Written) (*marsv1.Attr, error) {
	if !x.Is {
		return single(marsv1.Singleton_SINGLETON_NO_DEFAULT), nil
	}
	return wordAttr(x.V)
}

func wordAttr(v any) (*marsv1.Attr, error) {
	switch v := v.(type) {
	case nil:
		return none(), nil
	case op.Ellipsis:
		return single(marsv1.Singleton_SINGLETON_ELLIPSIS), nil
	case op.List:
		return itemsAttr(v, 0)
	case op.Tuple:
		return itemsAttr(v, marsv1.Sequence_SEQUENCE_TUPLE)
	case op.Dict:
		out := &marsv1.Dict{}
		for _, e := range v {
			k, err := wordAttr(e.Key)
			if err != nil {
				return nil, err
			}
			w, err := wordAttr(e.Value)
			if err != nil {
				return nil, err
			}
			out.Entries = append(out.Entries, &marsv1.Dict_Entry{Key: k, Value: w})
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Dict{Dict: out}}, nil
	case op.Slice:
		out := &marsv1.Slice{}
		ends := []**marsv1.Attr{&out.Start, &out.Stop, &out.Step}
		for i, e := range []any{v.Start, v.Stop, v.Step} {
			if e == nil {
				continue
			}
			a, err := wordAttr(e)
			if err != nil {
				return nil, err
			}
			*ends[i] = a
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Slice{Slice: out}}, nil
	case op.Pattern:
		f := map[string]*marsv1.Attr{
			"pattern": {Value: &marsv1.Attr_S{S: v.Text}}, "flags": {Value: &marsv1.Attr_I{I: int64(v.Flags)}},
		}
		return &marsv1.Attr{Value: &marsv1.Attr_Fields{Fields: &marsv1.Fields{Fields: f}}}, nil
	}
	return attr(reflect.ValueOf(v))
}

func itemsAttr(vs []any, kind marsv1.Sequence) (*marsv1.Attr, error) {
	out := &marsv1.List{Kind: kind}
	for _, e := range vs {
		a, err := wordAttr(e)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, a)
	}
	return &marsv1.Attr{Value: &marsv1.Attr_List{List: out}}, nil
}
