package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/web"
	"github.com/mars-project/mars-go/wire/npy"
)

// fourParts describes an upload of 4 numbers, each in a part of its own.
func fourParts(session, id string) *marsv1.CreateUploadRequest {
	return &marsv1.CreateUploadRequest{SessionId: session, UploadId: id, MediaType: "application/x-npy", Meta: &marsv1.Meta{
		Kind: marsv1.Meta_KIND_TENSOR, Dims: []*marsv1.Dim{{N: 4}}, Type: &marsv1.Type{Dtype: "float64"}, Nsplits: []*marsv1.Splits{ones(4)},
	}}
}

// number is the body of a part of it.
func number(p *marsv1.Part) []byte {
	var b bytes.Buffer
	if err := npy.Write(&b, nd.Of([]float64{float64(p.Into[0].Start)}, 1)); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// create begins an upload of 4 parts, send sends them, commit ends it.
func (s *site) create(id string) []*marsv1.Part {
	s.t.Helper()
	u, err := s.data.CreateUpload(s.ctx(), fourParts(s.id, id))
	if err != nil {
		s.t.Fatal(err)
	}
	return u.Parts
}

func (s *site) commit(id string) (*marsv1.CommitUploadResponse, error) {
	return s.data.CommitUpload(s.ctx(), &marsv1.CommitUploadRequest{SessionId: s.id, UploadId: id})
}

// leave drains a worker and waits until it is gone.
func (s *site) leave(name string) {
	s.t.Helper()
	w := s.c.Worker(name)
	if err := s.c.Cluster().Drain(s.ctx(), name); err != nil {
		s.t.Fatal(err)
	}
	<-w.Gone()
}

// Parts of an upload that is not committed go with their worker. The client is told, sends them again, and
// they go to another one.
func TestPartsThatWentAreSentAgain(t *testing.T) {
	for name, end := range map[string]func(s *site){
		"drained": func(s *site) { s.leave("worker-0") },
		"killed": func(s *site) {
			if err := s.c.Kill(s.ctx(), "worker-0"); err != nil {
				s.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil).begin()
			s.put(s.create("u"), number)
			end(s)
			_, err := s.commit("u")
			wants(t, err, connect.CodeDataLoss, marsv1.ErrorKind_ERROR_KIND_LOST, "2 of the 4 parts of the upload are on no worker: send them again")
			s.put(s.create("u"), number)
			done, err := s.commit("u")
			if err != nil {
				t.Fatal(err)
			}
			if got := array(t, s.on(done.Key, "tensor.negative").Manifests[0].Parts[0].Inline); nd.At[float64](got, 3) != -3 {
				t.Errorf("%v", got)
			}
		})
	}
}

// A worker that has left is no place for the parts that were planned for it.
func TestPartsGoToWorkersThatStay(t *testing.T) {
	s := open(t, nil).begin()
	places := s.create("u")
	s.leave("worker-0")
	s.put(places, number)
	if _, err := s.commit("u"); err != nil {
		t.Error(err)
	}
}

// mute stores parts and cannot say so, the first time that it is asked for one.
type mute struct {
	plane.Parts
	mu   sync.Mutex
	seen map[string]bool
}

func (m *mute) Write(ctx context.Context, session string, u plane.Upload, r io.Reader) (service.ChunkMeta, error) {
	c, err := m.Parts.Write(ctx, session, u, r)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.seen[u.Key.String()] {
		m.seen[u.Key.String()] = true
		return c, errs.New(errs.Unavailable, "the link broke")
	}
	return c, err
}

// A part that a worker has stored without being able to say so goes when the upload ends.
func TestPartsThatNobodyKnowsAreDropped(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Parts, o.Copies = &mute{Parts: o.Parts, seen: map[string]bool{}}, 1 }).begin()
	for _, p := range s.create("u") {
		for try := 0; ; try++ {
			r, b := s.fetch("PUT", p.Urls[0], reader(number(p)), "Content-Type", p.MediaType)
			if r.StatusCode == http.StatusOK {
				break
			}
			if try == 1 || r.StatusCode != http.StatusServiceUnavailable {
				t.Fatalf("%s %s", r.Status, b)
			}
		}
	}
	values := func() (n int) {
		for _, w := range s.c.Workers() {
			n += s.c.Worker(w).Store().Stats().Values
		}
		return n
	}
	if n := values(); n != 8 {
		t.Fatalf("%d copies are stored", n)
	}
	done, err := s.commit("u")
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "one copy of each part is left", func() bool { return values() == 4 })
	if got := array(t, s.on(done.Key, "tensor.negative").Manifests[0].Parts[0].Inline); nd.At[float64](got, 3) != -3 {
		t.Errorf("%v", got)
	}
}

