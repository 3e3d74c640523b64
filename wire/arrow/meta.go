package arrow

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// The keys of schema metadata.
const (
	pandasKey = "pandas"
	marsKey   = "mars"
)

// pandasVersion is the pandas whose rules the metadata follow.
const pandasVersion = "3.1.1"

// pandasMeta is what pyarrow writes and reads under "pandas": format/dev/developer of the pandas
// documentation.
type pandasMeta struct {
	IndexColumns  []json.RawMessage `json:"index_columns"` // field names, or rangeMeta
	ColumnIndexes []columnMeta      `json:"column_indexes"`
	Columns       []columnMeta      `json:"columns"`
	Attributes    map[string]any    `json:"attributes"`
	Creator       creatorMeta       `json:"creator"`
	PandasVersion string            `json:"pandas_version"`
}

type creatorMeta struct {
	Library string `json:"library"`
	Version string `json:"version"`
}

type columnMeta struct {
	Name       *string        `json:"name"`
	FieldName  *string        `json:"field_name"`
	PandasType string         `json:"pandas_type"`
	NumpyType  string         `json:"numpy_type"`
	Metadata   map[string]any `json:"metadata"`
}

type rangeMeta struct {
	Kind  string  `json:"kind"`
	Name  *string `json:"name"`
	Start int64   `json:"start"`
	Stop  int64   `json:"stop"`
	Step  int64   `json:"step"`
}

// marsMeta is what pandas' metadata cannot say.
type marsMeta struct {
	Names []frame.Label `json:"names"`           // of the columns
	Axis  []frame.Label `json:"axis,omitempty"`  // of the column levels
	Index []frame.Label `json:"index"`           // of the index levels
	Multi bool          `json:"multi,omitempty"` // a MultiIndex, also of one level
	Freq  string        `json:"freq,omitempty"`
}

// nameOf is the text of a label as pandas' metadata has it, nil for None.
func nameOf(l frame.Label) *string {
	if l.IsNil() {
		return nil
	}
	s := fieldName(l)
	return &s
}

// fieldName is the name of a column's field: pyarrow's str() of the label, of a tuple with its elements as
// text.
func fieldName(l frame.Label) string {
	if l.Kind() != frame.LabelTuple {
		return l.String()
	}
	texts := make([]frame.Label, 0, l.Len())
	for _, e := range l.Elems() {
		texts = append(texts, frame.L(e.String()))
	}
	return frame.TupleOf(texts).String()
}

// describe is the metadata of a column whose field is named field.
func describe(name *string, field string, c *frame.Column, t arrow.DataType) columnMeta {
	d := c.DType
	m := columnMeta{Name: name, FieldName: &field, PandasType: d.Base().String(), NumpyType: d.String()}
	switch {
	case d.IsCategorical():
		m.PandasType, m.NumpyType = "categorical", fmt.Sprintf("int%d", 8*c.Codes)
		m.Metadata = map[string]any{"num_categories": c.Dict.Len(), "ordered": d.Ordered}
	case d.IsDatetime() && d.TZ != "":
		m.PandasType, m.NumpyType = "datetimetz", dtype.Datetime(d.Unit).String()
		m.Metadata = map[string]any{"timezone": dtype.ArrowZone(d.TZ)}
	case d.IsDatetime():
		m.PandasType = "datetime"
	case d.IsTimedelta() || d.IsString() || d.IsComplex():
		m.PandasType = "object"
	case d.IsBinary():
		m.PandasType, m.NumpyType = "bytes", "object"
	case d.IsObject():
		m.PandasType = objectType(t)
	}
	return m
}

// objectType is the pandas_type of an object column that travels as t.
func objectType(t arrow.DataType) string {
	switch t := t.(type) {
	case *arrow.NullType:
		return "empty"
	case *arrow.LargeStringType:
		return "unicode"
	case *arrow.LargeBinaryType:
		return "bytes"
	case *arrow.Float64Type:
		return "float64"
	case *arrow.LargeListType:
		return "list[" + objectType(t.Elem()) + "]"
	case *arrow.TimestampType, *arrow.DurationType:
		return "object"
	}
	return t.String()
}

// describeLevels is the metadata of the column labels, one per level.
func describeLevels(f *frame.Frame) []columnMeta {
	n := frame.ColumnLevels(f.Names)
	out := make([]columnMeta, n)
	for k := range out {
		ls := f.Names
		if n > 1 {
			ls = make([]frame.Label, len(f.Names))
			for i, l := range f.Names {
				ls[i] = l.Elem(k)
			}
		}
		var name frame.Label
		if k < len(f.Axis) {
			name = f.Axis[k]
		}
		d := frame.LabelColumn(ls).DType
		m := columnMeta{Name: nameOf(name), FieldName: nameOf(name), PandasType: d.String(), NumpyType: d.String()}
		switch {
		case d.IsString():
			m.PandasType, m.Metadata = "unicode", map[string]any{"encoding": "UTF-8"}
		case d.IsObject():
			m.PandasType = mixed(ls)
		}
		out[k] = m
	}
	return out
}

// mixed is pandas' inferred type of mixed labels.
func mixed(ls []frame.Label) string {
	if len(ls) == 0 {
		return "empty"
	}
	for _, l := range ls {
		if l.Kind() == frame.LabelInt {
			return "mixed-integer"
		}
	}
	return "mixed"
}

// levelField is the field name of an unnamed index level.
func levelField(k int) string { return fmt.Sprintf("__index_level_%d__", k) }

// isLevelField reports such a name.
func isLevelField(s string) bool {
	return strings.HasPrefix(s, "__index_level_") && strings.HasSuffix(s, "__")
}
