package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Substitution is what stands for what.
type Substitution struct {
	Column frame.Label
	One    bool // only in Column
	From   frame.Label
	To     any
	Regex  bool
	Flags  str.Flag // of the pattern
}

// ReplaceOp is the operand of dataframe.replace_by.
type ReplaceOp struct {
	byColumn
	By []Substitution
}

func init() {
	op.Register[ReplaceOp](op.Doc{
		Name: "dataframe.replace_by", Face: "inner", Like: "pandas.DataFrame.replace", Sig: "replace_by(df, by)", Summary: "Values in the place of others",
		Notes: "A column whose dtype depends on which of several values is put has the dtype that holds them all.",
	})
}

// Normalize refuses a bad pattern at the call.
func (o *ReplaceOp) Normalize([]op.Meta) error {
	for _, s := range o.By {
		if _, _, err := s.pattern(); err != nil {
			return err
		}
	}
	return nil
}

// pattern is that of a text, and the rewriting where a text is put.
func (s *Substitution) pattern() (*str.Pattern, *str.Rewrite, error) {
	if !s.Regex {
		return nil, nil, nil
	}
	text, ok := s.From.Text()
	if !ok {
		return nil, nil, errs.New(errs.Type, "a pattern is a text, not %s", s.From.Repr())
	}
	p, err := str.Compile(text, str.Search, s.Flags)
	if err != nil {
		return nil, nil, err
	}
	to, ok := s.To.(string)
	if !ok {
		return p, nil, nil
	}
	w, err := str.NewRewrite(p, to)
	return p, w, err
}

// of are those of a column that its dtype may hold.
func (o *ReplaceOp) of(name frame.Label, series bool, d dtype.DType) (out []Substitution) {
	for _, s := range o.By {
		if s.One && !series && !s.Column.Same(name) {
			continue
		}
		text := s.From.Kind() == frame.LabelString
		switch {
		case s.Regex && !(d.IsString() || d.IsObject()):
		case d.IsBool() != (s.From.Kind() == frame.LabelBool) && d.IsNumber() && !s.From.IsMissing(), d.IsBool() && s.From.Kind() != frame.LabelBool:
		case s.From.IsMissing() && !s.From.IsNaN() && d.IsFloat() && !d.Null: // NaN alone is missing there
		case d.IsString() && !text && !s.From.IsMissing(), text && (d.IsNumber() || d.IsTemporal()):
		default:
			out = append(out, s)
		}
	}
	return out
}

// heldBy is the dtype of a column in which values are put, and whether it is another.
func (o *ReplaceOp) heldBy(by []Substitution, d dtype.DType) dtype.DType {
	for _, s := range by {
		switch {
		case d.IsCategorical():
		case s.To == nil && !d.IsObject() && !d.IsString() && !d.Null && !d.IsTemporal(): // None is a cell of objects
			return dtype.Object
		default:
			d, _ = Wider(s.To, d)
		}
	}
	return d
}

func (o *ReplaceOp) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		d := o.heldBy(o.of(c.Name, in[0].Kind == op.Series, c.Is), c.Is)
		if d != c.Is {
			return op.Pending(c.Is, d), nil
		}
		return c.Type, nil
	})
}

func (o *ReplaceOp) Exec(x *op.Exec) error {
	f, e := x.Frame(0), chunk.Env(x)
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		by := o.of(f.Names[i], x.InMeta(0).Kind == op.Series, c.DType)
		if len(by) == 0 {
			return c, nil
		}
		if c.DType.IsCategorical() {
			return o.categories(e, c, by)
		}
		return o.replace(e, c, by)
	})
}

// replace is c with values put in the place of others.
func (o *ReplaceOp) replace(e column.Env, c *frame.Column, by []Substitution) (*frame.Column, error) {
	at := make([]int64, c.Rows) // of the substitution that is for the row
	var keys []frame.Label
	var places []int64
	for i, s := range by {
		if !s.Regex {
			keys, places = append(keys, s.From), append(places, int64(i))
		}
	}
	some, missing := false, o.missing(by, c.DType)
	for r, p := range column.Find(c, keys) {
		switch at[r] = -1; {
		case missing >= 0 && c.IsNull(r):
			at[r], some = missing, true
		case p >= 0:
			at[r], some = places[p], true
		}
	}
	texts := map[int]any{}
	for i := range by {
		p, w, err := by[i].pattern()
		if err != nil {
			return nil, err
		}
		for r := 0; p != nil && r < c.Rows; r++ {
			t, ok := c.Cell(r).(string)
			if !ok || at[r] >= 0 {
				continue
			}
			was, changed := texts[r].(string)
			if changed {
				t = was
			}
			if !p.Test([]byte(t)) {
				continue
			}
			some = true
			if w == nil {
				texts[r] = by[i].To
				continue
			}
			texts[r] = string(w.Replace(nil, []byte(t), -1))
		}
		if p != nil && p.Err() != nil {
			return nil, p.Err()
		}
	}
	if !some {
		return c, nil
	}
	d := o.heldBy(by, c.DType)
	cells := make([]any, c.Rows)
	for r := range cells {
		switch v, changed := texts[r]; {
		case at[r] >= 0:
			cells[r] = putCell(by[at[r]].To, d)
		case changed:
			cells[r] = v
		default:
			if cells[r] = c.Cell(r); cells[r] == nil && c.IsNull(r) {
				cells[r] = chunk.MissingCell(c.DType)
			}
		}
	}
	return e.Build(cells, d)
}

// missing is the place of what stands for all that is missing in a column of objects: where one kind of it is
// replaced, all are, by the last that is given; -1: there is none.
func (o *ReplaceOp) missing(by []Substitution, d dtype.DType) int64 {
	for i := len(by) - 1; i >= 0 && d.IsObject(); i-- {
		if !by[i].Regex && by[i].From.IsMissing() {
			return int64(i)
		}
	}
	return -1
}

// putCell is a value as a cell of a dtype.
func putCell(v any, d dtype.DType) any {
	if v != nil && frame.IsMissing(v) && !d.IsObject() {
		return nil
	}
	if w, ok := held(v, d); ok {
		return w
	}
	return v
}

// categories renames categories; those that become equal are one.
func (o *ReplaceOp) categories(e column.Env, c *frame.Column, by []Substitution) (*frame.Column, error) {
	keys := make([]frame.Label, len(by))
	for i, s := range by {
		keys[i] = s.From
	}
	codes := column.Find(c, keys)
	if !slices.ContainsFunc(codes, func(p int64) bool { return p >= 0 }) {
		return c, nil
	}
	var cells []any
	for r, p := range codes {
		switch {
		case p >= 0:
			if to := by[p].To; !frame.IsMissing(to) {
				if l, _ := frame.LabelOf(to); column.Find(c.Dict.Values, []frame.Label{l}) == nil || !slices.Contains(column.Find(c.Dict.Values, []frame.Label{l}), 0) {
					return nil, errs.New(errs.Type, "Cannot setitem on a Categorical with a new category (%s), set the categories first", l.Repr())
				}
				cells = append(cells, to)
				continue
			}
			cells = append(cells, nil)
		default:
			cells = append(cells, c.Cell(r))
		}
	}
	v, err := e.Build(cells, c.Dict.Values.DType)
	if err != nil {
		return nil, err
	}
	return e.Encode(v, c.Dict, c.DType.Ordered)
}
