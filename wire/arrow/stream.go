package arrow

import (
	"errors"
	"io"
	"runtime"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Options of a Writer.
type Options struct {
	Rows       int  // of all frames together, for the RangeIndex in the metadata. The default is those of the first frame.
	PlainIndex bool // write a RangeIndex as a column: for frames whose ranges do not continue each other
	File       bool // write the file format (Feather 2), which pandas.read_feather reads, not the stream format
	Zstd       bool // compress
	Batch      int  // WriteAll sends so many rows at a time, and fewer where memory is short. The default is a frame at a time
}

// A Writer writes frames of one schema as an Arrow IPC stream or file.
type Writer struct {
	s      sender
	o      Options
	w      io.Writer
	schema *arrow.Schema
	to     interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	next int64 // label that continues a RangeIndex
	rng  *frame.Index
}

// NewWriter is a writer to w. What is not the frames' own memory comes from al, the Go heap where it is nil.
// Object columns travel as JSON text, since the frames to come may hold other types; WriteAll, which sees
// all, gives them a type.
func NewWriter(w io.Writer, al mem.Allocator, o Options) *Writer {
	return &Writer{s: sender{al: mem.Or(al), json: true}, o: o, w: w}
}

// Write appends a frame. The first one fixes names, dtypes and the kind of index; a later one that differs is
// Invalid.
func (w *Writer) Write(f *frame.Frame) error {
	if err := w.follows(f.Index); err != nil {
		return err
	}
	if w.schema != nil {
		var err error
		if f, err = w.fitCodes(f); err != nil {
			return err
		}
	}
	rec, err := w.s.record(f, w.o)
	if err != nil {
		return err
	}
	if w.schema == nil {
		if err := w.open(rec.Schema()); err != nil {
			return err
		}
	}
	if err := w.sameFields(rec.Schema()); err != nil {
		return err
	}
	return w.to.Write(array.NewRecordBatch(w.schema, rec.Columns(), rec.NumRows()))
}

func (w *Writer) open(s *arrow.Schema) error {
	opts := []ipc.Option{ipc.WithSchema(s), ipc.WithDictionaryDeltas(false)}
	if w.o.Zstd {
		opts = append(opts, ipc.WithZstd())
	}
	w.schema = s
	if !w.o.File {
		w.to = ipc.NewWriter(w.w, opts...)
		return nil
	}
	to, err := ipc.NewFileWriter(w.w, opts...)
	w.to = to
	return err
}

// follows checks that a RangeIndex continues the one before.
func (w *Writer) follows(x *frame.Index) error {
	switch {
	case x.Kind != frame.RangeIndex || w.o.PlainIndex:
		return nil
	case w.rng == nil:
		w.rng = x
	case x.N > 0 && (x.Start != w.next || x.N > 1 && x.Step != w.rng.Step):
		return errs.New(errs.Invalid, "a RangeIndex from %d in a stream that goes on at %d", x.Start, w.next)
	}
	w.next = x.Start + int64(x.N)*w.rng.Step
	return nil
}

// fitCodes widens the codes of categoricals to those of the first frame.
func (w *Writer) fitCodes(f *frame.Frame) (*frame.Frame, error) {
	g := *f
	g.Cols = append([]*frame.Column{}, f.Cols...)
	for i, c := range g.Cols {
		if i >= w.schema.NumFields() || !c.DType.IsCategorical() {
			continue
		}
		t, ok := w.schema.Field(i).Type.(*arrow.DictionaryType)
		if !ok {
			continue
		}
		width, _ := codeWidth(t.IndexType)
		if c.Codes >= width {
			continue
		}
		var err error
		if g.Cols[i], err = widen(w.s.al, c, width); err != nil {
			return nil, err
		}
	}
	return &g, nil
}

func (w *Writer) sameFields(s *arrow.Schema) error {
	if s.NumFields() != w.schema.NumFields() {
		return errs.New(errs.Invalid, "a frame of %d fields in a stream of %d", s.NumFields(), w.schema.NumFields())
	}
	for i, f := range s.Fields() {
		g := w.schema.Field(i)
		if f.Name != g.Name || !arrow.TypeEqual(f.Type, g.Type) {
			return errs.New(errs.Invalid, "the field %q of type %s in a stream where it is %q of type %s", f.Name, f.Type, g.Name, g.Type)
		}
	}
	return nil
}

// Close ends the stream. A writer without frames wrote nothing.
func (w *Writer) Close() error {
	if w.to == nil {
		return nil
	}
	return w.to.Close()
}

// A Reader reads the frames of an Arrow IPC stream. Their columns share the blocks that the messages were
// read into.
type Reader struct {
	*receiver
	r    *ipc.Reader
	plan plan
	rows int64
}

// DefaultLimit is the size of one message that NewReader takes for damage.
const DefaultLimit = 4 << 30

// NewReader reads the schema. Blocks come from al, the Go heap where it is nil; a message or buffer above
// limit bytes is Invalid, with 0 for DefaultLimit: who knows the length of the whole says it.
func NewReader(r io.Reader, al mem.Allocator, limit int64) (rd *Reader, err error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	m := newArena(mem.Or(al), limit+64)
	defer m.guard(&err)
	opts := []ipc.Option{ipc.WithAllocator(m), ipc.WithBodySizeLimit(limit), ipc.WithMetadataSizeLimit(min(limit, 64<<20))}
	in, err := ipc.NewReaderFromMessageReader(ipc.NewMessageReader(&verifier{r: r, limit: limit}, opts...), opts...)
	if err != nil {
		return nil, wrap(err)
	}
	return &Reader{receiver: newReceiver(m), r: in, plan: newPlan(in.Schema())}, nil
}

func wrap(err error) error {
	var e *errs.Error
	var slip runtime.Error
	switch {
	case errors.As(err, &e):
		return err
	case errors.As(err, &slip): // arrow-go caught its own panic, whose words say nothing of the file
		return damaged("a buffer is not as long as its array needs")
	}
	return errs.Wrap(errs.Invalid, err, "damaged Arrow data")
}

// Next is the next frame. Outcomes: 1. A frame. 2. io.EOF: the stream is over. 3. Invalid: it is damaged. 4.
// Type: a column of a type that frames lack. 5. What the allocator says.
func (r *Reader) Next() (f *frame.Frame, err error) {
	defer r.guard(&err)
	rec, err := r.r.Read()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, wrap(err)
	}
	f, err = r.frame(rec, r.plan, r.rows)
	r.rows += rec.NumRows()
	return f, err
}

