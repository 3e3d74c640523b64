package graph

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/internal/compact"
	"github.com/mars-project/mars-go/op"
)

// A writer has the tables of one message: texts, schemas and lists of keys are written where they first occur
// and are numbers after that. Number 0 says that a new item follows.
type writer struct {
	compact.Writer
	texts   map[string]uint64
	schemas map[string]uint64
	last    *op.Meta // the schema written last, and its number
	lastNum uint64
	scratch compact.Writer
}

func (w *writer) text(s string) {
	if n := w.texts[s]; n > 0 {
		w.Uint(n)
		return
	}
	if w.texts == nil {
		w.texts = map[string]uint64{}
	}
	w.texts[s] = uint64(len(w.texts) + 1)
	w.Byte(0)
	w.Str(s)
}

func (w *writer) key(k op.Key) { w.Raw(k[:]) }

// meta is a description whose key is known to be like, or follows.
func (w *writer) meta(m *op.Meta, like op.Key) {
	w.schema(m)
	w.Len(len(m.Dims))
	for _, d := range m.Dims {
		w.dim(d)
	}
	if m.Key == like {
		w.Byte(1)
		return
	}
	w.Byte(0)
	w.key(m.Key)
}

func (w *writer) dim(d op.Dim) {
	if d.Sym == "" {
		w.Int(int64(d.N) << 1)
		return
	}
	w.Int(int64(d.N)<<1 | 1)
	w.text(d.Sym)
}

// schema is what many chunks of a value have in common: all but dims and key.
func (w *writer) schema(m *op.Meta) {
	if w.last != nil && sameSchema(w.last, m) {
		w.Uint(w.lastNum)
		return
	}
	s := &w.scratch
	s.B = s.B[:0]
	s.Byte(byte(m.Kind))
	s.Bool(m.Open)
	putType(s, m.DType)
	writeCols(s, m.Cols)
	x := &m.Index
	s.Byte(byte(x.Kind))
	writeCols(s, x.Levels)
	s.Raw(x.Token[:])
	s.Int(int64(x.Start))
	s.Int(int64(x.Step))
	s.Bool(x.Loose)
	s.Len(len(m.Axis))
	for _, l := range m.Axis {
		writeLabel(s, l)
	}
	n := w.schemas[string(s.B)]
	if n == 0 {
		w.Byte(0)
		w.Bytes(s.B)
		if w.schemas == nil {
			w.schemas = map[string]uint64{}
		}
		n = uint64(len(w.schemas) + 1)
		w.schemas[string(s.B)] = n
	} else {
		w.Uint(n)
	}
	c := *m
	w.last, w.lastNum = &c, n
}

func sameSchema(a, b *op.Meta) bool {
	return a.Kind == b.Kind && a.DType == b.DType && a.Open == b.Open && a.Index.Kind == b.Index.Kind && a.Index.Token == b.Index.Token &&
		a.Index.Start == b.Index.Start && a.Index.Step == b.Index.Step && a.Index.Loose == b.Index.Loose &&
		(a.Cols == nil) == (b.Cols == nil) && (a.Index.Levels == nil) == (b.Index.Levels == nil) &&
		slices.Equal(a.Cols, b.Cols) && slices.Equal(a.Index.Levels, b.Index.Levels) && slices.Equal(a.Axis, b.Axis)
}

func putType(w *compact.Writer, t op.Type) {
	writeDType(w, t.Is)
	writeDType(w, t.Or)
	w.Str(t.When)
}

func writeDType(w *compact.Writer, d dtype.DType) {
	b, _ := d.MarshalText() // it has no errors
	w.Bytes(b)
}

func writeLabel(w *compact.Writer, l frame.Label) {
	b, _ := l.MarshalBinary() // it has no errors
	w.Bytes(b)
}

func writeCols(w *compact.Writer, cs []op.Col) {
	if cs == nil {
		w.Byte(0)
		return
	}
	w.Len(len(cs) + 1)
	for i := range cs {
		writeLabel(w, cs[i].Name)
		putType(w, cs[i].Type)
	}
}

// A reader has the tables of one message.
type reader struct {
	*compact.Reader
	texts   []string
	schemas []op.Meta
}

func (r *reader) text() string {
	n := r.Index(len(r.texts) + 1)
	if n > 0 {
		return r.texts[n-1]
	}
	s := r.Str()
	r.texts = append(r.texts, s)
	return s
}

func (r *reader) key() (k op.Key) {
	copy(k[:], r.Raw(len(k)))
	return k
}

func (r *reader) meta(like op.Key) op.Meta {
	m := r.schema()
	if n := r.Len(1); n > 0 {
		m.Dims = make([]op.Dim, n)
		for i := range m.Dims {
			m.Dims[i] = r.dim()
		}
	} else {
		m.Dims = []op.Dim{}
	}
	if m.Key = like; !r.Bool() {
		m.Key = r.key()
	}
	return m
}

func (r *reader) dim() (d op.Dim) {
	v := r.Int()
	d.N = int(v >> 1)
	if v&1 != 0 {
		d.Sym = r.text()
	}
	return d
}

func (r *reader) schema() op.Meta {
	if n := r.Index(len(r.schemas) + 1); n > 0 {
		return r.schemas[n-1]
	}
	s := compact.NewReader(r.Bytes())
	m := op.Meta{Kind: op.Kind(s.Byte()), Open: s.Bool(), DType: schemaType(s), Cols: readCols(s)}
	m.Index = op.IndexMeta{Kind: frame.IndexKind(s.Byte()), Levels: readCols(s)}
	copy(m.Index.Token[:], s.Raw(len(m.Index.Token)))
	m.Index.Start, m.Index.Step, m.Index.Loose = int(s.Int()), int(s.Int()), s.Bool()
	for range s.Len(1) {
		m.Axis = append(m.Axis, readLabel(s))
	}
	if err := s.End(); err != nil {
		r.Fail(err)
	}
	r.schemas = append(r.schemas, m)
	return m
}

func schemaType(r *compact.Reader) op.Type {
	return op.Type{Is: readDType(r), Or: readDType(r), When: r.Str()}
}

func readDType(r *compact.Reader) (d dtype.DType) {
	if b := r.Bytes(); len(b) > 0 {
		if err := d.UnmarshalText(b); err != nil {
			r.Fail(err)
		}
	}
	return d
}

func readLabel(r *compact.Reader) (l frame.Label) {
	if b := r.Bytes(); r.Err() == nil {
		if err := l.UnmarshalBinary(b); err != nil {
			r.Fail(err)
		}
	}
	return l
}

func readCols(r *compact.Reader) []op.Col {
	n := r.Uint()
	if n == 0 {
		return nil
	}
	if n-1 > uint64(r.Left()) {
		r.Bad("%d columns in %d bytes", n-1, r.Left())
		return nil
	}
	cs := make([]op.Col, n-1)
	for i := range cs {
		cs[i].Name = readLabel(r)
		cs[i].Type = schemaType(r)
	}
	return cs
}
