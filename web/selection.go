package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A selection is what of a value is wanted. The zero selection is all of it.
type selection struct {
	slices  []slice // by axis; axes behind them are whole
	cols    []int   // places of a frame's columns; nil means all
	corners int     // so many places at each edge of each axis
}

// A slice is a Python slice; nil bounds are None.
type slice struct{ start, stop, step *int }

// whole reports that all is wanted as it is.
func (s *selection) whole() bool { return len(s.slices) == 0 && s.cols == nil && s.corners == 0 }

// An axis is a selection of an axis of known length: runs of places in ascending order, which are then walked
// by step.
type axis struct {
	runs []run
	step int // -2 takes every second place from the last one down
}

// A run is lo <= i < hi.
type run struct{ lo, hi int }

func (a axis) n() (n int) {
	for _, r := range a.runs {
		n += r.hi - r.lo
	}
	return n
}

// len is how many places are left after the step.
func (a axis) len() int {
	n, s := a.n(), max(a.step, -a.step)
	return (n + s - 1) / s
}

// plain reports one run, taken as it is.
func (a axis) plain() bool { return len(a.runs) == 1 && a.step == 1 }

// of is the selection of a value of a shape. Invalid: it has fewer axes.
func (s *selection) of(shape []int) ([]axis, error) {
	if len(s.slices) > len(shape) {
		return nil, errs.New(errs.Invalid, "%d slices of a value with %d axes", len(s.slices), len(shape))
	}
	out := make([]axis, len(shape))
	for a, n := range shape {
		switch {
		case s.corners > 0 && n > 2*s.corners:
			out[a] = axis{[]run{{0, s.corners}, {n - s.corners, n}}, 1}
		case a < len(s.slices):
			x, err := s.slices[a].of(n)
			if err != nil {
				return nil, errs.Wrap(errs.Invalid, err, "axis %d", a)
			}
			out[a] = x
		default:
			out[a] = axis{[]run{{0, n}}, 1}
		}
	}
	return out, nil
}

// of is the slice of an axis of length n, as slice.indices of Python has it.
func (s slice) of(n int) (axis, error) {
	step := 1
	if s.step != nil {
		step = *s.step
	}
	if step == 0 {
		return axis{}, errs.New(errs.Invalid, "a slice with step 0")
	}
	bound := func(p *int, none, lo, hi int) int {
		if p == nil {
			return none
		}
		i := *p
		if i < 0 {
			i = max(i, -n-1) + n
		}
		return min(max(i, lo), hi)
	}
	if step > 0 {
		lo, hi := bound(s.start, 0, 0, n), bound(s.stop, n, 0, n)
		hi = max(lo, hi)
		if step >= hi-lo {
			hi, step = min(hi, lo+1), 1
		}
		return axis{[]run{{lo, hi}}, step}, nil
	}
	first, last := bound(s.start, n-1, -1, n-1), bound(s.stop, -1, -1, n-1) // from first down to behind last
	if first <= last {
		return axis{[]run{{0, 0}}, 1}, nil
	}
	if step <= last-first { // one place is left
		return axis{[]run{{first, first + 1}}, 1}, nil
	}
	return axis{[]run{{last + 1, first + 1}}, step}, nil
}

// readSelection is the selection of a request for a value. Errors: Invalid, Type; NotFound for a label that
// is no column.
func readSelection(m *op.Meta, cuts []*marsv1.Slice, columns []*marsv1.Attr, corners uint32) (s selection, err error) {
	const most = 10_000
	if corners > most {
		return s, errs.New(errs.Invalid, "corners of %d places; at most %d are given", corners, most)
	}
	if corners > 0 && len(cuts) > 0 {
		return s, errs.New(errs.Invalid, "corners of a slice")
	}
	s.corners = int(corners)
	for i, x := range cuts {
		var sl slice
		for _, b := range []struct {
			to   **int
			from *marsv1.Attr
		}{{&sl.start, x.GetStart()}, {&sl.stop, x.GetStop()}, {&sl.step, x.GetStep()}} {
			if *b.to, err = readBound(b.from); err != nil {
				return s, errs.Wrap(errs.Type, err, "slice of axis %d", i)
			}
		}
		s.slices = append(s.slices, sl)
	}
	if len(columns) == 0 {
		return s, nil
	}
	if m.Kind != op.Frame {
		return s, errs.New(errs.Invalid, "columns of a %s", m.Kind)
	}
	s.cols = []int{}
	for _, c := range columns {
		l, err := readColumn(c)
		if err != nil {
			return s, err
		}
		if _, err := m.Col(l); err != nil {
			return s, err
		}
		for i := range m.Cols { // a label that stands several times means all of its columns
			if m.Cols[i].Name == l {
				s.cols = append(s.cols, i)
			}
		}
	}
	return s, nil
}

func readBound(a *marsv1.Attr) (*int, error) {
	switch v := a.GetValue().(type) {
	case nil:
		return nil, nil
	case *marsv1.Attr_Singleton:
		if v.Singleton == marsv1.Singleton_SINGLETON_NONE {
			return nil, nil
		}
	case *marsv1.Attr_I:
		const far = 1 << 60
		i := int(min(max(v.I, -far), far))
		return &i, nil
	}
	return nil, errs.New(errs.Type, "a bound is a whole number or None")
}

