package files

import (
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
	"github.com/mars-project/mars-go/wire/jsonl"
)

// JSON is the options of ReadJSON. The zero value is pandas' defaults.
type JSON struct {
	Files       []string // more paths, read after the first
	NoDates     bool     // convert_dates=False: columns with names of times stay what they are
	Dates       []string // more columns that may be times
	OnlyDates   bool     // keep_default_dates=False: no others may be
	DTypes      DTypes   // by column, "" is all others: from the values as they are. What is of times, and names that are not there, are left.
	NRows       *int     // the first lines, all files together
	Compression string   // "gzip", "zstd", "bz2", "none". The default is what the name says.
	ChunkBytes  int      // of text in a chunk. The default is 16 MiB.
}

// ReadJSON is the operand that reads lines of JSON.
func ReadJSON(path string, opts ...JSON) op.Operand {
	r := &readJSON{PathOrBuf: []string{path}, Lines: true}
	if len(opts) > 0 {
		o := opts[0]
		r.PathOrBuf = append(r.PathOrBuf, o.Files...)
		defaults := !o.OnlyDates
		r.ConvertDates, r.KeepDefaultDates = frame.TextLabels(o.Dates), &defaults
		if o.NoDates {
			r.ConvertDates = []frame.Label{frame.L(false)}
		}
		r.Dtype, r.Nrows, r.Compression, r.ChunkBytes = o.DTypes, o.NRows, named(o.Compression), o.ChunkBytes
	}
	return r
}

type readJSON struct {
	op.External
	PathOrBuf []string
	Orient    string

	Dtype            map[string]dtype.DType // "" is all others
	ConvertDates     []frame.Label          // false alone is convert_dates=False
	KeepDefaultDates *bool

	Lines       bool
	Compression any // a name, or a dict of the method alone
	Encoding    string
	Engine      string
	Nrows       *int
	ChunkBytes  int
	Files       []jsonFile    `sig:"-"`
	Schema      jsonl.Schema  `sig:"-"`
	Whole       bool          `sig:"-"` // all values were looked at: the schema and the rows of all ranges are known
	Pick        []frame.Label `sig:"-"` // columns that somebody uses; nil for all
}

// A jsonFile is a file and its ranges of lines.
type jsonFile struct {
	SourceFile
	Method string // of compression
	Ranges []jsonl.Range
}

func init() {
	op.Register[readJSON](op.Doc{
		Gives: "dataframe", Forms: "path_or_buf=paths convert_axes=any dtype=own compression=or_none nrows=natural",
		Name: "dataframe.read_json", Like: "pandas.read_json",
		Sig: "read_json(path_or_buf, *, orient=None, typ='frame', dtype=None, convert_axes=None, convert_dates=True, keep_default_dates=True, " +
			"precise_float=False, date_unit=None, encoding=None, encoding_errors='strict', lines=False, chunksize=None, compression='infer', " +
			"nrows=None, storage_options=None, dtype_backend=<no_default>, engine='ujson', chunk_bytes=0)",
		Summary: "Frame in lines of JSON",
		Notes: "Files are JSON lines: lines=True must be given. Floats are rounded correctly, as with precise_float=True; names stay texts. " +
			"A value that is not of its column's dtype is an error.",
	})
}

// Open finds out what the columns are and where to cut.
func (o *readJSON) Open(fs op.FS) error {
	if o.Identity != "" {
		return nil
	}
	enc, err := csv.Encoding(o.Encoding)
	switch {
	case o.Engine == "pyarrow":
		return errs.New(errs.Invalid, "read_json: engine='pyarrow', which derives other dtypes, is not there yet, leave it out")
	case o.Engine != "" && o.Engine != "ujson":
		return errs.New(errs.Invalid, "The engine type %s is currently not supported.", o.Engine)
	case err != nil || enc != "":
		return errs.New(errs.Invalid, "read_json: encoding='%s' is not there yet, files are UTF-8", o.Encoding)
	case o.Nrows != nil && !o.Lines:
		return errs.New(errs.Invalid, "nrows can only be passed if lines=True")
	case !o.Lines:
		return errs.New(errs.Invalid, "JSON is read in lines only: pass lines=True")
	case o.Orient != "" && o.Orient != "records" && o.Orient != "columns":
		return errs.New(errs.Invalid, "lines of JSON have orient='records', not %q", o.Orient)
	case o.ChunkBytes < 0:
		return errs.New(errs.Invalid, "chunks of %d bytes", o.ChunkBytes)
	case o.Nrows != nil && *o.Nrows < 0:
		return errs.New(errs.Invalid, "'nrows' must be an integer >=0")
	}
	if err := o.checkTypes(); err != nil {
		return err
	}
	files, err := findFiles(fs, o.PathOrBuf)
	if err != nil {
		return err
	}
	total := int64(0)
	for _, s := range files {
		total += s.Size
	}
	size := int64(o.ChunkBytes)
	if size == 0 {
		size = max(csvChunk, total/maxRanges+1)
	}
	o.Whole = total <= csvWhole*size || o.Nrows != nil && *o.Nrows <= jsonHead
	for _, s := range files {
		method, err := packing("read_json", o.Compression, s.Path)
		if err != nil {
			return err
		}
		o.Whole = o.Whole || method != ""
	}
	rows, left := int64(0), int64(math.MaxInt64)
	if o.Nrows != nil {
		left = int64(*o.Nrows)
	}
	for _, s := range files {
		n, lines, err := o.survey(fs, s, size, left)
		if err != nil {
			return err
		}
		rows, left = rows+n, left-lines
	}
	o.Schema.Settle(rows)
	o.Identity = identity(files)
	return nil
}

