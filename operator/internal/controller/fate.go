package controller

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/failover"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// A fate is what becomes of the pods of a job.
type fate struct {
	create     []*corev1.Pod
	remove     []removal
	unusable   []unusable
	lost       []api.PodRestart
	counted    int32
	restarting bool
	failed     *status.Reason
	wake       time.Time // zero is never
}

// A removal is a pod to delete, and what to tell of it.
type removal struct {
	pod    *corev1.Pod
	force  bool
	kind   string // of the event
	reason string
	why    string

	counted failover.Cause // of a failover that is told of for the first time
}

// An unusable pod has ended for good, though its job goes on.
type unusable struct {
	pod  *corev1.Pod
	role api.ReplicaType
	code int32
}

// fate asks the failover machine, and takes away pods that should not be there.
func (r *Reconciler) fate(l *look) *fate {
	f := &fate{}
	m := failover.New(r.failover(l.job), saved(l.raw.Status.Restarts))
	if l.plan != nil && !l.suspended() {
		open := l.open()
		for _, want := range l.plan.Pods {
			r.place(l, f, m, want, open)
		}
	}
	r.spare(l, f, m)
	for _, x := range m.Saved(failover.Nanos(l.now.UnixNano())) {
		f.lost = append(f.lost, api.PodRestart{
			Pod: x.Pod, UID: x.UID, Count: x.Count,
			At: metav1.NewMicroTime(time.Unix(0, int64(x.At)).UTC()),
		})
	}
	return f
}

func (r *Reconciler) failover(job *api.MarsJob) failover.Config {
	c := failover.Config{NodeLost: failover.Nanos(r.NodeLost), Policies: map[failover.Role]failover.Policy{}}
	for role, s := range job.Spec.MarsReplicaSpecs {
		c.Policies[failover.Role(strings.ToLower(string(role)))] = failover.Policy(s.RestartPolicy)
	}
	return c
}

func saved(rs []api.PodRestart) (out []failover.Lost) {
	for _, x := range rs {
		out = append(out, failover.Lost{
			Pod: x.Pod, UID: x.UID, Count: x.Count,
			At: failover.Nanos(x.At.UnixNano()),
		})
	}
	return out
}

// place looks at one place where a pod should be.
func (r *Reconciler) place(l *look, f *fate, m *failover.Machine, want *corev1.Pod, open bool) {
	id := failover.Pod{Name: want.Name, Role: failover.Role(want.Labels[plan.LabelRole])}
	now := failover.Nanos(l.now.UnixNano())
	have := l.pods[want.Name]
	var e failover.Event
	switch {
	case have == nil && id.Role != failover.Scheduler && !open:
		return
	case have == nil:
		e = failover.Missing{Pod: id, Now: now}
	case have.DeletionTimestamp != nil:
		e = leaving(id, have, now)
	default:
		end, over := status.EndOf(have)
		if !over {
			if plan.Stale(have, want) {
				f.remove = append(f.remove, removal{
					pod: have, kind: corev1.EventTypeNormal,
					reason: "PodDeleted", why: "webHost has changed, it is made again",
				})
			}
			return
		}
		e = failover.Ended{Pod: id, UID: string(have.UID), Why: end.Why, Code: end.Code, Now: now}
	}
	f.take(l, m.Step(e), want, have)
}

func leaving(id failover.Pod, p *corev1.Pod, now failover.Nanos) failover.Event {
	forced := p.DeletionGracePeriodSeconds != nil && *p.DeletionGracePeriodSeconds == 0
	return failover.Leaving{
		Pod: id, UID: string(p.UID),
		Until: failover.Nanos(p.DeletionTimestamp.UnixNano()), Forced: forced, Now: now,
	}
}

// take turns the effects of the machine into what to do.
func (f *fate) take(l *look, effects []failover.Effect, want, have *corev1.Pod) {
	for _, e := range effects {
		switch e := e.(type) {
		case failover.Create:
			f.create = append(f.create, want)
		case failover.Delete:
			f.restarting = true
			x := removal{pod: have, kind: corev1.EventTypeNormal, reason: "PodDeleted", why: "it has ended"}
			if e.First {
				f.counted++
				x.reason, x.counted = "FailOver", e.Why
				x.why = fmt.Sprintf("%s (exit code %d), lost %d in a row: the next comes after %s", e.Why,
					e.Code, e.Count, e.Delay)
				if e.Why == failover.NodeLost {
					x.kind, x.reason = corev1.EventTypeWarning, "NodeLost"
				}
			}
			f.remove = append(f.remove, x)
		case failover.ForceDelete:
			f.remove = append(f.remove, removal{
				pod: have, force: true, counted: failover.NodeLost, kind: corev1.EventTypeWarning,
				reason: "NodeLost",
				why:    "it is not gone long after its grace: its node does not answer, another pod takes its place",
			})
		case failover.Wait:
			f.restarting = f.restarting || have == nil
			f.wake = earliest(f.wake, time.Unix(0, int64(e.Until)))
		case failover.Keep:
			for _, role := range api.Roles() {
				if strings.EqualFold(string(role), string(e.Pod.Role)) && role != api.Scheduler &&
					e.Code != 0 {
					f.unusable = append(f.unusable, unusable{have, role, e.Code})
				}
			}
		case failover.Fail:
			f.failed = &status.Reason{
				Word: "MarsJobFailed",
				Text: fmt.Sprintf("Pod %s has failed: %s (exit code %d). %s", e.Pod.Name, e.Why, e.Code,
					said(have)),
			}
		}
	}
}

// spare deletes pods that nobody wants: behind the last index, of a role that is gone, of a suspended job.
// The highest go first.
func (r *Reconciler) spare(l *look, f *fate, m *failover.Machine) {
	if l.plan == nil {
		return
	}
	wanted := map[string]bool{}
	if !l.suspended() {
		for _, p := range l.plan.Pods {
			wanted[p.Name] = true
		}
	}
	var extra []*corev1.Pod
	for name, p := range l.pods {
		if !wanted[name] {
			extra = append(extra, p)
		}
	}
	slices.SortFunc(extra, func(a, b *corev1.Pod) int {
		if d := index(b) - index(a); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, p := range extra {
		if p.DeletionTimestamp == nil {
			f.remove = append(f.remove, removal{
				pod: p, kind: corev1.EventTypeNormal, reason: "PodDeleted",
				why: "it is not wanted any more",
			})
			continue
		}
		id := failover.Pod{Name: p.Name, Role: failover.Role(p.Labels[plan.LabelRole])}
		was := f.restarting
		f.take(l, m.Step(leaving(id, p, failover.Nanos(l.now.UnixNano()))), nil, p)
		f.restarting = was
	}
}

func index(p *corev1.Pod) int {
	i, err := strconv.Atoi(p.Labels[plan.LabelIndex])
	if err != nil {
		return 0
	}
	return i
}

// said are the last words of the process of a pod, where they were kept.
func said(p *corev1.Pod) string {
	for _, c := range p.Status.ContainerStatuses {
		if t := c.State.Terminated; t != nil && t.Message != "" {
			const most = 500 // an event holds 1024 bytes
			if n := len(t.Message); n > most {
				return strings.ToValidUTF8(t.Message[n-most:], "")
			}
			return t.Message
		}
	}
	return p.Status.Message
}
