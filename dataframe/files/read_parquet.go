package files

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/parquet"
)

// Parquet is the options of ReadParquet.
type Parquet struct {
	Columns []string // to read, in this order; nil for all
	Files   []string // more paths, read after the first
}

// ReadParquet is the operand that reads Parquet files.
func ReadParquet(path string, o ...Parquet) op.Operand {
	r := &readParquet{Path: []string{path}}
	for _, p := range o {
		r.Path = append(r.Path, p.Files...)
		r.Columns = append(r.Columns, frame.TextLabels(p.Columns)...)
		if p.Columns != nil && r.Columns == nil {
			r.Columns = []frame.Label{}
		}
	}
	return r
}

type readParquet struct {
	op.External
	Path    []string
	Engine  string
	Columns []frame.Label
	Files   []parquetFile   `sig:"-"`
	Schema  []parquetColumn `sig:"-"` // columns of the result, then levels of the index
	Levels  int             `sig:"-"`
	Range   parquet.Range   `sig:"-"` // labels where there is no level
	Where   []op.Pred       `sig:"-"` // rows that fail one of them may be left out
	Parts   []parquetPart   `sig:"-"` // columns in the names of directories
	Keys    [][]int         `sig:"-"` // by file and part: the code of its value
}

type parquetFile struct {
	SourceFile
	Groups []int64 // rows of each row group
}

type parquetColumn struct {
	Name    frame.Label
	Type    dtype.DType
	Pending bool // rows may be missing, which no footer counts
	Part    int  // 1 for the first of Parts; 0: it is in the files
	Bytes   int  // that a row takes about, in the file where it takes most
	Whole   bool // row groups are to be read whole: pages of some rows are not found without reading all of them
}

func init() {
	op.Register[readParquet](op.Doc{
		Gives: "dataframe", Forms: "path=paths columns=own filters=own",
		Name: "dataframe.read_parquet", Like: "pandas.read_parquet",
		Sig: "read_parquet(path, engine=<no_default>, columns=None, storage_options=None, dtype_backend=<no_default>, filesystem=None, filters=None, " +
			"to_pandas_kwargs=None, **kwargs)",
		Summary: "Frame in Parquet files",
		Notes:   "Decimals are float64, dates datetime64[s], times of the day timedelta64. Lists, maps and structs are objects: lists, lists of pairs, dicts.",
	})
}

// Open reads the footers.
func (o *readParquet) Open(fs op.FS) error {
	if o.Identity != "" {
		return nil
	}
	if err := parquetEngine(o.Engine); err != nil {
		return err
	}
	files, err := findFiles(fs, o.Path)
	if err != nil {
		return err
	}
	if err := o.divide(files); err != nil {
		return err
	}
	for i, s := range files {
		if err := o.footer(fs, s, i == 0); err != nil {
			return err
		}
	}
	if len(files) > 1 && o.Levels == 0 { // as pyarrow, which trusts the labels of one file for that file alone
		o.Range = parquet.Range{Name: o.Range.Name, Step: 1}
	}
	o.Identity = identity(files)
	return nil
}

// parquetEngine refuses what pandas does not know; all others name this one.
func parquetEngine(name string) error {
	if !slices.Contains([]string{"", "auto", "pyarrow", "fastparquet"}, name) {
		return errs.New(errs.Invalid, "engine must be one of 'pyarrow', 'fastparquet', not %q", name)
	}
	return nil
}

// footer adds a file.
func (o *readParquet) footer(fs op.FS, s SourceFile, first bool) error {
	r, err := s.open(fs)
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := parquet.Open(r, s.Size, s.Path)
	if err != nil {
		return err
	}
	if first {
		if err := o.choose(f, s.Path); err != nil {
			return err
		}
	}
	places, err := o.places(f, s.Path)
	if err != nil {
		return err
	}
	for i, k := range places {
		if k < 0 {
			continue
		}
		c, mine := &f.Columns[k], &o.Schema[i]
		d, ok := joinTypes(mine.Type, c.DType)
		if !ok {
			return errs.New(errs.Type, "%s: column %s is %s, and %s in %s", s.Path, c.Name.Repr(), c.DType, mine.Type, o.Files[0].Path)
		}
		mine.Type, mine.Pending = d, mine.Pending || c.Pending()
		mine.Bytes, mine.Whole = max(mine.Bytes, f.Width(k)), mine.Whole || !s.near() && !f.Indexed(k) || f.Width(k) == 0
	}
	file := parquetFile{SourceFile: s}
	for _, g := range f.Groups {
		file.Groups = append(file.Groups, g.Rows)
	}
	o.Files = append(o.Files, file)
	return nil
}

