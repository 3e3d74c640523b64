//go:build kube

package level3

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// A job runs; a worker that somebody deletes comes back; when the job goes all goes.
func TestRuns(t *testing.T) {
	operate(t)
	ns := cluster.NewNamespace(t)
	j := cluster.NewJobIn(t, ns, "run", nil)
	j.Running(4)
	x := j.State(api.JobRunning)
	kubetest.Wait(t, "the status is that of 4 pods", func() string {
		x = j.Read()
		for _, role := range api.Roles() {
			want := map[api.ReplicaType]int32{api.Scheduler: 1, api.WebService: 1, api.Worker: 2}[role]
			if s := x.Status.ReplicaStatuses[role]; s == nil || s.Active != want {
				return fmt.Sprintf("%s: %+v", role, s)
			}
		}
		return ""
	})
	if x.Status.Failovers != 0 || x.Status.StartTime == nil {
		t.Errorf("%+v", x.Status)
	}
	// The name of a pod leads to it.
	kubetest.Wait(t, "the service of a worker has an address", func() string {
		var slices discoveryv1.EndpointSliceList
		if err := cluster.Client.List(t.Context(), &slices, client.InNamespace(ns),
			client.MatchingLabels{discoveryv1.LabelServiceName: "run-worker-1"}); err != nil {
			t.Fatal(err)
		}
		p := j.Pod("worker-1", "")
		for _, s := range slices.Items {
			for _, e := range s.Endpoints {
				if len(e.Addresses) == 1 && e.Addresses[0] == p.Status.PodIP {
					return ""
				}
			}
		}
		return fmt.Sprintf("%+v has not %s", slices.Items, p.Status.PodIP)
	})

	old := j.Pod("worker-1", "").UID
	cluster.Kubectl(t, "", "delete", "pod", "run-worker-1", "-n", ns)
	j.Pod("worker-1", old)
	j.Running(4)

	cluster.Kubectl(t, "", "delete", "marsjob", "run", "-n", ns)
	empty(t, ns)
}

// empty waits until nothing of a job is left in a namespace.
func empty(t *testing.T, ns string) {
	t.Helper()
	kubetest.Wait(t, "all is collected", func() string {
		var left []string
		for _, list := range []client.ObjectList{
			&corev1.PodList{}, &corev1.ServiceList{},
			&corev1.SecretList{}, &policyv1.PodDisruptionBudgetList{},
		} {
			if err := cluster.Client.List(t.Context(), list, client.InNamespace(ns),
				client.HasLabels{"job-name"}); err != nil {
				t.Fatal(err)
			}
			left = append(left, names(list)...)
		}
		return strings.Join(left, ", ")
	})
}

func names(list client.ObjectList) (out []string) {
	switch l := list.(type) {
	case *corev1.PodList:
		for _, x := range l.Items {
			out = append(out, "pod "+x.Name)
		}
	case *corev1.ServiceList:
		for _, x := range l.Items {
			out = append(out, "service "+x.Name)
		}
	case *corev1.SecretList:
		for _, x := range l.Items {
			out = append(out, "secret "+x.Name)
		}
	case *policyv1.PodDisruptionBudgetList:
		for _, x := range l.Items {
			out = append(out, "budget "+x.Name)
		}
	}
	return out
}

// The tutorial's job needs an account. Until it is there the job waits and says for what, and nothing is half
// made.
func TestTutorial(t *testing.T) {
	operate(t)
	ns := cluster.NewNamespace(t)
	text := strings.ReplaceAll(kubetest.Sample(t, "tutorial.yaml"), "  namespace: default\n", "")
	cluster.Kubectl(t, text, "apply", "-n", ns, "-f", "-")
	j := cluster.Job(t, ns, "mars-test-demo")
	j.State(api.JobQueuing)
	j.Told("PodRefused", `serviceaccount "kubedl-sa" not found`)
	if left := j.Pods(); len(left) > 0 {
		t.Errorf("%d pods", len(left))
	}
	var services corev1.ServiceList
	if err := cluster.Client.List(t.Context(), &services, client.InNamespace(ns)); err != nil ||
		len(services.Items) > 0 {
		t.Errorf("%d services, %v", len(services.Items), err)
	}
	if err := cluster.Client.Create(t.Context(),
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "kubedl-sa"}}); err != nil {
		t.Fatal(err)
	}
	j.State(api.JobRunning)
	j.Running(4)
	if out := cluster.Kubectl(t, "", "get", "marsjob", "-n", ns,
		"--no-headers"); strings.Join(strings.Fields(out)[:2], " ") != "mars-test-demo Running" {
		t.Error(out)
	}
}
