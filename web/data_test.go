package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
	"github.com/mars-project/mars-go/wire/arrow"
)

func table(t testing.TB, b []byte) *frame.Frame {
	t.Helper()
	f, err := arrow.ReadAll(bytes.NewReader(b), mem.Heap, arrow.DefaultLimit)
	if err != nil {
		t.Fatalf("%v of %q", err, b[:min(len(b), 100)])
	}
	return f
}

// get reads a part, inline or by its last address, which is always this server's.
func (s *site) get(p *marsv1.Part) []byte {
	s.t.Helper()
	if len(p.Urls) == 0 {
		return p.Inline
	}
	r, b := s.fetch("GET", p.Urls[len(p.Urls)-1], nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != p.MediaType {
		s.t.Fatalf("%s: %s %s: %.200s", p.Urls, r.Status, r.Header.Get("Content-Type"), b)
	}
	return b
}

// whole puts an array together of its parts, as clients do.
func (s *site) whole(m *marsv1.GetManifestResponse) *nd.Array {
	s.t.Helper()
	shape := make([]int, len(m.Meta.Dims))
	for i, d := range m.Meta.Dims {
		shape[i] = int(d.N)
	}
	out := nd.Of(make([]float64, nd.Size(shape)), shape...)
	seen := nd.Of(make([]float64, nd.Size(shape)), shape...)
	for _, p := range m.Parts {
		var lo []int
		for _, sp := range p.Into {
			lo = append(lo, int(sp.Start))
		}
		a := array(s.t, s.get(p))
		for i, sp := range p.Into {
			if a.Shape[i] != int(sp.Stop-sp.Start) {
				s.t.Fatalf("a part of shape %v at %v", a.Shape, p.Into)
			}
		}
		if err := nd.Place(out, a, lo); err != nil {
			s.t.Fatal(err)
		}
		one, _ := nd.Full(mem.Heap, 1.0, a.Shape...)
		if err := nd.Place(seen, one, lo); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, v := range nd.Data[float64](seen) {
		if v != 1 {
			s.t.Fatal("the parts do not cover the value")
		}
	}
	return out
}

func num(n int64) *marsv1.Attr { return &marsv1.Attr{Value: &marsv1.Attr_I{I: n}} }

// slices of both kinds: the message, and Go's.
type cut struct{ start, stop, step int64 } // math.MinInt64 is None

func (c cut) message() *marsv1.Slice {
	m := &marsv1.Slice{}
	for _, b := range []struct {
		to **marsv1.Attr
		n  int64
	}{{&m.Start, c.start}, {&m.Stop, c.stop}, {&m.Step, c.step}} {
		if b.n != none {
			*b.to = num(b.n)
		}
	}
	return m
}

func (c cut) String() string {
	var b strings.Builder
	for i, n := range []int64{c.start, c.stop, c.step} {
		if i > 0 {
			b.WriteByte(':')
		}
		if n != none {
			fmt.Fprint(&b, n)
		}
	}
	return b.String()
}

const none = math.MinInt64

func TestSlicesArePushedDown(t *testing.T) {
	// Nothing is inline, so that all goes by URLs; then all is inline.
	for _, inline := range []int64{1, 64 << 10} {
		s := open(t, func(o *web.Options) { o.InlineBytes = inline }).begin()
		src := make([]float64, 40*30)
		for i := range src {
			src[i] = float64(i)
		}
		local := nd.Of(src, 40, 30)
		a := tensor.Rechunk(tensor.FromArray(local), 7, 11)
		r := s.run(a.Value())
		key := r.Manifests[0].Meta.Key
		if got := s.whole(r.Manifests[0]); !nd.Equal(got, local) {
			t.Errorf("got %v", got)
		}
		for _, c := range []struct {
			cuts []cut
			want *nd.Array
		}{
			{[]cut{{3, 20, none}}, local.Slice(0, 3, 20, 1)},
			{[]cut{{-5, none, none}, {none, -1, none}}, local.Slice(0, 35, 40, 1).Slice(1, 0, 29, 1)},
			{[]cut{{none, none, 3}}, local.Slice(0, 0, 40, 3)},
			{[]cut{{none, none, -1}, {20, 4, -5}}, local.Slice(0, 39, -1, -1).Slice(1, 20, 4, -5)},
			{[]cut{{5, 5, none}}, local.Slice(0, 5, 5, 1)},
			{[]cut{{10, 2, none}}, local.Slice(0, 2, 2, 1)},
			{[]cut{{none, 1000, 100}}, local.Slice(0, 0, 1, 1)},
			{[]cut{{7, 14, none}, {11, 22, none}}, local.Slice(0, 7, 14, 1).Slice(1, 11, 22, 1)},
		} {
			req := &marsv1.GetManifestRequest{SessionId: s.id, Key: key}
			var text []string
			for _, x := range c.cuts {
				req.Select = append(req.Select, x.message())
				text = append(text, x.String())
			}
			m, err := s.data.GetManifest(s.ctx(), req)
			if err != nil {
				t.Errorf("%v: %v", text, err)
				continue
			}
			if got := s.whole(m); !nd.Equal(got, c.want) {
				t.Errorf("%v: got %v, want %v", text, got, c.want)
			}
			if inline > 1 && (len(m.Parts) != 1 || len(m.Parts[0].Urls) > 0) {
				t.Errorf("%v: parts %v", text, m.Parts)
			}
			resp, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key+"?format=npy&select="+strings.Join(text, ","), nil)
			if resp.StatusCode != http.StatusOK || !nd.Equal(array(t, b), c.want) {
				t.Errorf("%v: %s %.100s", text, resp.Status, b)
			}
		}
		m, err := s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Corners: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.whole(m); got.String() != nd.Of([]float64{0, 1, 28, 29, 30, 31, 58, 59, 1140, 1141, 1168, 1169, 1170, 1171, 1198, 1199}, 4, 4).String() {
			t.Errorf("corners %v", got)
		}
		m, err = s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Accept: []string{"application/x-mars-raw", "*/*"}})
		if err != nil || m.Parts[0].MediaType != "application/x-mars-raw" {
			t.Errorf("%v, %v", m, err)
		}
	}
}

