package webfile

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// Addresses that a user may not have a worker read: they are refused at once, not after four tries.
func TestServicesOfMetadataAreNoSources(t *testing.T) {
	redirect := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/iam/security-credentials/", http.StatusFound)
	}))
	t.Cleanup(redirect.Close)
	for _, url := range []string{
		"http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/x.csv", "http://[::ffff:169.254.169.254]/x.csv", "http://[fd00:ec2::254]/x.csv",
		"http://100.100.100.200/x.csv", "http://0.0.0.0/x.csv", "http://metadata.google.internal/computeMetadata/v1/", "http://METADATA.google.internal./x",
		redirect.URL + "/x.csv",
	} {
		for _, open := range []func(string) error{
			func(u string) error { _, err := httpFS{}.Open(u); return err },
			func(u string) error { _, err := httpFS{}.Stat(u); return err },
		} {
			if err := open(url); !errs.Is(err, errs.Denied) || !strings.Contains(err.Error(), url) || strings.Contains(err.Error(), "tries") {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
}

// A name that leads there is told by the address that is dialled.
func TestNamesThatLeadToMetadata(t *testing.T) {
	d := newTransport().(reaching).RoundTripper.(patient).RoundTripper.(*http.Transport).DialContext
	if _, err := d(t.Context(), "tcp", "169.254.169.254:80"); err == nil || !strings.Contains(err.Error(), "metadata") {
		t.Errorf("%v", err)
	}
}

// A server whose files may be read cannot lead to another one.
func TestRedirectsOutOfBounds(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("secret")) }))
	t.Cleanup(other.Close)
	ours := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/x.csv" {
			_, _ = w.Write([]byte("a"))
			return
		}
		http.Redirect(w, r, other.URL+"/x.csv", http.StatusFound)
	}))
	t.Cleanup(ours.Close)
	u, err := url.Parse(ours.URL)
	if err != nil {
		t.Fatal(err)
	}
	Within([]*url.URL{u})
	t.Cleanup(func() { Within(nil) })
	f, err := httpFS{}.Open(ours.URL + "/x.csv")
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	for _, bad := range []string{ours.URL + "/y.csv", other.URL + "/x.csv"} {
		if _, err := (httpFS{}).Open(bad); !errs.Is(err, errs.Denied) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
