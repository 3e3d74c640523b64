//go:build kube

package level2

import (
	"strings"
	"testing"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// scaler is a HorizontalPodAutoscaler of a job.
func scaler(ns, job string) *autoscalingv2.HorizontalPodAutoscaler {
	h := &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "mine"}}
	h.Spec.MaxReplicas = 4
	h.Spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
		APIVersion: api.GroupVersion.String(),
		Kind:       "MarsJob", Name: job,
	}
	return h
}

// effective waits until a job says whether all that it asks for has an effect.
func effective(t *testing.T, j *kubetest.Job, status corev1.ConditionStatus, text string) {
	t.Helper()
	kubetest.Wait(t, "Effective="+string(status), func() string {
		x := j.Read()
		for _, c := range x.Status.Conditions {
			if c.Type == api.Effective && c.Status == status && strings.Contains(c.Message, text) {
				return ""
			}
		}
		return "conditions are " + strings.TrimSpace(cluster.Kubectl(t, "", "get", "marsjob", x.Name, "-n",
			x.Namespace, "-o", "jsonpath={.status.conditions}"))
	})
}

// What has no effect is said by the job and by an event.
func TestInVain(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	cluster.Operator(t)
	j := cluster.NewJob(t, "vain", func(j *api.MarsJob) {
		j.Spec.CronPolicy = &api.CronPolicy{Schedule: "* * * * *"}
		j.Spec.Autoscaling = &api.Autoscaling{MinReplicas: 1, MaxReplicas: 3}
	})
	j.Told("CronIgnored", "cronPolicy has no effect: let a CronJob create MarsJobs")
	effective(t, j, corev1.ConditionFalse, "cronPolicy has no effect")
	h := scaler(j.Namespace(), "vain")
	if err := cluster.Client.Create(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	j.Told("AutoscalingIgnored", "HorizontalPodAutoscaler mine scales the workers")
	effective(t, j, corev1.ConditionFalse, "take autoscaling out of the job")
	j.Edit(func(j *api.MarsJob) { j.Spec.CronPolicy = nil })
	if err := cluster.Client.Delete(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	effective(t, j, corev1.ConditionTrue, "")
}

// Of an autoscaler and a job that scales itself the second is refused, whichever it is. About others nobody
// is asked.
func TestTwoAutoscalers(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	ns, at := cluster.NewNamespace(t), listening(t)
	o := cluster.Operator(t, "--webhook-bind-address="+at, "--webhook-names=127.0.0.1")
	refused(t, ns)
	elastic := func(j *api.MarsJob) { j.Spec.Autoscaling = &api.Autoscaling{MinReplicas: 1, MaxReplicas: 3} }
	j := cluster.NewJobIn(t, ns, "itself", elastic)
	j.State(api.JobCreated) // the operator knows it
	h := scaler(ns, "itself")
	if got := said(cluster.Client.Create(t.Context(), h, client.DryRunAll)); !strings.Contains(got,
		"and spec.autoscaling of MarsJob itself would undo") {
		t.Errorf("%q", got)
	}
	j.Edit(func(j *api.MarsJob) { j.Spec.Autoscaling = nil })
	kubetest.Wait(t, "the autoscaler is taken",
		func() string { return said(cluster.Client.Create(t.Context(), h)) })
	kubetest.Wait(t, "the job may not scale itself", func() string {
		x := j.Read()
		elastic(x)
		if got := said(cluster.Client.Update(t.Context(), x, client.DryRunAll)); !strings.Contains(got,
			"HorizontalPodAutoscaler mine and spec.autoscaling") {
			return "it says " + got
		}
		return ""
	})
	o.Stop()
	other := scaler(ns, "x")
	other.Name, other.Spec.ScaleTargetRef = "other",
		autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "x"}
	if err := cluster.Client.Create(t.Context(), other); err != nil { // and nobody answers: who is not there refuses nothing
		t.Error(err)
	}
}
