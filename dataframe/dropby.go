package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// DropOptions says what DropBy leaves out.
type DropOptions struct {
	Rows    []any // labels of rows
	Columns []any // labels of columns
	Level   any   // where the labels are looked for, by name or number: a level of the row labels, or of the column labels
	Lenient bool  // labels that there are not are passed over
}

// DropBy is the frame without rows and columns of some labels. Errors: NotFound for labels that there are
// not; Invalid where none is given.
func (d *DataFrame) DropBy(o DropOptions) *DataFrame {
	rows, err := schema.LabelList(o.Rows)
	if err != nil {
		return FrameOf(bad("dataframe.drop_by", err))
	}
	columns, err := schema.LabelList(o.Columns)
	if err != nil {
		return FrameOf(bad("dataframe.drop_by", err))
	}
	p := &dropBy{}
	if o.Rows != nil {
		p.Index = rows
	}
	if o.Columns != nil {
		p.Columns = columns
	}
	if o.Level != nil {
		l, err := schema.LabelOf(o.Level)
		if err != nil {
			return FrameOf(bad("dataframe.drop_by", err))
		}
		p.Level = &l
	}
	if o.Lenient {
		p.Errors = "ignore"
	}
	return FrameOf(apply(p, d))
}

type dropBy struct {
	op.Deferred
	Labels  []frame.Label // along Axis
	Axis    int
	Index   []frame.Label
	Columns []frame.Label
	Level   *frame.Label
	Errors  string
}

func init() {
	op.Register[dropBy](op.Doc{
		Forms: "labels=members index=members columns=members", Name: "dataframe.drop_by", Like: "pandas.DataFrame.drop", Methods: "DataFrame.drop Series.drop",
		Sig:     "drop_by(df, labels=None, *, axis=0, index=None, columns=None, level=None, inplace=False, errors='raise')",
		Summary: "Without the rows, or the columns, of some labels", Notes: "KeyError for labels that there are not, unless errors is 'ignore'.",
	})
}

// split are the labels of rows and of columns.
func (o *dropBy) split(m op.Meta) (rows, columns []frame.Label, err error) {
	rows, columns = o.Index, o.Columns
	switch {
	case o.Labels != nil && (rows != nil || columns != nil):
		return nil, nil, errs.New(errs.Invalid, "Cannot specify both 'labels' and 'index'/'columns'")
	case o.Labels != nil && o.Axis == 1 && m.Kind == op.Frame:
		columns = o.Labels
	case o.Labels != nil:
		rows = o.Labels
	case rows == nil && columns == nil:
		return nil, nil, errs.New(errs.Invalid, "Need to specify at least one of 'labels', 'index' or 'columns'")
	}
	if o.Errors != "" && o.Errors != "raise" && o.Errors != "ignore" {
		return nil, nil, errs.New(errs.Invalid, "errors must be 'raise' or 'ignore', not '%s'", o.Errors)
	}
	if m.Kind == op.Series {
		columns = nil
	}
	return rows, columns, nil
}

func (o *dropBy) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	rows, columns, err := o.split(m)
	if err != nil {
		return nil, err
	}
	if columns != nil && !m.Open {
		gone, err := o.columns(m, columns)
		if err != nil {
			return nil, err
		}
		m.Cols = chunk.PickCols(m.Cols, schema.Unnamed(m, gone))
	}
	if rows == nil {
		return []op.Meta{m}, nil
	}
	return o.rows(rows).Infer([]op.Meta{m})
}

func (o *dropBy) rows(labels []frame.Label) *dropRowsBy {
	return &dropRowsBy{Labels: labels, Level: o.Level, Lenient: o.Errors == "ignore"}
}

// columns are the labels of the columns that go.
func (o *dropBy) columns(m op.Meta, labels []frame.Label) (gone []frame.Label, err error) {
	at := -1
	if o.Level != nil {
		if at = columnLevel(m, *o.Level); at < 0 {
			return nil, errs.New(errs.NotFound, "Level %s not found", o.Level)
		}
	}
	var lost []frame.Label
	for _, l := range labels {
		found := false
		for _, c := range m.Cols {
			is := c.Name.Same(l)
			if es := c.Name.Elems(); at >= 0 {
				is = at < len(es) && es[at].Same(l)
			}
			if is && !slices.ContainsFunc(gone, c.Name.Same) {
				gone = append(gone, c.Name)
			}
			found = found || is
		}
		if _, err := schema.PlacesNamed(m, l); at < 0 && !found && err == nil { // the first levels of columns of several
			gone, found = append(gone, l), true
		}
		if !found {
			lost = append(lost, l)
		}
	}
	if lost != nil && o.Errors != "ignore" {
		return nil, errs.New(errs.NotFound, "%s not found in axis", schema.Reprs(lost))
	}
	return gone, nil
}

func (o *dropBy) Build(_ *op.Asker, h Handle) (Handle, error) {
	rows, columns, err := o.split(h.Value().Meta())
	if err != nil {
		return nil, err
	}
	if columns != nil {
		gone, err := o.columns(h.Value().Meta(), columns)
		if err != nil {
			return nil, err
		}
		h = FrameOf(apply(&pick.DropColumns{Columns: gone}, h))
	}
	if rows != nil {
		h = valued(apply(o.rows(rows), h))
	}
	return h, nil
}

// columnLevel is the level of column labels of a name, or of a number, which may count from the last; -1
// where there is none.
func columnLevel(m op.Meta, level frame.Label) int {
	if at := slices.IndexFunc(m.Axis, level.Same); at >= 0 {
		return at
	}
	n, ok := level.Int()
	if !ok || len(m.Cols) == 0 {
		return -1
	}
	levels := max(1, m.Cols[0].Name.Len())
	if n < 0 {
		n += int64(levels)
	}
	if n < 0 || int(n) >= levels {
		return -1
	}
	return int(n)
}
