package controller

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func TestWorkerKilled(t *testing.T) {
	w := running(t, exitCode)
	old := w.pod("worker-1").UID
	w.told()
	w.end("worker-1", 137)
	w.want("Restarting", "scheduler-0", "webservice-0", "worker-0")
	w.restart()
	w.settle()
	w.want("Restarting", "scheduler-0", "webservice-0", "worker-0")
	w.sleep(time.Second)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	if w.pod("worker-1").UID == old {
		t.Error("it is the same pod")
	}
	w.run("worker-1")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	s := w.job().Status
	if s.Failovers != 1 || len(s.Restarts) != 1 || s.Restarts[0].Count != 1 {
		t.Errorf("%d, %+v", s.Failovers, s.Restarts)
	}
	w.end("worker-1", 143) // again: it waits for two seconds
	w.sleep(1900 * time.Millisecond)
	w.want("Restarting", "scheduler-0", "webservice-0", "worker-0")
	w.sleep(100 * time.Millisecond)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
}

func TestFailOverIsTold(t *testing.T) {
	w := running(t, exitCode)
	w.told()
	w.end("worker-1", 137)
	if told := w.told(); strings.Count(told, "FailOver") != 1 || !strings.Contains(told, "exit code 137") ||
		!strings.Contains(told, "after 1s") {
		t.Error(told)
	}
}

// A worker whose settings are bad stays, with its last words; when it is deleted it is made again.
func TestWorkerUnusable(t *testing.T) {
	w := running(t, exitCode)
	w.told()
	w.end("worker-1", 1)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	if told := w.told(); strings.Count(told, "WorkerUnusable") != 1 || !strings.Contains(told, "last words") {
		t.Error(told)
	}
	if s := w.job().Status.ReplicaStatuses[api.Worker]; s.Active != 1 || s.Failed != 1 {
		t.Errorf("%+v", s)
	}
	w.kubectlDelete("worker-1")
	if p := w.pod("worker-1"); p == nil || p.Status.Phase != "" {
		t.Error(w)
	}
}

// The tutorial's policy is Never: who is deleted comes back at once all the same, whatever the role.
func TestDeletedByAPerson(t *testing.T) {
	w := running(t, nil)
	for _, name := range []string{"worker-0", "webservice-0", "scheduler-0"} {
		w.kubectlDelete(name)
		if w.pod(name) == nil {
			t.Errorf("%s: %s", name, w)
		}
	}
	if n := w.job().Status.Failovers; n != 0 {
		t.Errorf("%d failovers", n)
	}
}

func TestEvicted(t *testing.T) {
	w := running(t, nil)
	w.status("worker-0", func(s *corev1.PodStatus) { s.Phase, s.Reason = corev1.PodFailed, "Evicted" })
	w.settle()
	w.want("Restarting", "scheduler-0", "webservice-0", "worker-1")
	w.sleep(time.Second)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
}

// A process has ended beside one that goes on for ever.
func TestTwoContainers(t *testing.T) {
	w := running(t, func(j *api.MarsJob) {
		exitCode(j)
		p := &j.Spec.MarsReplicaSpecs[api.Worker].Template.Spec
		p.Containers = append([]corev1.Container{{Name: "logs", Image: "logs"}}, p.Containers...)
	})
	w.status("worker-0", func(s *corev1.PodStatus) {
		s.ContainerStatuses = []corev1.ContainerStatus{
			{Name: "logs", State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}},
			{Name: "mars", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 137, Reason: "OOMKilled"}}},
		}
	})
	w.settle()
	w.sleep(time.Second)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	if n := w.job().Status.Failovers; n != 1 {
		t.Errorf("%d failovers", n)
	}
}

