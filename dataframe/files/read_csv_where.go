package files

import (
	"errors"
	"io"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// Filter is the reader of the rows that pass those conditions it understands.
func (o *readCSV) Filter(where []op.Pred) (op.Operand, bool) {
	p := *o
	p.Where = understood(o.Where, where, o.understands)
	return &p, len(p.Where) > len(o.Where)
}

// Conditions are what the reader drops rows by.
func (o *readCSV) Conditions() []op.Pred { return o.Where }

// understands reports a condition that the reader can check.
func (o *readCSV) understands(p op.Pred) bool {
	if o.part(p.Column) >= 0 {
		return p.Equality() // categories have no order
	}
	k := o.field(p.Column)
	if k < 0 {
		return false
	}
	d := o.Schema.Fields[k].DType
	return !d.IsObject() && !d.IsCategorical()
}

// field is the field of a column in the files, -1 for none.
func (o *readCSV) field(l frame.Label) int {
	i := slices.IndexFunc(o.Schema.Cols, func(k int) bool { return o.Schema.Fields[k].Name.Same(l) })
	if i < 0 {
		return -1
	}
	return o.Schema.Cols[i]
}

// whereQuestion tells the rows that are left from others.
func (o *readCSV) whereQuestion() string {
	var h op.Hasher
	h.Str(o.question())
	for _, p := range o.Where {
		v, _ := frame.LabelOf(p.Value)
		h.Str(p.Column.Repr()).Str(p.Cmp).Str(v.Repr())
	}
	return "read_csv " + h.Sum().String()
}

// left is the meta m of all rows as that of the rows that are left.
func (o *readCSV) left(m op.Meta, in ...op.Meta) op.Meta {
	if len(o.Where) == 0 {
		return m
	}
	ix := m.Index.Derive(o.whereQuestion())
	m = m.WithRows(op.Sym(o.whereQuestion(), in...))
	m.Index = ix
	return m
}

// tileWhere makes chunks of the rows that are left. Labels count all rows, so ranges whose rows nobody
// counted are read before anybody uses them.
func (o *readCSV) tileWhere(t *op.Tiler) error {
	if o.Whole {
		return t.Out(o.chunks(t, o.Files, nil, nil))
	}
	read, scans, err := o.look(t)
	if err != nil {
		return err
	}
	schema, files := o.learn(t, scans)
	t.Refine(0, o.left(o.describe(schema, op.Sym(o.question()))))
	if len(o.changed(schema)) > 0 {
		read = nil
	}
	if read != nil && len(o.Schema.Index) > 0 {
		return t.Out(op.Grid{Edges: read, Shape: []int{len(read)}})
	}
	return t.Out(o.chunks(t, files, []op.Edge{t.At(op.Combine).Edge(nil, scans.Edges...)}, read))
}

// relabel is a chunk that was read when nobody knew how many rows come before it.
func relabel(x *op.Exec, f *frame.Frame, first int) error {
	ix, err := column.Settle("add", column.Col(f.Index.Levels[0].DType), column.Scalar(int64(first)))
	if err != nil {
		return err
	}
	labels, err := ix.Run(column.Env{Mem: x.Mem()}, f.Index.Levels[0], nil)
	if err != nil {
		return err
	}
	return x.Put(0, f.WithIndex(frame.NewIndex(f.Index.Names[0], labels)))
}

// readWhere reads the rows of a range that pass the conditions, and says how many it has.
func (o *readCSV) readWhere(al mem.Allocator, text io.ReaderAt, file int, rng csv.Range, s *csv.Schema, opt csv.Options) (*frame.Frame, *csv.Schema, int64, error) {
	w := csv.Where{Sure: o.Whole}
	var conds []op.Pred
	none := false
	for _, p := range o.Where {
		if k := o.part(p.Column); k >= 0 {
			c, err := o.Parts[k].column(mem.Heap, o.Keys[file][k], 1)
			if err != nil {
				return nil, nil, 0, err
			}
			rows, err := passing(column.Env{Mem: mem.Heap}, 1, []op.Pred{p}, []*frame.Column{c})
			if err != nil {
				return nil, nil, 0, err
			}
			none = none || len(rows) == 0
		} else if k := o.field(p.Column); k >= 0 {
			conds, w.Fields = append(conds, p), append(w.Fields, k)
		}
	}
	w.Keep = func(n int, cols []*frame.Column) ([]int64, error) {
		return passing(column.Env{Mem: mem.Heap}, n, conds, cols)
	}
	if none {
		w.Fields, w.Keep = nil, func(int, []*frame.Column) ([]int64, error) { return nil, nil }
	}
	f, t, rows, err := csv.TryWhere(al, text, rng, s, opt, w)
	if err != nil {
		return nil, nil, 0, err
	}
	f, err = o.within(al, file, f)
	return f, t, rows, err
}

// execWhere reads a chunk.
func (o *readCSV) execWhere(x *op.Exec, text io.ReaderAt, rng csv.Range, opt csv.Options) error {
	s, file := &o.Schema, x.Lo()[0]
	if x.Stage != op.Final && x.Len() > 0 {
		s = s.Merge(surveyed(s, x.Frame(0)))
	}
	f, t, rows, err := o.readWhere(x.Mem(), text, file, rng, s, opt)
	if err != nil {
		return cutWrong(err)
	}
	if x.Stage == op.Final {
		return errors.Join(x.Put(0, f), x.Put(1, surveyFrame(t, rows)))
	}
	if t != s {
		return errs.New(errs.Type, "%s: a value needs another dtype than all values of its column did", opt.File)
	}
	return x.Put(0, f)
}
