package status

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/failover"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

// A Reason is a word for programs and a sentence for people.
type Reason struct{ Word, Text string }

// Seen is all that the next status depends on.
type Seen struct {
	Job        *api.MarsJob // with defaults
	Pods       map[api.ReplicaType][]*corev1.Pod
	Addresses  []string
	Warnings   []plan.Warning // nil: nobody has looked, for the job is wrong
	Now        time.Time
	Problem    *Reason          // why pods are not made
	Failed     *Reason          // why the job cannot go on
	Restarting bool             // a pod that was lost is being replaced
	Lost       []api.PodRestart // what the failover knows
	NewLosses  int32            // pods that were counted for the first time
}

// Next is the status after what was seen.
func Next(x *Seen) *api.MarsJobStatus {
	s := x.Job.Status.DeepCopy()
	if Finished(s) {
		return s
	}
	g := x.Job.Generation
	s.ObservedGeneration = g
	s.WebServiceAddresses = x.Addresses
	s.WorkerSelector = plan.WorkerSelector(x.Job.Name)
	s.Failovers += x.NewLosses
	s.Restarts = x.Lost
	s.ReplicaStatuses = map[api.ReplicaType]*api.ReplicaStatus{}
	for role := range x.Job.Spec.MarsReplicaSpecs {
		s.ReplicaStatuses[role] = counted(x.Pods[role])
	}
	if Get(s.Conditions, api.JobCreated) == nil {
		s.Conditions = enter(s.Conditions, api.JobCreated, "MarsJobCreated",
			fmt.Sprintf("MarsJob %s is created.", x.Job.Name), x.Now, g)
	}
	suspended := x.Job.Spec.Suspend != nil && *x.Job.Spec.Suspend
	switch {
	case suspended:
		s.StartTime = nil
	case s.StartTime == nil:
		at := metav1.NewTime(x.Now).Rfc3339Copy()
		s.StartTime = &at
	}
	decide(x, s, suspended)
	beside(x, s)
	effective(x, s)
	s.Conditions = inOrder(s.Conditions)
	return s
}

// decide finds the state.
func decide(x *Seen, s *api.MarsJobStatus, suspended bool) {
	g, name := x.Job.Generation, x.Job.Name
	in := func(t api.JobConditionType, reason, message string) {
		s.Conditions = enter(s.Conditions, t, reason, message, x.Now, g)
	}
	schedulers, workers := x.Pods[api.Scheduler], s.ReplicaStatuses[api.Worker]
	switch failed := failure(x, s, suspended); {
	case failed != nil:
		in(api.JobFailed, failed.Word, failed.Text)
		finish(x, s)
	case suspended:
		in(api.JobSuspended, "MarsJobSuspended",
			fmt.Sprintf("MarsJob %s is suspended: set suspend to false to go on.", name))
	case succeeded(x.Job, schedulers):
		in(api.JobSucceeded, "MarsJobSucceeded", fmt.Sprintf("MarsJob %s has ended.", name))
		finish(x, s)
		for _, r := range s.ReplicaStatuses {
			r.Succeeded, r.Active = r.Succeeded+r.Active, 0
		}
	case x.Problem != nil && !anyActive(s):
		in(api.JobQueuing, x.Problem.Word, x.Problem.Text)
	case x.Restarting && (Get(s.Conditions, api.JobRunning) != nil ||
		Get(s.Conditions, api.JobRestarting) != nil):
		in(api.JobRestarting, "MarsJobRestarting",
			fmt.Sprintf("MarsJob %s makes pods again that were lost.", name))
	case workers != nil && workers.Active > 0,
		(workers == nil || *x.Job.Spec.MarsReplicaSpecs[api.Worker].Replicas == 0) &&
			s.ReplicaStatuses[api.Scheduler] != nil && s.ReplicaStatuses[api.Scheduler].Active > 0:
		in(api.JobRunning, "MarsJobRunning", fmt.Sprintf("MarsJob %s is running.", name))
	}
}

// failure is why a job fails, nil when it does not.
func failure(x *Seen, s *api.MarsJobStatus, suspended bool) *Reason {
	spec := &x.Job.Spec
	if x.Failed != nil && !suspended {
		return x.Failed
	}
	if d := spec.ActiveDeadlineSeconds; d != nil && s.StartTime != nil &&
		!x.Now.Before(deadline(s.StartTime, *d)) {
		return &Reason{"DeadlineExceeded", fmt.Sprintf("MarsJob %s has run for %d s, its activeDeadlineSeconds.", x.Job.Name, *d)}
	}
	if l := spec.BackoffLimit; l != nil {
		n := s.Failovers
		for role, pods := range x.Pods {
			if r := spec.MarsReplicaSpecs[role]; r != nil &&
				(r.RestartPolicy == api.RestartAlways || r.RestartPolicy == api.RestartOnFailure) {
				for _, p := range pods {
					n += restarts(p)
				}
			}
		}
		if n > 0 && n >= *l {
			return &Reason{
				"BackoffLimitExceeded",
				fmt.Sprintf("Pods of MarsJob %s were restarted %d times, its backoffLimit is %d.", x.Job.Name,
					n, *l),
			}
		}
	}
	return nil
}

func finish(x *Seen, s *api.MarsJobStatus) {
	at := metav1.NewTime(x.Now).Rfc3339Copy()
	s.CompletionTime = &at
	s.Restarts = nil
}

// succeeded says whether all schedulers have done their work.
func succeeded(job *api.MarsJob, pods []*corev1.Pod) bool {
	r := job.Spec.MarsReplicaSpecs[api.Scheduler]
	if r == nil || *r.Replicas == 0 || len(pods) < int(*r.Replicas) {
		return false
	}
	for _, p := range pods {
		if e, over := EndOf(p); !over || e != (End{Why: failover.Exited}) {
			return false
		}
	}
	return true
}

func counted(pods []*corev1.Pod) *api.ReplicaStatus {
	n := &api.ReplicaStatus{}
	for _, p := range pods {
		e, over := EndOf(p)
		switch {
		case over && e == (End{Why: failover.Exited}):
			n.Succeeded++
		case over:
			n.Failed++
			if e.Why == failover.Evicted {
				n.Evicted++
			}
		case active(p):
			n.Active++
		}
	}
	return n
}

func anyActive(s *api.MarsJobStatus) bool {
	for _, r := range s.ReplicaStatuses {
		if r.Active > 0 {
			return true
		}
	}
	return false
}

func deadline(start *metav1.Time, seconds int64) time.Time {
	return start.Add(time.Duration(seconds) * time.Second)
}
