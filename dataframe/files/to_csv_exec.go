package files

import (
	"bytes"
	"io"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// Exec looks at times, writes a chunk, or gives the files their names.
func (o *toCSV) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		f := x.Frame(0).Select(o.written(x.InMeta(0))...)
		return x.Put(0, precisionFrame(csv.TimesOf(f)))
	case op.Combine:
		times := precisions(x.Frame(0))
		for _, f := range x.Frames()[1:] {
			for i, p := range precisions(f) {
				times[i] = max(times[i], p)
			}
		}
		return x.Put(0, precisionFrame(times))
	case op.Final:
		return o.sink().commit(x, func(w io.Writer, parts []string) error { return catenate(x.FS(), w, parts) })
	}
	f := x.Frame(0).Select(o.written(x.InMeta(0))...)
	opt, err := o.options()
	if err != nil {
		return err
	}
	if x.Len() > 1 {
		opt.Times = precisions(x.Frame(1))
	} else {
		opt.Times = csv.TimesOf(f)
	}
	first := x.Lo()[0] == 0 || o.sink().star()
	name, err := o.sink().create(x.FS(), func(w io.Writer) error { return o.write(w, f, opt, first) })
	if err != nil {
		return err
	}
	return x.Put(0, o.sink().part(x, name, f.NRows))
}

// textRows is how many rows are made into text at once.
const textRows = 4096

// write writes the rows of f, compressed; first says that they begin a file.
func (o *toCSV) write(out io.Writer, f *frame.Frame, opt csv.WriteOptions, first bool) error {
	method, err := textMethod("to_csv", o.Compression, o.PathOrBuf)
	if err != nil {
		return err
	}
	w, end, err := compressor(out, method)
	if err != nil {
		return err
	}
	rows, err := csv.NewWriter(f, opt)
	if err != nil {
		return err
	}
	var text []byte
	if first {
		mark, err := o.mark()
		if err != nil {
			return err
		}
		text = append(text, mark...)
	}
	if first && o.titled() {
		if text, err = csv.AppendHeader(text, f, opt); err != nil {
			return err
		}
	}
	for lo := 0; ; lo += textRows {
		if text, err = rows.Append(text, lo, min(lo+textRows, f.NRows)); err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		if text = text[:0]; lo+textRows >= f.NRows {
			return end()
		}
	}
}

// catenate writes files one behind the other.
func catenate(fs op.FS, w io.Writer, parts []string) error {
	for _, p := range parts {
		f, err := fs.Open(p)
		if err != nil {
			return err
		}
		var in io.Reader = io.NewSectionReader(f, 0, f.Info().Size)
		if whole, ok := f.(io.Reader); ok { // a file of this machine, which the kernel copies
			in = whole
		}
		_, err = io.Copy(w, in)
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func precisionFrame(ps []csv.Precision) *frame.Frame {
	b := make([]uint8, len(ps))
	for i, p := range ps {
		b[i] = uint8(p)
	}
	return frame.Must(frame.New(nil, frame.Labels("precision"), frame.Of(b)))
}

func precisions(f *frame.Frame) []csv.Precision {
	b := frame.Values[uint8](f.Cols[0])
	ps := make([]csv.Precision, len(b))
	for i, v := range bytes.Clone(b) {
		ps[i] = csv.Precision(v)
	}
	return ps
}
