//go:build kube

package level2

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/datadriven"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// What kubectl apply -k config/default makes is written down, but for the CRD, which stands in config/crd.
func TestKustomize(t *testing.T) {
	for name, dirs := range map[string][]string{
		"default":    {"default", "prometheus"},
		"namespaced": {"namespaced"},
	} {
		var out strings.Builder
		for _, dir := range dirs {
			for _, doc := range documents(cluster.Kubectl(t, "", "kustomize", kubetest.File("config", dir))) {
				if !strings.Contains(doc, "kind: CustomResourceDefinition") {
					out.WriteString("---\n" + strings.TrimSpace(doc) + "\n")
				}
			}
		}
		datadriven.Equal(t, filepath.Join("testdata", name+".txt"), out.String())
	}
}

// The API server takes all of it.
func TestInstallation(t *testing.T) {
	cluster.Kubectl(t, "", "apply", "--server-side", "--force-conflicts", "--dry-run=server", "-k",
		kubetest.File("config", "crd"))
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	for _, dir := range []string{"manager", "webhook"} {
		out := cluster.Kubectl(t, "", "apply", "--server-side", "--dry-run=server", "-k",
			kubetest.File("config", dir))
		if !strings.Contains(out, "serverside-applied") {
			t.Error(out)
		}
	}
}

// Who views or edits a namespace may view or run its jobs, and nobody but the operator says how they are.
func TestRolesOfPeople(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	for _, x := range []struct {
		role, verb, resource string
		may                  bool
	}{
		{"viewer", "get", "marsjobs", true},
		{"viewer", "watch", "marsjobs", true},
		{"viewer", "get", "marsjobs/scale", true},
		{"viewer", "create", "marsjobs", false},
		{"viewer", "patch", "marsjobs/scale", false},
		{"editor", "create", "marsjobs", true},
		{"editor", "deletecollection", "marsjobs", true},
		{"editor", "patch", "marsjobs/scale", true},
		{"editor", "get", "marsjobs/status", true},
		{"editor", "update", "marsjobs/status", false},
	} {
		user := x.role + "-of-jobs"
		if _, err := cluster.TryKubectl("", "create", "clusterrolebinding", user,
			"--clusterrole=marsjob-"+x.role, "--user="+user); err != nil &&
			!strings.Contains(err.Error(), "already exists") {
			t.Fatal(err)
		}
		want := map[bool]string{true: "yes", false: "no"}[x.may]
		resource, sub, _ := strings.Cut(x.resource, "/")
		out, _ := cluster.TryKubectl("", "auth", "can-i", x.verb, resource+".training.kubedl.io",
			"--subresource="+sub, "--as="+user)
		if got := strings.TrimSpace(out); got != want {
			t.Errorf("%s may %s %s: %q, want %q", x.role, x.verb, x.resource, got, want)
		}
	}
}