// Close frees what no frame shares. The frames stay as they are.
func (r *Reader) Close() { r.r.Release() }

// Empty is the frame without rows that the schema describes, for a stream without batches.
func (r *Reader) Empty() (f *frame.Frame, err error) {
	defer r.guard(&err)
	s := r.r.Schema()
	cols := make([]arrow.Array, s.NumFields())
	for i, f := range s.Fields() { // no builder: dictionaries of some types have none
		cols[i] = array.MakeArrayOfNull(r.arena, f.Type, 0)
	}
	return r.frame(array.NewRecordBatch(s, cols, 0), r.plan, 0)
}

// WriteAll writes a stream of frames, which must not be none.
func WriteAll(w io.Writer, al mem.Allocator, o Options, fs ...*frame.Frame) error {
	if o.Rows == 0 {
		for _, f := range fs {
			o.Rows += f.NRows
		}
	}
	out := NewWriter(w, al, o)
	out.s.shapes = commonShapes(fs)
	for _, f := range fs {
		if err := out.batches(f); err != nil {
			return err
		}
	}
	return out.Close()
}

// batches appends a frame, some rows at a time if it is to be so. What the rows of a batch need is freed when
// they are written.
func (w *Writer) batches(f *frame.Frame) error {
	if w.o.Batch <= 0 {
		return w.Write(f)
	}
	all := w.s
	defer func() { w.s = all }()
	if w.s.keep = all.al; w.s.dicts == nil {
		w.s.dicts = map[*frame.Dictionary]sentValues{}
		all.dicts = w.s.dicts
	}
	n := w.o.Batch
	for at := 0; at < f.NRows || at == 0; {
		b := &batch{Allocator: all.al}
		w.s.al = b
		next, rng := w.next, w.rng
		err := w.Write(f.Slice(at, min(at+n, f.NRows)))
		b.free()
		switch {
		case err == nil:
			at += max(n, 1)
		case (errs.Is(err, errs.Pressure) || errs.Is(err, errs.OutOfMemory)) && n > fewest:
			n, w.next, w.rng = n/2, next, rng // nothing of the batch was written: its memory is taken first
		default:
			return err
		}
	}
	return nil
}

// A batch remembers its blocks, and gives them back where that can be done.
type batch struct {
	mem.Allocator
	blocks []*mem.Block
}

func (b *batch) Alloc(n int) (*mem.Block, error) {
	k, err := b.Allocator.Alloc(n)
	if err == nil {
		b.blocks = append(b.blocks, k)
	}
	return k, err
}

func (b *batch) free() {
	for _, k := range b.blocks {
		mem.Free(b.Allocator, k)
	}
}

// fewest is how many rows a batch may have that could not be smaller.
const fewest = 64

// ReadAll reads a stream to its end as one frame.
func ReadAll(r io.Reader, al mem.Allocator, limit int64) (*frame.Frame, error) {
	in, err := NewReader(r, al, limit)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var fs []*frame.Frame
	for {
		f, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		fs = append(fs, f)
	}
	if len(fs) == 0 {
		return in.Empty()
	}
	return joined(mem.Or(al), fs)
}

// commonShapes are the shapes of the object columns over all frames, in the order of the fields: columns,
// then index levels.
func commonShapes(fs []*frame.Frame) []*shape {
	var out []*shape
	if len(fs) == 0 {
		return nil
	}
	fold := func(of func(*frame.Frame) *frame.Column) {
		one := shape{}
		for _, f := range fs {
			c := of(f)
			if c == nil || !c.DType.IsObject() {
				out = append(out, nil)
				return
			}
			t, ok := shapeOf(c.Objects)
			if ok {
				one, ok = one.join(t)
			}
			if !ok {
				out = append(out, nil)
				return
			}
		}
		out = append(out, &one)
	}
	for i := range fs[0].Cols {
		fold(func(f *frame.Frame) *frame.Column {
			if i >= len(f.Cols) {
				return nil
			}
			return f.Cols[i]
		})
	}
	for k := range fs[0].Index.Levels {
		fold(func(f *frame.Frame) *frame.Column {
			if k >= len(f.Index.Levels) {
				return nil
			}
			return f.Index.Levels[k]
		})
	}
	return out
}

// magic begins an Arrow file, padded to 8 bytes; a stream follows, and then a footer that lists its batches.
const magic = "ARROW1"

// ReadFile reads an Arrow file (Feather 2) as one frame, from the first byte to the last: it does not need
// the footer.
func ReadFile(r io.Reader, al mem.Allocator, limit int64) (*frame.Frame, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:len(magic)]) != magic {
		return nil, errs.New(errs.Invalid, "no Arrow file: it begins with %q", head[:len(magic)])
	}
	return ReadAll(r, al, limit)
}
