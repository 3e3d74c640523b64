//go:build kube

package level2

import (
	"os"
	"slices"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// A whole life of a job, with the rights of config/rbac: each of them is needed, and no other.
func TestRights(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	ns, at := cluster.NewNamespace(t), listening(t)
	o := cluster.Operator(t, "--leader-elect", "--webhook-bind-address="+at, "--webhook-names=127.0.0.1")
	live(t, o, ns)
	scaled(t, ns)
	foreign(t, ns)
	if s := o.Stop(); s.ExitCode() != 0 {
		t.Errorf("the operator ends with %s", s)
	}
	expire(t)
	o.SetEnv("KUBE_FEATURE_WatchListClient=false") // as with servers that do not stream lists
	o.Restart(t)
	refused(t, ns)
	cluster.NewJobIn(t, ns, "listed", nil).State(api.JobCreated)
	if s := o.Stop(); s.ExitCode() != 0 {
		t.Errorf("the operator ends with %s", s)
	}
	used := map[string]bool{}
	for _, c := range cluster.Calls(t) {
		used[c.Right()] = true
		if c.ResponseStatus.Code == 403 {
			t.Errorf("%s %s/%s: %s", c.Right(), c.ObjectRef.Namespace, c.ObjectRef.Name,
				c.ResponseStatus.Message)
		}
	}
	given := rights(t)
	for _, r := range given {
		// Who names an owner that cannot go before it must have this: the API server looks, and does not
		// write it down.
		if !used[r] && r != "update training.kubedl.io/marsjobs/finalizers" {
			t.Errorf("right %q is given and was not used", r)
		}
	}
	for r := range used {
		if !slices.Contains(given, r) {
			t.Errorf("right %q was used and does not stand in config/rbac", r)
		}
	}
}

// With the rights of config/namespaced alone an operator of one namespace keeps its jobs.
func TestRightsOfOneNamespace(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	alone(t)
	t.Cleanup(func() { cluster.Install(t, "rbac") })
	const ns = "mars-jobs"
	cluster.Kubectl(t, "", "create", "namespace", ns)
	var rbac strings.Builder
	for _, doc := range documents(cluster.Kubectl(t, "", "kustomize",
		kubetest.File("config", "namespaced"))) {
		if strings.Contains(doc, "apiVersion: rbac.authorization.k8s.io/v1\n") {
			rbac.WriteString("---\n" + doc + "\n")
		}
	}
	cluster.Kubectl(t, rbac.String(), "apply", "--server-side", "--force-conflicts", "-f", "-")
	t.Cleanup(func() { cluster.Kubectl(t, "", "delete", "role,rolebinding", "-n", ns, "--all") })
	for _, x := range [][2]string{{ns, "yes"}, {"default", "no"}, {kubetest.Namespace, "no"}} {
		kubetest.Wait(t, "rights in "+x[0], func() string { // the server hears of roles a little later
			return strings.TrimPrefix(may(t, kubetest.Namespace, x[0], "create", "pods"), x[1])
		})
	}
	at := listening(t)
	o := cluster.Operator(t, "--leader-elect", "--namespace="+ns, "--webhook-bind-address="+at,
		"--webhook-names=127.0.0.1")
	before := len(cluster.Calls(t))
	live(t, o, ns)
	scaled(t, ns)
	refused(t, ns)
	other := cluster.NewNamespace(t)
	cluster.NewJobIn(t, other, "foreign", nil)
	cluster.NewJobIn(t, ns, "last", nil).State(api.JobCreated) // so the one before it would have been seen
	if x := cluster.Job(t, other, "foreign").Read(); len(x.Status.Conditions) > 0 {
		t.Errorf("the operator looks after a job elsewhere: %+v", x.Status)
	}
	cluster.Kubectl(t, "", "delete", "marsjobs", "--all", "-n", ns)
	if s := o.Stop(); s.ExitCode() != 0 {
		t.Errorf("the operator ends with %s", s)
	}
	for _, c := range cluster.Calls(t)[before:] {
		if c.ResponseStatus.Code == 403 {
			t.Errorf("%s %s/%s: %s", c.Right(), c.ObjectRef.Namespace, c.ObjectRef.Name,
				c.ResponseStatus.Message)
		}
	}
}

// rights are all that config/rbac gives the operator.
func rights(t *testing.T) (out []string) {
	t.Helper()
	text, err := os.ReadFile(kubetest.File("config", "rbac", "role.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range documents(string(text)) {
		role := rbacv1.ClusterRole{} // a Role has the same rules
		if err := yaml.UnmarshalStrict([]byte(doc), &role); err != nil {
			t.Fatal(err)
		}
		for _, r := range role.Rules {
			for _, verb := range r.Verbs {
				for _, group := range r.APIGroups {
					for _, resource := range r.Resources {
						out = append(out, verb+" "+group+"/"+resource)
					}
				}
			}
		}
	}
	return out
}
