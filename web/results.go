package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/csv"
	"github.com/mars-project/mars-go/wire/npy"
)

// mediaCSV is the media type of text.
const mediaCSV = "text/csv"

// formats are the names of forms in a URL.
var formats = map[string]string{"npy": plane.NPY, "raw": plane.Raw, "arrow": plane.Arrow, "json": plane.JSON, "csv": mediaCSV}

// maxWhole is how many bytes of a value are held at once to answer a request; what can be sent in pieces has
// no bound.
const maxWhole = 256 << 20

// result is a whole value, or a selection of it, for whoever speaks plain HTTP:
//
//	GET /v1/sessions/{session}/results/{key}?format=npy|raw|arrow|csv|json&select=0:10,::2&columns=["a"]&cols=0,3&corners=3
//
// Without a format it is the first of Accept that the value has.
func (s *Server) result(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	x, err := s.session(ctx, r.PathValue("session"))
	if err != nil {
		return err
	}
	defer x.active.Add(-1)
	k, ok := op.ParseKey(r.PathValue("key"))
	if !ok {
		return errs.New(errs.Invalid, "key %.80q", r.PathValue("key"))
	}
	m, err := s.manifest(ctx, x, k)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	sel, err := queried(q, &m.Meta)
	if err != nil {
		return err
	}
	format, err := wanted(q.Get("format"), r.Header.Values("Accept"), m.Meta.Kind)
	if err != nil {
		return err
	}
	ls := lengths(&m)
	shape := make([]int, len(ls))
	for a := range ls {
		shape[a] = total(ls[a])
	}
	axes, err := sel.of(shape)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", format)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept")
	if steps(axes) && len(axes) > 0 && format != mediaCSV && format != plane.JSON {
		return s.stream(w, r, x, &m, &sel, axes, format)
	}
	if n := sel.apply(&m, axes).Nbytes; n > maxWhole {
		return errs.New(errs.Invalid, "%s of %s in this form; select less, or take it as npy or arrow in plain slices",
			service.Bytes(n), m.Meta.Kind)
	}
	b, err := s.whole(r, x, &m, &sel, axes, format)
	if err != nil {
		return err
	}
	h.Set("Content-Length", strconv.Itoa(len(b)))
	out := s.paced(w)
	defer out.end()
	_, _ = out.Write(b) // who is gone needs no answer
	return nil
}

func queried(q url.Values, m *op.Meta) (sel selection, err error) {
	if sel.slices, err = parseSlices(q.Get("select")); err != nil {
		return sel, err
	}
	if t := q.Get("corners"); t != "" {
		n, err := strconv.ParseUint(t, 10, 13)
		if err != nil || len(sel.slices) > 0 {
			return sel, errs.New(errs.Invalid, "corners=%.40q, which is a number and goes without slices", t)
		}
		sel.corners = int(n)
	}
	if sel.cols, err = places(q.Get("cols"), len(m.Cols)); err != nil {
		return sel, err
	}
	if t := q.Get("columns"); t != "" {
		var ls []frame.Label
		if err := json.Unmarshal([]byte(t), &ls); err != nil {
			return sel, errs.Wrap(errs.Invalid, err, "columns=%.80q, which is a JSON list of labels", t)
		}
		for _, l := range ls {
			if _, err := m.Col(l); err != nil {
				return sel, err
			}
			for i := range m.Cols {
				if m.Cols[i].Name == l {
					sel.cols = append(sel.cols, i)
				}
			}
		}
	}
	if sel.cols != nil && m.Kind != op.Frame {
		return sel, errs.New(errs.Invalid, "columns of a %s", m.Kind)
	}
	return sel, nil
}

// wanted is the media type of an answer.
func wanted(name string, accept []string, kind op.Kind) (string, error) {
	if name == "" {
		var all []string
		for _, a := range accept {
			all = append(all, strings.Split(a, ",")...)
		}
		for _, a := range all {
			t, _, _ := strings.Cut(strings.TrimSpace(a), ";")
			if f, ok := plane.FormatFor(kind, []string{t}); ok {
				return f, nil
			}
			if t == mediaCSV || t == plane.JSON {
				return t, nil
			}
		}
		if f, ok := plane.FormatFor(kind, nil); ok && len(all) == 0 {
			return f, nil
		}
		return "", errs.New(errs.Type, "a %s has no form among %.200q", kind, all)
	}
	f := formats[name]
	if f == "" && slices.ContainsFunc([]string{plane.NPY, plane.Raw, plane.Arrow, plane.JSON, mediaCSV}, func(t string) bool { return t == name }) {
		f = name
	}
	if f == "" {
		return "", errs.New(errs.Invalid, "format %.40q; there are npy, raw, arrow, csv and json", name)
	}
	if _, ok := plane.FormatFor(kind, []string{f}); !ok && (kind == op.Object || f != mediaCSV && f != plane.JSON) {
		return "", errs.New(errs.Type, "a %s has no form %s", kind, name)
	}
	return f, nil
}

// stream sends a value band by band of its first axis, so that no more than a band is held.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, x *session, m *service.Manifest, sel *selection, axes []axis, format string) error {
	ls := lengths(m)
	out := s.paced(w)
	defer out.end()
	var frames *arrow.Writer
	for i, g := range axes[0].segments(ls[0]) {
		start := starts(ls)[g.chunk]
		band := append([]axis{{[]run{{start + g.lo, start + g.hi}}, 1}}, axes[1:]...)
		v, err := s.value(r.Context(), x, m, sel, band)
		if err == nil && i == 0 {
			frames, err = begin(out, v, axes, format)
		}
		if err == nil {
			if f, ok := v.(*frame.Frame); ok {
				err = frames.Write(f)
			} else {
				err = npy.WriteRaw(out, v.(*nd.Array))
			}
		}
		if err != nil {
			return out.fail(err)
		}
	}
	if frames != nil {
		if err := frames.Close(); err != nil {
			return out.fail(err)
		}
	}
	return nil
}

