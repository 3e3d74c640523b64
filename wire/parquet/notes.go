package parquet

import (
	"encoding/json"
	"slices"
	"strconv"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// notes is what pandas and Arrow wrote about a table in the footer.
type notes struct {
	pandas  pandasNotes
	columns map[string]*columnNote // by field name
	arrow   map[string]*arrowNote
}

// pandasNotes is the value of the key "pandas": https://pandas.pydata.org/docs/development/developer.html
type pandasNotes struct {
	IndexColumns  []json.RawMessage `json:"index_columns"`
	ColumnIndexes []columnNote      `json:"column_indexes"`
	Columns       []columnNote      `json:"columns"`
	Creator       map[string]string `json:"creator,omitempty"`
	PandasVersion string            `json:"pandas_version"`
}

type columnNote struct {
	Name       *string        `json:"name"`
	FieldName  *string        `json:"field_name"`
	PandasType string         `json:"pandas_type"`
	NumpyType  string         `json:"numpy_type"`
	Metadata   map[string]any `json:"metadata"`
}

type rangeNote struct {
	Kind  string  `json:"kind"`
	Name  *string `json:"name"`
	Start int64   `json:"start"`
	Stop  int64   `json:"stop"`
	Step  int64   `json:"step"`
}

// notesOf reads the notes. What does not parse was not written for us and is left out.
func notesOf(m *format.FileMetaData) *notes {
	n := &notes{columns: map[string]*columnNote{}}
	if s, ok := lookup(m, "pandas"); ok {
		if err := json.Unmarshal([]byte(s), &n.pandas); err != nil {
			n.pandas = pandasNotes{}
		}
	}
	for i := range n.pandas.Columns {
		if c := &n.pandas.Columns[i]; c.FieldName != nil {
			n.columns[*c.FieldName] = c
		}
	}
	if s, ok := lookup(m, "ARROW:schema"); ok {
		n.arrow = readArrow(s)
	}
	return n
}

// label is the name of a stored column as pandas had it.
func (n *notes) label(field string) frame.Label {
	c := n.columns[field]
	if c != nil && c.Name == nil {
		return frame.Label{}
	}
	name := field
	if c != nil {
		name = *c.Name
	}
	if len(n.pandas.ColumnIndexes) == 1 && !n.isIndex(field) {
		switch n.pandas.ColumnIndexes[0].NumpyType {
		case "int64":
			if v, err := strconv.ParseInt(name, 10, 64); err == nil {
				return frame.L(v)
			}
		case "float64":
			if v, err := strconv.ParseFloat(name, 64); err == nil {
				return frame.L(v)
			}
		}
	}
	return frame.L(name)
}

func (n *notes) isIndex(field string) bool {
	return slices.ContainsFunc(n.pandas.IndexColumns, func(raw json.RawMessage) bool {
		var s string
		return json.Unmarshal(raw, &s) == nil && s == field
	})
}

// refine gives a column the dtype that the notes tell, where it holds what is stored.
func (n *notes) refine(c *Column) {
	a := n.arrow[c.field]
	c.note(a)
	if a != nil && a.dictionary && c.plain.what == text {
		c.DType = dtype.DType{Kind: dtype.CategoricalKind, Ordered: a.ordered}
	}
	note := n.columns[c.field]
	if note == nil {
		return
	}
	if zone, ok := note.Metadata["timezone"].(string); ok && c.plain.what == stamp && c.DType.TZ != "" {
		c.DType.TZ = dtype.ZoneOf(zone)
	}
	d, err := dtype.Parse(note.NumpyType)
	if err != nil {
		return
	}
	switch {
	case d.Null && d.Base() == c.DType.Base() && c.plain.what != decimal:
		c.DType = d
	case d == dtype.NullStr && c.plain.what == text:
		c.DType = d
	case d.IsTimedelta() && c.plain.kind == pq.Int64 && c.plain.what == number && d.Unit.Pandas():
		c.plain.what, c.plain.unit, c.DType = span, d.Unit, d // pandas' own writer before Arrow had durations
	}
}

// note gives a column the dtype that Arrow's schema tells.
func (c *Column) note(a *arrowNote) {
	if a == nil {
		return
	}
	if c.plain.what == stamp && c.DType.TZ != "" && a.zone != "" {
		c.DType.TZ = dtype.ZoneOf(a.zone)
	}
	if a.duration != dtype.Generic && c.plain.kind == pq.Int64 && c.plain.what == number {
		c.plain.what, c.plain.unit, c.DType = span, a.duration, dtype.Timedelta(a.duration)
	}
}

// index is the columns that are row labels, or the range.
func (n *notes) index(cols []Column) (at []int, r Range) {
	r.Step = 1
	for _, raw := range n.pandas.IndexColumns {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			k := slices.IndexFunc(cols, func(c Column) bool { return c.field == s })
			if k >= 0 && cols[k].Err == nil && cols[k].tree == nil {
				at = append(at, k)
			}
			continue
		}
		var g rangeNote
		if json.Unmarshal(raw, &g) == nil && g.Kind == "range" && g.Step != 0 {
			r = Range{Start: g.Start, Step: g.Step}
			if g.Name != nil {
				r.Name = frame.L(*g.Name)
			}
		}
	}
	if len(at) > 0 {
		r = Range{Step: 1}
	}
	return at, r
}
