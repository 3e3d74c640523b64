package plane

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Span is Lo <= i < Hi along one axis.
type Span struct{ Lo, Hi int }

// A Labels is the labels of a RangeIndex: Start of the first row, Step between rows.
type Labels struct{ Start, Step int64 }

// A Select is the piece of a chunk that is wanted, and in what dress; the zero Select is all of it as it is
// stored.
type Select struct {
	Box    []Span              // by axis, within the chunk; a frame has one axis, its rows
	Cols   []int               // places of a frame's columns, in the order wanted
	Settle map[int]dtype.DType // dtypes of columns that were pending when the chunk was made, by place in the chunk
	Labels *Labels             // of the chunk's RangeIndex, as the whole value numbers it
}

// SelectFor is what of the whole value's description a reader of one of its chunks needs: the dtypes that
// were settled later, and the labels of a RangeIndex. row is the number of rows before the chunk.
func SelectFor(m op.Meta, c *service.ChunkMeta, row int) (s Select) {
	if m.Kind == op.Tensor || m.Kind == op.Object {
		return s
	}
	for i, col := range m.Cols {
		if !col.Type.Known() {
			continue
		}
		d := col.Type.Is
		if i < len(c.Cols) && c.Cols[i].DType == d && (c.Cols[i].Nulls == 0 || frame.CanMiss(d)) {
			continue
		}
		if s.Settle == nil {
			s.Settle = map[int]dtype.DType{}
		}
		s.Settle[i] = d
	}
	if m.Index.Loose {
		s.Labels = &Labels{int64(m.Index.Start + row*m.Index.Step), int64(m.Index.Step)}
	}
	return s
}

// cut is the piece of a value that is selected: a view, but for columns that are settled, which come from al.
func cut(v any, s Select, al mem.Allocator) (any, error) {
	switch v := v.(type) {
	case *nd.Array:
		if s.Cols != nil || s.Settle != nil || s.Labels != nil {
			return nil, errs.New(errs.Invalid, "columns or labels of an array")
		}
		return cutArray(v, s.Box)
	case *frame.Frame:
		return cutFrame(v, s, al)
	}
	if s.Box != nil || s.Cols != nil || s.Settle != nil || s.Labels != nil {
		return nil, errs.New(errs.Invalid, "a piece of a %T", v)
	}
	return v, nil
}

func cutArray(a *nd.Array, box []Span) (*nd.Array, error) {
	if box == nil {
		return a, nil
	}
	if len(box) != a.Rank() {
		return nil, errs.New(errs.Invalid, "a box of %d axes of an array of %d", len(box), a.Rank())
	}
	lo, size := make([]int, len(box)), make([]int, len(box))
	for i, b := range box {
		if err := b.in(a.Shape[i]); err != nil {
			return nil, err
		}
		lo[i], size[i] = b.Lo, b.Hi-b.Lo
	}
	return a.Box(lo, size), nil
}

func (b Span) in(n int) error {
	if b.Lo < 0 || b.Hi < b.Lo || b.Hi > n {
		return errs.New(errs.Invalid, "box [%d, %d) of an axis of length %d", b.Lo, b.Hi, n)
	}
	return nil
}

func cutFrame(f *frame.Frame, s Select, al mem.Allocator) (*frame.Frame, error) {
	if f.Ord != nil {
		f = f.WithOrd(nil)
	}
	if s.Labels != nil && f.Index.Kind == frame.RangeIndex {
		f = f.WithIndex(frame.NewRange(s.Labels.Start, s.Labels.Step, f.NRows).WithNames(f.Index.Names...))
	}
	if s.Box != nil {
		if len(s.Box) != 1 {
			return nil, errs.New(errs.Invalid, "a box of %d axes of a frame, which has rows alone", len(s.Box))
		}
		if err := s.Box[0].in(f.NRows); err != nil {
			return nil, err
		}
		f = f.Slice(s.Box[0].Lo, s.Box[0].Hi)
	}
	places := s.Cols
	if places != nil {
		for _, c := range places {
			if c < 0 || c >= len(f.Cols) {
				return nil, errs.New(errs.Invalid, "column %d of a frame of %d", c, len(f.Cols))
			}
		}
		f = f.Select(places...)
	}
	if s.Settle == nil {
		return f, nil
	}
	return settle(f, places, s.Settle, al)
}

