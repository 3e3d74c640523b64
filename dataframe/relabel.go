package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// renameWritten is rename in all the forms that pandas knows: labels of columns or of rows by a mapping, or
// by mappings of every level; of a series its name.
type renameWritten struct {
	op.Recipe
	Mapper, Index, Columns op.Written
	Axis                   *int
	Level                  op.Written
	Errors                 *string
}

func init() {
	op.Register[renameWritten](op.Doc{
		Name: "dataframe.rename", Like: "pandas.DataFrame.rename", Methods: "DataFrame.rename Series.rename",
		Sig:     "rename(df, mapper=None, *, index=None, columns=None, axis=None, copy=None, inplace=False, level=None, errors='ignore')",
		Series:  "(index=None, *, axis=None, copy=None, inplace=False, level=None, errors='ignore')",
		Summary: "Other labels of columns or rows, or another name of a series",
		Forms:   "mapper=relabeling:axis,level index=relabeling:0,level columns=relabeling:1,level level=plain",
		Text:    "A dict or a series of old to new, or a function of labels. Of labels of several levels each is renamed, or those of one level.",
	})
}

func (o *renameWritten) Build(h Handle) (Handle, error) {
	if s, ok := h.(*Series); ok {
		if isMapping(o.Index.V) {
			return relabeledRows(h, o.Index.V, o.Level)
		}
		name, err := labelWritten(o.Index.V)
		return s.Rename(name), err
	}
	rows, cols := o.Index, o.Columns
	switch {
	case o.Mapper.Is && (rows.Is || cols.Is):
		return nil, errs.New(errs.Type, "Cannot specify both 'mapper' and any of 'index' or 'columns'")
	case !o.Mapper.Is && !rows.Is && !cols.Is:
		return nil, errs.New(errs.Type, "must pass an index to rename")
	case !o.Mapper.Is && o.Axis != nil:
		return nil, errs.New(errs.Type, "Cannot specify both 'axis' and any of 'index' or 'columns'")
	case o.Mapper.Is && o.Axis != nil && *o.Axis == 1:
		cols = o.Mapper
	case o.Mapper.Is:
		rows = o.Mapper
	}
	for _, w := range []op.Written{rows, cols} {
		if w.Is && !isMapping(w.V) {
			return nil, errs.New(errs.Type, "'%s' object is not callable", classOf(w.V))
		}
	}
	var err error
	if rows.Is {
		if h, err = relabeledRows(h, rows.V, o.Level); err != nil {
			return nil, err
		}
	}
	if by, ok := cols.V.(op.Dict); ok {
		return o.columns(h.(*DataFrame), by)
	}
	return h, nil
}

// isMapping reports a mapping, or a list of one for each level.
func isMapping(v any) bool {
	if l, ok := v.(op.List); ok && len(l) > 0 {
		v = l[0]
	}
	_, ok := v.(op.Dict)
	return ok
}

// columns is d with other column labels.
func (o *renameWritten) columns(d *DataFrame, by op.Dict) (Handle, error) {
	r := &axes.Rename{}
	var lost []frame.Label
	for _, e := range by {
		ls, err := schema.LabelList(tupled([]any{e.Key, e.Value}))
		if err != nil {
			return nil, err
		}
		r.Columns = append(r.Columns, axes.Change{From: ls[0], To: ls[1]})
		if !d.hasPart(ls[0]) {
			lost = append(lost, ls[0])
		}
	}
	if o.Errors != nil && *o.Errors == "raise" && lost != nil {
		return nil, errs.New(errs.NotFound, "%s not found in axis", schema.Reprs(lost))
	}
	if !o.Level.Is || o.Level.V == nil {
		return FrameOf(apply(r, d)), nil
	}
	if err := closed(d); err != nil {
		return nil, err
	}
	k, err := axisLevel(d, o.Level.V)
	if err != nil {
		return nil, err
	}
	names := d.Columns()
	for i, l := range names {
		parts := []frame.Label{l}
		if l.Kind() == frame.LabelTuple {
			parts = l.Elems()
		}
		parts[k] = r.To(parts[k])
		names[i] = frame.Leveled(parts)
	}
	return d.labeled(names), nil
}

// axisLevel is the place of a level of the column labels by its name or number.
func axisLevel(d *DataFrame, level any) (int, error) {
	l, err := labelWritten(level)
	if err != nil {
		return 0, err
	}
	levels, err := levelsOn(d, 1)
	if err != nil {
		return 0, err
	}
	return schema.LevelOf(levels, l)
}

// hasPart reports a column of a label, also as one of its levels.
func (d *DataFrame) hasPart(l frame.Label) bool {
	for _, c := range colsOf(d) {
		parts := []frame.Label{c.Name}
		if c.Name.Kind() == frame.LabelTuple {
			parts = c.Name.Elems()
		}
		for _, p := range parts {
			if p.Same(l) {
				return true
			}
		}
	}
	return false
}

// relabeledRows is h with other row labels: those of a mapping for some, or of mappings of every level for
// all.
func relabeledRows(h Handle, to any, level op.Written) (Handle, error) {
	names := namesOfLevels(h)
	table := levelTable(h)
	only := -1
	if level.Is && level.V != nil && len(names) > 1 {
		l, err := labelWritten(level.V)
		if err != nil {
			return nil, err
		}
		if only, err = schema.LevelOf(h.Value().Meta().Index.Levels, l); err != nil {
			return nil, err
		}
	}
	each, every := to.(op.List)
	for k := range names {
		if only >= 0 && k != only {
			continue
		}
		var changed *Series
		if every {
			changed = SeriesOf(apply(&mapValues{Arg: op.WrittenOf(each[k])}, table.Col(k)))
		} else {
			changed = SeriesOf(apply(&replaceWritten{ToReplace: op.WrittenOf(to)}, table.Col(k)))
		}
		table = table.Assign(C{k, changed})
	}
	return valued(labeledBy(h, indexOfTable(table, names))), nil
}
