//go:build kube

package level4

import (
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

const tutorialURL = "http://mars.domain.com/mars/default/mars-test-demo-webservice-0"

// account makes the account that the tutorial's pods ask for.
func account(t *testing.T) {
	t.Helper()
	a := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "kubedl-sa"}}
	if err := cluster.Client.Create(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cluster.Kubectl(t, "", "delete", "serviceaccount", "kubedl-sa", "-n", "default") })
}

// apply makes a job of a sample as it is, which goes with the test.
func apply(t *testing.T, sample string) *kubetest.Job {
	t.Helper()
	cluster.Kubectl(t, kubetest.Sample(t, sample), "apply", "-f", "-")
	j := cluster.Job(t, "default", "mars-test-demo")
	t.Cleanup(func() {
		cluster.Kubectl(t, "", "delete", "marsjob", "mars-test-demo", "-n", "default", "--ignore-not-found")
		kubetest.Wait(t, "its pods are gone", func() string {
			return strings.TrimSpace(cluster.Kubectl(t, "", "get", "pods", "-n", "default", "-l",
				"job-name=mars-test-demo", "-o", "name"))
		})
	})
	return j
}

// The tutorial's job, word for word, and its program through the ingress.
func TestTutorial(t *testing.T) {
	w := open(t)
	account(t)
	begin := time.Now()
	j := apply(t, "tutorial.yaml")
	j.State(api.JobRunning)
	t.Logf("Running %s after apply", time.Since(begin).Round(10*time.Millisecond))
	j.Running(4)
	t.Logf("all ready %s after apply", time.Since(begin).Round(10*time.Millisecond))
	out := strings.Fields(cluster.Kubectl(t, "", "get", "marsjob", "mars-test-demo", "--no-headers"))
	if len(out) < 2 || out[1] != "Running" {
		t.Errorf("kubectl get marsjob: %v", out)
	}
	want := w.start(t, "tutorial.py").Said(t)
	begin = time.Now()
	if got := w.start(t, "tutorial.py", tutorialURL).Said(t); got != want {
		t.Errorf("digest %s in pods, %s here", got, want)
	}
	t.Logf("the program took %s", time.Since(begin).Round(10*time.Millisecond))
}