// parseSlices reads what stands in a URL: "0:10,::2".
func parseSlices(text string) (out []slice, err error) {
	if text == "" {
		return nil, nil
	}
	for _, t := range strings.Split(text, ",") {
		p := strings.Split(t, ":")
		if len(p) < 2 || len(p) > 3 {
			return nil, errs.New(errs.Invalid, "%.40q is no slice as 0:10 or ::2", t)
		}
		var s slice
		for i, to := range []**int{&s.start, &s.stop, &s.step}[:len(p)] {
			if p[i] == "" {
				continue
			}
			n, err := strconv.ParseInt(p[i], 10, 61)
			if err != nil {
				return nil, errs.New(errs.Invalid, "%.40q is no slice as 0:10 or ::2", t)
			}
			v := int(n)
			*to = &v
		}
		out = append(out, s)
	}
	return out, nil
}

// query is the inverse of parseSlices and of what stands beside it in a URL.
func (s *selection) query() string {
	q := []string{}
	if len(s.slices) > 0 {
		var b strings.Builder
		for i, x := range s.slices {
			if i > 0 {
				b.WriteByte(',')
			}
			for k, p := range []*int{x.start, x.stop, x.step} {
				if k > 0 {
					b.WriteByte(':')
				}
				if p != nil {
					b.WriteString(strconv.Itoa(*p))
				}
			}
		}
		q = append(q, "select="+b.String())
	}
	if s.cols != nil {
		ts := make([]string, len(s.cols))
		for i, c := range s.cols {
			ts[i] = strconv.Itoa(c)
		}
		q = append(q, "cols="+strings.Join(ts, ","))
	}
	if s.corners > 0 {
		q = append(q, "corners="+strconv.Itoa(s.corners))
	}
	return strings.Join(q, "&")
}

// A segment is what a run takes of one chunk along an axis.
type segment struct {
	chunk  int // along the axis
	lo, hi int // within the chunk
	at     int // in the value that is put together
}

// segments cuts the runs of an axis at the bounds of chunks of given lengths. There is at least one segment,
// if an empty one.
func (a axis) segments(lengths []int) (out []segment) {
	to := 0
	for _, r := range a.runs {
		start := 0
		for k, n := range lengths {
			lo, hi := max(r.lo, start), min(r.hi, start+n)
			if lo < hi {
				out = append(out, segment{k, lo - start, hi - start, to})
				to += hi - lo
			}
			start += n
		}
	}
	if len(out) == 0 {
		out = append(out, segment{})
	}
	return out
}

// apply is the description of what a selection leaves.
func (s *selection) apply(f *service.Manifest, axes []axis) *marsv1.Meta {
	m := describeManifest(f)
	if s.whole() {
		return m
	}
	whole := m.Nbytes
	share := 1.0
	shape := lengths(f)
	for i, a := range axes {
		if n := total(shape[i]); n > 0 {
			share *= float64(a.len()) / float64(n)
		}
		m.Dims[i] = &marsv1.Dim{N: int64(a.len())}
	}
	m.Nsplits, m.Nbytes = nil, int64(share*float64(whole))
	if s.cols != nil {
		all := m.Columns
		m.Columns = nil
		for _, c := range s.cols {
			m.Columns = append(m.Columns, all[c])
		}
	}
	if ix := m.Index; ix != nil && len(axes) == 1 {
		a := axes[0]
		ix.Token = ""
		switch {
		case ix.Kind != marsv1.Index_KIND_RANGE:
		case len(a.runs) > 1:
			ix.Kind, ix.Start, ix.Step, ix.Loose = marsv1.Index_KIND_INT, 0, 0, false
		default:
			first := a.runs[0].lo
			if a.step < 0 {
				first = a.runs[0].hi - 1
			}
			ix.Start, ix.Step = ix.Start+int64(first)*ix.Step, ix.Step*int64(a.step)
		}
	}
	return m
}

// rows are the places that a step takes of n rows.
func (a axis) rows() []int64 {
	n := a.n()
	out := make([]int64, 0, a.len())
	if a.step > 0 {
		for i := 0; i < n; i += a.step {
			out = append(out, int64(i))
		}
		return out
	}
	for i := n - 1; i >= 0; i += a.step {
		out = append(out, int64(i))
	}
	return out
}

// readColumn is the label of a column.
func readColumn(a *marsv1.Attr) (frame.Label, error) {
	if a.GetValue() == nil {
		return frame.Label{}, errs.New(errs.Type, "a column without a label")
	}
	return graph.ReadLabel(a)
}

// places reads numbers of columns, "0,3"; each is less than n.
func places(text string, n int) (out []int, err error) {
	if text == "" {
		return nil, nil
	}
	for _, t := range strings.Split(text, ",") {
		i, err := strconv.Atoi(t)
		if err != nil || i < 0 || i >= n {
			return nil, errs.New(errs.Invalid, "%.40q is no place of a column of %d", t, n)
		}
		out = append(out, i)
	}
	return slices.Clip(out), nil
}
