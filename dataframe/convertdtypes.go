package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// convertDtypes is the columns in the nullable dtypes that hold them. Whether floats are whole it asks.
type convertDtypes struct {
	op.Deferred
	InferObjects, ConvertString, ConvertInteger, ConvertBoolean, ConvertFloating *bool
}

func init() {
	op.Register[convertDtypes](op.Doc{
		Name: "dataframe.convert_dtypes", Like: "pandas.DataFrame.convert_dtypes", Methods: "DataFrame.convert_dtypes Series.convert_dtypes",
		Sig: "convert_dtypes(df, infer_objects=True, convert_string=True, convert_integer=True, convert_boolean=True, convert_floating=True, " +
			"dtype_backend='numpy_nullable')",
		Summary: "Columns in the nullable dtypes that hold them", Text: "Floats that are whole become integers.",
	})
}

// Infer leaves the dtypes to the data.
func (o *convertDtypes) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Open = true
	return []op.Meta{m}, nil
}

func (o *convertDtypes) Build(a *op.Asker, h Handle) (Handle, error) {
	if *o.InferObjects {
		inner := *o
		inner.InferObjects = new(false)
		typed := apply(&cells.InferObjects{Missing: *o.ConvertBoolean}, h)
		if h.Value().Meta().Kind == op.Series {
			return SeriesOf(apply(&inner, SeriesOf(typed))), nil
		}
		return FrameOf(apply(&inner, FrameOf(typed))), nil
	}
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	if d, err = o.converted(a, d); err != nil || s == nil {
		return d, err
	}
	return d.IlocCol(0).Rename(s.Name()), nil
}

func (o *convertDtypes) converted(a *op.Asker, d *DataFrame) (*DataFrame, error) {
	whole := map[int]*Scalar{}
	var asked []interface{ Value() op.Value }
	for i, c := range colsOf(d) {
		if c.Is.IsFloat() && *o.ConvertInteger {
			v := d.IlocCol(i).DropNA()
			whole[i] = v.FloorDiv(1).Eq(v).All()
			asked = append(asked, whole[i])
		}
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return nil, err
	}
	names := schema.LabelsOf(colsOf(d))
	out := d
	for i, c := range colsOf(d) {
		is := c.Is
		switch {
		case whole[i] != nil && fetchedBool(a.Value(whole[i])):
			is = dtype.Int64.Nullable()
		case is.IsFloat() && *o.ConvertFloating, is.IsInteger() && *o.ConvertInteger, is.IsBool() && *o.ConvertBoolean:
			is = is.Nullable()
		case is.IsString() && *o.ConvertString:
			is = is.Nullable()
		}
		if is != c.Is {
			out = out.Assign(C{names[i], d.IlocCol(i).AsType(is)})
		}
	}
	return out, nil
}
