package files

import (
	"io"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/parquet"
)

// ToParquet is the options of DataFrame.ToParquet. The zero value is pandas' defaults.
type ToParquet struct {
	Compression string // "snappy", "zstd", "gzip", "lz4" or "none". The default is "snappy".
	Index       *bool  // whether row labels are written; nil: yes, but of a range only its numbers
	// PartitionCols are columns that become names of directories, as in path/year=2024/month=5; path is a
	// directory then.
	PartitionCols []string
}

// WriteParquet is the operand that writes a frame as Parquet.
func WriteParquet(path string, opts ...ToParquet) op.Operand {
	o := &toParquet{Path: path}
	if len(opts) > 0 {
		o.Compression, o.Index, o.PartitionCols = opts[0].Compression, opts[0].Index, frame.TextLabels(opts[0].PartitionCols)
	}
	return o
}

type toParquet struct {
	op.Effect
	Path          string
	Compression   string
	Index         *bool
	PartitionCols []frame.Label
	Engine        string
}

func init() {
	op.Register[toParquet](op.Doc{
		Gives: "dataframe", Forms: "path=path compression=or_none partition_cols=label_list",
		Name: "dataframe.to_parquet", Like: "pandas.DataFrame.to_parquet", Methods: "DataFrame.to_parquet",
		Sig: "to_parquet(df, path=None, *, engine=<no_default>, compression='snappy', index=None, partition_cols=None, storage_options=None, " +
			"filesystem=None, **kwargs)",
		Summary: "Write Parquet files",
		Notes:   "A path with a star is one file for each chunk. The result has the names and rows of the files. partition_cols adds files to the directory, as pyarrow does.",
	})
}

func (o *toParquet) sink() fileSink {
	if len(o.PartitionCols) > 0 {
		return fileSink{strings.TrimRight(o.Path, "/"), o.Nonce}
	}
	return fileSink{o.Path, o.Nonce}
}

// options are those of package parquet for chunks of a frame that m describes.
func (o *toParquet) options(m op.Meta) parquet.WriteOptions {
	w := parquet.WriteOptions{Compression: o.Compression, Index: o.Index}
	if w.Index == nil && m.Index.Kind != frame.RangeIndex { // a chunk of other labels may happen to have a range
		w.Index = new(true)
	}
	return w
}

func (o *toParquet) Infer(in []op.Meta) ([]op.Meta, error) {
	if err := parquetEngine(o.Engine); err != nil {
		return nil, err
	}
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "a %s is not written as Parquet", in[0].Kind)
	}
	if err := o.sink().check(); err != nil {
		return nil, err
	}
	if _, err := parquet.NewWriter(nil, o.options(in[0])); err != nil {
		return nil, err
	}
	for _, c := range in[0].Cols {
		if c.Is.IsComplex() {
			return nil, errs.New(errs.Type, "column %s: dtype %s is not written to Parquet", c.Name.Repr(), c.Is)
		}
	}
	if len(o.PartitionCols) > 0 {
		if err := o.checkParts(in[0]); err != nil {
			return nil, err
		}
		return []op.Meta{sinkMeta(o.fileCount(in))}, nil
	}
	return []op.Meta{o.sink().infer(in, 0)}, nil
}

// Tile writes every chunk and commits all parts.
func (o *toParquet) Tile(t *op.Tiler) error {
	if len(o.PartitionCols) > 0 {
		return o.tileParts(t)
	}
	return o.sink().tile(t, t.In(0))
}

// StageMeta describes parts.
func (o *toParquet) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch {
	case s == op.Final && len(o.PartitionCols) > 0:
		return []op.Meta{sinkMeta(o.fileCount(in))}, nil
	case s == op.Final:
		return []op.Meta{o.sink().infer(in, len(in))}, nil
	case len(o.PartitionCols) > 0:
		return []op.Meta{partMeta(op.Sym("files of a chunk", in...))}, nil
	}
	return []op.Meta{partMeta(op.Dim{N: 1})}, nil
}

// Exec writes a chunk, or gives the files their names.
func (o *toParquet) Exec(x *op.Exec) error {
	if x.Stage == op.Final && len(o.PartitionCols) > 0 {
		return o.sink().commitAll(x)
	}
	if x.Stage == op.Final {
		return o.sink().commit(x, func(w io.Writer, parts []string) error { return joinParquet(x.FS(), w, parts) })
	}
	if len(o.PartitionCols) > 0 {
		return o.writeParts(x)
	}
	f := x.Frame(0)
	name, err := o.sink().create(x.FS(), func(w io.Writer) error {
		p, err := parquet.NewWriter(w, o.options(x.InMeta(0)))
		if err != nil {
			return err
		}
		if err := p.Write(x.Mem(), f); err != nil {
			return err
		}
		return p.Close()
	})
	if err != nil {
		return err
	}
	return x.Put(0, o.sink().part(x, name, f.NRows))
}

func joinParquet(fs op.FS, w io.Writer, names []string) error {
	var parts []parquet.Part
	for _, n := range names {
		f, err := fs.Open(n)
		if err != nil {
			return err
		}
		defer f.Close()
		parts = append(parts, parquet.Part{R: f, Size: f.Info().Size, Name: n})
	}
	_, err := parquet.Join(w, parts)
	return err
}

// Labels are written, unless the user leaves them out.
func (o *toParquet) Labels(int) op.Look {
	if o.Index != nil && !*o.Index {
		return op.Ignores
	}
	return op.Looks
}
