package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// setAxis is a frame or series under given labels of rows or columns.
type setAxis struct {
	op.Recipe
	Labels op.Written
	Axis   int
}

// reindexWritten is reindex in all the forms that pandas knows.
type reindexWritten struct {
	op.Recipe
	Labels, Index, Columns op.Written
	Axis                   *int `series:"unused"`
	FillValue              any
}

// setIndexWritten is set_index whose keys are labels of columns, or what has a value for each row.
type setIndexWritten struct {
	op.Recipe
	Keys   op.Written
	Drop   *bool
	Append bool
}

func init() {
	op.Register[setAxis](op.Doc{
		Name: "dataframe.set_axis", Like: "pandas.DataFrame.set_axis", Methods: "DataFrame.set_axis Series.set_axis", Sig: "set_axis(df, labels, *, axis=0, copy=None)",
		Forms: "labels=axis_labels:axis", Summary: "Given labels of rows or columns", Text: "Rows and labels are met by place.",
	})
	op.Register[reindexWritten](op.Doc{
		Name: "dataframe.reindex", Like: "pandas.DataFrame.reindex", Methods: "DataFrame.reindex Series.reindex",
		Sig: "reindex(df, labels=None, *, index=None, columns=None, axis=None, method=None, copy=None, level=None, fill_value=None, limit=None, " +
			"tolerance=None)",
		Series: "(index=None, *, axis=None, method=None, copy=None, level=None, fill_value=None, limit=None, tolerance=None)",
		Forms:  "labels=axis_labels:axis index=axis_labels:0 columns=axis_labels:1", Summary: "Other labels of rows or columns",
		Text: "What they have no row or column for is missing, or fill_value. Labels of rows that come twice are an error.",
	})
	op.Register[setIndexWritten](op.Doc{
		Name: "dataframe.set_index", Like: "pandas.DataFrame.set_index", Methods: "DataFrame.set_index",
		Sig:     "set_index(df, keys, *, drop=True, append=False, inplace=False, verify_integrity=False)",
		Summary: "Columns as row labels", Text: "Among the keys may be series, indexes and arrays of as many rows, which are met by place.",
	})
}

func (o *setAxis) Build(h Handle, more []Handle) (Handle, error) {
	v := meant(o.Labels, 1, more)
	d, of := h.(*DataFrame)
	if !of || o.Axis == 0 {
		x, _, err := indexHandle(v)
		return valued(labeledBy(h, x)), err
	}
	ls, names, err := columnsWritten(v)
	if err != nil {
		return nil, err
	}
	if names == nil {
		names = make([]frame.Label, max(1, frame.ColumnLevels(ls)))
	}
	return namedColumns(d.labeled(ls), ls, names), nil
}

// namedColumns is d with names of the levels of its column labels; without columns there is one level.
func namedColumns(d *DataFrame, ls, names []frame.Label) *DataFrame {
	if d.Value().Err() != nil || len(names) == 0 || len(names) != max(1, frame.ColumnLevels(ls)) {
		return d
	}
	return FrameOf(apply(&axes.RenameColumnAxis{Names: names}, d))
}

// columnsWritten are labels of columns, and the names of their levels; nil of a list, which has none.
func columnsWritten(v any) (ls, names []frame.Label, err error) {
	var of any
	if d, ok := v.(op.Dict); ok {
		for _, e := range d {
			if e.Key == "labels" {
				v = e.Value
			} else {
				of = e.Value
			}
		}
	}
	if ls, err = labelsWritten(v); err == nil && of != nil {
		names, err = labelsWritten(of)
	}
	return ls, names, err
}

// indexHandle is the row labels that were written; bare are those of a list, which has no names.
func indexHandle(v any) (x Handle, bare bool, err error) {
	if l, ok := v.(op.List); ok && len(l) == 1 {
		v, bare = l[0], true
	}
	if h, ok := v.(Handle); ok {
		return h, bare, nil
	}
	return nil, false, errs.New(errs.Type, "Index(...) must be called with a collection of some kind, %s was passed", classOf(v))
}

