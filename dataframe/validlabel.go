package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/op"
)

// validLabel is the label of the first row with a value, or of the last one.
type validLabel struct {
	op.Recipe `known:"columns"`
	name      string
}

func (o *validLabel) Row() string { return o.name }

func init() {
	op.Register[validLabel](op.Doc{
		Name: "dataframe.first_valid_index", Like: "pandas.DataFrame.first_valid_index", Methods: "DataFrame.first_valid_index Series.first_valid_index",
		Sig: "first_valid_index(df)", Gives: "answer", Forms: "df=in:settled", Summary: "Label of the first row with a value, None where there is none",
		Go: "DataFrame.FirstValid() Series.FirstValid()",
	}, validLabel{name: "first_valid_index"})
	op.Register[validLabel](op.Doc{
		Name: "dataframe.last_valid_index", Like: "pandas.DataFrame.last_valid_index", Methods: "DataFrame.last_valid_index Series.last_valid_index",
		Sig: "last_valid_index(df)", Gives: "answer", Forms: "df=in:settled", Summary: "Label of the last row with a value, None where there is none",
		Go: "DataFrame.LastValid() Series.LastValid()",
	}, validLabel{name: "last_valid_index"})
}

// Build gives an index of at most one label.
func (o *validLabel) Build(h Handle) (*Index, error) {
	d, _, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	if len(colsOf(d)) == 0 {
		return d.Head(0).Index(), nil
	}
	there := d.IlocCol(0).NotNA()
	for k := 1; k < len(colsOf(d)); k++ {
		there = there.Or(d.IlocCol(k).NotNA())
	}
	rows := valued(apply(&pick.Filter{}, d, there)).(*DataFrame)
	if o.name == "first_valid_index" {
		return rows.Head(1).Index(), nil
	}
	return rows.Tail(1).Index(), nil
}
