package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// levelTable is the levels of the row labels of h as columns 0, 1, ... under 0, 1, ....
func levelTable(h Handle) *DataFrame {
	d := levelSeries(h, 0).ToFrame(0)
	for k := 1; k < levelCount(h); k++ {
		d = d.Assign(C{k, levelSeries(h, k)})
	}
	return d.ResetIndex(ResetIndex{Drop: true})
}

// levelCount is how many levels the row labels of h have.
func levelCount(h Handle) int { return max(1, len(h.Value().Meta().Index.Levels)) }

// namesOfLevels are the names of the levels of the row labels of h.
func namesOfLevels(h Handle) []any {
	var out []any
	for _, c := range h.Value().Meta().Index.Levels {
		out = append(out, c.Name)
	}
	return out
}

// sharedNames are the names of x, without those that another index has otherwise.
func sharedNames(x *Index, others ...*Index) []any {
	names := namesOfLevels(x)
	for _, y := range others {
		for i, n := range namesOfLevels(y) {
			if i < len(names) && !n.(frame.Label).Same(names[i].(frame.Label)) {
				names[i] = frame.Label{}
			}
		}
	}
	return names
}

// sameLevels is the error where indexes have not equally many levels.
func sameLevels(x *Index, others ...*Index) error {
	for _, y := range others {
		if levelCount(x) != levelCount(y) {
			return errs.New(errs.Type, "other must be an index of %d levels, as this one is, not of %d", levelCount(x), levelCount(y))
		}
	}
	return nil
}

// indexOfTable is the columns 0, 1, ... as the levels of an index of these names.
func indexOfTable(d *DataFrame, names []any) *Index {
	if len(names) == 1 {
		return NewIndex(d.Col(0), Options{Name: names[0]})
	}
	return d.SetIndex(axes.ColumnKeys(len(names))...).RenameAxis(names...).Index()
}

// SetLabels is the frame with its rows labeled by an index, a series or a slice of as many labels, met by
// place.
func (d *DataFrame) SetLabels(labels any) *DataFrame { return FrameOf(labeledBy(d, labels)) }

// SetLabels is the series with its values labeled by an index, a series or a slice of as many labels, met by
// place.
func (s *Series) SetLabels(labels any) *Series { return SeriesOf(labeledBy(s, labels)) }

func labeledBy(h Handle, labels any) op.Value {
	l, ok := labels.(Handle)
	if !ok {
		l = NewIndex(labels)
	}
	return apply(&setLabels{}, h, l)
}

// setLabels gives rows other labels, met by place.
type setLabels struct {
	op.Recipe
	Names []frame.Label // of the levels; nil where they have those of the labels
}

func init() {
	op.Register[setLabels](op.Doc{
		Name: "dataframe.set_labels", Face: "inner", Like: "pandas.DataFrame.set_axis", Sig: "set_labels(df, labels, names=None)", Summary: "Rows under other labels, met by place",
	})
}

func (o *setLabels) Build(h, labels Handle) (Handle, error) {
	levels := []*Series{}
	names := []any{}
	switch l := labels.(type) {
	case *Series:
		levels, names = append(levels, l), append(names, l.Name())
	case *Index:
		for k := range levelCount(l) {
			levels = append(levels, levelSeries(l, k))
		}
		names = namesOfLevels(l)
	default:
		return nil, errs.New(errs.Type, "row labels are an index or a series, not a %s", labels.Value().Meta().Kind)
	}
	if o.Names != nil {
		names = nil
		for _, n := range o.Names {
			names = append(names, n)
		}
	}
	d, s, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	keys := make([]any, len(levels))
	for i, l := range levels {
		keys[i] = frame.Tup("new", "row", "labels", i)
		d = d.Assign(C{keys[i], l.Rename(cells.Listed)})
	}
	d = d.SetIndex(keys...).RenameAxis(names...)
	if s != nil {
		return d.IlocCol(0).Rename(s.Name()), nil
	}
	return d, nil
}

// asFrame is a frame, of a series one of column 0; s is the series.
func asFrame(h Handle) (d *DataFrame, s *Series, err error) {
	switch h := h.(type) {
	case *DataFrame:
		return h, nil, nil
	case *Series:
		return h.ToFrame(0), h, nil
	}
	return nil, nil, errs.New(errs.Type, "a %s is neither a frame nor a series", h.Value().Meta().Kind)
}
