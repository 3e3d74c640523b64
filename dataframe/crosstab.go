package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// crosstab is how often values of one series meet those of another, or an aggregate of further values.
type crosstab struct {
	op.Recipe
	Index, Columns, Values op.Written
	Rownames, Colnames     []frame.Label
	Aggfunc                groupby.Spec
	Margins                bool
	MarginsName            string
	Normalize              op.Written
}

// shares is a table as shares of its sum, or of those of its rows or columns.
type shares struct {
	op.Recipe
	Of string
}

func init() {
	op.Register[crosstab](op.Doc{
		Name: "dataframe.crosstab", Like: "pandas.crosstab", Gives: "dataframe", Summary: "How often values of one series meet those of another, as a table",
		Sig:   "crosstab(index, columns, values=None, rownames=None, colnames=None, aggfunc=None, margins=False, margins_name='All', dropna=True, normalize=False)",
		Forms: "aggfunc=aggregates normalize=plain", Text: "With values it is a table of an aggregate of these. Index and columns may be lists of series. Series meet by label.",
	})
	op.Register[shares](op.Doc{Name: "dataframe.shares", Face: "inner", Sig: "shares(df, of='all')", Summary: "Table as shares of its sum, or of those of its rows or columns"})
}

// cellColumn labels the values of a table.
var cellColumn = frame.Tup("cells", "of", "table")

func (o *crosstab) Build(more []Handle) (*DataFrame, error) {
	if (o.Values.V == nil) != (o.Aggfunc.Form == "") {
		if o.Values.V == nil {
			return nil, errs.New(errs.Invalid, "aggfunc cannot be used without values.")
		}
		return nil, errs.New(errs.Invalid, "values cannot be used without an aggfunc.")
	}
	rows, err := vectorsWritten(meant(o.Index, 0, more))
	if err != nil {
		return nil, err
	}
	cols, err := vectorsWritten(meant(o.Columns, 0, more))
	if err != nil {
		return nil, err
	}
	index, columns := namesOr(o.Rownames, rows, "row"), namesOr(o.Colnames, cols, "col")
	names := labelsAny(append(append([]frame.Label{}, index...), columns...))
	if len(index) != len(rows) || len(columns) != len(cols) {
		return nil, errs.New(errs.Invalid, "arrays and names must have the same length")
	}
	all := slices.Concat(rows, cols)
	base := max(0, slices.IndexFunc(all, func(v vector) bool { return !v.placed }))
	d := all[base].ToFrame(names[base])
	for i, v := range all {
		if i != base {
			d = d.Assign(C{names[i], v.met()})
		}
	}
	m := &margins{Index: index, Columns: columns, Func: "size", Name: frame.L(o.MarginsName), Single: true}
	p := PivotOptions{Index: index, Columns: columns, AggFunc: "size", FillValue: 0}
	if o.Values.V != nil {
		vs, err := vectorsWritten(meant(o.Values, 0, more))
		if err != nil {
			return nil, err
		}
		if o.Aggfunc.Form != "one" || len(vs) != 1 {
			return nil, errs.New(errs.Type, "crosstab of several aggregates is not there yet")
		}
		d = d.Assign(C{cellColumn, vs[0].met()})
		m.Func, m.Values = o.Aggfunc.Items[0].Func, []frame.Label{cellColumn}
		p.AggFunc, p.Values, p.FillValue = m.Func, cellColumn, nil
	}
	d = d.DropNA(DropNA{Subset: names})
	table := d.PivotTable(p)
	of, share := o.Normalize.V, true
	switch of {
	case nil, false:
		share = false
	case true:
		of = "all"
	case int64(0):
		of = "index"
	case int64(1):
		of = "columns"
	}
	switch {
	case share && o.Margins:
		return nil, errs.New(errs.Invalid, "crosstab: margins and normalize together are not there yet")
	case share && of != "all" && of != "index" && of != "columns":
		return nil, errs.New(errs.Invalid, "Not a valid normalize argument")
	case share:
		return FrameOf(apply(&shares{Of: of.(string)}, table)), nil
	case o.Margins:
		return FrameOf(apply(m, table, d)), nil
	}
	return table, nil
}

func (o *shares) Build(d *DataFrame) (*DataFrame, error) {
	switch o.Of {
	case "index":
		return d.Div(d.Sum(Reduce{Axis: 1}), Arith{Axis: "index"}), nil
	case "columns":
		return d.Div(d.Sum()), nil
	}
	return d.Div(d.Sum().Sum()), nil
}

// A vector is a series that is met by label, or values that are met by place.
type vector struct {
	*Series
	placed bool
}

// met is the series as a frame takes it.
func (v vector) met() *Series {
	if v.placed {
		return v.Rename(cells.Listed)
	}
	return v.Series
}

// vectorsWritten are series and values, or a list of them; a list of values is one.
func vectorsWritten(v any) (out []vector, err error) {
	l, ok := inList(v)
	if ok && (len(l) == 0 || !hasRows(l[0])) {
		c, err := chunk.Infer(l)
		return []vector{{NewSeries(c), true}}, err
	}
	if !ok {
		l = []any{v}
	}
	for _, e := range l {
		switch h := e.(type) {
		case *Series:
			out = append(out, vector{h, false})
		case *Index:
			out = append(out, vector{levelSeries(h, 0).DropIndex(), true})
		case *tensor.Tensor:
			out = append(out, vector{SeriesFromTensor(h), true})
		default:
			return nil, errs.New(errs.Type, "a %s is no series: give one, or a list of them", classOf(e))
		}
	}
	return out, nil
}

// namesOr are the names of series; where none are given their own, or row_0, row_1.
func namesOr(given []frame.Label, of []vector, what string) []frame.Label {
	if len(given) > 0 {
		return given
	}
	out := make([]frame.Label, len(of))
	for i, s := range of {
		if out[i] = s.Name(); s.placed || out[i].IsNil() || out[i].Kind() == frame.LabelTuple {
			out[i] = frame.L(fmt.Sprintf("%s_%d", what, i))
		}
	}
	return out
}
