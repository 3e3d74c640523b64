package dataframe

import "github.com/mars-project/mars-go/op"

// ArgMin is the place of the first least value. See DataFrame.IdxMin.
func (s *Series) ArgMin() *Scalar { return ScalarOf(argOf("argmin", s)) }

// ArgMax is the place of the first greatest value. See DataFrame.IdxMin.
func (s *Series) ArgMax() *Scalar { return ScalarOf(argOf("argmax", s)) }

func argOf(name string, s *Series) op.Value {
	return apply(op.Lookup("dataframe.Series."+name).New(), s)
}

// argExtreme is where an extreme stands.
type argExtreme struct {
	op.Recipe
	Skipna *bool
	name   string
}

func (o *argExtreme) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{"argmin": "Place of the first least value", "argmax": "Place of the first greatest value"} {
		op.Register[argExtreme](op.Doc{
			Gives: "tensor", Name: "dataframe.Series." + name, Like: "pandas.Series." + name, Methods: "Series." + name + " Index." + name, Labels: "value", Summary: summary,
			Sig: name + "(series, axis=None, skipna=True)", Series: "(axis=None, skipna=True, *args, **kwargs)",
		}, argExtreme{name: name})
	}
}

// Build asks for the label among numbered rows.
func (o *argExtreme) Build(s *Series) *Scalar {
	r := Reduce{KeepNull: !*o.Skipna}
	if s = s.DropIndex(); o.name == "argmin" {
		return s.IdxMin(r)
	}
	return s.IdxMax(r)
}