func (o *reindexWritten) Build(h Handle, more []Handle) (Handle, error) {
	rows, cols := meant(o.Index, 1, more), meant(o.Columns, 1, more)
	if o.Labels.Is {
		if o.Axis != nil && *o.Axis == 1 && h.Value().Meta().Kind == op.Frame {
			cols = meant(o.Labels, 1, more)
		} else {
			rows = meant(o.Labels, 1, more)
		}
	}
	fill := o.FillValue
	if f, ok := fill.(float64); ok && f != f {
		fill = nil
	}
	if d, ok := h.(*DataFrame); ok && cols != nil {
		ls, names, err := columnsWritten(cols)
		if err != nil {
			return nil, err
		}
		h = namedColumns(FrameOf(apply(&reindexColumns{Columns: ls, FillValue: fill}, d)), ls, names)
	}
	if rows == nil {
		return h, nil
	}
	x, bare, err := indexHandle(rows)
	if err != nil {
		return nil, err
	}
	i, ok := x.(*Index)
	switch {
	case ok && bare && levelCount(i) != levelCount(h) && i.Value().Meta().Rows() == op.Dim{}:
		x = IndexOf(apply(&axes.GetIndex{}, valued(apply(&pick.Head{N: new(0)}, h))))
	case ok && bare && levelCount(i) == levelCount(h):
		x = IndexOf(apply(&axes.RenameAxis{Names: schema.LabelsOf(h.Value().Meta().Index.Levels)}, i))
	}
	if dates := datesFor(h, x); dates != nil { // the labels stay as they were written
		return valued(labeledBy(valued(apply(&axes.Reindex{FillValue: fill}, dates, h)), x)), nil
	}
	out := valued(apply(&axes.Reindex{FillValue: fill}, x, h))
	if ok && !bare && levelCount(i) == 1 && out.Value().Err() == nil { // nor has it a name where these labels have none
		out = valued(apply(&axes.RenameAxis{Names: schema.LabelsOf(i.Value().Meta().Index.Levels)}, out))
	}
	return out, nil
}

// datesFor are texts as the dates that they stand for beside row labels that are dates; nil for other labels.
func datesFor(h, x Handle) Handle {
	mine, ok := x.(*Index)
	own := h.Value().Meta().Index.Levels
	if !ok || len(own) != 1 || !own[0].Is.IsDatetime() {
		return nil
	}
	ls := mine.Value().Meta().Index.Levels
	if len(ls) != 1 || !ls[0].Is.IsString() {
		return nil
	}
	const label = "dates"
	s := ToDatetime(mine.ToSeries(label)).AsType(own[0].Is)
	return s.ToFrame().SetIndex(label).Index()
}

func (o *setIndexWritten) Build(d *DataFrame, more []Handle) (*DataFrame, error) {
	v := meant(o.Keys, 1, more)
	keys, ok := v.(op.List)
	if !ok {
		keys = op.List{v}
	}
	out, drop := d, o.Drop == nil || *o.Drop
	var labels, names, gone []any
	made := false
	for i, k := range keys {
		levels, name, err := levelsOfKey(d, k)
		if err != nil {
			return nil, err
		}
		made = made || levels != nil
		for j, l := range levels {
			label := frame.Tup("level", i, j)
			out = out.Assign(C{label, l})
			labels, gone, names = append(labels, label), append(gone, label), append(names, name[j])
		}
		if levels != nil {
			continue
		}
		l, err := labelWritten(k)
		if err != nil {
			return nil, err
		}
		labels, names = append(labels, l), append(names, l)
		if drop {
			gone = append(gone, l)
		}
	}
	if !made {
		return d.SetIndexWith(SetIndex{Keep: !drop, Append: o.Append}, labels...), nil
	}
	if o.Append {
		names = append(namesOfLevels(d), names...)
	}
	return out.SetIndexWith(SetIndex{Keep: true, Append: o.Append}, labels...).Drop(gone...).RenameAxis(names...), nil
}

// levelsOfKey are the values for each row that a key is, and their names; nil for a label.
func levelsOfKey(d *DataFrame, k any) (levels []Handle, names []any, err error) {
	switch k := k.(type) {
	case *Series:
		name := any(k.Name())
		if k.Name() == cells.Listed {
			name = nil
		}
		if schema.SameIndex(d.Value().Meta(), k.Value().Meta()) {
			return []Handle{k}, []any{name}, nil
		}
		return []Handle{k.Rename(cells.Listed)}, []any{name}, nil
	case *Index:
		for i := range levelCount(k) {
			levels = append(levels, levelSeries(k, i).Rename(cells.Listed))
		}
		return levels, namesOfLevels(k), nil
	case Handle:
		return []Handle{k}, []any{nil}, nil
	case op.List:
		s, err := listedSeries(k)
		return []Handle{s}, []any{nil}, err
	}
	return nil, nil, nil
}
