//go:build kube

package level4

import (
	"context"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

// A worker that is told to go at once goes, though Python has only begun to start: it does not wait to be
// killed. The pod is the one of the plan, for a kubelet that is asked to end it in the same breath.
func TestToldToGoAtOnce(t *testing.T) {
	w := open(t)
	job := &api.MarsJob{}
	if err := yaml.UnmarshalStrict([]byte(kubetest.Sample(t, "tutorial.yaml")), job); err != nil {
		t.Fatal(err)
	}
	defaults.Apply(job)
	all := plan.Of(job)
	secret := all.Secret // which the pods read, and which the operator would have made
	secret.OwnerReferences = nil
	secret.Data = map[string][]byte{plan.SecretKey: []byte("the secret of the test, which is long enough")}
	if err := cluster.Client.Create(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cluster.Kubectl(t, "", "delete", "secret", secret.Name, "-n", "default") })
	for _, p := range all.Pods {
		if !strings.Contains(p.Name, "-worker-") {
			continue
		}
		p.ObjectMeta = metav1.ObjectMeta{Namespace: "default", Name: p.Name + "-early"}
		p.Spec.ServiceAccountName, p.Spec.NodeName = "", w.Node
		if err := cluster.Client.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			cluster.Kubectl(t, "", "delete", "pod", p.Name, "-n", "default", "--ignore-not-found",
				"--grace-period=0", "--force")
		})
		var code int32
		told := false
		kubetest.Wait(t, "the worker has gone", func() string {
			if !told {
				if err := w.Kill(context.WithoutCancel(t.Context()), p, "TERM"); err != nil {
					return err.Error() // it has not begun
				}
				told = true
			}
			now := cluster.Client.Get(t.Context(), client.ObjectKeyFromObject(p), p)
			for _, c := range p.Status.ContainerStatuses {
				if x := c.State.Terminated; x != nil {
					code = x.ExitCode
					return ""
				}
			}
			return "it is there: " + string(p.Status.Phase) + said(now)
		})
		t.Logf("%s has ended with %d", p.Name, code)
		if code != 0 && code != 128+15 {
			t.Errorf("%s has ended with exit code %d, and said:\n%s", p.Name, code,
				w.Logs(context.WithoutCancel(t.Context()), p))
		}
	}
}

func said(err error) string {
	if err != nil {
		return " " + err.Error()
	}
	return ""
}
