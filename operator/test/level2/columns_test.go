//go:build kube

package level2

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// People see a job as those of KubeDL did.
func TestColumns(t *testing.T) {
	cluster.Install(t, "crd")
	ns := cluster.NewNamespace(t)
	text := strings.Replace(kubetest.Sample(t, "tutorial.yaml"), "spec:\n",
		"spec:\n  ttlSecondsAfterFinished: 60\n  activeDeadlineSeconds: 7200\n", 1)
	apply(t, ns, text)
	j := read(t, ns, "mars-test-demo")
	now := metav1.Now()
	for _, state := range []api.JobConditionType{api.JobCreated, api.JobRunning} {
		j.Status.Conditions = append(j.Status.Conditions,
			api.JobCondition{
				Type: state, Status: corev1.ConditionTrue, LastUpdateTime: now,
				LastTransitionTime: now,
			})
	}
	if err := cluster.Client.Status().Update(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"marsjobs", "marsjob", "mj"} {
		lines := strings.Split(strings.TrimSpace(cluster.Kubectl(t, "", "get", name, "-n", ns)), "\n")
		if len(lines) != 2 || strings.Join(strings.Fields(lines[0]),
			" ") != "NAME STATE AGE FINISHED-TTL MAX-LIFETIME" {
			t.Fatal(lines)
		}
		f := strings.Fields(lines[1])
		f[2] = "AGE" // of seconds
		if got := strings.Join(f, " "); got != "mars-test-demo Running AGE 60 7200" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if out := cluster.Kubectl(t, "", "get", "all", "-n", ns); !strings.Contains(out,
		"marsjob.training.kubedl.io/mars-test-demo") {
		t.Error(out)
	}
	if out := cluster.Kubectl(t, "", "explain",
		"marsjob.spec.marsReplicaSpecs.template"); !strings.Contains(out, "Template is the pod") {
		t.Error(out)
	}
}

// Workers are scaled by hand and by autoscalers, which ask for the pods of workers.
func TestScale(t *testing.T) {
	cluster.Install(t, "crd")
	ns := cluster.NewNamespace(t)
	apply(t, ns, kubetest.Sample(t, "tutorial.yaml"))
	j := read(t, ns, "mars-test-demo")
	j.Status.WorkerSelector = "job-name=mars-test-demo"
	j.Status.ReplicaStatuses = map[api.ReplicaType]*api.ReplicaStatus{api.Worker: {Active: 2}}
	if err := cluster.Client.Status().Update(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	cluster.Kubectl(t, "", "scale", "marsjob/mars-test-demo", "-n", ns, "--current-replicas=2",
		"--replicas=5")
	if n := *read(t, ns, "mars-test-demo").Spec.MarsReplicaSpecs[api.Worker].Replicas; n != 5 {
		t.Errorf("%d workers", n)
	}
	var scale struct {
		Spec   struct{ Replicas int }
		Status struct {
			Replicas int
			Selector string
		}
	}
	out := cluster.Kubectl(t, "", "get", "--raw",
		fmt.Sprintf("/apis/training.kubedl.io/v1alpha1/namespaces/%s/marsjobs/mars-test-demo/scale", ns))
	if err := json.Unmarshal([]byte(out), &scale); err != nil {
		t.Fatal(err)
	}
	if scale.Spec.Replicas != 5 || scale.Status.Replicas != 2 ||
		scale.Status.Selector != "job-name=mars-test-demo" {
		t.Errorf("%+v", scale)
	}
	if _, err := cluster.TryKubectl("", "scale", "marsjob/mars-test-demo", "-n", ns,
		"--replicas=-1"); err == nil {
		t.Error("-1 workers are taken")
	}
}

// The status is the operator's: who writes a job does not change it, nor the other way round.
func TestStatusIsApart(t *testing.T) {
	cluster.Install(t, "crd")
	ns := cluster.NewNamespace(t)
	apply(t, ns, kubetest.Sample(t, "small.yaml"))
	j := read(t, ns, "mars")
	before := j.Generation
	j.Status.Failovers = 3
	yes := true
	j.Spec.Suspend = &yes
	if err := cluster.Client.Status().Update(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if j = read(t, ns, "mars"); j.Spec.Suspend != nil || j.Status.Failovers != 3 || j.Generation != before {
		t.Errorf("%v, %d failovers, generation %d after %d", j.Spec.Suspend, j.Status.Failovers, j.Generation,
			before)
	}
	j.Status.Failovers, j.Spec.Suspend = 4, &yes
	if err := cluster.Client.Update(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if j = read(t, ns, "mars"); j.Spec.Suspend == nil || j.Status.Failovers != 3 || j.Generation != before+1 {
		t.Errorf("%v, %d failovers, generation %d after %d", j.Spec.Suspend, j.Status.Failovers, j.Generation,
			before)
	}
}
