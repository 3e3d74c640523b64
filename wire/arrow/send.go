package arrow

import (
	"encoding/json"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// ToRecord is the frame as one Arrow record batch, whose schema carries the pandas metadata. Its buffers
// share the frame's blocks and others from al, so that it may be used only while both live; its Release does
// nothing.
func ToRecord(al mem.Allocator, f *frame.Frame) (arrow.RecordBatch, error) {
	return sender{al: al}.record(f, Options{})
}

func (s sender) record(f *frame.Frame, o Options) (arrow.RecordBatch, error) {
	p := parts{sender: s, meta: pandasMeta{
		IndexColumns: []json.RawMessage{}, Columns: []columnMeta{}, ColumnIndexes: describeLevels(f), Attributes: map[string]any{},
		Creator: creatorMeta{"mars", "1"}, PandasVersion: pandasVersion,
	}}
	taken := map[string]bool{}
	for i, c := range f.Cols {
		name := fieldName(f.Names[i])
		taken[name] = true
		if err := p.add(&name, name, c); err != nil {
			return nil, err
		}
	}
	if err := p.index(f.Index, taken, o); err != nil {
		return nil, err
	}
	pm, err := json.Marshal(p.meta)
	if err != nil {
		return nil, err
	}
	x := f.Index
	mm, err := json.Marshal(marsMeta{Names: f.Names, Axis: f.Axis, Index: x.Names, Multi: x.Kind == frame.MultiIndex, Freq: x.Freq})
	if err != nil {
		return nil, err
	}
	md := arrow.NewMetadata([]string{pandasKey, marsKey}, []string{string(pm), string(mm)})
	return array.NewRecordBatch(arrow.NewSchema(p.fields, &md), p.cols, int64(f.NRows)), nil
}

// parts collects the fields of a record.
type parts struct {
	sender
	fields []arrow.Field
	cols   []arrow.Array
	meta   pandasMeta
}

func (p *parts) add(name *string, field string, c *frame.Column) error {
	var of *shape
	if k := len(p.fields); k < len(p.shapes) {
		of = p.shapes[k]
	}
	d, md, err := p.array(c, of)
	if err != nil {
		return err
	}
	p.fields = append(p.fields, arrow.Field{Name: field, Type: d.DataType(), Nullable: true, Metadata: md})
	p.cols = append(p.cols, array.MakeFromData(d))
	p.meta.Columns = append(p.meta.Columns, describe(name, field, c, d.DataType()))
	return nil
}

// index puts a RangeIndex into the metadata, and the levels of another index behind the columns.
func (p *parts) index(x *frame.Index, taken map[string]bool, o Options) error {
	note := func(v any) error {
		b, err := json.Marshal(v)
		p.meta.IndexColumns = append(p.meta.IndexColumns, b)
		return err
	}
	if x.Kind == frame.RangeIndex && !o.PlainIndex {
		n := max(x.N, o.Rows)
		return note(rangeMeta{"range", nameOf(x.Names[0]), x.Start, x.Start + int64(n)*x.Step, x.Step})
	}
	for k := range x.NLevels() {
		name := nameOf(x.Names[k])
		field := levelField(k)
		if name != nil && !taken[*name] {
			field = *name
		}
		taken[field] = true
		if err := p.add(name, field, x.Level(k)); err != nil {
			return err
		}
		if err := note(field); err != nil {
			return err
		}
	}
	return nil
}

// widen gives the codes of a dictionary column another width, for a schema that was fixed by an earlier
// frame.
func widen(al mem.Allocator, c *frame.Column, w frame.CodeWidth) (*frame.Column, error) {
	b, err := al.Alloc(c.Rows * int(w))
	if err != nil {
		return nil, err
	}
	switch w {
	case 2:
		dst := mem.View[int16](b, 0, c.Rows)
		for i := range dst {
			dst[i] = int16(c.Code(i))
		}
	default:
		dst := mem.View[int32](b, 0, c.Rows)
		for i := range dst {
			dst[i] = int32(c.Code(i))
		}
	}
	return frame.NewDict(dtype.DType{Kind: c.DType.Kind, Ordered: c.DType.Ordered}, c.Dict, b, 0, c.Rows, w), nil
}
