package files

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// given reports that the user gave the dtypes of all columns that are read, so that nothing has to be looked
// up.
func (o *readCSV) given() bool {
	for _, k := range append(append([]int{}, o.Schema.Index...), o.Schema.Cols...) {
		if !o.Schema.Fields[k].Fixed {
			return false
		}
	}
	return true
}

// rows is how many there are; unknown while a range is not counted.
func (o *readCSV) rows() op.Dim {
	n := int64(0)
	for _, f := range o.Files {
		for _, r := range f.Ranges {
			if r.Rows < 0 {
				return op.Sym(o.question())
			}
			n += r.Rows
		}
	}
	return op.Dim{N: int(n)}
}

// question tells these rows from others.
func (o *readCSV) question() string {
	c, err := o.options("")
	if err != nil {
		return err.Error() // Open has failed with it
	}
	c.NRows = nil // counts rows
	return fmt.Sprintf("read_csv %s %d %+v", o.Identity, o.ChunkBytes, c)
}

// Infer describes the whole or, given the meta of its rows, a chunk; given that of a survey too, both.
func (o *readCSV) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Files == nil {
		return nil, errs.New(errs.Internal, "the files were not looked at")
	}
	m := o.describe(&o.Schema, o.rows())
	if len(in) > 0 {
		m = m.WithRows(in[0].Rows())
	}
	return append([]op.Meta{o.left(m, in[:min(len(in), 1)]...)}, in[min(len(in), 1):]...), nil
}

// describe is the frame of a schema.
func (o *readCSV) describe(s *csv.Schema, rows op.Dim) op.Meta {
	col := func(k int) op.Col { return op.Col{Name: s.Fields[k].Name, Type: op.T(s.Fields[k].DType)} }
	m := op.NewFrame(rows, op.FreshRange(rows))
	for _, k := range s.Cols {
		m.Cols = append(m.Cols, col(k))
	}
	m.Cols = o.columns(m.Cols)
	if len(s.Index) > 0 {
		m.Index.Levels = nil
		for _, k := range s.Index {
			m.Index.Levels = append(m.Index.Levels, col(k))
		}
		m.Index = storedLabels(m.Index, "read_csv", o.Identity)
	}
	return m
}

// Tile makes a chunk of every range. Where nobody gave the dtypes of a large file it reads or looks through
// all ranges first.
func (o *readCSV) Tile(t *op.Tiler) error {
	if len(o.Where) > 0 {
		return o.tileWhere(t)
	}
	if o.Whole || o.given() {
		return t.Out(o.chunks(t, o.Files, nil, nil))
	}
	read, scans, err := o.look(t)
	if err != nil {
		return err
	}
	schema, files := o.learn(t, scans)
	rows := 0
	for _, f := range files {
		for _, r := range f.Ranges {
			rows += int(r.Rows)
		}
	}
	m := o.describe(schema, op.Dim{N: rows})
	m.Index.Loose = read != nil && len(o.Schema.Index) == 0 // what was read first did not know how many rows come before it
	t.Refine(0, m)
	if read != nil && len(o.changed(schema)) == 0 {
		return t.Out(op.Grid{Edges: read, Shape: []int{len(read)}})
	}
	return t.Out(o.chunks(t, files, []op.Edge{t.At(op.Combine).Edge(nil, scans.Edges...)}, read))
}

// ranges is how many there are.
func (o *readCSV) ranges() (n int) {
	for _, f := range o.Files {
		n += len(f.Ranges)
	}
	return n
}

// changed are the fields of columns whose dtype is another than it was taken for.
func (o *readCSV) changed(s *csv.Schema) (ks []int) {
	for _, k := range o.Schema.Cols {
		if s.Fields[k].DType != o.Schema.Fields[k].DType {
			ks = append(ks, k)
		}
	}
	for _, k := range o.Schema.Index {
		if s.Fields[k].DType != o.Schema.Fields[k].DType {
			ks = append(ks, k)
		}
	}
	return ks
}

// chunks makes a task that reads each range, given the schema of all and what was read before.
func (o *readCSV) chunks(t *op.Tiler, files []csvFile, schema, read []op.Edge) op.Grid {
	g, first := op.Grid{}, int64(0)
	for i, f := range files {
		for k, r := range f.Ranges {
			in := schema
			if read != nil {
				in = append(in[:1:1], read[len(g.Edges)])
			}
			id := t.Place([]int{i, k, int(first)}, []int{len(files), 0, 0}).Task([]int{len(g.Edges)}, []op.Meta{o.virtual(i, k, r)}, in...)
			g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
			if read == nil || len(o.Where) > 0 {
				first += max(r.Rows, 0)
			}
		}
	}
	g.Shape = []int{len(g.Edges)}
	return g
}

