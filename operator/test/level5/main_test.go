//go:build kube

// Package level5 is what a real node does with jobs: a kubelet and containerd run the images that users have,
// the operator among them, and services and names lead to pods.
package level5

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

var cluster *kubetest.Cluster

func TestMain(m *testing.M) {
	os.Exit(kubetest.Main(m, kubetest.Options{Controllers: true, Kubelet: true}, &cluster))
}

// install has the operator run in pods, as users install it.
func install(t *testing.T) {
	t.Helper()
	cluster.Install(t, "default")
	t.Cleanup(func() {
		if t.Failed() {
			for _, args := range [][]string{
				{"get", "pods,marsjobs", "-A", "-o", "wide"},
				{"describe", "pods", "-n", "default"},
				{"logs", "-n", kubetest.Namespace, "-l", "app.kubernetes.io/name=mars-operator", "--tail=100"},
			} {
				out, err := cluster.TryKubectl("", args...)
				t.Log(args, out, err)
			}
		}
	})
	cluster.Kubectl(t, "", "-n", kubetest.Namespace, "rollout", "status", "deployment/mars-operator", "--timeout=180s")
}

// small is a change of a job by which it has room on this machine: what pods ask for is not what they may
// use.
func small(x *api.MarsJob) {
	for _, r := range x.Spec.MarsReplicaSpecs {
		r.Template.Spec.Containers[0].Resources.Requests = corev1.ResourceList{
			corev1.ResourceCPU: resource.MustParse("50m"), corev1.ResourceMemory: resource.MustParse("128Mi"),
		}
	}
}

// start makes a small job of the tutorial's, which goes with the test.
func start(t *testing.T, name string, change func(*api.MarsJob)) *kubetest.Job {
	t.Helper()
	install(t)
	j := cluster.NewJobIn(t, "default", name, func(x *api.MarsJob) {
		small(x)
		if change != nil {
			change(x)
		}
	})
	t.Cleanup(func() {
		cluster.Kubectl(t, "", "delete", "marsjob", name, "-n", "default", "--ignore-not-found")
		kubetest.Wait(t, "its pods are gone", func() string {
			return cluster.Kubectl(t, "", "get", "pods", "-n", "default", "-l", "job-name="+name, "-o", "name")
		})
	})
	return j
}

// look is a pod as it is, or a new one of its name.
func look(t *testing.T, p *corev1.Pod) *corev1.Pod {
	t.Helper()
	now := &corev1.Pod{}
	if err := client.IgnoreNotFound(cluster.Client.Get(t.Context(), client.ObjectKeyFromObject(p), now)); err != nil {
		t.Fatal(err)
	}
	return now
}

// path is that of the job's page.
func path(name string) string { return "/mars/default/" + name + "-webservice-0" }

// url is where the job's page is, by the name of the service of its pod.
func url(name string) string {
	return "http://" + name + "-webservice-0.default.svc.cluster.local:11111" + path(name)
}