func TestSelectionsThatAreRefused(t *testing.T) {
	s := open(t, nil).begin()
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}})
	r := s.run(tensor.Ones([]int{3}).Value(), d.Value())
	a, f := r.Manifests[0].Meta.Key, r.Manifests[1].Meta.Key
	text := &marsv1.Attr{Value: &marsv1.Attr_S{S: "zz"}}
	for _, c := range []struct {
		r    *marsv1.GetManifestRequest
		kind marsv1.ErrorKind
		want string
	}{
		{&marsv1.GetManifestRequest{Key: "zz"}, marsv1.ErrorKind_ERROR_KIND_INVALID, `key "zz"`},
		{&marsv1.GetManifestRequest{Key: a, Select: []*marsv1.Slice{{}, {}}}, marsv1.ErrorKind_ERROR_KIND_INVALID, "2 slices of a value with 1 axes"},
		{&marsv1.GetManifestRequest{Key: a, Select: []*marsv1.Slice{{Step: num(0)}}}, marsv1.ErrorKind_ERROR_KIND_INVALID, "step 0"},
		{&marsv1.GetManifestRequest{Key: a, Select: []*marsv1.Slice{{Start: text}}}, marsv1.ErrorKind_ERROR_KIND_TYPE, "a whole number or None"},
		{&marsv1.GetManifestRequest{Key: a, Columns: []*marsv1.Attr{text}}, marsv1.ErrorKind_ERROR_KIND_INVALID, "columns of a tensor"},
		{&marsv1.GetManifestRequest{Key: f, Columns: []*marsv1.Attr{text}}, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no column"},
		{&marsv1.GetManifestRequest{Key: f, Columns: []*marsv1.Attr{{}}}, marsv1.ErrorKind_ERROR_KIND_INVALID, "columns[0]: no value"},
		{&marsv1.GetManifestRequest{Key: a, Corners: 3, Select: []*marsv1.Slice{{}}}, marsv1.ErrorKind_ERROR_KIND_INVALID, "corners of a slice"},
		{&marsv1.GetManifestRequest{Key: a, Corners: 1 << 20}, marsv1.ErrorKind_ERROR_KIND_INVALID, "corners of 1048576"},
		{&marsv1.GetManifestRequest{Key: a, Accept: []string{"text/html"}}, marsv1.ErrorKind_ERROR_KIND_TYPE, "has no form among"},
	} {
		c.r.SessionId = s.id
		_, err := s.data.GetManifest(s.ctx(), c.r)
		if p := problem(t, err); p.Kind != c.kind || !strings.Contains(p.Message, c.want) {
			t.Errorf("%v, want %v %q", p, c.kind, c.want)
		}
	}
}

