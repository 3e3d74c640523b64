package web_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"google.golang.org/protobuf/proto"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
)

// FuzzRequests sends whatever it finds to every RPC that takes a graph or names a value. The server answers,
// with a Problem where something is wrong, and lives; nothing that a client can send is a fault of the
// server's.
func FuzzRequests(f *testing.F) {
	s := open(f, func(o *web.Options) { o.MaxNodes = 50; o.MaxBody = 1 << 16; o.Epoch = "e" })
	s.id = "fuzz" // the same in all processes
	if _, err := s.session.CreateSession(s.ctx(), &marsv1.CreateSessionRequest{SessionId: s.id}); err != nil {
		f.Fatal(err)
	}
	x := tensor.Ones([]int{3})
	s.run(x.Value())
	seed := func(path string, m proto.Message) {
		b, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(path, "application/proto", b)
		if b, err = jsonOf(m); err != nil {
			f.Fatal(err)
		}
		f.Add(path, "application/json", b)
	}
	g := s.graphOf(tensor.Sum(tensor.Exp(x)).Value())
	key := x.Value().Meta().Key.String()
	fetched := &marsv1.Graph{Version: 1, Opsets: map[string]uint32{"core": 1}, Nodes: []*marsv1.Node{
		{Id: "f", Op: graph.Fetch, Attrs: map[string]*marsv1.Attr{"key": {Value: &marsv1.Attr_Key{Key: key}}}},
		{Id: "k", Op: graph.Known, Outputs: []*marsv1.Meta{graph.Describe(x.Value().Meta())}},
	}, Targets: []*marsv1.Ref{{}, {Node: 1}}}
	seed("TaskService/Submit", &marsv1.SubmitRequest{SessionId: s.id, Graph: g, RequestId: "r", Tags: []string{"t"}, WaitMs: 1, Manifests: true, Options: &marsv1.Options{ChunkBytes: 8}})
	seed("AnalyzeService/Analyze", &marsv1.AnalyzeRequest{SessionId: s.id, Graph: fetched})
	seed("DataService/GetManifest", &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Select: []*marsv1.Slice{cut{1, none, 2}.message()}, Corners: 0, Accept: []string{"*/*"}})
	seed("DataService/GetManifest", &marsv1.GetManifestRequest{SessionId: s.id, Key: key, Corners: 1, Columns: []*marsv1.Attr{num(1)}})
	seed("DataService/CreateUpload", &marsv1.CreateUploadRequest{SessionId: s.id, UploadId: "u", MediaType: "application/x-npy", Meta: graph.Describe(x.Value().Meta())})
	seed("DataService/Release", &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{op.Key{}.String()}})
	seed("TaskService/CancelTask", &marsv1.CancelTaskRequest{SessionId: s.id, Which: &marsv1.CancelTaskRequest_Tag{Tag: "t"}})
	seed("TaskService/GetTask", &marsv1.GetTaskRequest{SessionId: s.id, TaskId: "t1", Nodes: true})
	f.Fuzz(func(t *testing.T, path, media string, body []byte) {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "http://mars/", bytes.NewReader(body))
		r.URL.Path = "/mars.v1." + path
		r.Header.Set("Content-Type", media)
		w := httptest.NewRecorder()
		s.s.Handler().ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError && w.Code != http.StatusNotImplemented && w.Code != http.StatusServiceUnavailable && w.Code != http.StatusGatewayTimeout {
			t.Errorf("%s of %q: %d %s", path, body, w.Code, w.Body)
		}
		list, err := s.c.Task().List(context.Background(), s.id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list { // what was found may ask for a lot of work
			if !list[i].State.Over() {
				if err := s.c.Task().Cancel(context.Background(), list[i].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
