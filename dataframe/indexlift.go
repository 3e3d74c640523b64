package dataframe

import (
	"reflect"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Methods of an index that are those of its labels as a series, of several levels as a frame: the operators
// say so in their Doc, and what they give becomes labels again.
func init() {
	op.LiftIndex(func(o op.Operand, x op.Value, more []op.Value) (op.Value, error) {
		index, def := IndexOf(x), op.DefOf(o)
		in := []Handle{labelValues(index)}
		for _, v := range more {
			in = append(in, valued(v))
		}
		if _, several := in[0].(*DataFrame); several {
			o = ofFrame(def, o)
		}
		r, names := valued(apply(o, in...)), namesOfLevels(index)
		d, table := r.(*DataFrame)
		s, line := r.(*Series)
		switch {
		case r.Value().Err() != nil:
		case def.Doc.Labels == "tensor" && table:
			return d.ToTensor().Value(), nil
		case def.Doc.Labels == "tensor" && line:
			return s.ToTensor().Value(), nil
		case def.Doc.Labels == "value" && line && len(names) > 1 && levelCount(s) == len(names): // counts of labels
			return s.RenameAxis(names...).Value(), nil
		case def.Doc.Labels == "index" && line:
			return NewIndex(s.Rename(nil), Options{Name: names[0]}).Value(), nil
		case def.Doc.Labels == "index" && table && len(names) == len(colsOf(d)):
			return indexOfTable(d, names).Value(), nil
		case def.Doc.Labels != "value":
			return op.Value{}, errs.New(errs.Type, "%s makes a %s of labels, which is not there yet", def.Doc.Like, r.Value().Meta().Kind)
		}
		return r.Value(), nil
	})
}

// labelValues are the labels of x as values under 0, 1, ...: of one level a series, else a frame.
func labelValues(x *Index) Handle {
	if levelCount(x) == 1 {
		return x.ToSeries().DropIndex()
	}
	return levelTable(x)
}

// ofFrame is the operand for frames of a method whose operator for series is another one.
func ofFrame(def *op.Def, o op.Operand) op.Operand {
	frames := op.Lookup("dataframe.DataFrame." + def.Doc.Name[len("dataframe.Series."):])
	if frames == nil {
		return o
	}
	given := map[string]reflect.Value{}
	op.Params(o, func(name string, v reflect.Value) { given[name] = v })
	of := frames.New()
	op.Params(of, func(name string, v reflect.Value) {
		if g, ok := given[name]; ok && g.Type() == v.Type() {
			v.Set(g)
		}
	})
	return of
}
