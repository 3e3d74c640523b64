package web_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/web"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// put sends the parts of an upload as body makes them.
func (s *site) put(parts []*marsv1.Part, body func(p *marsv1.Part) []byte) {
	s.t.Helper()
	for _, p := range parts {
		r, b := s.fetch("PUT", p.Urls[0], reader(body(p)), "Content-Type", p.MediaType)
		if r.StatusCode != http.StatusOK {
			s.t.Fatalf("%s: %s %s", p.Urls[0], r.Status, b)
		}
	}
}

func arrowOf(t testing.TB, f *frame.Frame) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := arrow.WriteAll(&b, mem.Heap, arrow.Options{}, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// onUpload is a graph of one operator on a value that was uploaded.
func onUpload(key, op string) *marsv1.Graph {
	g := &marsv1.Graph{Version: 1, Opsets: map[string]uint32{"core": 1, "tensor": 1, "dataframe": 1}, Nodes: []*marsv1.Node{
		{Id: "u", Op: graph.Put, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: key}}}},
	}}
	if op != "" {
		g.Nodes = append(g.Nodes, &marsv1.Node{Id: "n", Op: op, Inputs: []*marsv1.Ref{{}}})
	}
	g.Targets = []*marsv1.Ref{{Node: uint32(len(g.Nodes) - 1)}}
	return g
}

func (s *site) on(key, op string) *marsv1.SubmitResponse {
	s.t.Helper()
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: onUpload(key, op), WaitMs: 30_000, Manifests: true})
	if err != nil {
		s.t.Fatal(err)
	}
	if r.Task.State != marsv1.Task_STATE_SUCCEEDED {
		s.t.Fatalf("%v", r)
	}
	return r
}

func TestArraysAreUploaded(t *testing.T) {
	for _, media := range []string{"application/x-npy", "application/x-mars-raw"} {
		for name, o := range encodings {
			if name == "grpc" {
				continue
			}
			t.Run(media+" "+name, func(t *testing.T) {
				s := open(t, nil, o...).begin()
				data := make([]float64, 6*5)
				for i := range data {
					data[i] = float64(i)
				}
				a := nd.Of(data, 6, 5)
				lengths := func(n ...int64) *marsv1.Splits {
					out := &marsv1.Splits{}
					for _, k := range n {
						out.Lengths = append(out.Lengths, &marsv1.Dim{N: k})
					}
					return out
				}
				req := &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "u1", MediaType: media, Meta: &marsv1.Meta{
					Kind: marsv1.Meta_KIND_TENSOR, Dims: []*marsv1.Dim{{N: 6}, {N: 5}}, Type: &marsv1.Type{Dtype: "float64"}, Nsplits: []*marsv1.Splits{lengths(4, 2), lengths(2, 3)},
				}}
				u, err := s.data.CreateUpload(s.ctx(), req)
				if err != nil || len(u.Parts) != 4 {
					t.Fatalf("%v, %v", u, err)
				}
				again, err := s.data.CreateUpload(s.ctx(), req)
				if err != nil || len(again.Parts) != 4 || again.Parts[3].Urls[0] != u.Parts[3].Urls[0] {
					t.Errorf("%v, %v", again, err)
				}
				if _, err := s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: "u1"}); err == nil {
					t.Error("an upload without its parts")
				}
				s.put(u.Parts, func(p *marsv1.Part) []byte {
					box := a.Slice(0, int(p.Into[0].Start), int(p.Into[0].Stop), 1).Slice(1, int(p.Into[1].Start), int(p.Into[1].Stop), 1)
					var b bytes.Buffer
					if media == "application/x-npy" {
						err = npy.Write(&b, box)
					} else {
						err = npy.WriteRaw(&b, box)
					}
					if err != nil {
						t.Fatal(err)
					}
					return b.Bytes()
				})
				var done *marsv1.CommitUploadResponse
				for range 2 { // once is enough, twice is the same
					if done, err = s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: "u1"}); err != nil {
						t.Fatal(err)
					}
				}
				if m := done.Meta; m.Key != done.Key || m.Nbytes != 240 || m.Type.Dtype != "float64" || len(m.Nsplits) != 2 || len(m.Nsplits[0].Lengths) != 2 {
					t.Errorf("%v", done)
				}
				if got := array(t, s.on(done.Key, "tensor.negative").Manifests[0].Parts[0].Inline); nd.At[float64](got, 5, 4) != -29 {
					t.Errorf("%v", got)
				}
				k, _ := op.ParseKey(done.Key)
				m, ok, err := s.c.Lifecycle().Lookup(s.ctx(), s.id, k)
				if !ok || err != nil || len(m.Chunks[0].Bands) != 2 {
					t.Errorf("%v, %v: two workers keep a part", m, err)
				}
				// A worker dies, and the value is still there.
				if err := s.c.Replace(s.ctx()); err != nil {
					t.Fatal(err)
				}
				if got := array(t, s.on(done.Key, "tensor.exp").Manifests[0].Parts[0].Inline); nd.At[float64](got, 0, 0) != 1 {
					t.Errorf("%v", got)
				}
				if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{done.Key}}); err != nil {
					t.Fatal(err)
				}
				eventually(t, "the upload is gone", func() bool {
					_, ok, _ := s.c.Lifecycle().Lookup(s.ctx(), s.id, k)
					return !ok
				})
			})
		}
	}
}