// A node is cut off: its pod is Running and being deleted for ever, until it is deleted by force.
func TestNodeLost(t *testing.T) {
	w := running(t, nil)
	p := w.pod("worker-0")
	p.Finalizers = []string{kubelet}
	if err := w.c.Update(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	w.kubectlDelete("worker-0")
	at := w.pod("worker-0").DeletionTimestamp.Time
	w.now = at
	w.settle()
	if w.wake != at.Add(time.Minute) {
		t.Fatalf("it looks again %s after the grace", w.wake.Sub(at))
	}
	w.sleep(59 * time.Second)
	if w.pod("worker-0").UID != p.UID {
		t.Fatal("deleted too soon")
	}
	w.told()
	w.sleep(time.Second)
	if q := w.pod("worker-0"); q == nil || q.UID == p.UID || q.DeletionTimestamp != nil {
		t.Error(w)
	}
	if told := w.told(); strings.Count(told, "NodeLost") != 1 {
		t.Error(told)
	}
}

// A pod that something else holds is deleted by force once, and waited for.
func TestForcedOnce(t *testing.T) {
	w := running(t, nil)
	p := w.pod("worker-0")
	p.Finalizers = []string{kubelet}
	zero := int64(0)
	p.DeletionGracePeriodSeconds = &zero
	now := metav1.NewTime(w.now)
	p.DeletionTimestamp = &now
	l := &look{now: w.now.Add(time.Hour), raw: w.job(), job: w.job(), pods: map[string]*corev1.Pod{p.Name: p}}
	f := w.r.fate(l)
	if len(f.remove)+len(f.create) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestSchedulerFails(t *testing.T) {
	w := running(t, exitCode)
	w.end("scheduler-0", 1)
	w.want("Failed", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	if c := w.last(); !strings.Contains(c.Message, "scheduler-0") ||
		!strings.Contains(c.Message, "last words") {
		t.Error(c.Message)
	}
	w.kubectlDelete("worker-0") // it has ended: nothing is made again
	w.want("Failed", "scheduler-0", "webservice-0", "worker-1")
}

// Clocks go back by an hour in the middle of a back-off, and forward by a day: the worker comes back, once.
func TestClockSteps(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, 24 * time.Hour} {
		w := running(t, exitCode)
		w.end("worker-0", 137)
		w.now = w.now.Add(step)
		w.settle()
		w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	}
}

// Wherever a call fails, with and without having been made, and the operator dies there: a new one comes to
// the same end, having made, counted and deleted nothing twice.
func TestDiesAnywhere(t *testing.T) {
	kinds := []error{
		apierrors.NewServerTimeout(schema.GroupResource{}, "x", 1),
		apierrors.NewConflict(schema.GroupResource{}, "x", errors.New("changed")),
		errors.New("connection reset by peer"),
	}
	for kind := range kinds {
		for _, done := range []bool{false, true} {
			for at, reached := 1+kind, true; reached; at += len(kinds) { // each call fails in one of the ways
				bad := kinds[(at+kind)%len(kinds)]
				reached = false
				w := newWorld(t, "tutorial.yaml", exitCode)
				w.fault = func(call int, _ string, _ client.Object) (error, bool) {
					if call != at {
						return nil, false
					}
					reached = true
					return bad, done
				}
				calm := func() { // until a look changes nothing
					for range 20 {
						calls := w.calls
						if err := w.look(); err != nil {
							w.restart()
						} else if w.calls == calls {
							return
						}
					}
				}
				calm()
				w.start("scheduler-0")
				calm()
				w.start("webservice-0", "worker-0", "worker-1")
				calm()
				ended(w, "worker-1")
				calm()
				w.now = w.now.Add(2 * time.Second)
				calm()
				w.start("worker-1")
				calm()
				w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
				if n := w.job().Status.Failovers; n != 1 {
					t.Errorf("%v at call %d, done %v: %d failovers", bad, at, done, n)
				}
				if !strings.HasSuffix(w.String(), "4 services, 1 secrets") {
					t.Errorf("%v at call %d: %s", bad, at, w)
				}
				if at > 200 {
					t.Fatal("too many calls")
				}
			}
		}
	}
}

// ended ends a process without a look of the operator.
func ended(w *world, name string) {
	w.status(name, func(s *corev1.PodStatus) {
		s.Phase, s.Conditions = corev1.PodFailed, nil
		s.ContainerStatuses = []corev1.ContainerStatus{{
			Name: "mars", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 137}},
		}}
	})
}
