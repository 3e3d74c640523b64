package controller

import (
	"strings"
	"testing"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/status"
)

func (w *world) effective() *api.JobCondition {
	return status.Get(w.job().Status.Conditions, api.Effective)
}

// What has no effect is told once, and stands beside the state for as long as it is asked for.
func TestCronPolicy(t *testing.T) {
	w := running(t, func(j *api.MarsJob) { j.Spec.CronPolicy = &api.CronPolicy{Schedule: "* * * * *"} })
	c := w.effective()
	if c == nil || c.Status != corev1.ConditionFalse || c.Reason != "CronIgnored" ||
		!strings.Contains(c.Message, "let a CronJob create MarsJobs") {
		t.Fatalf("%+v", c)
	}
	if told := w.told(); strings.Count(told, "Warning CronIgnored cronPolicy has no effect") != 1 {
		t.Error(told)
	}
	w.edit(func(j *api.MarsJob) { j.Spec.CronPolicy = nil })
	w.settle()
	if c := w.effective(); c.Status != corev1.ConditionTrue || w.last().Type != api.JobRunning {
		t.Errorf("%+v", w.job().Status.Conditions)
	}
	if told := w.told(); strings.Contains(told, "Warning") {
		t.Error(told)
	}
	if w := running(t, nil); w.effective() != nil {
		t.Error("a job that asks for nothing in vain has the condition")
	}
}

// An autoscaler of the cluster may come at any time, and go.
func TestTwoAutoscalers(t *testing.T) {
	w := running(t, func(j *api.MarsJob) { j.Spec.Autoscaling = &api.Autoscaling{MinReplicas: 1, MaxReplicas: 3} })
	w.told()
	h := &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{
		Namespace: "default",
		Name:      "mine",
	}}
	h.Spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
		APIVersion: api.GroupVersion.String(), Kind: "MarsJob", Name: w.key.Name,
	}
	if got := scaled(t.Context(), h); len(got) != 1 || got[0].NamespacedName != w.key {
		t.Errorf("looks at %v", got)
	}
	if err := w.c.Create(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	w.settle()
	c := w.effective()
	if c == nil || c.Status != corev1.ConditionFalse || c.Reason != "AutoscalingIgnored" ||
		!strings.Contains(c.Message, "HorizontalPodAutoscaler mine") {
		t.Fatalf("%+v", c)
	}
	w.settle()
	if told := w.told(); strings.Count(told, "Warning AutoscalingIgnored") != 1 {
		t.Error(told)
	}
	if err := w.c.Delete(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	w.settle()
	if c := w.effective(); c.Status != corev1.ConditionTrue {
		t.Errorf("%+v", c)
	}
	h.Spec.ScaleTargetRef.Kind = "Deployment"
	if got := scaled(t.Context(), h); got != nil {
		t.Errorf("looks at %v", got)
	}
}

// Of two schedulers none stands in for the other, which is said, and is so.
func TestTwoSchedulers(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", func(j *api.MarsJob) { *j.Spec.MarsReplicaSpecs[api.Scheduler].Replicas = 2 })
	w.settle()
	if told := w.told(); strings.Count(told, "Warning SchedulersApart 2 Schedulers share out the sessions") != 1 {
		t.Error(told)
	}
	w.want("Created", "scheduler-0", "scheduler-1")
	w.run("scheduler-0")
	w.want("Created", "scheduler-0", "scheduler-1") // the others wait for both
	w.run("scheduler-1")
	w.run("webservice-0", "worker-0", "worker-1")
	w.want("Running", "scheduler-0", "scheduler-1", "webservice-0", "worker-0", "worker-1")
	w.end("scheduler-1", 137)
	if c := w.last(); c.Type != api.JobFailed || !strings.Contains(c.Message, "scheduler-1") {
		t.Errorf("%+v", c)
	}
}