// An upload that nobody speaks of any more goes, also while its session lives.
func TestIdleUploadsAreDropped(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c, err := local.Start(t.Context(), local.Config{Workers: 2, Slots: 2, Memory: 64 << 20, SpillDirs: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := web.New(web.Options{Cluster: c, Parts: plane.NewLocal(c.Data, plane.LocalOptions{}), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		call := func(verb, path, media string, body []byte) (int, string) {
			r := httptest.NewRequestWithContext(t.Context(), verb, path, bytes.NewReader(body))
			r.Header.Set("Content-Type", media)
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		const json = "application/json"
		if code, b := call("POST", "/mars.v1.SessionService/CreateSession", json, []byte(`{"sessionId":"s"}`)); code != 200 {
			t.Fatal(code, b)
		}
		for _, id := range []string{"old", "kept"} {
			q, err := jsonOf(fourParts("s", id))
			if err != nil {
				t.Fatal(err)
			}
			_, b := call("POST", "/mars.v1.DataService/CreateUpload", json, q)
			var u marsv1.CreateUploadResponse
			if err := protojson.Unmarshal([]byte(b), &u); err != nil {
				t.Fatal(b, err)
			}
			for _, p := range u.Parts {
				if code, b := call("PUT", p.Urls[0], p.MediaType, number(p)); code != 200 {
					t.Fatal(code, b)
				}
			}
		}
		if code, b := call("POST", "/mars.v1.DataService/CommitUpload", json, []byte(`{"sessionId":"s","uploadId":"kept"}`)); code != 200 {
			t.Fatal(code, b)
		}
		values := func() (n int) {
			for _, w := range c.Workers() {
				n += c.Worker(w).Store().Stats().Values
			}
			return n
		}
		if n := values(); n != 12 {
			t.Errorf("%d copies are stored", n)
		}
		time.Sleep(40 * time.Minute)
		synctest.Wait()
		if n := values(); n != 8 {
			t.Errorf("%d copies are stored after 40 minutes", n)
		}
		if code, b := call("POST", "/mars.v1.DataService/CommitUpload", json, []byte(`{"sessionId":"s","uploadId":"old"}`)); code != 404 || !strings.Contains(b, "no upload") {
			t.Error(code, b)
		}
		if err := errors.Join(s.Close(t.Context()), c.Close(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// The Go client sends an upload again whose parts went with a worker.
func TestTheClientSendsPartsAgain(t *testing.T) {
	s := open(t, nil)
	once := sync.OnceFunc(func() { s.leave("worker-1") })
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/CommitUpload") {
			once()
		}
		s.s.Handler().ServeHTTP(w, r)
	}))
	defer front.Close()
	x, err := client.Connect(s.ctx(), client.Address{URL: front.URL}, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	data := make([]float64, 1<<18) // too large for a graph
	for i := range data {
		data[i] = float64(i)
	}
	sum := tensor.Sum(tensor.FromArray(nd.Of(data, len(data)), tensor.Chunk{Size: []int{1 << 14}}))
	if err := x.Execute(s.ctx(), sum); err != nil {
		t.Fatal(err)
	}
	v, err := tensor.Fetch[float64](s.ctx(), x, sum)
	if want := float64(len(data)) * float64(len(data)-1) / 2; err != nil || v[0] != want {
		t.Errorf("%v, %v, want %v", v, err, want)
	}
	if got := fmt.Sprint(s.c.Workers()); got != "[worker-0]" {
		t.Errorf("there are %s", got)
	}
}

// Releasing is done once for each request, however often it is asked for; the handles of others stay.
func TestReleaseOnce(t *testing.T) {
	s := open(t, nil).begin()
	v := tensor.Add(tensor.Ones([]int{3}), 1).Value()
	key := s.run(v).Manifests[0].Meta.Key
	if again := s.run(v).Manifests[0].Meta.Key; again != key {
		t.Fatalf("%s is not %s", again, key)
	}
	release := func(id string) {
		t.Helper()
		if _, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key}, RequestId: id}); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		release("first")
	}
	if r, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key, nil); r.StatusCode != http.StatusOK {
		t.Errorf("the second handle: %s %s", r.Status, b)
	}
	release("second")
	eventually(t, "it is gone", func() bool {
		r, _ := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key, nil)
		return r.StatusCode == http.StatusNotFound
	})
	_, err := s.data.Release(s.ctx(), &marsv1.ReleaseRequest{SessionId: s.id, Keys: []string{key}, RequestId: strings.Repeat("x", 1000)})
	wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "request_id has 1000 bytes")
}

// A submission gives up the handles that it names before it begins, once however often it is sent.
func TestSubmitReleasesFirst(t *testing.T) {
	s := open(t, nil).begin()
	v := tensor.Add(tensor.Ones([]int{3}), 1).Value()
	key := s.run(v).Manifests[0].Meta.Key
	s.run(v)
	next := &marsv1.SubmitRequest{
		SessionId: s.id, Graph: s.graphOf(tensor.Ones([]int{4}).Value()), WaitMs: 30_000, RequestId: "next", Release: []string{key},
	}
	for range 3 {
		if _, err := s.task.Submit(s.ctx(), next); err != nil {
			t.Fatal(err)
		}
	}
	if r, b := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key, nil); r.StatusCode != http.StatusOK {
		t.Errorf("the second handle: %s %s", r.Status, b)
	}
	wrong := &marsv1.SubmitRequest{SessionId: s.id, RequestId: "wrong", Release: []string{key}}
	if _, err := s.task.Submit(s.ctx(), wrong); err == nil {
		t.Error("a submission without a graph is taken")
	}
	eventually(t, "a submission that fails gives up what it names", func() bool {
		r, _ := s.fetch("GET", "/v1/sessions/"+s.id+"/results/"+key, nil)
		return r.StatusCode == http.StatusNotFound
	})
	next.RequestId = ""
	_, err := s.task.Submit(s.ctx(), next)
	wants(t, err, connect.CodeInvalidArgument, marsv1.ErrorKind_ERROR_KIND_INVALID, "release without a request_id")
}