// frames of several chunks, with all that makes their parts differ from the whole: labels of a range, pending
// dtypes, categories.
func TestFramesTravel(t *testing.T) {
	for _, inline := range []int64{1, 64 << 10} {
		s := open(t, func(o *web.Options) { o.InlineBytes = inline }).begin()
		n := 100
		ints, texts := make([]int64, n), make([]string, n)
		for i := range n {
			ints[i], texts[i] = int64(i), fmt.Sprintf("t%d", i%7)
		}
		d := dataframe.NewWith(dataframe.Options{Rows: 13}, dataframe.C{Name: "a", Data: ints}, dataframe.C{Name: frame.Tup("b", 2), Data: texts})
		odd := d.Filter(d.Col("a").Mod(2).Eq(1)).ResetIndex(dataframe.ResetIndex{Drop: true})
		r := s.run(d.Value(), odd.Value(), d.Col("a").Value())
		whole := func(m *marsv1.GetManifestResponse) *frame.Frame {
			t.Helper()
			var fs []*frame.Frame
			row := int64(0)
			for _, p := range m.Parts {
				f := table(t, s.get(p))
				if p.Into[0].Start != row || p.Into[0].Stop != row+int64(f.NRows) {
					t.Errorf("%d rows into %v, after %d", f.NRows, p.Into, row)
				}
				row += int64(f.NRows)
				fs = append(fs, f)
			}
			f, err := frame.ConcatFrames(mem.Heap, fs...)
			if err != nil {
				t.Fatal(err)
			}
			if n := m.Meta.Dims[0].N; n != row {
				t.Errorf("%d rows, described are %d", row, n)
			}
			return f
		}
		got := whole(r.Manifests[0])
		if got.NRows != n || got.Index.Label(57).Repr() != "57" || got.Cols[0].Label(57).Repr() != "57" || got.Cols[1].Str(9) != "t2" || got.Names[1].Repr() != "('b', 2)" {
			t.Errorf("%v", got)
		}
		got = whole(r.Manifests[1])
		if got.NRows != 50 || got.Index.Label(49).Repr() != "49" || got.Cols[0].Label(49).Repr() != "99" {
			t.Errorf("%v", got)
		}
		if k := r.Manifests[2].Meta.Kind; k != marsv1.Meta_KIND_SERIES {
			t.Errorf("%v", k)
		}
		key := r.Manifests[1].Meta.Key
		// Slices, columns and corners of it.
		m, err := s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{
			SessionId: s.id, Key: key, Select: []*marsv1.Slice{cut{10, 40, none}.message()}, Columns: []*marsv1.Attr{{Value: &marsv1.Attr_S{S: "a"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got = whole(m); got.NRows != 30 || len(got.Cols) != 1 || got.Cols[0].Label(0).Repr() != "21" || got.Index.Label(0).Repr() != "10" || m.Meta.Index.Start != 10 || len(m.Meta.Columns) != 1 {
			t.Errorf("%v, %v", got, m.Meta)
		}
		m, err = s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Select: []*marsv1.Slice{cut{none, none, -7}.message()}})
		if err != nil {
			t.Fatal(err)
		}
		if got = whole(m); got.NRows != 8 || got.Cols[0].Label(1).Repr() != "85" || m.Meta.Index.Start != 49 || m.Meta.Index.Step != -7 {
			t.Errorf("%v, %v", got, m.Meta)
		}
		m, err = s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Corners: 3})
		if err != nil {
			t.Fatal(err)
		}
		if got = whole(m); got.NRows != 6 || got.Index.Label(3).Repr() != "47" || got.Cols[0].Label(5).Repr() != "99" || m.Meta.Index.Kind == marsv1.Index_KIND_RANGE {
			t.Errorf("%v, %v", got, m.Meta)
		}
		// The whole value by one request, in all forms.
		resp, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key, nil, "Accept", "application/vnd.apache.arrow.stream")
		if f := table(t, b); resp.StatusCode != http.StatusOK || f.NRows != 50 || f.Cols[1].Str(49) != "t1" {
			t.Errorf("%s %v", resp.Status, f)
		}
		resp, b = s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key+"?format=csv&select=48:&cols=0", nil)
		if want := ",a\n48,97\n49,99\n"; resp.StatusCode != http.StatusOK || string(b) != want || resp.Header.Get("Content-Type") != "text/csv" {
			t.Errorf("%s %q, want %q", resp.Status, b, want)
		}
		resp, b = s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key+`?format=json&select=:2&columns=["a"]`, nil)
		if want := `{"columns":["a"],"index":[0,1],"data":[[1],[3]]}` + "\n"; resp.StatusCode != http.StatusOK || string(b) != want {
			t.Errorf("%s %q, want %q", resp.Status, b, want)
		}
	}
}

