package controller

import (
	"context"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/autoscale"
	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// A look is what there is and what there should be.
type look struct {
	now       time.Time
	raw       *api.MarsJob // as it was read; its status is what was written last
	job       *api.MarsJob // with defaults
	plan      *plan.Plan   // nil when the job is wrong
	warnings  []plan.Warning
	problem   *status.Reason
	pods      map[string]*corev1.Pod
	byRole    map[api.ReplicaType][]*corev1.Pod
	services  map[string]*corev1.Service
	ingresses map[string]*networkingv1.Ingress
	budgets   map[string]*policyv1.PodDisruptionBudget
}

func (r *Reconciler) look(ctx context.Context, raw *api.MarsJob) (*look, error) {
	l := &look{
		now: r.Now(), raw: raw, job: raw.DeepCopy(), pods: map[string]*corev1.Pod{},
		byRole:   map[api.ReplicaType][]*corev1.Pod{},
		services: map[string]*corev1.Service{}, ingresses: map[string]*networkingv1.Ingress{},
		budgets: map[string]*policyv1.PodDisruptionBudget{},
	}
	defaults.Apply(l.job)
	if wrong := defaults.Check(l.job); len(wrong) > 0 {
		l.problem = &status.Reason{Word: "InvalidTemplate", Text: strings.Join(wrong, "; ")}
	} else {
		var scalers []string
		if l.job.Spec.Autoscaling != nil {
			var err error
			if scalers, err = autoscale.Beside(ctx, r.Client, l.job); err != nil {
				return nil, err
			}
		}
		l.plan, l.warnings = plan.Of(l.job), append([]plan.Warning{}, plan.Warnings(l.job, scalers)...)
	}
	var pods corev1.PodList
	var services corev1.ServiceList
	var ingresses networkingv1.IngressList
	var budgets policyv1.PodDisruptionBudgetList
	if err := r.List(ctx, &pods, owned(raw)...); err != nil {
		return nil, err
	}
	if err := r.List(ctx, &services, owned(raw)...); err != nil {
		return nil, err
	}
	if err := r.List(ctx, &ingresses, owned(raw)...); err != nil {
		return nil, err
	}
	if err := r.List(ctx, &budgets, owned(raw)...); err != nil {
		return nil, err
	}
	for i := range pods.Items {
		if p := &pods.Items[i]; metav1.IsControlledBy(p, raw) {
			l.pods[p.Name] = p
			for _, role := range api.Roles() {
				if strings.EqualFold(string(role), p.Labels[plan.LabelRole]) {
					l.byRole[role] = append(l.byRole[role], p)
				}
			}
		}
	}
	byName(raw, l.services, services.Items, func(x *corev1.Service) metav1.Object { return x })
	byName(raw, l.ingresses, ingresses.Items, func(x *networkingv1.Ingress) metav1.Object { return x })
	byName(raw, l.budgets, budgets.Items, func(x *policyv1.PodDisruptionBudget) metav1.Object { return x })
	return l, nil
}

// byName puts what the job owns into a map.
func byName[T any](job *api.MarsJob, to map[string]*T, items []T, as func(*T) metav1.Object) {
	for i := range items {
		if x := as(&items[i]); metav1.IsControlledBy(x, job) {
			to[x.GetName()] = &items[i]
		}
	}
}

// suspended says whether the job is to have no pods.
func (l *look) suspended() bool { return l.job.Spec.Suspend != nil && *l.job.Spec.Suspend }

// starting says whether there is a pod that is not ready: it may still read its secret.
func (l *look) starting() bool {
	for _, p := range l.pods {
		if !status.Ready(p) {
			return true
		}
	}
	return false
}

// open says whether web services and workers may be made: schedulers are ready, or it has begun before.
func (l *look) open() bool {
	if len(l.byRole[api.WebService])+len(l.byRole[api.Worker]) > 0 {
		return true
	}
	ready := 0
	for _, p := range l.byRole[api.Scheduler] {
		if status.Ready(p) {
			ready++
		}
	}
	return ready >= int(*l.job.Spec.MarsReplicaSpecs[api.Scheduler].Replicas)
}
