//go:build kube

package level3

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// exit has kwok end the process of a pod with a code.
func exit(t *testing.T, ns, pod string, code int) {
	t.Helper()
	const stage = "pod-container-running-failed.stage.kwok.x-k8s.io"
	cluster.Kubectl(t, "", "annotate", "pod", pod, "-n", ns, fmt.Sprintf("%s/exit-code=%d", stage, code),
		stage+"/delay=1ms", stage+"/jitter-delay=1ms")
	cluster.Kubectl(t, "", "label", "pod", pod, "-n", ns, stage+"=true")
}

// A worker that was killed is made again; one that can never run is left, and the job goes on; without its
// scheduler it cannot.
func TestExitCodes(t *testing.T) {
	operate(t)
	ns := cluster.NewNamespace(t)
	j := cluster.NewJobIn(t, ns, "exit", nil)
	j.Running(4)

	old := j.Pod("worker-0", "").UID
	exit(t, ns, "exit-worker-0", 137)
	j.Pod("worker-0", old)
	j.Running(4)
	j.Told("FailOver", "exit code 137")
	if x := j.State(api.JobRunning); x.Status.Failovers != 1 {
		t.Errorf("%d failovers", x.Status.Failovers)
	}

	old = j.Pod("worker-1", "").UID
	exit(t, ns, "exit-worker-1", 2)
	j.Told("WorkerUnusable", "exit-worker-1 has ended with exit code 2")
	j.State(api.JobRunning)
	if p := j.Pod("worker-1", ""); p.UID != old {
		t.Error("a worker that cannot run is made again")
	}

	exit(t, ns, "exit-scheduler-0", 1)
	x := j.State(api.JobFailed)
	if c := x.Status.Conditions[len(x.Status.Conditions)-1]; c.Reason != "MarsJobFailed" ||
		x.Status.CompletionTime == nil {
		t.Errorf("%+v", c)
	}
	if n := len(j.Pods()); n != 4 { // cleanPodPolicy: None
		t.Errorf("%d pods are left", n)
	}
}

// Pods of a node that falls silent do not go away by themselves. Others take their places.
func TestNodeLost(t *testing.T) {
	operate(t, "--node-lost-timeout=2s")
	ns := cluster.NewNamespace(t)
	j := cluster.NewJobIn(t, ns, "node", func(j *api.MarsJob) {
		for role, r := range j.Spec.MarsReplicaSpecs {
			s, second := &r.Template.Spec, int64(1)
			s.TerminationGracePeriodSeconds = &second
			for _, key := range []string{corev1.TaintNodeUnreachable, corev1.TaintNodeNotReady} {
				s.Tolerations = append(s.Tolerations, corev1.Toleration{
					Key: key, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute,
					TolerationSeconds: &second,
				})
			}
			if role != api.Worker {
				s.NodeSelector = map[string]string{corev1.LabelHostname: kubetest.NodeName(0)}
				continue
			}
			n := int32(4)
			r.Replicas = &n
			s.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{
				MaxSkew: 1, TopologyKey: corev1.LabelHostname, WhenUnsatisfiable: corev1.ScheduleAnyway,
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"job-name": "node"}},
			}}
		}
	})
	j.Running(6)
	lost := map[string]types.UID{}
	for _, p := range j.Pods() {
		if p.Spec.NodeName == kubetest.NodeName(1) {
			lost[p.Name] = p.UID
		}
	}
	if len(lost) == 0 {
		t.Fatal("no worker is on the second node")
	}
	cluster.LoseNode(kubetest.NodeName(1))
	kubetest.Wait(t, "others take the places", func() string {
		for _, p := range j.Pods() {
			if p.UID == lost[p.Name] {
				return p.Name + " is the old one"
			}
		}
		return ""
	})
	j.Running(6)
	j.Told("NodeLost", "its node does not answer")
	for _, p := range j.Pods() {
		if p.Spec.NodeName != kubetest.NodeName(0) {
			t.Errorf("%s is on %s", p.Name, p.Spec.NodeName)
		}
	}
	if err := cluster.StartNode(t.Context(), kubetest.NodeName(1)); err != nil {
		t.Fatal(err)
	}
	kubetest.Wait(t, "the node is back", func() string {
		n := &corev1.Node{}
		if err := cluster.Client.Get(t.Context(), types.NamespacedName{Name: kubetest.NodeName(1)},
			n); err != nil {
			return err.Error()
		}
		if len(n.Spec.Taints) > 0 {
			return fmt.Sprintf("%+v", n.Spec.Taints)
		}
		return ""
	})
}
