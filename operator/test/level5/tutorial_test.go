//go:build kube

package level5

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/podbox"
)

// The tutorial's job runs, and its program says what it says anywhere: by the name of the service, through
// the API server, and through an ingress. The image is pulled each time, as the job wants it.
func TestTutorial(t *testing.T) {
	begin := time.Now()
	j := start(t, "mars-test-demo", nil)
	j.State(api.JobRunning)
	t.Logf("Running %s after all began", time.Since(begin).Round(10*time.Millisecond))
	j.Running(4)
	want := kubetest.StartScript(t, "", "tutorial.py").Said(t)
	if got := kubetest.StartScript(t, "", "tutorial.py", url("mars-test-demo")).Said(t); got != want {
		t.Errorf("digest %s in pods, %s here", got, want)
	}
	at := cluster.Forward(t, "default", "pod/mars-test-demo-webservice-0", 11111)
	if got := kubetest.StartScript(t, "", "tutorial.py", "http://"+at+path("mars-test-demo")).Said(t); got != want {
		t.Errorf("digest %s through kubectl port-forward, %s here", got, want)
	}
	door := httptest.NewServer(&podbox.Ingress{Client: cluster.Client})
	t.Cleanup(door.Close)
	if got := kubetest.StartScript(t, door.Listener.Addr().String(), "tutorial.py", "http://mars.domain.com"+path("mars-test-demo")).Said(t); got != want {
		t.Errorf("digest %s through an ingress, %s here", got, want)
	}

	logs := cluster.Kubectl(t, "", "logs", "-n", "default", "mars-test-demo-scheduler-0")
	if !strings.Contains(logs, "mars-test-demo-scheduler-0") {
		t.Errorf("kubectl logs: the scheduler does not say who it is: %s", logs)
	}
	for pod, want := range map[string]string{"worker-0": "mars-worker", "scheduler-0": "mars-scheduler"} {
		out := cluster.Kubectl(t, "", "exec", "-n", "default", "mars-test-demo-"+pod, "--", "sh", "-c",
			"cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
		if !strings.Contains(out, want) {
			t.Errorf("kubectl exec: %s has no process %s: %s", pod, want, out)
		}
	}
}

// wrong is a job that the API server takes by itself.
const wrong = `apiVersion: training.kubedl.io/v1alpha1
kind: MarsJob
metadata: {name: wrong, namespace: default}
spec: {marsReplicaSpecs: {Scheduler: {template: {}}, scheduler: {template: {}}, Worker: {template: {}}}}
`

// The operator's webhooks are asked through their service: what is wrong with a job is said at once.
func TestWebhooks(t *testing.T) {
	install(t)
	kubetest.Wait(t, "the operator refuses a job", func() string { // who signs for it may come a moment later
		out, err := cluster.TryKubectl(wrong, "create", "--dry-run=server", "-f", "-")
		if err == nil || !strings.Contains(err.Error(), "Scheduler twice") {
			return fmt.Sprint(out, err)
		}
		return ""
	})
}
