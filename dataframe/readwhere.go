package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// readWhere is the rows of what a file holds that pass filters as pyarrow spells them: conditions (column,
// operator, value) that all hold, or a list of lists of which one does.
type readWhere struct {
	op.Recipe `known:"columns"`
	Filters   op.Written
	Columns   []frame.Label // of the result; nil: all
}

func init() {
	op.Register[readWhere](op.Doc{
		Name: "dataframe.read_where", Face: "inner", Like: "pandas.read_parquet", Sig: "read_where(df, filters, columns=None)", Summary: "Rows of a file that pass filters",
		Text: "A comparison with what is missing does not hold; what is missing is in no list, unless None is. Rows without stored labels are numbered anew.",
	})
}

func (o *readWhere) Build(d *DataFrame) (*DataFrame, error) {
	lists, err := filtersWritten(o.Filters.V)
	if err != nil {
		return nil, err
	}
	stored := d.Value().Meta().Index.Kind != frame.RangeIndex
	var some *Series
	for _, list := range lists {
		var all *Series
		for _, c := range list {
			is, err := c.holds(d, stored)
			if err != nil {
				return nil, err
			}
			if all != nil {
				is = all.And(is)
			}
			all = is
		}
		if some != nil {
			all = some.Or(all)
		}
		some = all
	}
	out := d.Filter(some)
	if o.Columns != nil {
		out = out.Select(labelsAny(o.Columns)...)
	}
	if !stored {
		out = out.ResetIndex(ResetIndex{Drop: true})
	}
	return out, nil
}

// A fileFilter is one condition on a column.
type fileFilter struct {
	column frame.Label
	op     string
	value  any
}

var fileCompares = map[string]func(*Series, any, ...Arith) *Series{
	"=": (*Series).Eq, "==": (*Series).Eq, "!=": (*Series).Ne, "<": (*Series).Lt, "<=": (*Series).Le, ">": (*Series).Gt, ">=": (*Series).Ge,
}

// filtersWritten reads lists of conditions. Errors: Invalid for another form, and for an unknown operator.
func filtersWritten(v any) (lists [][]fileFilter, err error) {
	list, _ := inList(v)
	malformed := errs.New(errs.Invalid, "Malformed filters")
	if len(list) == 0 {
		return nil, malformed
	}
	if first, _ := inList(list[0]); len(first) > 0 {
		if _, alone := first[0].(string); alone {
			list = op.List{op.List(list)}
		}
	}
	for _, e := range list {
		all, _ := inList(e)
		if len(all) == 0 {
			return nil, malformed
		}
		var fs []fileFilter
		for _, e := range all {
			c, _ := inList(e)
			if len(c) != 3 {
				return nil, errs.New(errs.Invalid, "Malformed filters: %v is no (column, operator, value)", e)
			}
			name, is := c[0].(string)
			how, _ := c[1].(string)
			if !is {
				return nil, errs.New(errs.Invalid, "Malformed filters: %v is no (column, operator, value)", e)
			}
			if fileCompares[how] == nil && how != "in" && how != "not in" {
				return nil, errs.New(errs.Invalid, "\"%v\" is not a valid operator in predicates.", c[1])
			}
			fs = append(fs, fileFilter{frame.L(name), how, c[2]})
		}
		lists = append(lists, fs)
	}
	return lists, nil
}

// holds is where a condition is true, of stored labels too.
func (f *fileFilter) holds(d *DataFrame, stored bool) (*Series, error) {
	col := d.Col(f.column)
	if k, err := schema.LevelOf(d.Value().Meta().Index.Levels, f.column); err == nil && stored {
		col = levelSeries(d, k)
	}
	if col.Err() != nil {
		return nil, col.Err()
	}
	switch v := f.value; {
	case f.op == "in" || f.op == "not in":
		values, ok := inList(v)
		if !ok {
			return nil, errListLike(v)
		}
		there, none := []any{}, false
		for _, e := range values {
			if none = none || e == nil; !frame.IsMissing(e) {
				there = append(there, e)
			}
		}
		is := col.IsIn(there...)
		if none {
			is = is.Or(col.IsNA())
		}
		if f.op == "not in" {
			is = is.Not()
		}
		return is, nil
	case v == nil:
		return col.IsNA().And(col.NotNA()), nil
	case f.op == "!=":
		return col.Ne(v).And(col.NotNA()), nil
	case f.op != "=" && f.op != "==" && col.Value().Meta().Cols[0].Is.IsCategorical(): // by value, not by place
		to := dtype.Float64
		if _, text := v.(string); text {
			to = dtype.Str
		}
		col = col.AsType(to)
	}
	return fileCompares[f.op](col, f.value), nil
}