// choose takes the columns from the first file.
func (o *readParquet) choose(f *parquet.File, name string) error {
	cols, err := f.Data()
	if o.Columns != nil {
		cols, err = nil, nil
		for _, l := range o.Columns {
			if p := o.part(l); p >= 0 {
				cols = append(cols, ^p)
				continue
			}
			k := f.Find(l)
			if k < 0 {
				return errs.New(errs.NotFound, "%s: no column %s; the columns are %s", name, l.Repr(), namesOf(f))
			}
			if !slices.Contains(f.Index, k) {
				cols = append(cols, k)
			}
		}
	}
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", name)
	}
	if o.Columns == nil {
		cols = slices.DeleteFunc(cols, func(k int) bool { return o.part(f.Columns[k].Name) >= 0 })
		for p := range o.Parts {
			cols = append(cols, ^p)
		}
	}
	for _, k := range append(cols, f.Index...) {
		if k < 0 {
			o.Schema = append(o.Schema, parquetColumn{Name: frame.L(o.Parts[^k].Name), Type: dtype.Categorical, Part: ^k + 1})
			continue
		}
		c := &f.Columns[k]
		if c.Err != nil {
			return errs.Wrap(errs.KindOf(c.Err), c.Err, "%s", name)
		}
		o.Schema = append(o.Schema, parquetColumn{Name: c.Name, Type: c.DType, Pending: c.Pending()})
	}
	o.Levels, o.Range = len(f.Index), f.Range
	return nil
}

func namesOf(f *parquet.File) string {
	s := ""
	for i := range f.Columns {
		if i > 0 {
			s += ", "
		}
		if i == 8 {
			return s + "..."
		}
		s += f.Columns[i].Name.Repr()
	}
	return s
}

// places are those of the schema's columns in a file, -1 for columns that stand in the names of directories.
func (o *readParquet) places(f *parquet.File, name string) ([]int, error) {
	out := make([]int, len(o.Schema))
	for i, c := range o.Schema {
		if c.Part > 0 {
			out[i] = -1
			continue
		}
		k := f.Find(c.Name)
		if i >= len(o.Schema)-o.Levels && i-len(o.Schema)+o.Levels < len(f.Index) {
			k = f.Index[i-len(o.Schema)+o.Levels]
		}
		if k < 0 {
			return nil, errs.New(errs.NotFound, "%s: no column %s, which other files have", name, c.Name.Repr())
		}
		out[i] = k
	}
	return out, nil
}

// joinTypes is the dtype of a column whose parts in two files have these.
func joinTypes(a, b dtype.DType) (dtype.DType, bool) {
	switch {
	case a == b:
		return a, true
	case a.WithMissing() == b && !a.IsFloat():
		return b, true
	case b.WithMissing() == a && !b.IsFloat():
		return a, true
	}
	return a, false
}

// rows is how many there are, and where the row groups begin.
func (o *readParquet) rows() (total int64) {
	for _, f := range o.Files {
		for _, g := range f.Groups {
			total += g
		}
	}
	return total
}

// Infer describes the whole or, given the meta of its rows, a chunk.
func (o *readParquet) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Files == nil {
		return nil, errs.New(errs.Internal, "the files were not looked at")
	}
	rows := op.Dim{N: int(o.rows())}
	if len(in) > 0 {
		rows = in[0].Rows()
	}
	m := op.NewFrame(rows, op.FreshRange(op.Dim{N: int(o.rows())}))
	for i, c := range o.Schema {
		t := op.T(c.Type)
		if c.Pending {
			t = op.Pending(c.Type, c.Type.WithMissing())
		}
		col := op.Col{Name: c.Name, Type: t}
		if i < len(o.Schema)-o.Levels {
			m.Cols = append(m.Cols, col)
			continue
		}
		if i == len(o.Schema)-o.Levels {
			m.Index.Levels = nil
		}
		m.Index.Levels = append(m.Index.Levels, col)
	}
	m.Index = o.labels(m.Index)
	if len(o.Where) > 0 {
		m = m.WithRows(op.Sym("read_parquet "+o.question(), in...))
		m.Index = m.Index.Derive("read_parquet " + o.question())
	}
	return []op.Meta{m}, nil
}

// labels is the meta of the row labels.
func (o *readParquet) labels(ix op.IndexMeta) op.IndexMeta {
	if o.Levels == 0 {
		ix.Levels[0].Name = o.Range.Name
		if o.Range.Start == 0 && o.Range.Step == 1 {
			return ix
		}
		ix = ix.Identify(frame.NewRange(o.Range.Start, o.Range.Step, int(o.rows())))
		ix.Start, ix.Step = int(o.Range.Start), int(o.Range.Step)
		return ix
	}
	return storedLabels(ix, "read_parquet", o.Identity)
}
