//go:build kube

package level4

import (
	"os"
	"strings"
	"testing"
)

// A program starts a cluster, by an operator and without one, has its workers come and go, and leaves
// nothing.
func TestClusterOfAProgram(t *testing.T) {
	w := open(t)
	server := cluster.Proxy(t)
	want := w.start(t, "cluster.py").Said(t)
	for _, kind := range []string{"plain", "operator"} {
		t.Run(kind, func(t *testing.T) {
			if got := w.start(t, "cluster.py", server, os.Getenv(imageEnv), kind).Said(t); got != want {
				t.Errorf("digests %s, here they are %s", got, want)
			}
		})
	}
	left := cluster.Kubectl(t, "", "get", "namespaces,deployments,marsjobs,secrets", "-A", "-o", "name")
	for _, line := range strings.Fields(left) {
		if strings.Contains(line, "mars-ns-") || strings.Contains(line, "marsjob.") ||
			strings.Contains(line, "deployment.") || strings.Contains(line, "-token") {
			t.Errorf("%s is left", line)
		}
	}
}