func TestFramesAreUploaded(t *testing.T) {
	s := open(t, nil).begin()
	n := 30
	ints, texts := make([]int64, n), make([]string, n)
	for i := range n {
		ints[i], texts[i] = int64(i), fmt.Sprint("t", i)
	}
	kinds := map[marsv1.Meta_Kind]*frame.Frame{
		marsv1.Meta_KIND_DATAFRAME: frame.Must(frame.New(frame.NewRange(0, 1, n), []frame.Label{frame.L("a"), frame.L("b")}, frame.Of(ints), textColumn(texts))),
		marsv1.Meta_KIND_SERIES:    frame.Must(frame.NewSeries(frame.NewIndex(frame.L("k"), textColumn(texts)), frame.L("v"), frame.Of(ints))),
		marsv1.Meta_KIND_INDEX:     {Index: frame.NewIndex(frame.L("k"), textColumn(texts)), NRows: n},
	}
	for kind, f := range kinds {
		id := kind.String()
		u, err := s.data.CreateUpload(s.ctx(), &marsv1.CreateUploadRequest{
			SessionId: s.id, UploadId: id, MediaType: "application/vnd.apache.arrow.stream",
			Meta: &marsv1.Meta{Kind: kind, Dims: []*marsv1.Dim{{N: int64(n)}}, Nbytes: 40 << 20},
		})
		if err != nil || len(u.Parts) < 2 {
			t.Fatalf("%v, %v", u, err)
		}
		s.put(u.Parts, func(p *marsv1.Part) []byte { return arrowOf(t, f.Slice(int(p.Into[0].Start), int(p.Into[0].Stop))) })
		done, err := s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: id})
		if err != nil {
			t.Fatalf("%v: %v", kind, err)
		}
		m := done.Meta
		if m.Kind != kind || len(m.Columns) != len(f.Cols) || m.Dims[0].N != int64(n) || len(m.Nsplits[0].Lengths) != len(u.Parts) {
			t.Errorf("%v", m)
		}
		back := table(t, s.on(done.Key, "").Manifests[0].Parts[0].Inline)
		if d := back.Diff(f); d != "" {
			t.Errorf("%v: %s", kind, d)
		}
		if kind == marsv1.Meta_KIND_DATAFRAME { // its range is that of all frames
			want := dataframe.New(dataframe.C{Name: "a", Data: ints}).Value().Meta().Index.Token
			if m.Index.Token != want.String() || m.Index.Kind != marsv1.Index_KIND_RANGE {
				t.Errorf("%v, want token %s", m.Index, want)
			}
			sum := table(t, s.on(done.Key, "dataframe.count").Manifests[0].Parts[0].Inline)
			if sum.Cols[0].Label(0).Repr() != "30" {
				t.Errorf("%v", sum)
			}
		}
	}
}

func textColumn(v []string) *frame.Column {
	ls := make([]frame.Label, len(v))
	for i := range v {
		ls[i] = frame.L(v[i])
	}
	return frame.LabelColumn(ls)
}

