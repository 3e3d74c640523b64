package dataframe

import (
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/dataframe/reshape"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// concat puts together what was written: a list of frames and series, or a mapping with a key for each.
type concat struct {
	op.Recipe
	Objs              op.Written
	Axis              int
	Join              string
	IgnoreIndex, Sort bool
	Keys              op.Written
	Names             []frame.Label
}

func init() {
	op.Register[concat](op.Doc{
		Name: "dataframe.concat", Like: "pandas.concat", Gives: "told", Forms: "keys=listed names=members",
		Sig: "concat(objs, *, axis=0, join='outer', ignore_index=False, keys=None, levels=None, names=None, verify_integrity=False, sort=<no_default>, " +
			"copy=<no_default>, union_categories=False)",
		Summary: "Frames and series below each other, or side by side",
		Text:    "The keys of a mapping are an outer level of labels; of others keys names them. What is None is left out. Series below each other are a series.",
		Notes:   "Categoricals of different categories stay categorical, with the union of the categories; with text they become objects.",
	})
}

func (o *concat) Build(more []Handle) (Handle, error) {
	v := meant(o.Objs, 0, more)
	keys, keyed := inList(o.Keys.V)
	objs, ok := inList(v)
	if by, mapping := v.(op.Dict); mapping {
		if !keyed {
			keys, keyed = keysOf(by), true
		}
		objs, ok = valuesAt(by, keys), true
	}
	if !ok {
		return nil, errs.New(errs.Type, "first argument must be an iterable of pandas objects, you passed an object of type \"%s\"", classOf(v))
	}
	if keyed && len(keys) != len(objs) {
		return nil, errs.New(errs.Invalid, "The length of the keys (%d) must match the length of the objects to concatenate (%d)", len(keys), len(objs))
	}
	p := &reshape.Concat{Axis: o.Axis, Join: o.Join, IgnoreIndex: o.IgnoreIndex, Sort: o.Sort, Names: o.Names}
	var in []Handle
	for i, e := range objs {
		h, ok := e.(Handle)
		switch {
		case e == nil:
			continue
		case !ok || !rowed(e):
			return nil, errs.New(errs.Type, "cannot concatenate object of type '<class '%s'>'; only Series and DataFrame objs are valid", classOf(e))
		}
		p.Objs, in = append(p.Objs, op.In(len(in))), append(in, h)
		if keyed {
			l, err := labelWritten(keys[i])
			if err != nil {
				return nil, err
			}
			p.Keys = append(p.Keys, l)
		}
	}
	if len(in) == 0 {
		return nil, errs.New(errs.Invalid, "No objects to concatenate")
	}
	return valued(apply(p, in...)), nil
}

func keysOf(by op.Dict) (keys []any) {
	for _, e := range by {
		keys = append(keys, e.Key)
	}
	return keys
}

// valuesAt are the values under keys, nil where there is none.
func valuesAt(by op.Dict, keys []any) []any {
	out := make([]any, len(keys))
	for i, k := range keys {
		at := slices.IndexFunc(by, func(e op.Entry) bool { return reflect.DeepEqual(e.Key, k) })
		if at >= 0 {
			out[i] = by[at].Value
		}
	}
	return out
}