// begin writes what stands before the first band.
func begin(w io.Writer, v any, axes []axis, format string) (*arrow.Writer, error) {
	if f, ok := v.(*frame.Frame); ok {
		if format != plane.Arrow {
			return nil, errs.New(errs.Type, "a frame has no form %s", format)
		}
		return arrow.NewWriter(w, mem.Heap, arrow.Options{Rows: axes[0].len(), PlainIndex: f.Index.Kind == frame.RangeIndex && len(axes[0].runs) > 1}), nil
	}
	a := v.(*nd.Array)
	switch format {
	case plane.Raw:
		return nil, nil
	case plane.NPY:
		shape := slices.Clone(a.Shape)
		for i := range axes {
			shape[i] = axes[i].len()
		}
		_, err := w.Write(npy.Header{DType: a.DType, Shape: shape}.Append(nil))
		return nil, err
	}
	return nil, errs.New(errs.Type, "an array has no form %s", format)
}

// whole is a selection as text, or of what cannot be sent in bands.
func (s *Server) whole(r *http.Request, x *session, m *service.Manifest, sel *selection, axes []axis, format string) ([]byte, error) {
	if m.Meta.Kind == op.Object || format != mediaCSV && format != plane.JSON {
		return s.assembled(r.Context(), x, m, sel, axes, format)
	}
	v, err := s.value(r.Context(), x, m, sel, axes)
	if err != nil {
		return nil, err
	}
	if format == plane.JSON {
		return asJSON(v)
	}
	f, ok := v.(*frame.Frame)
	if !ok {
		return arrayCSV(v.(*nd.Array))
	}
	b, err := csv.AppendHeader(nil, f, csv.WriteOptions{})
	if err != nil {
		return nil, err
	}
	return csv.Append(b, f, csv.WriteOptions{})
}

// asJSON is an array as nested lists, or a frame as {"columns": [..], "index": [..], "data": [[..]]}, which
// pandas calls orient="split". Missing values and NaN are null, infinities and times are text.
func asJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	switch v := v.(type) {
	case *nd.Array:
		if err := arrayJSON(&b, v); err != nil {
			return nil, err
		}
	case *frame.Frame:
		b.WriteString(`{"columns":[`)
		for i, n := range v.Names {
			comma(&b, i)
			cell(&b, n)
		}
		b.WriteString(`],"index":[`)
		for i := range v.NRows {
			comma(&b, i)
			cell(&b, v.Index.Label(i))
		}
		b.WriteString(`],"data":[`)
		for i := range v.NRows {
			comma(&b, i)
			b.WriteByte('[')
			for j, c := range v.Cols {
				comma(&b, j)
				if c.IsNull(i) {
					b.WriteString("null")
				} else {
					cell(&b, c.Label(i))
				}
			}
			b.WriteByte(']')
		}
		b.WriteString("]}")
	default:
		return nil, errs.New(errs.Type, "a %T has no form as JSON", v)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func comma(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// cell is a label as JSON that every program reads.
func cell(b *bytes.Buffer, l frame.Label) {
	var v any = l
	switch f, isFloat := l.Value().(float64); {
	case l.IsMissing():
		v = nil
	case isFloat && f-f != 0:
		v = map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]
	default:
		switch l.Value().(type) {
		case frame.Timestamp, frame.Timedelta:
			v = l.String()
		}
	}
	if j, err := json.Marshal(v); err == nil {
		b.Write(j)
	} else {
		b.WriteString("null")
	}
}

func arrayJSON(b *bytes.Buffer, a *nd.Array) error {
	if a.Rank() > 0 {
		b.WriteByte('[')
		for i := range a.Shape[0] {
			comma(b, i)
			if err := arrayJSON(b, a.Index(0, i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	l, err := element(a)
	if err != nil {
		return err
	}
	cell(b, l)
	return nil
}

// element is the one element of an array as a label.
func element(a *nd.Array) (frame.Label, error) {
	c, err := frame.FromArray(mem.Heap, a.NewAxis(0))
	if err != nil {
		return frame.Label{}, errs.Wrap(errs.Type, err, "%s as text", a.DType)
	}
	return c.Label(0), nil
}

// arrayCSV is an array of one or two axes as lines of numbers.
func arrayCSV(a *nd.Array) ([]byte, error) {
	if a.Rank() == 1 {
		a = a.NewAxis(1)
	}
	if a.Rank() != 2 {
		return nil, errs.New(errs.Type, "an array of %d axes has no form as lines of text", a.Rank())
	}
	f := &frame.Frame{NRows: a.Shape[0], Index: frame.NewRange(0, 1, a.Shape[0])}
	for j := range a.Shape[1] {
		c, err := frame.FromArray(mem.Heap, a.Index(1, j))
		if err != nil {
			return nil, errs.Wrap(errs.Type, err, "%s as text", a.DType)
		}
		f.Names, f.Cols = append(f.Names, frame.L(j)), append(f.Cols, c)
	}
	return csv.Append(nil, f, csv.WriteOptions{NoIndex: true})
}