func TestUploadsThatAreRefused(t *testing.T) {
	s := open(t, func(o *web.Options) { o.MaxUpload = 1000 }).begin()
	tensorMeta := func(change func(m *marsv1.Meta)) *marsv1.Meta {
		m := &marsv1.Meta{Kind: marsv1.Meta_KIND_TENSOR, Dims: []*marsv1.Dim{{N: 4}}, Type: &marsv1.Type{Dtype: "float64"}}
		if change != nil {
			change(m)
		}
		return m
	}
	const npyType = "application/x-npy"
	for want, r := range map[string]*marsv1.CreateUploadRequest{
		"upload_id has 0 bytes":            {Meta: tensorMeta(nil), MediaType: npyType},
		"a value of kind":                  {Meta: &marsv1.Meta{}, MediaType: npyType},
		`is not uploaded as "text/csv"`:    {Meta: tensorMeta(nil), MediaType: "text/csv"},
		`is not uploaded as "*/*"`:         {Meta: tensorMeta(nil), MediaType: "*/*"},
		`dtype "flat" of an upload`:        {Meta: tensorMeta(func(m *marsv1.Meta) { m.Type.Dtype = "flat" }), MediaType: npyType},
		`dtype "" of an upload`:            {Meta: tensorMeta(func(m *marsv1.Meta) { m.Type = nil }), MediaType: npyType},
		"axis 0 of an upload: -1":          {Meta: tensorMeta(func(m *marsv1.Meta) { m.Dims[0].N = -1 }), MediaType: npyType},
		"axis 1 of an upload":              {Meta: tensorMeta(func(m *marsv1.Meta) { m.Dims = []*marsv1.Dim{{N: 1 << 40}, {N: 1 << 40}} }), MediaType: npyType},
		"and symbol":                       {Meta: tensorMeta(func(m *marsv1.Meta) { m.Dims[0].Symbol = "00" }), MediaType: npyType},
		"nsplits of 2 axes":                {Meta: tensorMeta(func(m *marsv1.Meta) { m.Nsplits = []*marsv1.Splits{{}, {}} }), MediaType: npyType},
		"nsplits of axis 0 do not fit its": {Meta: tensorMeta(func(m *marsv1.Meta) { m.Nsplits = []*marsv1.Splits{{Lengths: []*marsv1.Dim{{N: 3}}}} }), MediaType: npyType},
		"a dataframe of 2 dims":            {Meta: &marsv1.Meta{Kind: marsv1.Meta_KIND_DATAFRAME, Dims: []*marsv1.Dim{{}, {}}}, MediaType: "application/vnd.apache.arrow.stream"},
		"more than 65536 parts": {Meta: tensorMeta(func(m *marsv1.Meta) {
			m.Dims = []*marsv1.Dim{{N: 300}, {N: 300}}
			m.Nsplits = []*marsv1.Splits{ones(300), ones(300)}
		}), MediaType: npyType},
		"an object of 1 dims": {Meta: &marsv1.Meta{Kind: marsv1.Meta_KIND_OBJECT, Dims: []*marsv1.Dim{{}}}, MediaType: "application/json"},
	} {
		r.SessionId = s.id
		if !strings.Contains(want, "upload_id") {
			r.UploadId = "x"
		}
		_, err := s.data.CreateUpload(s.ctx(), r)
		if p := problem(t, err); !strings.Contains(p.Message, want) || p.Kind == marsv1.ErrorKind_ERROR_KIND_INTERNAL {
			t.Errorf("%v, want %q", p, want)
		}
	}
	_, err := s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: "never"})
	wants(t, err, connect.CodeNotFound, marsv1.ErrorKind_ERROR_KIND_NOT_FOUND, "no upload")

	// Bytes that nobody asked for, that are damaged, too many, too few, or of another dtype.
	u, err := s.data.CreateUpload(s.ctx(), &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "y", Meta: tensorMeta(nil), MediaType: npyType})
	if err != nil {
		t.Fatal(err)
	}
	path := u.Parts[0].Urls[0]
	var good bytes.Buffer
	if err := npy.Write(&good, nd.Of([]float64{1, 2, 3, 4}, 4)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, media string
		body        []byte
		status      int
	}{
		{strings.Replace(path, s.id, "nobody", 1), npyType, good.Bytes(), 404},
		{path[:strings.LastIndex(path, "/")+1] + op.Key{9}.String(), npyType, good.Bytes(), 403},
		{path[:strings.LastIndex(path, "/")+1] + "..%2f..%2fetc", npyType, good.Bytes(), 403},
		{path, npyType, []byte("no array"), 400},
		{path, npyType, good.Bytes()[:100], 400},
		{path, npyType, make([]byte, 2000), 400},
		{path, "application/x-python-pickle", good.Bytes(), 415},
	} {
		r, b := s.fetch(http.MethodPut, c.path, reader(c.body), "Content-Type", c.media)
		if r.StatusCode != c.status {
			t.Errorf("%s of %d bytes to %s: %s %s, want %d", c.media, len(c.body), c.path, r.Status, b, c.status)
		}
	}
	commit := func(id, want string) {
		t.Helper()
		_, err := s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: id})
		if p := problem(t, err); !strings.Contains(p.Message, want) || p.Kind == marsv1.ErrorKind_ERROR_KIND_INTERNAL {
			t.Errorf("%v, want %q", p, want)
		}
	}
	commit("y", "1 of the 1 parts of the upload are on no worker: send them again: 0")
	var other bytes.Buffer
	if err := npy.Write(&other, nd.Of([]float64{1, 2, 3}, 3)); err != nil {
		t.Fatal(err)
	}
	if r, b := s.fetch("PUT", path, reader(other.Bytes()), "Content-Type", npyType); r.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", r.Status, b)
	}
	commit("y", "part 0 of the upload has shape [3], not [4]")
	u, err = s.data.CreateUpload(s.ctx(), &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "z", Meta: tensorMeta(func(m *marsv1.Meta) { m.Dims[0].N = 3; m.Type.Dtype = "int64" }), MediaType: npyType})
	if err != nil {
		t.Fatal(err)
	}
	s.put(u.Parts, func(*marsv1.Part) []byte { return other.Bytes() })
	commit("z", "is of float64, not int64")
	// Parts of a frame that do not fit each other.
	u, err = s.data.CreateUpload(s.ctx(), &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "f", MediaType: "application/vnd.apache.arrow.stream", Meta: &marsv1.Meta{
		Kind: marsv1.Meta_KIND_DATAFRAME, Dims: []*marsv1.Dim{{N: 4}}, Nsplits: []*marsv1.Splits{{Lengths: []*marsv1.Dim{{N: 2}, {N: 2}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	s.put(u.Parts, func(*marsv1.Part) []byte {
		i++
		return arrowOf(t, frame.Must(frame.New(frame.NewRange(0, 1, 2), []frame.Label{frame.L("c")}, frame.Of([]int64{1, 2}))))
	})
	commit("f", "other columns or another index than the first")
}

func ones(n int) *marsv1.Splits {
	out := &marsv1.Splits{}
	for range n {
		out.Lengths = append(out.Lengths, &marsv1.Dim{N: 1})
	}
	return out
}

// Without a worker an upload has no place.
func TestUploadsNeedAWorker(t *testing.T) {
	s := open(t, nil).begin()
	for _, w := range s.c.Workers() {
		if err := s.c.Kill(s.ctx(), w); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the workers are gone", func() bool {
		ns, _ := s.c.Cluster().Nodes(context.Background())
		for i := range ns {
			if ns[i].State != service.LostNode {
				return false
			}
		}
		return true
	})
	_, err := s.data.CreateUpload(s.ctx(), &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "u", MediaType: "application/x-npy", Meta: &marsv1.Meta{
		Kind: marsv1.Meta_KIND_TENSOR, Type: &marsv1.Type{Dtype: dtype.Float64.String()},
	}})
	wants(t, err, connect.CodeUnavailable, marsv1.ErrorKind_ERROR_KIND_UNAVAILABLE, "no worker")
	for path, want := range map[string]string{ // workers wait for a supervisor that is ready
		"/readyz?for=work": "503 no worker", "/readyz?for=fun": "400 for: want work", "/readyz": "200 ready", "/healthz": "200 ok",
	} {
		if r, b := s.fetch("GET", path, nil); fmt.Sprintf("%d %s", r.StatusCode, bytes.TrimSpace(b)) != want || r.Header.Get(web.Role) != "supervisor" {
			t.Errorf("%s: %s %s %v", path, r.Status, b, r.Header)
		}
	}
}
