package kubetest

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// A Call is one that the operator's account has made, as the API server has written it down.
type Call struct {
	Verb      string
	ObjectRef struct {
		APIGroup, Resource, Subresource, Namespace, Name string
	}
	ResponseStatus struct {
		Code    int
		Message string
	}
}

// Right is what a call needs: "update training.kubedl.io/marsjobs/status".
func (c Call) Right() string {
	r := c.Verb + " " + c.ObjectRef.APIGroup + "/" + c.ObjectRef.Resource
	if s := c.ObjectRef.Subresource; s != "" {
		r += "/" + s
	}
	return r
}

// Calls are all so far that are about objects.
func (c *Cluster) Calls(t testing.TB) (out []Call) {
	t.Helper()
	f, err := os.Open(c.Audit)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var x Call
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		if x.ObjectRef.Resource != "" { // the others ask what there is
			out = append(out, x)
		}
	}
	return out
}