// jsonHead is the number of first lines that are looked through at the call.
const jsonHead = 100_000

// survey adds the first lines of a file and says how many rows were looked at and how many lines there are,
// where somebody asks.
func (o *readJSON) survey(fs op.FS, s SourceFile, size, left int64) (rows, head int64, err error) {
	f, err := s.open(fs)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	file := jsonFile{SourceFile: s}
	if file.Method, err = packing("read_json", o.Compression, s.Path); err != nil {
		return 0, 0, err
	}
	r, n, err := csv.Look(mem.Heap, file.Method, f, s.Size)
	if err != nil {
		return 0, 0, errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
	}
	if o.Nrows != nil {
		if n, head, err = jsonl.Head(r, n, left); err != nil {
			return 0, 0, errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
		}
	}
	if file.Method != "" {
		size = n + 1
	}
	if file.Ranges, err = jsonl.Split(r, n, size); err != nil {
		return 0, 0, errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
	}
	line := int64(1)
	for i := range file.Ranges {
		rng := &file.Ranges[i]
		look := *rng
		if o.Whole {
			rng.Line, look.Line = line, line
		} else if look, err = sampleOf(r, look, i, len(file.Ranges)); err != nil {
			return 0, 0, errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
		}
		if look.Hi == look.Lo && rng.Hi > rng.Lo {
			continue
		}
		seen, k, lines, err := jsonl.Survey(mem.Heap, r, look, s.Path, o.conversions())
		if err != nil {
			return 0, 0, errs.Wrap(errs.KindOf(err), err, "read_json")
		}
		if o.Whole {
			rng.Rows = k
		}
		o.Schema = *o.Schema.Merge(seen)
		rows, line = rows+k, line+lines
	}
	o.Files = append(o.Files, file)
	return rows, head, nil
}

// jsonSample is how many bytes are looked at of a sample.
const jsonSample = 256 << 10

// sampleOf is the part of range i of n that is looked at, when not all are: the beginnings of the first, the
// middle and the last.
func sampleOf(r io.ReaderAt, rng jsonl.Range, i, n int) (jsonl.Range, error) {
	if i != 0 && i != n/2 && i != n-1 {
		rng.Hi = rng.Lo
		return rng, nil
	}
	if rng.Hi-rng.Lo <= jsonSample {
		return rng, nil
	}
	first, err := jsonl.Split(io.NewSectionReader(r, rng.Lo, rng.Hi-rng.Lo), rng.Hi-rng.Lo, jsonSample)
	if err == nil {
		rng.Hi = rng.Lo + first[0].Hi
	}
	return rng, err
}

// columns are the places in a schema of those that are read.
func (o *readJSON) columns(s *jsonl.Schema) (at []int) {
	for i, f := range s.Fields {
		if o.Pick == nil {
			at = append(at, i)
			continue
		}
		for _, l := range o.Pick {
			if l.Same(frame.L(f.Name)) {
				at = append(at, i)
			}
		}
	}
	return at
}

// question tells these rows from others.
func (o *readJSON) question() string {
	return "read_json " + o.Identity + " " + strconv.Itoa(o.ChunkBytes) + o.head()
}

// describe is the frame of a schema.
func (o *readJSON) describe(s *jsonl.Schema, rows op.Dim) op.Meta {
	m, c := op.NewFrame(rows, op.FreshRange(rows)), o.conversions()
	for _, k := range o.columns(s) {
		f := &s.Fields[k]
		m.Cols = append(m.Cols, op.Col{Name: frame.L(f.Name), Type: op.T(o.typeOf(c, f))})
	}
	return m
}

// surveyNames are the columns of what a task says that has looked through a range.
var jsonSurvey = frame.Labels("name", "facts", "rows", "total")

// surveyed is what a range holds as a frame, a row for each name.
func (o *readJSON) surveyed(s *jsonl.Schema, rows int64) *frame.Frame {
	n := len(s.Fields)
	names, facts, have, total := make([]string, n), make([]uint32, n), make([]int64, n), make([]int64, n)
	for i, f := range s.Fields {
		names[i], facts[i], have[i], total[i] = f.Name, uint32(f.Seen), f.Rows, rows
	}
	names, facts, have, total = append(names, ""), append(facts, 0), append(have, 0), append(total, rows) // a range may lack names
	return frame.Must(frame.New(nil, jsonSurvey, frame.Strs(names...), frame.Of(facts), frame.Of(have), frame.Of(total)))
}

// fromSurvey is the inverse of surveyed.
func fromSurvey(f *frame.Frame) (s *jsonl.Schema, rows int64) {
	s = &jsonl.Schema{}
	for i := range f.NRows - 1 {
		s.Fields = append(s.Fields, jsonl.Field{
			Name: strings.Clone(f.Cols[0].Str(i)), Seen: jsonl.Facts(frame.Values[uint32](f.Cols[1])[i]), Rows: frame.Values[int64](f.Cols[2])[i],
		})
	}
	return s, frame.Values[int64](f.Cols[3])[f.NRows-1]
}

var surveyTypes = []dtype.DType{dtype.Str, dtype.Uint32, dtype.Int64, dtype.Int64}