// A left join's misses turn a whole number column into floats where any chunk misses one: all parts have the
// dtype of the value.
func TestPendingDtypesAreSettled(t *testing.T) {
	s := open(t, func(o *web.Options) { o.InlineBytes = 1 }).begin()
	n := 60
	ints, odd := make([]int64, n), []int64{}
	for i := range n {
		ints[i] = int64(i)
		if i < 10 {
			odd = append(odd, int64(i))
		}
	}
	l := dataframe.NewWith(dataframe.Options{Rows: 10}, dataframe.C{Name: "k", Data: ints})
	r := dataframe.New(dataframe.C{Name: "k", Data: odd}, dataframe.C{Name: "v", Data: odd})
	m := s.run(dataframe.Merge(l, r, dataframe.MergeOptions{On: "k", How: "left"}).Value()).Manifests[0]
	if m.Meta.Columns[1].Type.Dtype != "float64" || m.Meta.Columns[1].Type.Pending != "" {
		t.Errorf("%v", m.Meta)
	}
	misses := 0
	for _, p := range m.Parts {
		f := table(t, s.get(p))
		if d := f.Cols[1].DType.String(); d != "float64" {
			t.Errorf("part %v has dtype %s", p.Index, d)
		}
		misses += f.Cols[1].NullCount()
	}
	if misses != 50 || len(m.Parts) < 2 {
		t.Errorf("%d misses in %d parts", misses, len(m.Parts))
	}
}

