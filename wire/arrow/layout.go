package arrow

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Layout is what an Arrow file or stream holds, and where its record batches lie, so that some of them can
// be read.
type Layout struct {
	Empty *frame.Frame // without rows: names, dtypes of columns and index levels
	Nulls []int64      // missing rows of the columns and then of the levels
	Rows  []int64      // of each batch

	r        io.ReaderAt
	messages []message
}

// A message is a piece of a stream: the schema, a dictionary, or a record batch.
type message struct {
	kind     int
	off, len int64
	rows     int64
	nulls    []int64 // of each field node
	made     []byte  // its bytes, where they do not lie in the file
}

// end is what a stream ends with.
var end = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// Scan goes through the metadata of a file or stream of size bytes; it reads no values, and the footer only
// where no schema comes first. Errors: Invalid for what is no Arrow file or a damaged one, with the byte;
// those of r.
func Scan(r io.ReaderAt, size int64) (*Layout, error) {
	l := &Layout{r: r}
	at := int64(0)
	var head [8]byte
	if n, _ := r.ReadAt(head[:], 0); n >= len(magic) && string(head[:len(magic)]) == magic {
		at = 8
	} else if strings.HasPrefix(string(head[:n]), "FEA1") {
		return nil, errs.New(errs.Type, "a file of Feather 1, which is not read: write it again as Feather 2")
	}
	for at < size {
		m, over, err := scanMessage(r, at, size)
		if at == 8 && (err != nil || m.kind != headerSchema) {
			if ms, e := footed(r, size); e == nil {
				l.messages = ms
				break
			}
		}
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "near byte %d", at)
		}
		if over {
			break
		}
		if (m.kind == headerSchema) != (len(l.messages) == 0) {
			return nil, errs.New(errs.Invalid, "near byte %d: damaged Arrow data: a message of kind %d is the %d.", at, m.kind, len(l.messages)+1)
		}
		l.messages, at = append(l.messages, m), at+m.len
	}
	if l.messages == nil {
		return nil, errs.New(errs.Invalid, "damaged Arrow data: no schema in %d bytes", size)
	}
	return l, l.describe()
}

// scanMessage reads the metadata of the message at a byte; over: the stream ends there.
func scanMessage(r io.ReaderAt, at, size int64) (m message, over bool, err error) {
	head := make([]byte, min(8, size-at))
	if n, err := r.ReadAt(head, at); n < len(head) {
		return m, false, unexpected(err)
	}
	if len(head) < 8 {
		return m, false, damaged("%d bytes are left", len(head))
	}
	n, skip := int64(binary.LittleEndian.Uint32(head)), int64(4)
	if n == 0xffffffff {
		n, skip = int64(binary.LittleEndian.Uint32(head[4:])), 8
	}
	if n == 0 {
		return m, true, nil
	}
	if n > maxMeta || n > size-at-skip {
		return m, false, damaged("metadata of %d bytes", n)
	}
	meta := make([]byte, n)
	if k, err := r.ReadAt(meta, at+skip); k < len(meta) {
		return m, false, unexpected(err)
	}
	body, err := verifyMessage(meta)
	if err != nil {
		return m, false, err
	}
	if body < 0 || body > size-at-skip-n {
		return m, false, damaged("a body of %d bytes", body)
	}
	m = message{off: at, len: skip + n + body}
	return m, false, m.parse(meta)
}

// parse reads the kind of the message and, of a record batch, what it counts.
func (m *message) parse(meta []byte) (err error) {
	defer caught(&err)
	t := tableAt(meta, u32(meta, 0))
	if i := t.field(messageHeaderType, 1); i > 0 {
		m.kind = int(meta[i])
	}
	if m.kind != headerBatch {
		return nil
	}
	h := tableAt(meta, t.ref(messageHeader))
	if i := h.field(0, 8); i > 0 {
		m.rows = int64(binary.LittleEndian.Uint64(meta[i:]))
	}
	if m.rows < 0 {
		return damaged("%d rows", m.rows)
	}
	nodes, k := h.vector(batchNodes, 16)
	for i := range k {
		m.nulls = append(m.nulls, int64(binary.LittleEndian.Uint64(meta[nodes+16*i+8:])))
	}
	return nil
}

func unexpected(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return errs.Wrap(errs.Invalid, err, "damaged Arrow data")
}