// virtual is what the number of rows of a range follows from.
func (o *readCSV) virtual(i, k int, r csv.Range) op.Meta {
	n := op.Dim{N: int(r.Rows)}
	if r.Rows < 0 {
		n = op.Sym(o.question(), op.Meta{Key: chunkKey(i, k)})
	}
	return op.Meta{Kind: op.Frame, Dims: []op.Dim{n}, Key: chunkKey(i, k)}
}

func chunkKey(i, k int) op.Key {
	var h op.Hasher
	return h.Str("chunk").Int(i).Int(k).Sum()
}

// StageMeta describes surveys.
func (o *readCSV) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s != op.Map && s != op.Combine {
		return nil, nil
	}
	return []op.Meta{o.surveyMeta()}, nil
}

// Exec looks through a range, joins what was found, or reads a range.
func (o *readCSV) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		s := &o.Schema
		for _, f := range x.Frames() {
			s = s.Merge(surveyed(&o.Schema, f))
		}
		return x.Put(0, surveyFrame(s, 0))
	}
	at := x.Lo()
	if len(o.Where) > 0 && x.Stage == op.Chunk && x.Len() > 1 {
		return relabel(x, x.Frame(1), at[2])
	}
	file := o.Files[at[0]]
	rng := file.Ranges[at[1]]
	rng.Row = int64(at[2])
	opt, err := o.options(file.Path)
	if err != nil {
		return err
	}
	r, err := file.open(x.FS())
	if err != nil {
		return err
	}
	defer r.Close()
	text, _, err := csv.Decompress(x.Mem(), file.Method, r, file.Size)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", file.Path)
	}
	switch x.Stage {
	case op.Map:
		t, rows, _, err := csv.Survey(x.Mem(), text, rng, &o.Schema, opt)
		if err != nil {
			return cutWrong(err)
		}
		return x.Put(0, surveyFrame(t, rows))
	case op.Final:
		if len(o.Where) > 0 {
			return o.execWhere(x, text, rng, opt)
		}
		f, t, err := csv.Try(x.Mem(), text, rng, &o.Schema, opt)
		if err != nil {
			return cutWrong(err)
		}
		rows := int64(f.NRows)
		if f, err = o.within(x.Mem(), at[0], f); err != nil {
			return err
		}
		return errors.Join(x.Put(0, f), x.Put(1, surveyFrame(t, rows)))
	}
	if len(o.Where) > 0 {
		return o.execWhere(x, text, rng, opt)
	}
	f, err := o.read(x, text, rng, opt)
	if err != nil {
		return cutWrong(err)
	}
	return x.Put(0, f)
}

// read reads a range, but for the columns that were read before.
func (o *readCSV) read(x *op.Exec, text io.ReaderAt, rng csv.Range, opt csv.Options) (*frame.Frame, error) {
	s := &o.Schema
	if x.Len() > 0 {
		s = s.Merge(surveyed(s, x.Frame(0)))
	}
	again := x.Len() > 1
	for _, k := range o.Schema.Index {
		again = again && s.Fields[k].DType == o.Schema.Fields[k].DType
	}
	if !again {
		f, err := csv.Read(x.Mem(), text, rng, s, opt)
		if err != nil {
			return nil, err
		}
		return o.within(x.Mem(), x.Lo()[0], f)
	}
	part := *s
	part.Index, part.Cols = nil, o.changed(s)
	f, err := csv.Read(x.Mem(), text, rng, &part, opt)
	if err != nil {
		return nil, err
	}
	was := x.Frame(1)
	out := &frame.Frame{Index: was.Index, Names: was.Names, Cols: slices.Clone(was.Cols), NRows: was.NRows}
	for i, k := range part.Cols {
		out.Cols[o.place(k)] = f.Cols[i]
	}
	return out, nil
}

// cutWrong explains a range that ends within quotes: the place of the cut was guessed.
func cutWrong(err error) error {
	if csv.IsOpenQuote(err) {
		return errs.Wrap(errs.Invalid, err, "a chunk seems to end within a quoted text; choose another chunk_bytes")
	}
	return err
}
