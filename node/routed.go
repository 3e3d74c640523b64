package node

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

func parseURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errs.New(errs.Invalid, "%q is not the URL of a web port", s)
	}
	return u, nil
}

// methodOf is the RPC of a path such as /mars.v1.TaskService/Submit; nil when it is none.
func methodOf(path string) protoreflect.MethodDescriptor {
	service, method, ok := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !ok || !strings.HasPrefix(service, "mars.") {
		return nil
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return nil
	}
	s, ok := d.(protoreflect.ServiceDescriptor)
	if !ok {
		return nil
	}
	return s.Methods().ByName(protoreflect.Name(method))
}

// ofSession says whether an RPC is about one session.
func ofSession(m protoreflect.MethodDescriptor) bool {
	return m.Input().Fields().ByName("session_id") != nil
}

const (
	contentEncoding = "Content-Encoding"
	maxUnpacked     = 1 << 28 // bytes of an answer
)

// all asks every supervisor and answers with what they say together. One that cannot answer is left out; when
// none can, its error is the answer.
func (r *Router) all(w http.ResponseWriter, q *http.Request, m protoreflect.MethodDescriptor) {
	body, err := io.ReadAll(http.MaxBytesReader(w, q.Body, maxList))
	if err != nil {
		fail(w, q, errs.New(errs.Invalid, "the request cannot be read: %s", err))
		return
	}
	text := strings.HasPrefix(q.Header.Get("Content-Type"), "application/json")
	kind, err := protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName())
	if err != nil {
		fail(w, q, errs.Wrap(errs.Internal, err, "%s", m.FullName()))
		return
	}
	sum := kind.New().Interface()
	var last *answer
	some := false
	for _, b := range r.backends() {
		c := q.Clone(q.Context())
		c.Body, c.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		c.Header.Del("Accept-Encoding")
		a := &answer{header: http.Header{}, status: http.StatusOK}
		b.Handler.ServeHTTP(a, c)
		one := kind.New().Interface()
		if a.status != http.StatusOK || a.unpack() != nil || unmarshal(text, a.body.Bytes(), one) != nil {
			last = a
			continue
		}
		some = true
		proto.Merge(sum, one)
	}
	if _, nodes := sum.(*marsv1.ListNodesResponse); nodes && last == nil { // none can be reached: that is what there is to say
		some = true
	}
	switch {
	case some:
		r.absent(sum)
		unique(sum.ProtoReflect())
		if in, err := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName()); err == nil {
			if asked := in.New().Interface(); unmarshal(text, body, asked) == nil {
				page(sum, asked)
			}
		}
		out, err := marshal(text, sum)
		if err != nil {
			fail(w, q, errs.Wrap(errs.Internal, err, "%s", m.FullName()))
			return
		}
		w.Header().Set("Content-Type", q.Header.Get("Content-Type"))
		_, _ = w.Write(out)
	case last != nil:
		for k, v := range last.header {
			w.Header()[k] = v
		}
		w.WriteHeader(last.status)
		_, _ = w.Write(last.body.Bytes())
	default:
		_, err := r.first()
		fail(w, q, err)
	}
}

func unmarshal(text bool, b []byte, m proto.Message) error {
	if text {
		return protojson.Unmarshal(b, m)
	}
	return proto.Unmarshal(b, m)
}

func marshal(text bool, m proto.Message) ([]byte, error) {
	if text {
		return protojson.Marshal(m)
	}
	return proto.Marshal(m)
}

// unique drops elements of the message's list that name the same thing as one before: workers know all
// supervisors.
func unique(m protoreflect.Message) {
	f := m.Descriptor().Fields().Get(0)
	id := f.Message().Fields().ByName("address")
	if id == nil {
		return
	}
	said := f.Message().Fields().ByName("version")
	seen := map[string]int{}
	list := m.Mutable(f).List()
	n := 0
	for i := range list.Len() {
		k := list.Get(i).Message().Get(id).String()
		if at, ok := seen[k]; ok {
			if said != nil && list.Get(at).Message().Get(said).String() == "" { // what somebody says of another gives way to what that one says itself
				list.Set(at, list.Get(i))
			}
			continue
		}
		seen[k] = n
		list.Set(n, list.Get(i))
		n++
	}
	list.Truncate(n)
}

// An answer keeps what a handler says.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// unpack undoes gzip.
func (a *answer) unpack() error {
	if a.header.Get(contentEncoding) != "gzip" {
		return nil
	}
	z, err := gzip.NewReader(&a.body)
	if err != nil {
		return err
	}
	var plain bytes.Buffer
	_, err = plain.ReadFrom(io.LimitReader(z, maxUnpacked))
	a.body = plain
	return err
}
