package arrow

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A plan is what a schema says of its frames.
type plan struct {
	wishes []wish
	names  []frame.Label // of all fields that are columns
	cols   []int         // their fields
	levels []int         // fields of the index levels
	rng    *rangeMeta    // or a RangeIndex
	mars   marsMeta
	index  []frame.Label // names of the levels
	axis   []frame.Label
}

// newPlan reads the metadata. Metadata that do not fit the fields are ignored: the data are there without
// them.
func newPlan(s *arrow.Schema) plan {
	md := s.Metadata()
	var pm pandasMeta
	text, ok := md.GetValue(pandasKey)
	known := ok && json.Unmarshal([]byte(text), &pm) == nil
	var p plan
	if text, ok := md.GetValue(marsKey); ok && json.Unmarshal([]byte(text), &p.mars) != nil {
		p.mars = marsMeta{}
	}
	byField := map[string]columnMeta{}
	named := map[string][]columnMeta{} // fields that share a name are described in their order
	for _, c := range pm.Columns {
		if c.FieldName != nil {
			named[*c.FieldName] = append(named[*c.FieldName], c)
			byField[*c.FieldName] = c
		}
	}
	major, _, _ := strings.Cut(pm.PandasVersion, ".")
	n, _ := strconv.Atoi(major)
	for _, f := range s.Fields() {
		c := byField[f.Name]
		if cs := named[f.Name]; len(cs) > 1 {
			c, named[f.Name] = cs[0], cs[1:]
		}
		p.wishes = append(p.wishes, wish{numpy: c.NumpyType, field: f.Metadata, pandas: n >= 3})
	}
	taken := map[int]bool{}
	if known {
		p.readIndex(s, pm, byField, taken)
	}
	for i := range s.Fields() {
		if !taken[i] {
			p.cols = append(p.cols, i)
		}
	}
	p.readNames(s, pm)
	return p
}

// readIndex finds the index among the fields.
func (p *plan) readIndex(s *arrow.Schema, pm pandasMeta, byField map[string]columnMeta, taken map[int]bool) {
	for _, raw := range pm.IndexColumns {
		var name string
		if json.Unmarshal(raw, &name) == nil {
			at := s.FieldIndices(name)
			if len(at) == 0 {
				continue
			}
			i := at[len(at)-1]
			taken[i] = true
			p.levels = append(p.levels, i)
			var l frame.Label
			if m := byField[name]; m.Name != nil && !isLevelField(*m.Name) {
				l = frame.L(*m.Name)
			}
			p.index = append(p.index, l)
			continue
		}
		var r rangeMeta
		if json.Unmarshal(raw, &r) == nil && r.Kind == "range" && r.Step != 0 {
			p.rng = &r
			p.index = []frame.Label{{}}
			if r.Name != nil {
				p.index[0] = frame.L(*r.Name)
			}
		}
	}
	if len(p.mars.Index) == len(p.index) && len(p.index) > 0 {
		p.index = p.mars.Index
	}
}

// readNames gives the columns their labels: those of the mars metadata, else texts read back by the type of
// the column labels.
func (p *plan) readNames(s *arrow.Schema, pm pandasMeta) {
	if len(p.mars.Names) == len(p.cols) {
		p.names, p.axis = p.mars.Names, p.mars.Axis
		return
	}
	named := false
	for _, c := range pm.ColumnIndexes {
		var l frame.Label
		if c.Name != nil {
			l, named = frame.L(*c.Name), true
		}
		p.axis = append(p.axis, l)
	}
	if !named {
		p.axis = nil
	}
	for _, i := range p.cols {
		p.names = append(p.names, parseName(s.Field(i).Name, pm.ColumnIndexes))
	}
}

// parseName is the label of a field name.
func parseName(s string, levels []columnMeta) frame.Label {
	if len(levels) > 1 {
		if texts, ok := parseTuple(s); ok && len(texts) == len(levels) {
			ls := make([]frame.Label, len(texts))
			for i, t := range texts {
				ls[i] = typedName(t, levels[i].NumpyType)
			}
			return frame.TupleOf(ls)
		}
	}
	if len(levels) == 1 {
		return typedName(s, levels[0].NumpyType)
	}
	return frame.L(s)
}

// typedName reads the text of a label of a numpy type; what does not read stays text.
func typedName(s, numpy string) frame.Label {
	d, err := dtype.Parse(numpy)
	if err != nil {
		return frame.L(s)
	}
	switch {
	case d.IsInteger():
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return frame.L(i)
		}
	case d.IsFloat():
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return frame.L(f)
		}
	case d.IsBool():
		if s == "True" || s == "False" {
			return frame.L(s == "True")
		}
	case d.IsDatetime() && d.TZ == "":
		if t, ok := frame.ParseTimestamp(s, d.Unit); ok {
			return frame.L(t)
		}
	}
	return frame.L(s)
}

// parseTuple reads Python's repr of a tuple of texts.
func parseTuple(s string) ([]string, bool) {
	s, ok := strings.CutPrefix(s, "(")
	var out []string
	for ok && s != "" && s != ")" {
		q := s[0]
		if q != '\'' && q != '"' {
			return nil, false
		}
		end := 1
		var b strings.Builder
		for ; end < len(s) && s[end] != q; end++ {
			if s[end] == '\\' && end+1 < len(s) {
				end++
			}
			b.WriteByte(s[end])
		}
		if end >= len(s) {
			return nil, false
		}
		out = append(out, b.String())
		s = strings.TrimPrefix(strings.TrimPrefix(s[end+1:], ","), " ")
	}
	return out, s == ")" && len(out) > 0
}

// frame makes the frame of a batch that comes after before rows.
func (r *receiver) frame(rec arrow.RecordBatch, p plan, before int64) (*frame.Frame, error) {
	rows := rec.NumRows()
	if rows < 0 || rows > 1<<40 {
		return nil, damaged("a batch of %d rows", rows)
	}
	col := func(i int) (*frame.Column, error) {
		c, err := r.column(rec.Column(i).Data(), p.wishes[i])
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "column %q", rec.ColumnName(i))
		}
		if int64(c.Rows) != rows {
			return nil, damaged("column %q has %d of %d rows", rec.ColumnName(i), c.Rows, rows)
		}
		return c, nil
	}
	cols := make([]*frame.Column, len(p.cols))
	for k, i := range p.cols {
		c, err := col(i)
		if err != nil {
			return nil, err
		}
		cols[k] = c
	}
	levels := make([]*frame.Column, len(p.levels))
	for k, i := range p.levels {
		c, err := col(i)
		if err != nil {
			return nil, err
		}
		levels[k] = c
	}
	x := frame.NewRange(before, 1, int(rows))
	switch {
	case len(levels) > 1 || len(levels) == 1 && p.mars.Multi:
		x = frame.NewMulti(p.index, levels...)
	case len(levels) == 1:
		x = frame.NewIndex(p.index[0], levels[0])
		if k := x.Kind; k == frame.DatetimeIndex || k == frame.TimedeltaIndex {
			x.Freq = p.mars.Freq
		}
	case p.rng != nil:
		x = frame.NewRange(p.rng.Start+before*p.rng.Step, p.rng.Step, int(rows)).WithNames(p.index...)
	}
	f, err := frame.New(x, p.names, cols...)
	if err != nil {
		return nil, err
	}
	f.Axis = p.axis
	return f, nil
}
