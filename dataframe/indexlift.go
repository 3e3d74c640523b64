package dataframe

import (
	"reflect"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/times"
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
		if d, ok := o.(*cells.Dropna); ok && d.How != nil && *d.How != "any" && *d.How != "all" {
			return op.Value{}, errs.New(errs.Invalid, "invalid how option: %s", *d.How)
		}
		if levels, several := in[0].(*DataFrame); several {
			if def.Sig.Calls[0] == "value_counts" { // equal counts stand in the order of their labels
				in[0] = levels.SortValues(placeLabels(levelCount(index)))
			}
			if o = ofRows(def, o); o == nil {
				return op.Value{}, errs.New(errs.Type, "%s of labels of several levels is not there yet", def.Sig.Calls[0])
			}
		}
		if w, ok := o.(*roundWritten); ok && in[0].Value().Meta().Cols[0].Is.IsTemporal() {
			freq, ok := w.Decimals.V.(string)
			if !ok {
				return op.Value{}, errs.New(errs.Type, "round of labels that are times takes a frequency, such as 'h'")
			}
			move := times.Op[*times.Move]("round")
			move.Freq, o = freq, move
		}
		r, names := valued(apply(o, in...)), namesOfLevels(index)
		d, table := r.(*DataFrame)
		s, line := r.(*Series)
		switch {
		case r.Value().Err() != nil:
		case def.Doc.OfLabels() == "tensor" && table:
			return d.ToTensor().Value(), nil
		case def.Doc.OfLabels() == "tensor" && line:
			return s.ToTensor().Value(), nil
		case def.Doc.OfLabels() == "value" && line && len(names) > 1 && levelCount(s) == len(names): // counts of labels
			return s.RenameAxis(names...).Value(), nil
		case def.Doc.OfLabels() == "index" && line:
			return NewIndex(s.Rename(nil), Options{Name: names[0]}).Value(), nil
		case def.Doc.OfLabels() == "index" && table && len(names) == len(colsOf(d)):
			return indexOfTable(d, names).Value(), nil
		case def.Doc.OfLabels() != "value":
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

// ofRows is the operand that answers for labels of several levels; nil where none does.
func ofRows(def *op.Def, o op.Operand) op.Operand {
	switch name := def.Sig.Calls[0]; name {
	case "dropna", "drop_duplicates", "duplicated":
		return o
	case "value_counts":
		given, of := map[string]reflect.Value{}, op.Lookup("dataframe.DataFrame."+name).New()
		op.Params(o, func(name string, v reflect.Value) { given[name] = v })
		op.Params(of, func(name string, v reflect.Value) {
			if g, ok := given[name]; ok {
				v.Set(g)
			}
		})
		return of
	}
	return nil
}
