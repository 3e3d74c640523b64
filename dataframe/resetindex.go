package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// ResetIndex is what reset_index may be told.
type ResetIndex struct {
	Levels []any // names or numbers of the levels that become columns; the others stay. The default is all
	Drop   bool  // the labels are lost instead of becoming columns
	Names  []any // of the new columns. The default is the names of the levels
	Name   any   // of the values of a series. The default is its own name, 0 where it has none
}

// ResetIndex makes the row labels columns, in front, and numbers the rows. An unnamed index becomes column
// "index" ("level_0" where that is taken), unnamed levels of a MultiIndex "level_0", "level_1". Errors:
// Invalid for a name that a column has already.
func (d *DataFrame) ResetIndex(o ...ResetIndex) *DataFrame {
	d = only(d, o)
	return FrameOf(reset(d, one(o), false))
}

// ResetIndex makes the row labels columns beside the values.
func (s *Series) ResetIndex(o ...ResetIndex) *DataFrame {
	s = only(s, o)
	return FrameOf(reset(s, one(o), false))
}

// DropIndex numbers the rows instead of what they were labeled.
func (s *Series) DropIndex() *Series { return SeriesOf(reset(s, ResetIndex{Drop: true}, true)) }

func reset(h Handle, r ResetIndex, series bool) op.Value {
	level, err := schema.LabelList(r.Levels)
	if err != nil {
		return bad("dataframe.reset_index", err)
	}
	names, err := schema.LabelList(r.Names)
	if err != nil {
		return bad("dataframe.reset_index", err)
	}
	if h.Value().Err() == nil && h.Value().Meta().Kind == op.Series && r.Drop != series {
		return bad("dataframe.reset_index", errs.New(errs.Invalid, "without its labels a series stays one: use DropIndex"))
	}
	o := &axes.ResetIndex{Drop: r.Drop}
	if len(level) > 0 {
		o.Level = level
	}
	if len(names) > 0 {
		o.Names = names
	}
	if r.Name != nil {
		l, ok := frame.LabelOf(r.Name)
		if !ok {
			return bad("dataframe.reset_index", errs.In(errs.New(errs.Type, "a %T is no label", r.Name), "unhashable type: a %T is no label", r.Name))
		}
		o.Name, o.Named = l, true
	}
	return apply(o, h)
}
