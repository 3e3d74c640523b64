package files

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
)

// Feather is the options of ReadFeather.
type Feather struct {
	Columns []string // to read, in this order; nil for all
	Files   []string // more paths, read after the first
}

// ReadFeather is the operand that reads Arrow IPC files.
func ReadFeather(path string, o ...Feather) op.Operand {
	r := &readFeather{Path: []string{path}}
	for _, p := range o {
		r.Path = append(r.Path, p.Files...)
		r.Columns = append(r.Columns, frame.TextLabels(p.Columns)...)
		if p.Columns != nil && r.Columns == nil {
			r.Columns = []frame.Label{}
		}
	}
	return r
}

type readFeather struct {
	op.External
	Path    []string
	Columns []frame.Label
	Files   []featherFile   `sig:"-"`
	Schema  []featherColumn `sig:"-"` // columns of the result, then levels of the index
	Levels  int             `sig:"-"`
	Range   featherRange    `sig:"-"` // labels where there is no level
}

type featherFile struct {
	SourceFile
	Batches []int64 // rows of each record batch
}

// featherRange is the labels of rows that are numbered.
type featherRange struct {
	Name        frame.Label
	Start, Step int64
}

type featherColumn struct {
	Name frame.Label
	Type dtype.DType
}

func init() {
	op.Register[readFeather](op.Doc{
		Gives: "dataframe", Forms: "path=paths columns=some",
		Name: "dataframe.read_feather", Like: "pandas.read_feather",
		Sig:     "read_feather(path, columns=None, use_threads=True, storage_options=None, dtype_backend=<no_default>)",
		Summary: "Frame in Arrow IPC files",
		Notes:   "Files of Feather 2, which are Arrow IPC files, are read; those of Feather 1 are not.",
	})
}

// Open reads the footers.
func (o *readFeather) Open(fs op.FS) error {
	if o.Identity != "" {
		return nil
	}
	files, err := findFiles(fs, o.Path)
	if err != nil {
		return err
	}
	for _, s := range files {
		if err := o.footer(fs, s); err != nil {
			return err
		}
	}
	if len(files) > 1 && o.Levels == 0 {
		o.Range = featherRange{Name: o.Range.Name, Step: 1}
	}
	o.Identity = identity(files)
	return nil
}

// footer adds a file.
func (o *readFeather) footer(fs op.FS, s SourceFile) error {
	r, err := s.open(fs)
	if err != nil {
		return err
	}
	defer r.Close()
	l, err := arrow.Scan(r, s.Size)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
	}
	if o.Files == nil {
		if err := o.choose(l, s.Path); err != nil {
			return err
		}
	}
	if _, err := o.places(l.Empty, s.Path); err != nil {
		return err
	}
	for i, c := range o.columnsOf(l) {
		d, ok := joinTypes(o.Schema[i].Type, c.Type)
		if !ok {
			return errs.New(errs.Type, "%s: column %s is %s, and %s in %s", s.Path, c.Name.Repr(), c.Type, o.Schema[i].Type, o.Files[0].Path)
		}
		o.Schema[i].Type = d
	}
	o.Files = append(o.Files, featherFile{SourceFile: s, Batches: l.Rows})
	return nil
}

// choose takes columns and labels from the first file.
func (o *readFeather) choose(l *arrow.Layout, name string) error {
	e := l.Empty
	if o.Columns == nil {
		o.Columns = append([]frame.Label{}, e.Names...)
	}
	for _, n := range o.Columns {
		if e.Find(n) < 0 {
			return errs.New(errs.NotFound, "%s: no column %s", name, n.Repr())
		}
	}
	if e.Index.Kind != frame.RangeIndex {
		o.Levels = e.Index.NLevels()
	} else {
		o.Range = featherRange{Name: e.Index.Names[0], Start: e.Index.Start, Step: e.Index.Step}
	}
	o.Schema = o.columnsOf(l)
	return nil
}
