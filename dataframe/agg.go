package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Agg is several aggregates of the columns. f is a []string: each is a row; an []OfColumn: a *Series of one
// value for each column or, of lists, a row for each name; a []Named: a row for each, with a value in one
// column. A name alone is that method's result. Errors: NotFound for a label that no column has, Invalid for
// a name that is no reduction.
func (d *DataFrame) Agg(f any) op.Handle { return aggOf(d, f) }

// Agg is several aggregates of the series, under their names: f is a []string or, under labels, a []Named.
func (s *Series) Agg(f any) op.Handle { return aggOf(s, f) }

func aggOf(h Handle, f any) op.Handle {
	spec, err := specOf(f)
	if err != nil {
		return FrameOf(bad("dataframe.agg", err))
	}
	v := apply(&several{Func: spec}, h)
	if v.Err() == nil && v.Meta().Kind == op.Series {
		return SeriesOf(v)
	}
	return FrameOf(v)
}

type several struct {
	op.Deferred
	Func groupby.Spec
	Axis int
}

func init() {
	op.Register[several](op.Doc{
		Name: "dataframe.agg", Face: "inner", Sig: "agg(df, func, axis=0)", Summary: "Several aggregates of columns", Notes: "What agg is for other than one name.",
	})
}

// Infer of a frame whose columns the data tells, and of values that are nullable, whose dtypes it does.
func (o *several) Infer(in []op.Meta) ([]op.Meta, error) {
	out := openTable("agg", in[0])
	if in[0].Kind == op.Series || o.Func.Form == "dict" {
		m := op.NewSeries(out[0].Dims[0], out[0].Index, op.Col{})
		m.Open = true
		return []op.Meta{m}, nil
	}
	return out, nil
}

// Build puts the answers of reductions below and beside each other.
func (o *several) Build(a *op.Asker, h Handle) (Handle, error) {
	if d, ok := h.(*DataFrame); ok && o.Axis == 1 {
		v := apply(&several{Func: o.Func}, d.T())
		if o.Func.Form == "dict" {
			return SeriesOf(v), nil
		}
		return FrameOf(v).T(), nil
	}
	if s, ok := h.(*Series); ok {
		if o.Func.Form == "dicts" {
			return nil, errs.New(errs.Invalid, "nested renamer is not supported")
		}
		r, err := o.rows(a, true, s, o.Func.Items)
		if err != nil {
			return nil, err
		}
		return r.Rename(s.Name()), nil
	}
	d, ok := h.(*DataFrame)
	if !ok {
		return nil, errs.New(errs.Type, "agg of a %s", h.Value().Meta().Kind)
	}
	by, order, err := o.columns(d)
	if err != nil {
		return nil, err
	}
	var cols []Handle
	for i, c := range order {
		s, err := o.rows(a, o.Func.Form != "list" && o.Func.Form != "dict", d.Col(c), by[i])
		if err != nil {
			return nil, err
		}
		cols = append(cols, s)
	}
	switch o.Func.Form {
	case "dict":
		var one []*Series
		for _, c := range cols {
			one = append(one, c.(*Series))
		}
		if slices.ContainsFunc(colsOf(d), func(c op.Col) bool { return c.Is.Null }) {
			return inferred(a, one)
		}
		return ConcatSeries(one), nil
	case "named":
		var names []any
		for _, it := range o.Func.Items {
			names = append(names, it.Name)
		}
		return Concat(cols, Concats{Axis: 1}).Reindex(names), nil
	}
	return Concat(cols, Concats{Axis: 1}).columnsOf(d), nil
}

// columnsOf is d with the names that the levels of another one's columns have, and those of more levels.
func (d *DataFrame) columnsOf(other Handle, more ...any) *DataFrame {
	names := other.Value().Meta().Axis
	if len(names) == 0 {
		return d
	}
	return d.RenameColumnAxis(append(anys(names), more...)...)
}

// columns are the items of each column.
func (o *several) columns(d *DataFrame) (by [][]groupby.Item, order []frame.Label, err error) {
	if o.Func.Form == "list" || o.Func.Form == "one" {
		order = schema.LabelsOf(colsOf(d))
		return slices.Repeat([][]groupby.Item{o.Func.Items}, len(order)), order, nil
	}
	var lost []frame.Label
	for _, it := range o.Func.Items {
		if schema.PlaceOf(colsOf(d), it.Column) < 0 {
			if o.Func.Form == "named" && it.Column.IsMissing() {
				return nil, nil, errs.New(errs.Type, "Must provide 'func' or tuples of '(column, aggfunc).")
			}
			lost = append(lost, it.Column)
		}
		i := slices.IndexFunc(order, it.Column.Same)
		if i < 0 {
			i, order, by = len(order), append(order, it.Column), append(by, nil)
		}
		by[i] = append(by[i], it)
	}
	if lost != nil {
		return nil, nil, errs.New(errs.NotFound, "Label(s) %s do not exist", schema.Reprs(lost))
	}
	return by, order, nil
}

// inferred is single values below each other. Those of nullable dtypes are asked for: together they have the
// dtype that pandas gives a list of them.
func inferred(a *op.Asker, parts []*Series) (*Series, error) {
	asked := make([]interface{ Value() op.Value }, len(parts))
	for i, s := range parts {
		asked[i] = s
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return nil, err
	}
	var labels []frame.Label
	var cells []any
	o := Options{}
	for _, s := range parts {
		f := a.Value(s).(*frame.Frame)
		for r, l := range schema.LabelsOfRows(f.Index.Level(0)) {
			cell := f.Cols[0].Cell(r)
			if frame.IsMissing(cell) && f.Cols[0].DType.Null {
				cell, o.DType = chunk.MissingCell(f.Cols[0].DType), dtype.Object
			}
			labels, cells = append(labels, l), append(cells, cell)
		}
	}
	o.Index = frame.LabelColumn(labels)
	return NewSeries(cells, o), nil
}

// rows are aggregates of one column, each a row under its label; infer says that those of a nullable one have
// the dtype of their values.
func (o *several) rows(a *op.Asker, infer bool, s *Series, items []groupby.Item) (*Series, error) {
	var out []*Series
	for _, it := range items {
		var label any = it.Func
		switch o.Func.Form {
		case "named":
			label = it.Name
		case "dict":
			label = it.Column
		}
		if it.Func == "size" {
			rows := s.IsNA().Or(s.NotNA()).AsType(dtype.Int64).ToFrame(label)
			out = append(out, SeriesOf(apply(op.Lookup("dataframe.sum").New(), rows)))
			continue
		}
		def := op.Lookup("dataframe." + it.Func)
		if def == nil || !strings.HasPrefix(def.Doc.Gives, "reduce") {
			return nil, errs.New(errs.Invalid, "'%s' is not a valid function for 'Series' object", it.Func)
		}
		out = append(out, SeriesOf(apply(def.New(), s.ToFrame(label))))
	}
	r := ConcatSeries(out)
	if infer && colsOf(s)[0].Is.Null {
		var err error
		if r, err = inferred(a, out); err != nil {
			return nil, err
		}
	}
	if o.Func.Form == "dict" {
		return r, nil
	}
	return r.Rename(s.Name()), nil
}
