//go:build kube

package level3

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// What is left of a job that has ended is what its policy says.
func TestCleanPodPolicy(t *testing.T) {
	operate(t)
	for policy, left := range map[api.CleanPodPolicy][]string{
		api.CleanNone:    {"scheduler-0", "webservice-0", "worker-0", "worker-1"},
		api.CleanRunning: {"scheduler-0"},
		api.CleanAll:     nil,
	} {
		t.Run(string(policy), func(t *testing.T) {
			ns := cluster.NewNamespace(t)
			j := cluster.NewJobIn(t, ns, "clean", func(j *api.MarsJob) { j.Spec.CleanPodPolicy = &policy })
			j.Running(4)
			j.State(api.JobRunning)
			j.Ends("scheduler-0", 0)
			j.State(api.JobSucceeded)
			j.Gone(&policyv1.PodDisruptionBudget{}, "scheduler")
			kubetest.Wait(t, "what is left", func() string {
				for _, list := range []client.ObjectList{&corev1.PodList{}, &corev1.ServiceList{}} {
					if err := cluster.Client.List(t.Context(), list, client.InNamespace(ns),
						client.MatchingLabels{"job-name": "clean"}); err != nil {
						t.Fatal(err)
					}
					var got []string
					for _, n := range names(list) {
						_, n, _ = strings.Cut(n, "clean-")
						got = append(got, n)
					}
					slices.Sort(got)
					if !slices.Equal(got, left) {
						return strings.Join(got, ", ")
					}
				}
				return ""
			})
		})
	}
}

// An ended job deletes itself in time, with all it owned.
func TestTTL(t *testing.T) {
	operate(t)
	ns := cluster.NewNamespace(t)
	j := cluster.NewJobIn(t, ns, "ttl", func(j *api.MarsJob) {
		second := int32(1)
		j.Spec.TTLSecondsAfterFinished = &second
	})
	j.Running(4)
	j.Ends("scheduler-0", 0)
	j.Deleted()
	empty(t, ns)
}

// A job that runs for too long fails, though nothing happens to it.
func TestDeadline(t *testing.T) {
	operate(t)
	j := cluster.NewJob(t, "late", func(j *api.MarsJob) {
		seconds, all := int64(3), api.CleanAll
		j.Spec.ActiveDeadlineSeconds, j.Spec.CleanPodPolicy = &seconds, &all
	})
	x := j.State(api.JobFailed)
	if c := x.Status.Conditions[len(x.Status.Conditions)-1]; c.Reason != "DeadlineExceeded" {
		t.Errorf("%+v", c)
	}
	j.Running(0)
}

// A job that is suspended has no pods, and has them again after.
func TestSuspend(t *testing.T) {
	operate(t)
	j := cluster.NewJob(t, "pause", nil)
	j.Running(4)
	yes := true
	j.Edit(func(j *api.MarsJob) { j.Spec.Suspend = &yes })
	x := j.State(api.JobSuspended)
	j.Running(0)
	if x.Status.StartTime != nil {
		t.Error("it has a time of start")
	}
	j.Edit(func(j *api.MarsJob) { j.Spec.Suspend = nil })
	j.Running(4)
	if x = j.State(api.JobRunning); x.Status.Failovers != 0 {
		t.Errorf("%d failovers", x.Status.Failovers)
	}
}
