package metrics

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

// Jobs that have ended want no workers, nor do those that are suspended; a pod that is not ready is none.
func TestCollect(t *testing.T) {
	s := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(s); err != nil {
		t.Fatal(err)
	}
	if err := api.AddToScheme(s); err != nil {
		t.Fatal(err)
	}
	c := fake.NewClientBuilder().WithScheme(s)
	for name, state := range map[string]api.JobConditionType{
		"a": api.JobRunning, "b": api.JobSucceeded,
		"c": api.JobSuspended, "d": "",
	} {
		j := &api.MarsJob{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: name}}
		three, suspended := int32(3), state == api.JobSuspended
		j.Spec.Suspend = &suspended
		j.Spec.MarsReplicaSpecs = map[api.ReplicaType]*api.ReplicaSpec{"worker": {Replicas: &three}}
		if state != "" {
			j.Status.Conditions = []api.JobCondition{{Type: state, Status: corev1.ConditionTrue}}
		}
		c.WithObjects(j)
		for i, ready := range []corev1.ConditionStatus{corev1.ConditionTrue, corev1.ConditionFalse} {
			p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
				Namespace: "n",
				Name:      plan.Name(name, api.Worker, i), Labels: plan.WorkerLabels(name),
			}}
			p.Status.Phase, p.Status.Conditions = corev1.PodRunning,
				[]corev1.PodCondition{{Type: corev1.PodReady, Status: ready}}
			if state == api.JobRunning {
				c.WithObjects(p)
			}
		}
	}
	m := New(c.Build())
	m.FailOver("worker", "exited")
	m.FailOver("worker", "exited")
	m.FirstPod(3 * time.Second)
	r := prometheus.NewPedanticRegistry()
	if err := r.Register(m); err != nil {
		t.Fatal(err)
	}
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		for _, x := range f.Metric {
			var labels []string
			for _, l := range x.Label {
				labels = append(labels, l.GetValue())
			}
			name := strings.Join(append([]string{f.GetName()}, labels...), " ")
			got[name] = x.GetGauge().GetValue() + x.GetCounter().GetValue() +
				float64(x.GetHistogram().GetSampleCount())
		}
	}
	for name, want := range map[string]float64{
		"mars_operator_jobs Running": 1, "mars_operator_jobs Succeeded": 1, "mars_operator_jobs Suspended": 1,
		"mars_operator_jobs New":    1,
		"mars_operator_jobs Failed": 0, "mars_operator_workers wanted": 6, "mars_operator_workers ready": 1,
		"mars_operator_failovers_total exited worker": 2, "mars_operator_first_pod_seconds": 1,
		"mars_operator_all_pods_seconds": 0,
	} {
		if v, ok := got[name]; !ok || v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
}
