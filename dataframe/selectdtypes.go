package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type selectDtypes struct {
	op.SameRows
	Include, Exclude []string
}

func init() {
	op.Register[selectDtypes](op.Doc{
		Forms: "include=classes exclude=classes",
		Name:  "dataframe.select_dtypes", Like: "pandas.DataFrame.select_dtypes", Methods: "DataFrame.select_dtypes",
		Sig: "select_dtypes(df, include=None, exclude=None)", Summary: "Columns of some dtypes",
		Go: "DataFrame.SelectDtypes(include, exclude)",
		Text: "They are of one of the classes to include, and of none to exclude. A class is a dtype by " +
			"its name, which nullable ones belong to as well, or one of number integer signedinteger " +
			"unsignedinteger floating complexfloating inexact generic int bool str object datetime " +
			"datetimetz timedelta category. Texts are objects too. It is an error where neither list " +
			"has a class, both have one, or there is no such class.",
	})
}

// Build is a selection by place.
func (o *selectDtypes) Build(_ *op.Asker, d *DataFrame) (*DataFrame, error) {
	at, err := selectClasses(d.Value().Meta().Cols, o.Include, o.Exclude)
	if err != nil {
		return nil, err
	}
	return d.Iloc(pick.AllPlaces, at), nil
}

// selectClasses are the places of columns of classes of dtypes.
func selectClasses(cols []op.Col, include, exclude []string) ([]int, error) {
	if len(include)+len(exclude) == 0 {
		return nil, errs.New(errs.Invalid, "at least one of include or exclude must be nonempty")
	}
	for _, c := range include {
		if slices.Contains(exclude, c) {
			return nil, errs.New(errs.Invalid, "include and exclude overlap on %s", c)
		}
	}
	of := func(d dtype.DType, classes []string) (bool, error) {
		for _, c := range classes {
			if is, err := inClass(d, c); is || err != nil {
				return is, err
			}
		}
		return false, nil
	}
	at := []int{}
	for i, c := range cols {
		in, err := of(c.Is, include)
		if err != nil {
			return nil, err
		}
		out, err := of(c.Is, exclude)
		if err != nil {
			return nil, err
		}
		if (in || len(include) == 0) && !out {
			at = append(at, i)
		}
	}
	return at, nil
}

// inClass reports whether a dtype belongs to a class, as select_dtypes of pandas has it: timedeltas are
// signed integers.
func inClass(d dtype.DType, class string) (bool, error) {
	switch class {
	case "number":
		return d.IsNumber() || d.IsTimedelta(), nil
	case "integer":
		return d.IsInteger() || d.IsTimedelta(), nil
	case "signedinteger":
		return d.IsInt() || d.IsTimedelta(), nil
	case "unsignedinteger":
		return d.IsUint(), nil
	case "int":
		return d.Kind == dtype.Int32Kind || d.Kind == dtype.Int64Kind, nil
	case "floating", "float":
		return d.IsFloat(), nil
	case "complexfloating":
		return d.IsComplex(), nil
	case "inexact":
		return d.IsFloat() || d.IsComplex(), nil
	case "generic":
		return !d.IsString() && !d.IsCategorical() && d.TZ == "", nil
	case "str", "string":
		return d.IsString(), nil
	case "object":
		return d.IsObject() || d.IsString() && !d.Null, nil
	case "datetime":
		return d.IsDatetime() && d.TZ == "", nil
	case "datetimetz":
		return d.IsDatetime() && d.TZ != "", nil
	case "timedelta":
		return d.IsTimedelta(), nil
	case "category":
		return d.IsCategorical(), nil
	}
	c, err := dtype.Parse(class)
	if err != nil {
		return false, errs.New(errs.Type, "data type '%s' not understood", strings.TrimSpace(class))
	}
	return d == c || !c.Null && d == c.Nullable(), nil
}
