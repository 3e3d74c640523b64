package controller

import (
	"context"
	"errors"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func TestSucceeds(t *testing.T) {
	all := []string{"scheduler-0", "webservice-0", "worker-0", "worker-1"}
	for policy, left := range map[api.CleanPodPolicy][]string{
		api.CleanNone:    all,
		api.CleanRunning: {"scheduler-0"}, api.CleanAll: nil,
	} {
		w := running(t, func(j *api.MarsJob) { j.Spec.CleanPodPolicy = &policy })
		w.end("scheduler-0", 0)
		w.want("Succeeded", left...)
		s := w.job().Status
		if s.CompletionTime == nil || !s.CompletionTime.Time.Equal(w.now) {
			t.Error(policy, s.CompletionTime)
		}
		if r := s.ReplicaStatuses[api.Worker]; r.Active != 0 || r.Succeeded != 2 {
			t.Errorf("%s: %+v", policy, r)
		}
		for _, c := range s.Conditions {
			if c.Type == api.JobRunning && c.Status != corev1.ConditionFalse {
				t.Error(policy, "it is still Running")
			}
		}
		budgets := &policyv1.PodDisruptionBudgetList{}
		if err := w.c.List(context.Background(), budgets); err != nil || len(budgets.Items) != 0 {
			t.Error(err, "nodes cannot be drained of a job that has ended")
		}
		services := &corev1.ServiceList{}
		if err := w.c.List(context.Background(), services); err != nil || len(services.Items) != len(left) {
			t.Errorf("%s: %d services of %d pods", policy, len(services.Items), len(left))
		}
	}
}

func TestTTL(t *testing.T) {
	w := running(t, func(j *api.MarsJob) { n := int32(600); j.Spec.TTLSecondsAfterFinished = &n })
	w.end("scheduler-0", 0)
	if d := w.wake.Sub(w.now); d != 10*time.Minute {
		t.Errorf("it looks again after %s", d)
	}
	w.sleep(599 * time.Second)
	if w.job() == nil {
		t.Fatal("deleted too soon")
	}
	w.now = w.now.Add(time.Second)
	if err := w.look(); err != nil || w.job() != nil {
		t.Error(err, "the job is there")
	}
}

// The operator wakes for the deadline by itself, counts from the start of the job, also after a restart.
func TestDeadline(t *testing.T) {
	w := running(t, func(j *api.MarsJob) {
		n, all := int64(60), api.CleanAll
		j.Spec.ActiveDeadlineSeconds, j.Spec.CleanPodPolicy = &n, &all
	})
	w.now = w.now.Add(30 * time.Second)
	w.restart()
	w.settle()
	if d := w.wake.Sub(w.now); d != 30*time.Second {
		t.Errorf("it looks again after %s", d)
	}
	w.sleep(30 * time.Second)
	w.want("Failed")
	if c := w.last(); c.Reason != "DeadlineExceeded" {
		t.Error(c)
	}
}

func TestBackoffLimit(t *testing.T) {
	w := running(t, func(j *api.MarsJob) {
		exitCode(j)
		n, ttl := int32(2), int32(1)
		j.Spec.BackoffLimit, j.Spec.TTLSecondsAfterFinished = &n, &ttl
	})
	w.end("worker-0", 137)
	w.sleep(time.Second)
	w.run("worker-0")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	w.end("worker-0", 137)
	w.want("Failed", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	if c := w.last(); c.Reason != "BackoffLimitExceeded" {
		t.Error(c)
	}
}

// Restarts by the kubelet count too; with a limit of 0 the first is one too many.
func TestBackoffOfKubelet(t *testing.T) {
	w := running(t, func(j *api.MarsJob) {
		j.Spec.MarsReplicaSpecs[api.Worker].RestartPolicy = api.RestartOnFailure
		n := int32(0)
		j.Spec.BackoffLimit = &n
	})
	w.status("worker-0", func(s *corev1.PodStatus) { s.ContainerStatuses[0].RestartCount = 1 })
	w.settle()
	w.want("Failed", "scheduler-0", "webservice-0", "worker-0", "worker-1")
}

func TestSuspend(t *testing.T) {
	w := running(t, func(j *api.MarsJob) { n := int64(60); j.Spec.ActiveDeadlineSeconds = &n })
	suspend := func(yes bool) {
		w.edit(func(j *api.MarsJob) { j.Spec.Suspend = &yes })
		w.settle()
	}
	suspend(true)
	w.want("Suspended")
	w.sleep(time.Hour) // which does not count
	w.want("Suspended")
	suspend(false)
	w.want("Suspended", "scheduler-0")
	w.run("scheduler-0")
	w.run("webservice-0", "worker-0", "worker-1")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	w.sleep(61 * time.Second)
	w.want("Failed", "scheduler-0", "webservice-0", "worker-0", "worker-1")
}

// One that is suspended from the beginning has nothing.
func TestSuspendedFromTheBeginning(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", func(j *api.MarsJob) { yes := true; j.Spec.Suspend = &yes })
	w.settle()
	w.want("Suspended")
}

// A service that could not be deleted with its pod is deleted after it.
func TestCleaningGoesOn(t *testing.T) {
	for _, policy := range []api.CleanPodPolicy{api.CleanRunning, api.CleanAll} {
		w := running(t, func(j *api.MarsJob) { j.Spec.CleanPodPolicy = &policy })
		w.fault = func(_ int, verb string, o client.Object) (error, bool) {
			if _, ok := o.(*corev1.Service); ok && verb == "delete" {
				return errors.New("connection reset by peer"), false
			}
			return nil, false
		}
		ended(w, "worker-1")
		w.status("scheduler-0", func(s *corev1.PodStatus) { s.Phase, s.ContainerStatuses = corev1.PodSucceeded, nil })
		if err := w.look(); err == nil {
			t.Fatal("nothing has failed")
		}
		w.fault = nil
		w.settle()
		left := map[api.CleanPodPolicy]int{api.CleanRunning: 2}[policy]
		services := &corev1.ServiceList{}
		if err := w.c.List(context.Background(), services); err != nil || len(services.Items) != left {
			t.Errorf("%s: %d services, want %d", policy, len(services.Items), left)
		}
	}
}
