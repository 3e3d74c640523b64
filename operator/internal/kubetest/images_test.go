package kubetest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// A registry tells the digest and the kind of an image, gives parts by digest, and knows no others.
func TestRegistry(t *testing.T) {
	dir := t.TempDir()
	const (
		kind  = "application/vnd.oci.image.manifest.v1+json"
		image = `{"mediaType": "` + kind + `"}`
	)
	if err := os.Mkdir(filepath.Join(dir, "sha256"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"aa": image, "bb": "a layer"} {
		if err := os.WriteFile(filepath.Join(dir, "sha256", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := &registry{blobs: dir, images: map[string]string{"mars:1": "sha256:aa"}}
	for _, x := range []struct {
		path, want string
		code       int
	}{
		{"/v2/", "", http.StatusOK},
		{"/v2/library/mars/manifests/1", image, http.StatusOK},
		{"/v2/library/mars/manifests/sha256:aa", image, http.StatusOK},
		{"/v2/library/mars/blobs/sha256:bb", "a layer", http.StatusOK},
		{"/v2/library/mars/manifests/2", "", http.StatusNotFound},
		{"/v2/library/mars/blobs/sha256:cc", "", http.StatusNotFound},
		{"/v2/other/mars/manifests/1", "", http.StatusNotFound},
	} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, x.path, nil))
		if w.Code != x.code || (x.code == http.StatusOK && w.Body.String() != x.want) {
			t.Errorf("%s: %d %q", x.path, w.Code, w.Body)
		}
		if x.want == image && w.Header().Get("Content-Type") != kind {
			t.Errorf("%s: %v", x.path, w.Header())
		}
	}
}
