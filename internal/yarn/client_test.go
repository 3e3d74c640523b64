package yarn

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// answers serves what a resource manager of Hadoop 3.4.2 has answered, and keeps what it was asked.
func answers(t *testing.T, status int, body string) (*Client, *[]string) {
	t.Helper()
	asked := &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		*asked = append(*asked, r.Method+" "+r.URL.RequestURI()+" "+string(b))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	c, err := NewClient(s.URL+"/", "ann b", s.Client())
	if err != nil {
		t.Fatal(err)
	}
	return c, asked
}

func TestWhatIsAsked(t *testing.T) {
	c, asked := answers(t, 202, `{"name":"a","state":"STABLE","components":[{"name":"worker","number_of_containers":2,"containers":[{"state":"READY"},{"state":"RUNNING_BUT_UNREADY"}]}]}`)
	ctx := t.Context()
	s, err := c.Get(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	if ready, want := s.Ready(Worker); ready != 1 || want != 2 {
		t.Errorf("%d of %d", ready, want)
	}
	for _, err := range []error{c.Create(ctx, &Service{Name: "a"}), c.Flex(ctx, "a", Worker, 0), c.Stop(ctx, "a"), c.Delete(ctx, "a")} {
		if err != nil {
			t.Error(err)
		}
	}
	const at, user = "/app/v1/services", "?user.name=ann+b "
	want := []string{
		"GET " + at + "/a" + user, "POST " + at + user + `{"name":"a"}`, "PUT " + at + "/a/components/worker" + user + `{"name":"worker","number_of_containers":0}`,
		"PUT " + at + "/a" + user + `{"name":"a","state":"STOPPED"}`, "DELETE " + at + "/a" + user,
	}
	if got := strings.Join(*asked, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("asked\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		kind   errs.Kind
		text   string
	}{
		{400, `{"diagnostics":"For component supervisor with TARBALL artifact, path does not exist: /x.tgz"}`, errs.Invalid, "path does not exist: /x.tgz"},
		{404, `{"diagnostics":"Service mars-a not found","code":404004}`, errs.NotFound, "Service mars-a not found"},
		{404, `<html>Not Found</html>`, errs.NotFound, "yarn.webapp.api-service.enable"},
		{401, `<html>Authentication required</html>`, errs.Denied, "--user NAME"},
		{403, `{"RemoteException":{"exception":"AuthorizationException","message":"ann may not"}}`, errs.Denied, "ann may not"},
		{500, `{"diagnostics":"the queue is gone"}`, errs.Unavailable, "the queue is gone"},
		{503, ``, errs.Unavailable, "503 Service Unavailable"},
		{200, `<html>`, errs.Unavailable, "no resource manager"},
	} {
		x, _ := answers(t, c.status, c.body)
		if _, err := x.Get(t.Context(), "mars-a"); !errs.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%d %s: %v, want %s %q", c.status, c.body, err, c.kind, c.text)
		}
	}
	x, err := NewClient("127.0.0.1:1", "", http.DefaultClient)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Get(t.Context(), "a"); !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "http://127.0.0.1:1") {
		t.Error(err)
	}
	for _, u := range []string{"", "ftp://x", "http://", "%"} {
		if _, err := NewClient(u, "", nil); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", u, err)
		}
	}
}
