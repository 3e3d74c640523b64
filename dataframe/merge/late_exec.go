package merge

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// keysOnly puts the keys of a chunk of the driving side, and the numbers of its rows.
func (o *Merge) keysOnly(x *op.Exec) error {
	f := x.Frame(0)
	b, err := x.Mem().Alloc(4 * f.NRows)
	if err != nil {
		return err
	}
	rows := mem.View[int32](b, 0, f.NRows)
	for i := range rows {
		rows[i] = int32(i)
	}
	keys := o.driveKeys()
	out := f.Select(o.keyPlaces(x.InMeta(0), keys)...).With(lateRow, frame.NewPlain(dtype.Int32, b, 0, f.NRows, frame.Bitmap{}))
	if !o.needsLabels(x.InMeta(0), keys) {
		out = out.WithIndex(sameLabels(f.NRows))
	}
	return x.Put(0, out)
}

// otherColumns puts a chunk of the other side without labels that nobody needs, or none of its rows. For a
// cross join texts are coded.
func (o *Merge) otherColumns(x *op.Exec) error {
	f := x.Frame(0)
	if x.Stage == otherSchema {
		f = f.Slice(0, 0)
	}
	if !o.needsLabels(x.InMeta(0), o.otherKeys()) {
		f = f.WithIndex(sameLabels(f.NRows))
	}
	if o.How == "cross" {
		var err error
		if f, err = coded(x.Mem(), f); err != nil {
			return err
		}
	}
	return x.Put(0, f)
}

// joinKeys puts a part of the merge without the columns of the driving side.
func (o *Merge) joinKeys(x *op.Exec) error {
	p, err := o.latePlan(o.inOrder(x.InMeta(0), x.InMeta(1)))
	if err != nil {
		return err
	}
	d := o.drive()
	m := merging{p: p, x: x}
	m.sides[d], m.sides[1-d] = x.Frame(0), x.Frame(1)
	if err := m.match(o); err != nil {
		return err
	}
	n := len(m.rows[d])
	for i, f := range m.sides {
		m.all[i] = same(m.rows[i], f.NRows)
	}
	at, err := m.sides[d].Col(lateRow).Take(x.Mem(), m.rows[d])
	if err != nil {
		return err
	}
	out := &frame.Frame{NRows: n, Index: sameLabels(n), Names: []frame.Label{lateRow}, Cols: []*frame.Column{at}}
	for _, c := range p.others(d) {
		col, err := m.column(c)
		if err != nil {
			return err
		}
		out.Names, out.Cols = append(out.Names, lateName(c)), append(out.Cols, col)
	}
	if out, err = x.Follow(out, 0, m.rows[d]); err != nil {
		return err
	}
	return x.Put(0, out)
}

// materialise puts a chunk of the result: columns that were sent back, and rows of the chunk of the driving
// side.
func (o *Merge) materialise(x *op.Exec) error {
	p, err := o.Plan(o.inOrder(x.InMeta(0), x.InMeta(2)))
	if err != nil {
		return err
	}
	back := x.Frame(1)
	at, err := back.Col(lateRow).Decode(x.Mem())
	if err != nil {
		return err
	}
	rows, d := frame.Values[int32](at), o.drive()
	m := merging{p: p, x: x}
	m.sides[d] = x.Frame(0)
	m.all[d] = inPlace(rows, m.sides[d].NRows)
	f, err := m.made(len(rows), func(c Col) (*frame.Column, error) {
		if c.From == mergeSource(d) {
			src, err := m.source(c)
			if err != nil || m.all[d] {
				return src, err
			}
			return frame.TakeColumn(x.Mem(), src, rows)
		}
		if col := back.Col(lateName(c)); col != nil {
			return col, nil
		}
		return nil, errs.New(errs.Internal, "a late merge without column %s", lateName(c))
	})
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// inPlace reports that rows are all n rows in order.
func inPlace(rows []int32, n int) bool {
	if len(rows) != n {
		return false
	}
	for i, r := range rows {
		if int(r) != i {
			return false
		}
	}
	return true
}
