//go:build kube

package level4

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// commands are the lines of the blocks of shell of a page, and what is apart from those that run here.
func commands(t *testing.T, page string, apart func(string) bool) (out []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "```") {
		body, shell := strings.CutPrefix(block, "sh\n")
		if i%2 == 0 || !shell {
			continue
		}
		for line := range strings.Lines(body) {
			if line = strings.TrimSpace(line); line != "" && !apart(line) {
				out = append(out, line)
			}
		}
	}
	return out
}

// Every command of docs/kubernetes.md does what the page says, in the order of the page. Two are apart: the
// operator runs beside the cluster here and not in it, and podbox has no port-forward.
func TestPage(t *testing.T) {
	w := open(t)
	root := kubetest.File("..")
	all := commands(t, filepath.Join(root, "docs", "kubernetes.md"), func(line string) bool {
		return strings.Contains(line, "operator/config/default") || strings.Contains(line, "rollout status") || strings.Contains(line, "port-forward")
	})
	t.Cleanup(func() {
		cluster.Kubectl(t, "", "delete", "serviceaccount", "kubedl-sa", "-n", "default", "--ignore-not-found")
		cluster.Kubectl(t, "", "delete", "marsjob", "mars-test-demo", "-n", "default", "--ignore-not-found")
	})
	if len(all) < 9 {
		t.Fatalf("%d commands: %q", len(all), all)
	}
	for _, line := range all {
		words := strings.Fields(line)
		if words[0] != "kubectl" {
			t.Fatalf("%q is no command of kubectl", line)
		}
		c := exec.CommandContext(t.Context(), kubetest.Program("kubectl"), words[1:]...)
		c.Dir, c.Env = root, append(os.Environ(), "KUBECONFIG="+cluster.Kubeconfig)
		out, err := c.CombinedOutput()
		t.Logf("$ %s\n%s", line, out)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		switch {
		case line == "kubectl get marsjob":
			if !strings.Contains(string(out), "NAME             STATE     AGE") || !strings.Contains(string(out), "mars-test-demo   Running") {
				t.Errorf("%s says something else", line)
			}
		case strings.HasSuffix(line, "{.status.webServiceAddresses}"):
			if string(out) != `["mars.domain.com/mars/default/mars-test-demo-webservice-0"]` {
				t.Errorf("addresses %s", out)
			}
			w.start(t, "tutorial.py", tutorialURL).Said(t)
		}
	}
}