// open is a reader of the messages that take chooses, by their place among those of their kind.
func (l *Layout) open(al mem.Allocator, take func(kind, i int) bool) (*Reader, error) {
	var parts []io.Reader
	size := int64(0)
	count := map[int]int{}
	for _, m := range l.messages {
		i := count[m.kind]
		count[m.kind]++
		if take(m.kind, i) {
			parts = append(parts, m.reader(l.r))
			size += m.len
		}
	}
	rd, err := NewReader(io.MultiReader(append(parts, bytes.NewReader(end))...), al, 0)
	if err == nil {
		rd.packed = size<<15 + 1<<20 // a block of zstd, the densest, makes 128 KiB of four bytes
	}
	return rd, err
}

// describe fills l from the schema and the batches.
func (l *Layout) describe() error {
	r, err := l.open(mem.Heap, func(kind, _ int) bool { return kind == headerSchema })
	if err != nil {
		return err
	}
	defer r.Close()
	if l.Empty, err = r.Empty(); err != nil {
		return err
	}
	var first []int // the node of each field
	n := 0
	for _, f := range r.r.Schema().Fields() {
		first = append(first, n)
		n += nodes(f.Type, 0)
	}
	fields := append(append([]int{}, r.plan.cols...), r.plan.levels...)
	l.Nulls = make([]int64, len(fields))
	for _, m := range l.messages {
		if m.kind != headerBatch {
			continue
		}
		if len(m.nulls) != n {
			return errs.New(errs.Invalid, "near byte %d: damaged Arrow data: %d nodes of %d", m.off, len(m.nulls), n)
		}
		l.Rows = append(l.Rows, m.rows)
		for i, k := range fields {
			l.Nulls[i] += max(m.nulls[first[k]], 0)
		}
	}
	return nil
}

// nodes is how many nodes a field of a type takes in a batch: its own and those of its children.
func nodes(t arrow.DataType, depth int) int {
	n := 1
	if t, ok := t.(*arrow.MapType); ok && depth < maxDeep { // a list of entries
		return 2 + nodes(t.KeyType(), depth+1) + nodes(t.ItemType(), depth+1)
	}
	if t, ok := t.(arrow.NestedType); ok && depth < maxDeep {
		for _, f := range t.Fields() {
			n += nodes(f.Type, depth+1)
		}
	}
	return n
}

// batch is the byte where batch i lies, that of the last message where there are fewer.
func (l *Layout) batch(i int) (at int64) {
	for _, m := range l.messages {
		at = m.off
		if m.kind == headerBatch {
			if i--; i < 0 {
				break
			}
		}
	}
	return at
}

// Read is batches lo to hi as one frame, whose first row has number first. Errors: Invalid for damaged ones;
// Type for a column that is not read; those of al and of the reader.
func (l *Layout) Read(al mem.Allocator, lo, hi int, first int64) (*frame.Frame, error) {
	r, err := l.open(al, func(kind, i int) bool { return kind != headerBatch || i >= lo && i < hi })
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.rows = first
	var fs []*frame.Frame
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "batch %d, near byte %d", lo+len(fs), l.batch(lo+len(fs)))
		}
		fs = append(fs, f)
	}
	if fs == nil {
		return r.Empty()
	}
	return joined(al, fs)
}

// joined are batches below each other.
func joined(al mem.Allocator, fs []*frame.Frame) (*frame.Frame, error) {
	if err := alike(al, fs); err != nil {
		return nil, err
	}
	return frame.ConcatFrames(al, fs...)
}

// alike gives the columns and labels of batches the dtypes that hold what any of them misses.
func alike(al mem.Allocator, fs []*frame.Frame) error {
	settle := func(at func(f *frame.Frame) **frame.Column) error {
		first := (*at(fs[0])).DType
		if !slices.ContainsFunc(fs, func(f *frame.Frame) bool { return (*at(f)).DType != first }) {
			return nil
		}
		for _, f := range fs {
			c := at(f)
			s, err := (*c).Settle(al, true)
			if err != nil {
				return err
			}
			*c = s
		}
		return nil
	}
	for k := range fs[0].Cols {
		if err := settle(func(f *frame.Frame) **frame.Column { return &f.Cols[k] }); err != nil {
			return err
		}
	}
	for k := range fs[0].Index.Levels {
		if err := settle(func(f *frame.Frame) **frame.Column { return &f.Index.Levels[k] }); err != nil {
			return err
		}
	}
	return nil
}
