package files

import (
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

const (
	// csvChunk is the default size of a chunk in bytes of text; up to csvWhole chunks are looked through at
	// the call.
	csvChunk = 16 << 20
	csvWhole = 4
	// maxRanges is the number of ranges above which they grow instead.
	maxRanges = 65536
)

// Open finds out what the columns are and where to cut.
func (o *readCSV) Open(fs op.FS) error {
	if o.Identity != "" {
		return nil
	}
	if o.ChunkBytes < 0 {
		return errs.New(errs.Invalid, "chunks of %d bytes", o.ChunkBytes)
	}
	files, err := findFiles(fs, o.FilepathOrBuffer)
	if err != nil {
		return err
	}
	if o.Parts, o.Keys, err = keyColumns(files); err != nil {
		return err
	}
	size, total := int64(0), int64(0)
	for _, s := range files {
		total += s.Size
	}
	if size = int64(o.ChunkBytes); size == 0 {
		size = max(csvChunk, total/maxRanges+1)
	}
	o.Whole = total <= csvWhole*size
	left := o.Nrows
	for i, s := range files {
		if err := o.survey(fs, s, i == 0, size, left); err != nil {
			return err
		}
		if left != nil { // nrows counts over all files
			n := *left
			for _, r := range o.Files[i].Ranges {
				n -= int(r.Rows)
			}
			left = &n
		}
	}
	o.divide()
	o.Identity = identity(files)
	return nil
}

// survey adds a file.
func (o *readCSV) survey(fs op.FS, s SourceFile, first bool, size int64, left *int) error {
	opt, err := o.options(s.Path)
	if err != nil {
		return err
	}
	opt.NRows = left
	f, err := s.open(fs)
	if err != nil {
		return err
	}
	defer f.Close()
	file := csvFile{SourceFile: s}
	if file.Method, err = packing("read_csv", o.Compression, s.Path); err != nil {
		return err
	}
	enc, err := csv.Encoding(o.Encoding)
	if err != nil {
		return err
	}
	if enc != "" { // the whole file is made UTF-8, as a compressed one is unpacked
		file.Method += "+" + enc
	}
	r, n, err := csv.Look(mem.Heap, file.Method, f, s.Size)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
	}
	if file.Method != "" {
		size = n + 1
	}
	schema, err := csv.Sniff(r, n, opt)
	if err != nil {
		return err
	}
	if !first {
		if err := o.sameHeader(schema, s.Path); err != nil {
			return err
		}
	}
	if file.Ranges, err = csv.Split(r, n, schema, opt, size); err != nil {
		return err
	}
	if o.Whole || file.Method != "" {
		if schema, err = lookThrough(r, schema, opt, file.Ranges); csv.IsOpenQuote(err) {
			if file.Ranges, err = csv.SplitExact(r, n, schema, opt, size); err == nil {
				schema, err = lookThrough(r, schema, opt, file.Ranges)
			}
		}
		if err != nil {
			return err
		}
	}
	if first {
		o.Schema = *schema
	} else {
		merged := o.Schema.Merge(schema)
		o.Schema = *merged
	}
	o.Files = append(o.Files, file)
	return nil
}

// lookThrough widens the schema to all values and counts the rows and lines of the ranges.
func lookThrough(r io.ReaderAt, s *csv.Schema, o csv.Options, rngs []csv.Range) (*csv.Schema, error) {
	row, line := int64(0), s.Line
	for i := range rngs {
		if rngs[i].Rows < 0 {
			rngs[i].Line = line
		}
		rngs[i].Row = row
		t, rows, lines, err := csv.Survey(mem.Heap, r, rngs[i], s, o)
		if err != nil {
			return s, err
		}
		rngs[i].Rows = rows
		row, line, s = row+rows, line+lines, t
	}
	return s, nil
}

// sameHeader refuses a file whose columns are others.
func (o *readCSV) sameHeader(s *csv.Schema, name string) error {
	same := len(s.Fields) == len(o.Schema.Fields)
	for i := 0; same && i < len(s.Fields); i++ {
		same = s.Fields[i].Name == o.Schema.Fields[i].Name
	}
	if !same {
		return errs.New(errs.Invalid, "%s has other columns than %s", name, o.Files[0].Path)
	}
	return nil
}
