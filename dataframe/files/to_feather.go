package files

import (
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
)

// ToFeather is the options of DataFrame.ToFeather. The zero value is the defaults.
type ToFeather struct {
	Compression string // "zstd" or "uncompressed". The default is "uncompressed".
}

// WriteFeather is the operand that writes a frame as an Arrow IPC file.
func WriteFeather(path string, opts ...ToFeather) op.Operand {
	o := &toFeather{Path: path}
	if len(opts) > 0 {
		o.Compression = opts[0].Compression
	}
	return o
}

type toFeather struct {
	op.Effect
	Path        string
	Compression string
}

func init() {
	op.Register[toFeather](op.Doc{
		Gives: "dataframe", Forms: "path=path",
		Name: "dataframe.to_feather", Like: "pandas.DataFrame.to_feather", Methods: "DataFrame.to_feather",
		Sig:     "to_feather(df, path, *, compression=None, **kwargs)",
		Summary: "Write an Arrow IPC file",
		Notes:   "A path with a star is one file for each chunk. The result has the names and rows of the files. The default is no compression.",
	})
}

func (o *toFeather) sink() fileSink { return fileSink{o.Path, o.Nonce} }

func (o *toFeather) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "a %s is not written as Feather", in[0].Kind)
	}
	if err := o.sink().check(); err != nil {
		return nil, err
	}
	switch o.Compression {
	case "", "zstd", "uncompressed":
	default:
		return nil, errs.New(errs.Invalid, "compression %q is not written: choose zstd or uncompressed", o.Compression)
	}
	ix := in[0].Index
	if ix.Kind != frame.RangeIndex || ix.Start != 0 || ix.Step != 1 || !ix.Levels[0].Name.IsNil() {
		return nil, errs.New(errs.Invalid, "feather does not support serializing a non-default index for the index; you can .reset_index() to make the index into column(s)")
	}
	return []op.Meta{o.sink().infer(in, 0)}, nil
}

// Tile writes every chunk and commits all parts.
func (o *toFeather) Tile(t *op.Tiler) error { return o.sink().tile(t, t.In(0)) }

// StageMeta describes parts.
func (o *toFeather) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final {
		return []op.Meta{o.sink().infer(in, len(in))}, nil
	}
	return []op.Meta{partMeta(op.Dim{N: 1})}, nil
}

// write writes a frame with labels from 0 on.
func (o *toFeather) write(w io.Writer, al mem.Allocator, f *frame.Frame) error {
	f = f.WithIndex(frame.NewRange(0, 1, f.NRows))
	return arrow.WriteAll(w, al, arrow.Options{File: true, Zstd: o.Compression == "zstd"}, f)
}

// Exec writes a chunk, or gives the files their names.
func (o *toFeather) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
		return o.sink().commit(x, func(w io.Writer, parts []string) error { return o.join(x, w, parts) })
	}
	f := x.Frame(0)
	name, err := o.sink().create(x.FS(), func(w io.Writer) error { return o.write(w, x.Mem(), f) })
	if err != nil {
		return err
	}
	return x.Put(0, o.sink().part(x, name, f.NRows))
}

// join makes one file of parts. They are put together in memory, since categories of all must become one
// dictionary.
func (o *toFeather) join(x *op.Exec, w io.Writer, names []string) error {
	var fs []*frame.Frame
	for _, n := range names {
		f, err := o.part(x, n)
		if err != nil {
			return errs.Wrap(errs.KindOf(err), err, "%s", n)
		}
		fs = append(fs, f)
	}
	all, err := frame.ConcatFrames(x.Mem(), fs...)
	if err != nil {
		return err
	}
	return o.write(w, x.Mem(), all)
}

func (o *toFeather) part(x *op.Exec, name string) (*frame.Frame, error) {
	r, err := x.FS().Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	l, err := arrow.Scan(r, r.Info().Size)
	if err != nil {
		return nil, err
	}
	return l.Read(x.Mem(), 0, len(l.Rows), 0)
}
