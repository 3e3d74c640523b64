package files

import (
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A fileSink is what writers have in common. Every chunk is written to a hidden file of its own, whose name
// no other attempt has; when all are there, they get their names or are joined into one file, in one step
// each. So nobody sees a part of a file. Hidden files of a task that fails or is canceled go with its end
// (op.Sweeper); those of one that nobody saw ending, because the process was killed, with the next writing of
// the same path, once they are old.
type fileSink struct {
	path  string // with a star: a file for each chunk
	nonce uint64
}

// The columns of what a writer returns, and of what it notes of a part.
var (
	sinkNames = frame.Labels("file", "rows")
	partNames = frame.Labels("file", "rows", "temporary")
)

func (s fileSink) star() bool { return strings.Contains(op.BaseName(s.path), "*") }

// dir is what stands before the name of the file, its slash included.
func (s fileSink) dir() string { return s.path[:strings.LastIndexByte(s.path, '/')+1] }

func (s fileSink) check() error {
	switch {
	case s.path == "":
		return errs.New(errs.Invalid, "no file is named")
	case strings.Count(s.path, "*") > 1 || strings.Contains(s.dir(), "*"):
		return errs.New(errs.Invalid, "%s: one star may stand in the name of the file", s.path)
	}
	return nil
}

// name is that of the file of chunk k of n.
func (s fileSink) name(k, n int) string {
	if !s.star() {
		return s.path
	}
	digits := len(strconv.Itoa(max(n-1, 0)))
	return strings.Replace(s.path, "*", fmt.Sprintf("%0*d", digits, k), 1)
}

// hidden is the beginning of the names of temporary files.
func (s fileSink) hidden() string {
	base := strings.ReplaceAll(op.BaseName(s.path), "*", "all")
	return s.dir() + "." + base + "." + s.attempt()
}

// attempt tells the hidden files of this writing from those of others.
func (s fileSink) attempt() string { return fmt.Sprintf("%016x-", s.nonce) }

// create writes a temporary file and says its name. A file that could not be written whole is removed.
func (s fileSink) create(fs op.FS, write func(w io.Writer) error) (name string, err error) {
	name = s.hidden() + fmt.Sprintf("%016x", op.Random64())
	f, err := fs.Create(name)
	if errs.Is(err, errs.NotFound) {
		return "", errs.New(errs.NotFound, "Cannot save file into a non-existent directory: '%s'", path.Dir(s.path))
	}
	if err != nil {
		return "", errs.Wrap(errs.KindOf(err), err, "write %s", s.path)
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = fs.Remove(name)
		return "", errs.Wrap(kindOfWrite(err), err, "write %s", s.path)
	}
	return name, nil
}

// kindOfWrite is that of an error of writing: a full disk has no kind of its own.
func kindOfWrite(err error) errs.Kind {
	if k := errs.KindOf(err); k != errs.Internal {
		return k
	}
	return errs.Unavailable
}

// Infer describes what comes back: a row for each file.
func (s fileSink) infer(in []op.Meta, chunks int) op.Meta {
	rows := op.Dim{N: 1}
	if s.star() {
		if rows = op.Sym("files", in[0]); chunks > 0 {
			rows = op.Dim{N: chunks}
		}
	}
	return sinkMeta(rows)
}

// sinkMeta describes a row for each file.
func sinkMeta(rows op.Dim) op.Meta {
	return op.NewFrame(rows, op.FreshRange(rows), op.Col{Name: sinkNames[0], Type: op.T(dtype.Str)}, op.Col{Name: sinkNames[1], Type: op.T(dtype.Int64)})
}

// partMeta describes the note of parts.
func partMeta(n op.Dim) op.Meta {
	return op.NewFrame(n, op.FreshRange(n), op.Col{Name: partNames[0], Type: op.T(dtype.Str)}, op.Col{Name: partNames[1], Type: op.T(dtype.Int64)},
		op.Col{Name: partNames[2], Type: op.T(dtype.Str)})
}

// tile writes every chunk of g, with extra inputs, and commits all parts at once.
func (s fileSink) tile(t *op.Tiler, g op.Grid, extra ...op.Edge) error {
	n := len(g.Edges)
	parts := make([]op.Edge, n)
	for k, e := range g.Edges {
		id := t.Place([]int{k}, []int{n}).Task([]int{k}, nil, append([]op.Edge{e}, extra...)...)
		parts[k] = op.Edge{ID: id, Part: -1}
	}
	t.Refine(0, s.infer([]op.Meta{g.Meta}, n))
	end := t.At(op.Final).Task(nil, nil, parts...)
	return t.Out(op.Grid{Shape: []int{1}, Edges: []op.Edge{{ID: end, Part: -1}}})
}

// part is the note of a chunk that was written.
func (s fileSink) part(x *op.Exec, temporary string, rows int) *frame.Frame {
	return frame.Must(frame.New(nil, partNames, frame.Strs(s.name(x.Lo()[0], x.Full()[0])), frame.Of([]int64{int64(rows)}), frame.Strs(temporary)))
}

// commit gives the parts their names; join makes one file of several.
func (s fileSink) commit(x *op.Exec, join func(w io.Writer, parts []string) error) error {
	fs, notes := x.FS(), x.Frames()
	var files, temps []string
	var rows []int64
	for _, n := range notes {
		files, temps, rows = append(files, n.Cols[0].Str(0)), append(temps, n.Cols[2].Str(0)), append(rows, frame.Values[int64](n.Cols[1])[0])
	}
	if !s.star() {
		total := int64(0)
		for _, r := range rows {
			total += r
		}
		if len(temps) > 1 {
			whole, err := s.create(fs, func(w io.Writer) error { return join(w, temps) })
			if err != nil {
				return err
			}
			temps = []string{whole}
		}
		files, rows = []string{s.path}, []int64{total}
	}
	return s.publish(x, files, temps, rows)
}

// commitAll gives files their names, in directories that are made where they are not there.
func (s fileSink) commitAll(x *op.Exec) error {
	var files, temps []string
	var rows []int64
	made := map[string]bool{}
	for _, n := range x.Frames() {
		for i, r := range frame.Values[int64](n.Cols[1]) {
			file := n.Cols[0].Str(i)
			if dir := file[:strings.LastIndexByte(file, '/')]; !made[dir] {
				if err := x.FS().MkdirAll(dir); err != nil {
					return errs.Wrap(errs.KindOf(err), err, "write %s", file)
				}
				made[dir] = true
			}
			files, temps, rows = append(files, file), append(temps, n.Cols[2].Str(i)), append(rows, r)
		}
	}
	if files == nil { // no rows: the directory is there all the same
		if err := x.FS().MkdirAll(s.path); err != nil {
			return errs.Wrap(errs.KindOf(err), err, "write %s", s.path)
		}
	}
	return s.publish(x, files, temps, rows)
}

// publish renames temporary files, removes what is left of them, and gives the result.
func (s fileSink) publish(x *op.Exec, files, temps []string, rows []int64) error {
	fs := x.FS()
	for i, name := range files {
		if err := fs.Rename(temps[i], name); err != nil {
			return errs.Wrap(errs.KindOf(err), err, "write %s", name)
		}
	}
	op.Sweep(fs, []string{s.hidden()}) // parts that were joined, and those of attempts that did not end
	if len(files) > 0 {
		s.sweepOthers(fs, files[0])
	}
	out, err := frame.New(nil, sinkNames, frame.Strs(files...), frame.Of(rows))
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
