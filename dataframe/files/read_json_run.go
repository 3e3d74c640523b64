package files

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
	"github.com/mars-project/mars-go/wire/jsonl"
)

// rows is how many there are; unknown while a range is not counted.
func (o *readJSON) rows() op.Dim {
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

// Infer describes the whole or, given the meta of its rows, a chunk. Columns that samples show may be others
// when all values were looked at.
func (o *readJSON) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Files == nil {
		return nil, errs.New(errs.Internal, "the files were not looked at")
	}
	m := o.describe(&o.Schema, o.rows())
	if !o.Whole {
		m.Open, m.Cols = true, nil
	}
	if len(in) > 0 {
		m = m.WithRows(in[0].Rows())
	}
	return []op.Meta{m}, nil
}

// Tile makes a chunk of every range. Of large files it looks through all ranges first.
func (o *readJSON) Tile(t *op.Tiler) error {
	files, first := o.Files, int64(0)
	var scans op.Grid
	if !o.Whole {
		n := 0
		for i, f := range o.Files {
			for k := range f.Ranges {
				id := t.At(op.Map).Place([]int{i, k, 0}, []int{len(o.Files), 0, 0}).Task([]int{n}, nil)
				scans.Edges = append(scans.Edges, op.Edge{ID: id, Part: -1})
				n++
			}
		}
		scans.Shape = []int{n}
		if err := t.Need(op.Values, scans); err != nil {
			return err
		}
		schema, total := &jsonl.Schema{}, int64(0)
		files, n = make([]jsonFile, len(o.Files)), 0
		for i, f := range o.Files {
			files[i] = f
			files[i].Ranges = append([]jsonl.Range(nil), f.Ranges...)
			for k := range f.Ranges {
				s, rows := fromSurvey(t.ValueAt(scans, n).(*frame.Frame))
				schema, total, files[i].Ranges[k].Rows = schema.Merge(s), total+rows, rows
				n++
			}
		}
		schema.Settle(total)
		t.Refine(0, o.describe(schema, op.Dim{N: int(total)}))
		scans = op.Grid{Edges: []op.Edge{t.At(op.Combine).Edge(nil, scans.Edges...)}}
	}
	g := op.Grid{}
	for i, f := range files {
		for k, r := range f.Ranges {
			virt := op.Meta{Kind: op.Frame, Dims: op.Dims(int(r.Rows)), Key: chunkKey(i, k)}
			id := t.Place([]int{i, k, int(first)}, []int{len(files), 0, 0}).Task([]int{len(g.Edges)}, []op.Meta{virt}, scans.Edges...)
			g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
			first += r.Rows
		}
	}
	g.Shape = []int{len(g.Edges)}
	return t.Out(g)
}

// StageMeta describes surveys.
func (o *readJSON) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s != op.Map && s != op.Combine {
		return nil, nil
	}
	rows := op.Sym("names of " + o.question())
	var cols []op.Col
	for i, d := range surveyTypes {
		cols = append(cols, op.Col{Name: jsonSurvey[i], Type: op.T(d)})
	}
	return []op.Meta{op.NewFrame(rows, op.FreshRange(rows), cols...)}, nil
}

// Exec looks through a range, joins what was found, or reads a range.
func (o *readJSON) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		schema, total := &jsonl.Schema{}, int64(0)
		for _, f := range x.Frames() {
			s, rows := fromSurvey(f)
			schema, total = schema.Merge(s), total+rows
		}
		schema.Settle(total)
		return x.Put(0, o.surveyed(schema, total))
	}
	at := x.Lo()
	file := o.Files[at[0]]
	rng := file.Ranges[at[1]]
	r, err := file.open(x.FS())
	if err != nil {
		return err
	}
	defer r.Close()
	text, _, err := csv.Decompress(x.Mem(), file.Method, r, file.Size)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", file.Path)
	}
	if x.Stage == op.Map {
		s, rows, _, err := jsonl.Survey(x.Mem(), text, rng, file.Path, o.conversions())
		if err != nil {
			return err
		}
		return x.Put(0, o.surveyed(s, rows))
	}
	schema := &o.Schema
	if x.Len() > 0 {
		schema, _ = fromSurvey(x.Frame(0))
	}
	f, err := jsonl.Read(x.Mem(), text, rng, jsonl.Request{
		File: file.Path, Schema: schema, Columns: o.columns(schema), Convert: *o.conversions(), First: int64(at[2]),
	})
	if err != nil {
		return err
	}
	if f, err = o.cast(x, f, schema, file.Path); err != nil {
		return err
	}
	return x.Put(0, f)
}

// Project reads only some columns.
func (o *readJSON) Project(cols []int) op.Operand {
	p := *o
	p.Pick = []frame.Label{}
	at := o.columns(&o.Schema)
	for _, c := range cols {
		p.Pick = append(p.Pick, frame.L(o.Schema.Fields[at[c]].Name))
	}
	return &p
}
