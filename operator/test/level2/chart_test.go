//go:build kube

package level2

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/datadriven"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// helm is what helm prints.
func helm(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(kubetest.Program("helm"), args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HELM_CACHE_HOME="+home, "HELM_CONFIG_HOME="+home, "HELM_DATA_HOME="+home, "KUBECONFIG="+cluster.Kubeconfig)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("helm %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// all options have a value that is not their default.
var options = []string{
	"--set=replicas=3,image.repository=example.org/mars-operator,image.tag=1.2.3,image.pullPolicy=Always,image.pullSecrets[0].name=pull",
	"--set=watchNamespace=team,webhooks=false,nodeLostTimeout=30s,jobs=8,qps=500,podMonitor=true",
	"--set=resources.limits.cpu=1,priorityClassName=high,nodeSelector.pool=system,tolerations[0].operator=Exists",
}

// What the chart makes is written down; the API server takes it.
func TestChart(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	dir := kubetest.File("charts", "mars-operator")
	if out := helm(t, "lint", "--strict", dir); !strings.Contains(out, "0 chart(s) failed") {
		t.Error(out)
	}
	for name, set := range map[string][]string{"chart": nil, "chart_options": options} {
		out := helm(t, append([]string{"template", "mars", dir, "--kube-version=1.37.1", "--namespace=" + kubetest.Namespace}, set...)...)
		datadriven.Equal(t, filepath.Join("testdata", name+".txt"), out)
		var known strings.Builder
		for _, doc := range documents(out) {
			if !strings.Contains(doc, "kind: PodMonitor") { // which only the operator of Prometheus knows
				known.WriteString("---\n" + doc + "\n")
			}
		}
		cluster.Kubectl(t, known.String(), "apply", "--server-side", "--force-conflicts", "--dry-run=server", "-f", "-")
	}
}

// Installed, the chart gives the operator's account what config/ gives it, and takes all away again.
func TestChartInstalled(t *testing.T) {
	cluster.Kubectl(t, "", "delete", "--ignore-not-found", "clusterrole/mars-operator", "clusterrole/marsjob-viewer", "clusterrole/marsjob-editor",
		"clusterrolebinding/mars-operator") // helm takes nothing that others have made
	ns := cluster.NewNamespace(t)
	helm(t, "install", "mars", kubetest.File("charts", "mars-operator"), "--namespace="+ns)
	account := "system:serviceaccount:" + ns + ":mars-operator"
	for _, x := range [][2]string{{"create", "pods"}, {"update", "marsjobs.training.kubedl.io/status"}, {"update", "secrets/mars-operator-webhook"}} {
		resource, sub, _ := strings.Cut(x[1], "/")
		args := []string{"auth", "can-i", x[0], resource, "--as=" + account, "-n", ns}
		if sub == "status" {
			args = append(args, "--subresource="+sub)
		} else if sub != "" {
			args[3] = x[1]
		}
		if out, _ := cluster.TryKubectl("", args...); strings.TrimSpace(out) != "yes" {
			t.Errorf("%s may not %s %s", account, x[0], x[1])
		}
	}
	helm(t, "uninstall", "mars", "--namespace="+ns)
	for _, what := range []string{"deployment", "serviceaccount/mars-operator", "clusterrole/mars-operator", "mutatingwebhookconfiguration/mars-operator"} {
		if out, err := cluster.TryKubectl("", "get", what, "-n", ns, "--no-headers", "--ignore-not-found"); err != nil || strings.TrimSpace(out) != "" {
			t.Errorf("%s is left: %s, %v", what, out, err)
		}
	}
}
