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
	cmd.Env = append(os.Environ(), "HELM_CACHE_HOME="+home, "HELM_CONFIG_HOME="+home, "HELM_DATA_HOME="+home,
		"KUBECONFIG="+cluster.Kubeconfig)
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
	cluster.Kubectl(t, "", "create", "namespace", "team") // of the options; nobody here takes namespaces away
	dir := kubetest.File("charts", "mars-operator")
	if out := helm(t, "lint", "--strict", dir); !strings.Contains(out, "0 chart(s) failed") {
		t.Error(out)
	}
	for name, set := range map[string][]string{"chart": nil, "chart_options": options} {
		out := helm(t, append([]string{
			"template", "mars", dir, "--kube-version=1.37.1",
			"--namespace=" + kubetest.Namespace,
		}, set...)...)
		datadriven.Equal(t, filepath.Join("testdata", name+".txt"), out)
		var known strings.Builder
		for _, doc := range documents(out) {
			if !strings.Contains(doc, "kind: PodMonitor") { // which only the operator of Prometheus knows
				known.WriteString("---\n" + doc + "\n")
			}
		}
		cluster.Kubectl(t, known.String(), "apply", "--server-side", "--force-conflicts", "--dry-run=server",
			"-f", "-")
	}
}

// alone takes away what config/rbac has made for the whole cluster: helm takes nothing that others have made.
func alone(t *testing.T) {
	t.Helper()
	args := []string{"delete", "--ignore-not-found"}
	for _, kind := range []string{"clusterrole", "clusterrolebinding"} {
		for _, name := range []string{
			"mars-operator", "mars-operator-webhooks", "marsjob-viewer",
			"marsjob-editor",
		} {
			args = append(args, kind+"/"+name)
		}
	}
	cluster.Kubectl(t, "", args...)
}

// may says whether the operator of a namespace may do something to jobs of another one.
func may(t *testing.T, home, ns, verb, resource string) string {
	t.Helper()
	resource, sub, _ := strings.Cut(resource, "/")
	args := []string{
		"auth", "can-i", verb, resource, "--as=system:serviceaccount:" + home + ":mars-operator",
		"-n", ns,
	}
	if sub != "" {
		args = append(args, "--subresource="+sub)
	}
	out, _ := cluster.TryKubectl("", args...) // "no" is an error of kubectl's
	return strings.TrimSpace(out)
}

// In an installation for one namespace the operator has its rights there and nowhere else.
func TestChartOfOneNamespace(t *testing.T) {
	cluster.Install(t, "crd")
	alone(t)
	home, watched, other := cluster.NewNamespace(t), cluster.NewNamespace(t), cluster.NewNamespace(t)
	helm(t, "install", "mars", kubetest.File("charts", "mars-operator"), "--namespace="+home,
		"--set=webhooks=false,watchNamespace="+watched)
	defer helm(t, "uninstall", "mars", "--namespace="+home)
	for _, x := range [][2]string{
		{"create", "pods"},
		{"get", "secrets"},
		{"update", "marsjobs.training.kubedl.io/status"},
		{"list", "marsjobs.training.kubedl.io"},
		{"watch", "horizontalpodautoscalers.autoscaling"},
		{"create", "events.events.k8s.io"},
	} {
		for ns, want := range map[string]string{watched: "yes", other: "no", home: "no"} {
			if got := may(t, home, ns, x[0], x[1]); got != want &&
				(ns != home || x != [2]string{"create", "events.events.k8s.io"}) {
				t.Errorf("may %s %s: %q, want %q", x[0], x[1], got, want)
			}
		}
	}
	if got := may(t, home, home, "create", "leases.coordination.k8s.io"); got != "yes" {
		t.Errorf("its lease: %q", got)
	}
	out, _ := cluster.TryKubectl("", "get", "clusterrole/mars-operator", "clusterrole/mars-operator-webhooks",
		"--ignore-not-found", "-o", "name")
	if strings.TrimSpace(out) != "" {
		t.Errorf("there are %s", out)
	}
}

// Installed, the chart gives the operator's account what config/ gives it, and takes all away again.
func TestChartInstalled(t *testing.T) {
	alone(t)
	ns := cluster.NewNamespace(t)
	helm(t, "install", "mars", kubetest.File("charts", "mars-operator"), "--namespace="+ns)
	for _, x := range [][2]string{{"create", "pods"}, {"update", "marsjobs.training.kubedl.io/status"}} {
		if got := may(t, ns, ns, x[0], x[1]); got != "yes" {
			t.Errorf("it may not %s %s: %q", x[0], x[1], got)
		}
	}
	account := "--as=system:serviceaccount:" + ns + ":mars-operator"
	for _, what := range []string{
		"secrets/mars-operator-webhook",
		"mutatingwebhookconfigurations/mars-operator",
	} {
		if out, _ := cluster.TryKubectl("", "auth", "can-i", "update", what, account, "-n",
			ns); strings.TrimSpace(out) != "yes" {
			t.Errorf("it may not update %s: %q", what, out)
		}
	}
	helm(t, "uninstall", "mars", "--namespace="+ns)
	for _, what := range []string{
		"deployment", "serviceaccount/mars-operator", "clusterrole/mars-operator",
		"mutatingwebhookconfiguration/mars-operator",
	} {
		if out, err := cluster.TryKubectl("", "get", what, "-n", ns, "--no-headers",
			"--ignore-not-found"); err != nil || strings.TrimSpace(out) != "" {
			t.Errorf("%s is left: %s, %v", what, out, err)
		}
	}
}
