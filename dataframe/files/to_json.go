package files

import (
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/jsonl"
)

// ToJSON is the options of DataFrame.ToJSON. The zero value is pandas' defaults.
type ToJSON struct {
	ISO         bool   // date_format="iso": times as texts, not as numbers
	Unit        string // of times: "s", "ms", "us" or "ns". The default is "ms".
	Digits      *int   // decimals of floats. The default is 10.
	UTF8        bool   // force_ascii=False
	Compression string // "gzip", "zstd" or "none". The default is what the name says.
}

// WriteJSON is the operand that writes a frame as lines of JSON.
func WriteJSON(path string, opts ...ToJSON) op.Operand {
	o := &toJSON{PathOrBuf: path, Orient: "records", Lines: true}
	if len(opts) > 0 {
		c := opts[0]
		ascii := !c.UTF8
		o.DateUnit, o.Compression, o.DoublePrecision, o.ForceAscii = c.Unit, named(c.Compression), c.Digits, &ascii
		if c.ISO {
			o.DateFormat = "iso"
		}
	}
	return o
}

type toJSON struct {
	op.Effect
	PathOrBuf       string
	Orient          string
	DateFormat      string
	DoublePrecision *int
	ForceAscii      *bool
	DateUnit        string
	Lines           bool
	Compression     any  // a name, or a dict of the method alone
	Index           bool // true is refused: lines have no labels
	Indent          int
}

func init() {
	op.Register[toJSON](op.Doc{
		Gives: "dataframe", Forms: "path_or_buf=path compression=or_none",
		Name: "dataframe.to_json", Like: "pandas.DataFrame.to_json", Methods: "DataFrame.to_json",
		Sig: "to_json(df, path_or_buf=None, *, orient=None, date_format=None, double_precision=10, force_ascii=True, date_unit='ms', " +
			"default_handler=None, lines=False, compression='infer', index=None, indent=None, storage_options=None, mode='w')",
		Summary: "Write lines of JSON",
		Notes:   "orient='records' and lines=True must be given. A path with a star is one file for each chunk. The result has the names and rows of the files.",
	})
}

func (o *toJSON) sink() fileSink { return fileSink{o.PathOrBuf, o.Nonce} }

// writer makes lines of the columns of m.
func (o *toJSON) writer(m op.Meta) (*jsonl.Writer, error) {
	w := jsonl.WriteOptions{Digits: o.DoublePrecision, UTF8: o.ForceAscii != nil && !*o.ForceAscii}
	units := map[string]dtype.Unit{"": dtype.Milli, "s": dtype.Second, "ms": dtype.Milli, "us": dtype.Micro, "ns": dtype.Nano}
	unit, ok := units[o.DateUnit]
	if !ok {
		return nil, errs.New(errs.Invalid, "Invalid value '%s' for option 'date_unit'", o.DateUnit)
	}
	switch w.Unit = unit; o.DateFormat {
	case "", "epoch":
	case "iso":
		w.ISO = true
	default:
		return nil, errs.New(errs.Invalid, "date_format must be 'epoch' or 'iso', not '%s'", o.DateFormat)
	}
	var names []frame.Label
	for _, c := range m.Cols {
		names = append(names, c.Name)
	}
	return jsonl.NewWriter(names, w)
}

func (o *toJSON) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "a %s is not written as JSON", in[0].Kind)
	}
	if o.Lines && o.Index {
		return nil, errs.New(errs.Invalid, "'index=True' is only valid when 'orient' is 'split', 'table', 'index', or 'columns'.")
	}
	if o.Indent != 0 {
		return nil, errs.New(errs.Invalid, "to_json: indent is not there yet, leave it at its default")
	}
	if !o.Lines || o.Orient != "records" {
		return nil, errs.New(errs.Invalid, "JSON is written in lines only: pass orient='records' and lines=True")
	}
	if err := o.sink().check(); err != nil {
		return nil, err
	}
	if _, err := textMethod("to_json", o.Compression, o.PathOrBuf); err != nil {
		return nil, err
	}
	if _, err := o.writer(in[0]); err != nil {
		return nil, err
	}
	return []op.Meta{o.sink().infer(in, 0)}, nil
}

// Tile writes every chunk and commits all parts.
func (o *toJSON) Tile(t *op.Tiler) error { return o.sink().tile(t, t.In(0)) }

// StageMeta describes parts.
func (o *toJSON) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final {
		return []op.Meta{o.sink().infer(in, len(in))}, nil
	}
	return []op.Meta{partMeta(op.Dim{N: 1})}, nil
}

// Exec writes a chunk, or gives the files their names.
func (o *toJSON) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
		return o.sink().commit(x, func(w io.Writer, parts []string) error { return catenate(x.FS(), w, parts) })
	}
	f := x.Frame(0)
	lines, err := o.writer(x.InMeta(0))
	if err != nil {
		return err
	}
	method, err := textMethod("to_json", o.Compression, o.PathOrBuf)
	if err != nil {
		return err
	}
	name, err := o.sink().create(x.FS(), func(out io.Writer) error {
		w, end, err := compressor(out, method)
		if err != nil {
			return err
		}
		var text []byte
		for lo := 0; lo < f.NRows; lo += textRows {
			if text, err = lines.Append(text[:0], f.Slice(lo, min(lo+textRows, f.NRows))); err != nil {
				return err
			}
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return end()
	})
	if err != nil {
		return err
	}
	return x.Put(0, o.sink().part(x, name, f.NRows))
}

// compressor compresses what is written to it; end must be called.
func compressor(out io.Writer, method string) (w io.Writer, end func() error, err error) {
	switch method {
	case "gzip":
		z := gzip.NewWriter(out)
		return z, z.Close, nil
	case "zstd":
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return out, func() error { return nil }, nil
}

// Labels are not written.
func (o *toJSON) Labels(int) op.Look { return op.Ignores }
