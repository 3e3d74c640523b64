package plane_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// parse is the value that a body's bytes are.
func parse(t testing.TB, media string, b []byte, d dtype.DType, shape ...int) any {
	t.Helper()
	switch media {
	case plane.NPY:
		return must(npy.Read(bytes.NewReader(b), mem.Heap))
	case plane.Raw:
		return must(npy.ReadRaw(bytes.NewReader(b), mem.Heap, d, shape...))
	case plane.Arrow:
		return must(arrow.ReadAll(bytes.NewReader(b), mem.Heap, 0))
	}
	return string(b)
}

// testParts runs what every Parts must do.
func testParts(t *testing.T, w *worker, p plane.Parts) {
	a := w.put(t, "a", floats(4, 6))
	turned := w.put(t, "turned", func(al mem.Allocator) any { return floats(3, 5)(al).(*nd.Array).Transpose() })
	f := w.put(t, "f", table)
	o := w.put(t, "o", func(mem.Allocator) any { return 2.5 })
	tup := w.put(t, "tup", func(al mem.Allocator) any { return op.Tuple{floats(2)(al), "x"} })
	whole := w.value(t, "a").(*nd.Array)
	tab := w.value(t, "f").(*frame.Frame)
	for _, c := range []struct {
		name   string
		of     service.ChunkMeta
		sel    plane.Select
		format string
		want   any
		shape  []int
	}{
		{"npy", a, plane.Select{}, plane.NPY, whole, nil},
		{"raw", a, plane.Select{}, plane.Raw, whole, []int{4, 6}},
		{"box", a, plane.Select{Box: []plane.Span{{1, 3}, {2, 5}}}, plane.NPY, whole.Box([]int{1, 2}, []int{2, 3}), nil},
		{"raw box", a, plane.Select{Box: []plane.Span{{1, 3}, {2, 5}}}, plane.Raw, whole.Box([]int{1, 2}, []int{2, 3}), []int{2, 3}},
		{"empty box", a, plane.Select{Box: []plane.Span{{1, 1}, {0, 6}}}, plane.NPY, whole.Box([]int{1, 0}, []int{0, 6}), nil},
		{"Fortran order", turned, plane.Select{}, plane.NPY, w.value(t, "turned"), nil},
		{"raw is C order", turned, plane.Select{}, plane.Raw, w.value(t, "turned"), []int{5, 3}},
		{"frame", f, plane.Select{}, plane.Arrow, tab, nil},
		{"rows", f, plane.Select{Box: []plane.Span{{2, 5}}}, plane.Arrow, tab.Slice(2, 5), nil},
		{"columns", f, plane.Select{Cols: []int{1, 0}}, plane.Arrow, tab.Select(1, 0), nil},
		{"no columns", f, plane.Select{Cols: []int{}}, plane.Arrow, tab.Select(), nil},
		{
			"rows, columns, labels", f,
			plane.Select{Box: []plane.Span{{1, 3}}, Cols: []int{1}, Labels: &plane.Labels{Start: 100, Step: 2}},
			plane.Arrow,
			tab.Slice(1, 3).Select(1).WithIndex(frame.NewRange(102, 2, 2)), nil,
		},
		{
			"settled", f,
			plane.Select{Cols: []int{1}, Settle: map[int]dtype.DType{1: dtype.Float64}},
			plane.Arrow,
			must(frame.New(tab.Index, frame.Labels(int64(7)), frame.Of([]float64{1, 2, 3, 4, 5, 6}))), nil,
		},
		{"object", o, plane.Select{}, plane.JSON, "2.5", nil},
	} {
		b, err := p.Open(bg, "s", c.of, c.sel, c.format)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var out bytes.Buffer
		n, err := b.WriteTo(&out)
		if err != nil || n != int64(out.Len()) || b.Size >= 0 && n != b.Size || b.Type != c.format {
			t.Errorf("%s: %d bytes as %s, %v; Size says %d", c.name, n, b.Type, err, b.Size)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		same(t, c.name, parse(t, c.format, out.Bytes(), dtype.Float64, c.shape...), c.want)
	}
	for _, c := range []struct {
		name   string
		of     service.ChunkMeta
		sel    plane.Select
		format string
		kind   errs.Kind
		say    string
	}{
		{"no such format of an array", a, plane.Select{}, plane.Arrow, errs.Type, "cannot be sent"},
		{"no such format of a frame", f, plane.Select{}, plane.NPY, errs.Type, "cannot be sent"},
		{"a form nobody knows", a, plane.Select{}, "text/html", errs.Type, "text/html"},
		{"no form of a tuple", tup, plane.Select{}, plane.JSON, errs.Type, "op.Tuple"},
		{"box outside", a, plane.Select{Box: []plane.Span{{0, 5}, {0, 6}}}, plane.NPY, errs.Invalid, "[0, 5) of an axis of length 4"},
		{"box of too few axes", a, plane.Select{Box: []plane.Span{{0, 4}}}, plane.NPY, errs.Invalid, "1 axes of an array of 2"},
		{"columns of an array", a, plane.Select{Cols: []int{0}}, plane.NPY, errs.Invalid, "columns"},
		{"column outside", f, plane.Select{Cols: []int{3}}, plane.Arrow, errs.Invalid, "column 3 of a frame of 3"},
		{"rows outside", f, plane.Select{Box: []plane.Span{{0, 7}}}, plane.Arrow, errs.Invalid, "[0, 7)"},
		{"a piece of an object", o, plane.Select{Box: []plane.Span{}}, plane.JSON, errs.Invalid, "a piece"},
		{"not there", service.ChunkMeta{Facts: service.Facts{Key: key("none")}, Bands: on(w.node)}, plane.Select{}, plane.NPY, errs.Lost, "nowhere"},
		{"no such worker", service.ChunkMeta{Facts: a.Facts, Bands: on("gone")}, plane.Select{}, plane.NPY, errs.Unavailable, "gone"},
	} {
		b, err := p.Open(bg, "s", c.of, c.sel, c.format)
		if err == nil {
			b.Close()
		}
		wants(t, err, c.kind, c.say)
		if t.Failed() {
			t.Fatalf("in %s", c.name)
		}
	}
	b := must(p.Open(bg, "s", service.ChunkMeta{Facts: a.Facts, Bands: on("gone", w.node)}, plane.Select{}, plane.NPY))
	var all, tail bytes.Buffer
	_ = must(b.WriteTo(&all))
	b.Close()
	b = must(p.Open(bg, "s", a, plane.Select{}, plane.NPY))
	if err := b.WriteRange(&tail, 100, 77); err != nil || !bytes.Equal(tail.Bytes(), all.Bytes()[100:177]) {
		t.Errorf("a range of 77 bytes: %d bytes, %v", tail.Len(), err)
	}
	b.Close()
	b.Close()
	testUploads(t, w, p)
}

func testUploads(t *testing.T, w *worker, p plane.Parts) {
	var array, rows bytes.Buffer
	a := floats(100, 3)(mem.Heap).(*nd.Array)
	f := table(mem.Heap).(*frame.Frame)
	if err := npy.Write(&array, a); err != nil {
		t.Fatal(err)
	}
	if err := arrow.WriteAll(&rows, mem.Heap, arrow.Options{}, f); err != nil {
		t.Fatal(err)
	}
	bare := nd.Raw(a)
	for _, c := range []struct {
		name  string
		media string
		b     []byte
		d     dtype.DType
		shape []int
		want  any
		kind  errs.Kind
		say   string
	}{
		{"up npy", plane.NPY, array.Bytes(), dtype.DType{}, nil, a, 0, ""},
		{"up raw", plane.Raw, bare, dtype.Float64, []int{100, 3}, a, 0, ""},
		{"up frame", plane.Arrow, rows.Bytes(), dtype.DType{}, nil, f, 0, ""},
		{"up object", plane.JSON, []byte(`["a",1,2.5]`), dtype.DType{}, nil, []any{"a", int64(1), 2.5}, 0, ""},
		{"truncated npy", plane.NPY, array.Bytes()[:500], dtype.DType{}, nil, nil, errs.Invalid, "byte 500"},
		{"truncated frame", plane.Arrow, rows.Bytes()[:rows.Len()/2], dtype.DType{}, nil, nil, errs.Invalid, ""},
		{"npy and more", plane.NPY, append(bytes.Clone(array.Bytes()), 0), dtype.DType{}, nil, nil, errs.Invalid, "1 bytes behind"},
		{"no npy", plane.NPY, []byte("\x80\x04pickle"), dtype.DType{}, nil, nil, errs.Invalid, "not a .npy file"},
		{"pickled objects", plane.NPY, []byte("\x93NUMPY\x01\x00\x36\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,)}\n"), dtype.DType{}, nil, nil, errs.Invalid, "never read"},
		{"raw of another size", plane.Raw, bare, dtype.Float64, []int{100, 4}, nil, errs.Invalid, "2400 bytes"},
		{"raw of no size", plane.Raw, bare, dtype.Float64, []int{1 << 40, 1 << 40}, nil, errs.Invalid, ""},
		{"raw of a negative length", plane.Raw, bare, dtype.Float64, []int{-100, -3}, nil, errs.Invalid, "-100"},
		{"raw without a dtype", plane.Raw, bare, dtype.DType{}, []int{300}, nil, errs.Invalid, "dtype"},
		{"a pickle", "application/x-pickle", []byte("\x80\x04."), dtype.DType{}, nil, nil, errs.Type, "x-pickle"},
		{"no object", plane.JSON, []byte(`{"a":1}`), dtype.DType{}, nil, nil, errs.Invalid, "object"},
		{"too large", plane.NPY, make([]byte, 1<<20+1), dtype.DType{}, nil, nil, errs.Invalid, "at most 1048576"},
	} {
		u := plane.Upload{Band: w.band(), Key: key(c.name), Type: c.media, Size: int64(len(c.b)), DType: c.d, Shape: c.shape}
		m, err := p.Write(bg, "s", u, bytes.NewReader(c.b))
		if c.want == nil {
			wants(t, err, c.kind, c.say)
			if t.Failed() {
				t.Fatalf("in %s", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		same(t, c.name, w.value(t, c.name), c.want)
		if m.Key != u.Key || len(m.Bands) != 1 || m.Bands[0] != u.Band || m.Bytes == 0 {
			t.Errorf("%s: %+v", c.name, m)
		}
		again, err := p.Stat(bg, "s", u.Key, u.Band)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		same(t, c.name, again, m)
	}
	_, err := p.Stat(bg, "s", key("truncated npy"), w.band())
	wants(t, err, errs.NotFound, "")
	_, err = p.Write(bg, "s", plane.Upload{Band: on("gone")[0], Key: key("x"), Type: plane.NPY, Size: 10}, strings.NewReader("0123456789"))
	wants(t, err, errs.Unavailable, "gone")
	_, err = p.Write(bg, "s", plane.Upload{Band: w.band(), Key: key("x"), Type: plane.NPY, Size: -1}, strings.NewReader(""))
	wants(t, err, errs.Invalid, "length")
}

func TestLocal(t *testing.T) {
	w := open(t, "w1", 64<<20, nil)
	testParts(t, w, plane.NewLocal(find(w), plane.LocalOptions{MaxUpload: 1 << 20}))
}

func TestLocalCopiesUploadsToASecondWorker(t *testing.T) {
	peers := &data.Peers{}
	a, b := open(t, "w1", 8<<20, peers), open(t, "w2", 8<<20, peers)
	peers.Add(a.Service)
	peers.Add(b.Service)
	p := plane.NewLocal(find(a, b), plane.LocalOptions{})
	c := a.put(t, "a", floats(10))
	got, err := p.Copy(bg, "s", c, b.band())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "copy", b.value(t, "a"), a.value(t, "a"))
	if got.Bands[0] != b.band() || got.Key != c.Key {
		t.Errorf("%+v", got)
	}
}

// A chunk as it was made does not know what the whole value settled later.
func TestSelectForAsksForWhatWasSettledLater(t *testing.T) {
	m := op.NewFrame(op.Dim{N: 10}, op.FreshRange(op.Dim{N: 10}), op.Col{Name: frame.L("a"), Type: op.T(dtype.Float64)}, op.Col{Name: frame.L("b"), Type: op.T(dtype.Int64)})
	m.Index.Loose, m.Index.Start, m.Index.Step = true, 5, 2
	c := &service.ChunkMeta{Facts: service.Facts{Facts: op.Facts{Cols: []op.ColFacts{{DType: dtype.Int64}, {DType: dtype.Int64}}}}}
	s := plane.SelectFor(m, c, 4)
	if len(s.Settle) != 1 || s.Settle[0] != dtype.Float64 || *s.Labels != (plane.Labels{Start: 13, Step: 2}) {
		t.Errorf("%+v", s)
	}
}

func TestFormatFor(t *testing.T) {
	for _, c := range []struct {
		k      op.Kind
		accept []string
		want   string
		ok     bool
	}{
		{op.Tensor, nil, plane.NPY, true},
		{op.Tensor, []string{plane.Raw, plane.NPY}, plane.Raw, true},
		{op.Tensor, []string{"application/*;q=0.5"}, plane.NPY, true},
		{op.Tensor, []string{plane.Arrow}, "", false},
		{op.Series, []string{plane.NPY, " Application/vnd.apache.arrow.stream; x=1"}, plane.Arrow, true},
		{op.Object, []string{"*/*"}, plane.JSON, true},
	} {
		if got, ok := plane.FormatFor(c.k, c.accept); got != c.want || ok != c.ok {
			t.Errorf("%v %q: got %q %v", c.k, c.accept, got, ok)
		}
	}
}
