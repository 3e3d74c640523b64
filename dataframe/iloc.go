package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Iloc selects rows, and columns, by position: with a tensor.Index (Slice, From, To, Whole), a []int or a []bool. Errors: NotFound for a place that does
// not exist, with pandas' words.
func (d *DataFrame) Iloc(rows any, cols ...any) *DataFrame { return FrameOf(iloc(d, "", rows, cols)) }

// IlocRow is the row at a place as a series over the columns, named by its label.
func (d *DataFrame) IlocRow(i int, cols ...any) *Series { return SeriesOf(iloc(d, "row", i, cols)) }

// IlocCol is the column at a place, or some rows of it.
func (d *DataFrame) IlocCol(i int, rows ...any) *Series {
	if len(rows) == 0 {
		rows = []any{allPlaces}
	}
	return SeriesOf(iloc(d, "column", rows[0], []any{i}))
}

// Iat is the value at a row and a column.
func (d *DataFrame) Iat(row, col int) *Scalar { return ScalarOf(iloc(d, "cell", row, []any{col})) }

// Iloc selects rows by position, as DataFrame.Iloc.
func (s *Series) Iloc(rows any) *Series { return SeriesOf(iloc(s, "", rows, nil)) }

// Iat is the value at a row.
func (s *Series) Iat(row int) *Scalar { return ScalarOf(iloc(s, "cell", row, nil)) }

// iloc builds a selection of one of the kinds "" (rows stay, columns stay), "row", "column", "cell".
func iloc(h Handle, kind string, rows any, cols []any) op.Value {
	const name = "dataframe.iloc"
	if len(cols) > 1 {
		return bad(name, errs.New(errs.Invalid, "Too many indexers"))
	}
	o := &ilocOp{Cols: allPlaces}
	var err error
	if o.Rows, err = placesOf(rows); err == nil && len(cols) > 0 {
		o.Cols, err = placesOf(cols[0])
	}
	row, col := o.Rows.Kind == "int", o.Cols.Kind == "int" || h.Value().Meta().Kind == op.Series
	want := map[string][2]bool{"row": {true, false}, "column": {false, true}, "cell": {true, true}}[kind]
	if err == nil && h.Value().Err() == nil && kind == "" && row {
		err = errs.New(errs.Invalid, "one row is a series or a value: use IlocRow or Iat")
	} else if err == nil && kind != "" && want != [2]bool{row, col} {
		err = errs.New(errs.Invalid, "a selection of more than one %s", kind)
	} else if err == nil && kind == "" && o.Cols.Kind == "int" {
		err = errs.New(errs.Invalid, "one column is a series: use IlocCol")
	}
	if err != nil {
		return bad(name, err)
	}
	return apply(o, h)
}

type ilocOp struct {
	Rows Places
	Cols Places
}

func init() {
	op.Register[ilocOp](op.Doc{
		Face: "inner",
		Name: "dataframe.iloc", Like: "pandas.DataFrame.iloc", Sig: "iloc(df, rows, cols=None)", Summary: "Rows and columns by position",
		Notes: "A row that is not of a range index has its label as name once it was computed.",
	})
}

// Normalize gives what was left out its meaning.
func (o *ilocOp) Normalize([]op.Meta) (err error) {
	if o.Rows, err = o.Rows.normal(); err == nil {
		o.Cols, err = o.Cols.normal()
	}
	return err
}

func (o *ilocOp) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Open && !o.Cols.all() {
		return in[:1], nil
	}
	cols, single, err := o.Cols.columns(len(in[0].Cols))
	if err != nil {
		return nil, err
	}
	if o.Rows.Kind == "int" {
		if d := in[0].Rows(); d.Known() {
			if _, _, err := o.Rows.on(d.N); err != nil {
				return nil, err
			}
		}
		if single || in[0].Kind == op.Series {
			return []op.Meta{scalarMeta(in[0].Cols[cols[0]].Is)}, nil
		}
		return []op.Meta{o.row(in[0], cols)}, nil
	}
	out, err := inferRows(o.Rows, in[0])
	if err != nil {
		return nil, err
	}
	out[0].Cols = pickCols(in[0].Cols, cols)
	if single {
		out[0].Kind = op.Series
	}
	return out, nil
}

// withCols is m with some of its columns, a series where one is asked for by itself.
func withCols(m op.Meta, at []int, single bool) op.Meta {
	m = m.WithDims(m.Dims...)
	if m.Cols = pickCols(m.Cols, at); single {
		m.Kind = op.Series
	}
	return m
}

func pickCols(from []op.Col, at []int) []op.Col {
	cols := make([]op.Col, len(at))
	for i, c := range at {
		cols[i] = from[c]
	}
	return cols
}

// row is the series of one row. Its name is known where the labels are a range.
func (o *ilocOp) row(m op.Meta, at []int) op.Meta {
	cols := pickCols(m.Cols, at)
	var name frame.Label
	if s, _, err := o.Rows.on(m.Rows().N); err == nil && m.Rows().Known() && m.Index.Kind == frame.RangeIndex {
		name = frame.L(m.Index.Start + s.lo*m.Index.Step)
	}
	return op.NewSeries(across(m, cols), namesMeta(cols), op.Col{Name: name, Type: op.T(rowType(cols))})
}

// StageMeta: Final is a row or a value of the one row that is left.
func (o *ilocOp) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final && o.Rows.Kind == "int" {
		return nil, nil
	}
	if s == op.Chunk {
		cols, single, err := o.Cols.columns(len(in[0].Cols))
		return []op.Meta{withCols(in[0], cols, single)}, err
	}
	return o.Rows.stage(s, in)
}

// Tile selects columns first, which costs nothing, and then the rows.
func (o *ilocOp) Tile(t *op.Tiler) error {
	g := t.In(0)
	if !o.Cols.all() {
		m := g.Meta
		g = t.Pair(g)
		g.Meta = m
		if cols, single, err := o.Cols.columns(len(m.Cols)); err == nil {
			g.Meta = withCols(m, cols, single)
		}
	}
	g = o.Rows.rows(t, g)
	if o.Rows.Kind != "int" || t.Err() != nil {
		return t.Out(g)
	}
	m := t.Meta(0)
	if m.Kind == op.Series && m.Cols[0].Name.IsNil() {
		if err := t.Need(op.Values, g); err != nil {
			return err
		}
		m.Cols[0].Name = t.Value(g).(*frame.Frame).Index.Label(0)
		t.Refine(0, m)
	}
	at := t.At(op.Final)
	shape := []int{1}
	if m.Kind != op.Series {
		shape = nil
	}
	return t.Out(op.Grid{Shape: shape, Edges: []op.Edge{{ID: at.Task(nil, []op.Meta{t.In(0).Meta}, g.Edges[0]), Part: -1}}})
}

func (o *ilocOp) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Chunk:
		f := x.Frame(0)
		cols, _, err := o.Cols.columns(len(f.Cols))
		if err != nil {
			return err
		}
		return x.Put(0, f.Select(cols...))
	case x.Stage != op.Final || o.Rows.Kind != "int":
		return o.Rows.exec(x)
	}
	return putRow(x, x.Frame(0))
}

// Labels of rows pass; a single row is named by its own.
func (o *ilocOp) Labels(int) op.Look {
	if o.Rows.Kind == "int" {
		return op.Looks
	}
	return op.Passes
}
