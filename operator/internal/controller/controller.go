package controller

import (
	"context"
	"strings"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/autoscale"
	"github.com/mars-project/mars-go/operator/internal/metrics"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// How long until another look.
const (
	afterConflict = 100 * time.Millisecond // the job has changed meanwhile
	afterRefusal  = 15 * time.Second       // quotas and accounts change without a word
)

// A Reconciler looks at jobs.
type Reconciler struct {
	client.Client               // reads from a cache
	Live          client.Reader // reads from the API server
	Events        events.EventRecorder
	Now           func() time.Time
	// NodeLost is how long after its grace a pod may be there before it is deleted by force. The default is
	// 1 min.
	NodeLost time.Duration
	Metrics  *metrics.Metrics
}

// What the operator may do, and nothing more. Pods get no rights: nobody in them speaks to the API server.
//
// +kubebuilder:rbac:groups=training.kubedl.io,resources=marsjobs,verbs=delete;list;watch
// +kubebuilder:rbac:groups=training.kubedl.io,resources=marsjobs/status,verbs=update
// +kubebuilder:rbac:groups=training.kubedl.io,resources=marsjobs/finalizers,verbs=update
// +kubebuilder:rbac:groups="",resources=pods,verbs=create;delete;get;list;watch
// +kubebuilder:rbac:groups="",resources=services,verbs=create;delete;get;list;update;watch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=create;get
// +kubebuilder:rbac:groups=networking.k8s.io,resources=ingresses,verbs=create;delete;get;list;update;watch
// +kubebuilder:rbac:groups=policy,resources=poddisruptionbudgets,verbs=create;delete;get;list;watch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create;get;update,namespace=mars-system
// +kubebuilder:rbac:groups="",resources=events,verbs=create,namespace=mars-system

// SetupWithManager has a manager call r for all jobs, jobs at a time.
func (r *Reconciler) SetupWithManager(m ctrl.Manager, jobs int) error {
	return ctrl.NewControllerManagedBy(m).For(&api.MarsJob{}).
		Owns(&corev1.Pod{}).Owns(&corev1.Service{}).Owns(&networkingv1.Ingress{}).Owns(&policyv1.PodDisruptionBudget{}).
		Watches(&autoscalingv2.HorizontalPodAutoscaler{}, handler.EnqueueRequestsFromMapFunc(scaled)).
		WithOptions(controller.Options{MaxConcurrentReconciles: jobs}).Complete(r)
}

// scaled is the job whose workers a HorizontalPodAutoscaler scales.
func scaled(_ context.Context, o client.Object) []ctrl.Request {
	name := autoscale.Target(o.(*autoscalingv2.HorizontalPodAutoscaler))
	if name == "" {
		return nil
	}
	return []ctrl.Request{{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: name}}}
}

// Reconcile looks at one job, and says when to look again though nothing happens.
func (r *Reconciler) Reconcile(ctx context.Context, q ctrl.Request) (ctrl.Result, error) {
	raw := &api.MarsJob{}
	if err := r.Get(ctx, q.NamespacedName, raw); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if by := raw.Spec.ManagedBy; raw.DeletionTimestamp != nil || by != nil && *by != api.ManagedBy {
		return ctrl.Result{}, nil
	}
	l, err := r.look(ctx, raw)
	if err != nil {
		return ctrl.Result{}, err
	}
	if status.Finished(&raw.Status) {
		return r.finish(ctx, l)
	}
	r.warn(l)
	f := r.fate(l)
	seen := &status.Seen{
		Job: l.job, Pods: l.byRole, Now: l.now, Problem: l.problem, Failed: f.failed,
		Restarting: f.restarting, Lost: f.lost, NewLosses: f.counted,
		Warnings: l.warnings,
	}
	if l.plan != nil {
		seen.Addresses = l.plan.Addresses
	}
	before := raw.Status.ReplicaStatuses
	next, res, err := r.write(ctx, l, seen)
	if next == nil {
		return res, err
	}
	for _, x := range f.unusable {
		if old := before[x.role]; old == nil || old.Failed < next.ReplicaStatuses[x.role].Failed {
			r.event(raw, x.pod, corev1.EventTypeWarning, "WorkerUnusable", "Reconcile",
				"Pod %s has ended with exit code %d and will end so again; delete it to have it made again. %s", x.pod.Name, x.code, said(x.pod))
		}
	}
	if status.Finished(next) {
		return r.finish(ctx, l)
	}
	if l.problem != nil { // the spec must change first
		return r.again(l, next, f.wake), nil
	}
	refused, err := r.act(ctx, l, f)
	if apierrors.IsConflict(err) { // something has changed since it was read
		return ctrl.Result{RequeueAfter: afterConflict}, nil
	}
	if refused == nil {
		return r.again(l, next, f.wake), err
	}
	r.event(l.raw, nil, corev1.EventTypeWarning, refused.Word, "Create", "%s", refused.Text)
	seen.Problem, seen.NewLosses = refused, 0
	if next, res, err = r.write(ctx, l, seen); next == nil {
		return res, err
	}
	return r.again(l, next, earliest(f.wake, l.now.Add(afterRefusal))), nil
}