func TestResultsAsText(t *testing.T) {
	s := open(t, nil).begin()
	a := tensor.FromArray(nd.Of([]float64{1, math.NaN(), math.Inf(1), -2.5}, 2, 2))
	r := s.run(a.Value(), tensor.FromArray(nd.Of([]bool{true, false}, 2)).Value(), tensor.Sum(tensor.Ones([]int{3})).Value(), tensor.Ones([]int{2, 2, 2}).Value())
	for i, c := range []struct{ format, want string }{
		{"json", "[[1.0,null],[\"Infinity\",-2.5]]\n"},
		{"csv", "1.0,\ninf,-2.5\n"},
		{"json", "[true,false]\n"},
		{"csv", "True\nFalse\n"},
		{"json", "3.0\n"},
	} {
		resp, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+r.Manifests[i/2].Meta.Key+"?format="+c.format, nil)
		if resp.StatusCode != http.StatusOK || string(b) != c.want {
			t.Errorf("%s: %s %q, want %q", c.format, resp.Status, b, c.want)
		}
	}
	for path, want := range map[string]string{
		r.Manifests[3].Meta.Key + "?format=csv":               `ERROR_KIND_TYPE`,
		r.Manifests[0].Meta.Key + "?format=arrow":             `has no form arrow`,
		r.Manifests[0].Meta.Key + "?format=xml":               `there are npy, raw, arrow, csv and json`,
		r.Manifests[0].Meta.Key + "?select=1":                 `is no slice`,
		r.Manifests[0].Meta.Key + "?corners=x":                `corners=`,
		r.Manifests[0].Meta.Key + "?corners=1&select=:1":      `corners=`,
		r.Manifests[0].Meta.Key + "?cols=7":                   `no place of a column`,
		r.Manifests[0].Meta.Key + "?columns=[":                `JSON list of labels`,
		r.Manifests[0].Meta.Key + "?format=npy&select=:,:,::": `3 slices`,
		"00":                    `ERROR_KIND_INVALID`,
		strings.Repeat("0", 32): `ERROR_KIND_NOT_FOUND`,
	} {
		resp, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+path, nil)
		var p struct{ Kind, Message string }
		if err := json.Unmarshal(b, &p); err != nil || resp.StatusCode < http.StatusBadRequest || resp.StatusCode >= http.StatusInternalServerError || !strings.Contains(string(b), want) || p.Message == "" {
			t.Errorf("%s: %s %s, want %q", path, resp.Status, b, want)
		}
	}
}

// A chunk that is lost is made again for whoever reads it.
func TestLostChunksComeBack(t *testing.T) {
	s := open(t, func(o *web.Options) { o.InlineBytes = 1 }).begin()
	a := tensor.Ones([]int{40, 10}, tensor.Create{Chunk: []int{10, 10}})
	m := s.run(tensor.Add(a, 1).Value()).Manifests[0]
	if err := s.c.Replace(s.ctx()); err != nil {
		t.Fatal(err)
	}
	want, _ := nd.Full(mem.Heap, 2.0, 40, 10)
	if got := s.whole(m); !nd.Equal(got, want) {
		t.Errorf("%v", got)
	}
	again, err := s.data.GetManifest(s.ctx(), &marsv1.GetManifestRequest{SessionId: s.id, Key: m.Meta.Key, Select: []*marsv1.Slice{cut{none, none, 2}.message()}})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.whole(again); !nd.Equal(got, want.Slice(0, 0, 40, 2)) {
		t.Errorf("%v", got)
	}
}

func TestValuesOfOtherSessionsCannotBeRead(t *testing.T) {
	s := open(t, func(o *web.Options) { o.InlineBytes = 1; o.Users = map[string]string{"ann": "a", "bob": "b"} })
	s.token = "a"
	s.begin()
	m := s.run(tensor.Ones([]int{300}).Value()).Manifests[0]
	s.get(m.Parts[0])
	s.token = "b"
	r, b := s.fetch("GET", m.Parts[0].Urls[0], nil)
	if r.StatusCode != http.StatusForbidden {
		t.Errorf("%s %s", r.Status, b)
	}
	_, err := s.data.GetManifest(context.Background(), &marsv1.GetManifestRequest{SessionId: s.id, Key: m.Meta.Key})
	wants(t, err, connect.CodePermissionDenied, marsv1.ErrorKind_ERROR_KIND_DENIED, "belongs to somebody else")
}