// settle gives columns their dtypes; places says where they were in the chunk, nil: where they are.
func settle(f *frame.Frame, places []int, to map[int]dtype.DType, al mem.Allocator) (*frame.Frame, error) {
	m := op.Meta{Kind: op.Frame, Cols: make([]op.Col, len(f.Cols))}
	for i := range f.Cols {
		at := i
		if places != nil {
			at = places[i]
		}
		m.Cols[i] = op.Col{Name: f.Names[i], Type: op.Type{When: "unsaid"}}
		if d, ok := to[at]; ok {
			m.Cols[i].Type = op.T(d)
		}
	}
	v, err := op.Settle(f, m, al)
	if err != nil {
		return nil, err
	}
	return v.(*frame.Frame), nil
}

// Path is the path and query by which a Gateway under prefix gives a piece of a chunk; an empty format leaves
// the choice to Accept.
func Path(prefix, session string, k op.Key, sel Select, format string) string {
	p := prefix + "/sessions/" + url.PathEscape(session) + "/chunks/" + k.String()
	if q := sel.query(format).Encode(); q != "" {
		p += "?" + q
	}
	return p
}

func (s Select) query(format string) url.Values {
	q := url.Values{}
	if s.Box != nil {
		q.Set("box", join(s.Box, ",", func(b Span) string { return strconv.Itoa(b.Lo) + ":" + strconv.Itoa(b.Hi) }))
	}
	if s.Cols != nil {
		q.Set("cols", join(s.Cols, ",", strconv.Itoa))
	}
	if s.Settle != nil {
		places := slices.Sorted(maps.Keys(s.Settle))
		q.Set("settle", join(places, ";", func(i int) string { return strconv.Itoa(i) + ":" + s.Settle[i].String() }))
	}
	if s.Labels != nil {
		q.Set("labels", strconv.FormatInt(s.Labels.Start, 10)+":"+strconv.FormatInt(s.Labels.Step, 10))
	}
	if format != "" {
		q.Set("format", format)
	}
	return q
}

func join[T any](vs []T, sep string, text func(T) string) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = text(v)
	}
	return strings.Join(out, sep)
}

// selectOf reads what query wrote; damage is Invalid.
func selectOf(q url.Values) (s Select, err error) {
	if q.Has("box") {
		s.Box, err = split(q.Get("box"), ",", func(t string) (b Span, ok bool) {
			lo, hi, ok := strings.Cut(t, ":")
			b.Lo, b.Hi = number(lo), number(hi)
			return b, ok && b.Lo >= 0 && b.Hi >= b.Lo
		})
	}
	if q.Has("cols") && err == nil {
		s.Cols, err = split(q.Get("cols"), ",", func(t string) (int, bool) { n := number(t); return n, n >= 0 })
	}
	if q.Has("settle") && err == nil {
		s.Settle = map[int]dtype.DType{}
		_, err = split(q.Get("settle"), ";", func(t string) (int, bool) {
			at, name, ok := strings.Cut(t, ":")
			d, err := dtype.Parse(name)
			i := number(at)
			s.Settle[i] = d
			return i, ok && err == nil && i >= 0
		})
	}
	if q.Has("labels") && err == nil {
		a, b, _ := strings.Cut(q.Get("labels"), ":")
		start, err1 := strconv.ParseInt(a, 10, 64)
		step, err2 := strconv.ParseInt(b, 10, 64)
		if err1 != nil || err2 != nil || step == 0 {
			return s, errs.New(errs.Invalid, "labels %.80q are not start:step", q.Get("labels"))
		}
		s.Labels = &Labels{start, step}
	}
	return s, err
}

// number is a number of zero or more, -1 for anything else.
func number(t string) int {
	n, err := strconv.ParseUint(t, 10, 62)
	if err != nil {
		return -1
	}
	return int(n)
}

func split[T any](text, sep string, read func(string) (T, bool)) ([]T, error) {
	out := []T{}
	if text == "" {
		return out, nil
	}
	for _, t := range strings.Split(text, sep) {
		v, ok := read(t)
		if !ok {
			return nil, errs.New(errs.Invalid, "%.80q cannot be read", t)
		}
		out = append(out, v)
	}
	return out, nil
}