// write puts the next status into the job. 1. It is there, or nothing has changed: the status. 2. The job has
// changed or is gone: nil, and when to look again. 3. It was not written: nil and an error.
func (r *Reconciler) write(ctx context.Context, l *look,
	seen *status.Seen,
) (*api.MarsJobStatus, ctrl.Result, error) {
	seen.Job.Status = l.raw.Status
	next := status.Next(seen)
	if !equality.Semantic.DeepEqual(next, &l.raw.Status) {
		old := l.raw.Status
		at := metav1.NewTime(l.now).Rfc3339Copy()
		next.LastReconcileTime = &at
		l.raw.Status = *next
		switch err := r.Status().Update(ctx, l.raw); {
		case apierrors.IsConflict(err):
			return nil, ctrl.Result{RequeueAfter: afterConflict}, nil
		case err != nil:
			return nil, ctrl.Result{}, client.IgnoreNotFound(err)
		}
		r.measure(l, &old, next)
		if state := status.State(next); state != status.State(&old) {
			c := next.Conditions[len(next.Conditions)-1]
			kind := corev1.EventTypeNormal
			if state == api.JobFailed || state == api.JobQueuing {
				kind = corev1.EventTypeWarning
			}
			r.event(l.raw, nil, kind, c.Reason, "Reconcile", "%s", c.Message)
		}
	}
	return next, ctrl.Result{}, nil
}

// measure notes how long a job has waited for its pods.
func (r *Reconciler) measure(l *look, old, next *api.MarsJobStatus) {
	first, all := status.Started(old, next)
	waited := l.now.Sub(l.raw.CreationTimestamp.Time)
	if first {
		r.Metrics.FirstPod(waited)
	}
	if all {
		r.Metrics.AllPods(waited)
	}
}

// again is the next look: when a pod has waited long enough, the job has run for too long, or is to go.
func (r *Reconciler) again(l *look, s *api.MarsJobStatus, wake time.Time) ctrl.Result {
	at := earliest(wake, status.Wake(l.job, s))
	if at.IsZero() {
		return ctrl.Result{}
	}
	return ctrl.Result{RequeueAfter: max(at.Sub(l.now), time.Millisecond)}
}

// earliest is the one of two times that comes first; zero is never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// warn tells of what a job asks for in vain, or should ask for, once for each change of it, and when
// something has lost its effect.
func (r *Reconciler) warn(l *look) {
	told := l.raw.Status.ObservedGeneration == l.raw.Generation && len(l.raw.Status.Conditions) > 0
	before := status.Get(l.raw.Status.Conditions, api.Effective)
	for _, w := range l.warnings {
		if told && (!w.Vain || before != nil && strings.Contains(before.Message, w.Text)) {
			continue
		}
		r.event(l.raw, nil, corev1.EventTypeWarning, w.Word, "Reconcile", "%s", w.Text)
	}
}

// event tells of a job, and of what else it is about, which may be nil. Notes may have 1024 bytes. Of events
// that differ in their notes alone a cluster keeps the first: those of two pods must say that they are.
func (r *Reconciler) event(job *api.MarsJob, about runtime.Object, kind, reason, action, format string,
	args ...any,
) {
	r.Events.Eventf(job, about, kind, reason, action, format, args...)
}

// owned are the options of a list of what has the labels of a job.
func owned(job *api.MarsJob) []client.ListOption {
	return []client.ListOption{
		client.InNamespace(job.Namespace),
		client.MatchingLabels(plan.Selector(job.Name)),
	}
}
