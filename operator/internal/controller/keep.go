package controller

import (
	"context"
	"crypto/rand"
	"maps"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// keep makes what pods need, puts right what somebody has changed, and deletes what is not wanted any more.
func (r *Reconciler) keep(ctx context.Context, l *look, f *fate) (*status.Reason, error) {
	if len(f.create) > 0 || l.starting() {
		if refused, err := r.keepSecret(ctx, l); refused != nil || err != nil {
			return refused, err
		}
	}
	if b := l.plan.Budget; l.budgets[b.Name] == nil {
		if refused, err := r.make(ctx, l, b); refused != nil || err != nil {
			return refused, err
		}
	}
	if refused, err := r.keepServices(ctx, l); refused != nil || err != nil {
		return refused, err
	}
	return r.keepIngresses(ctx, l)
}

// keepSecret makes the secret. It asks for it by its name: to list secrets is to read those of everybody.
func (r *Reconciler) keepSecret(ctx context.Context, l *look) (*status.Reason, error) {
	s, have := l.plan.Secret, &corev1.Secret{}
	switch err := r.Live.Get(ctx, client.ObjectKeyFromObject(s), have); {
	case err == nil && metav1.IsControlledBy(have, l.raw):
		return nil, nil
	case client.IgnoreNotFound(err) != nil:
		return nil, err
	}
	s.Data = map[string][]byte{plan.SecretKey: []byte(rand.Text())}
	return r.make(ctx, l, s)
}

func (r *Reconciler) keepServices(ctx context.Context, l *look) (*status.Reason, error) {
	wanted := map[string]bool{}
	var missing []*corev1.Service
	for _, s := range l.plan.Services {
		wanted[s.Name] = true
		have := l.services[s.Name]
		if have == nil {
			missing = append(missing, s)
			continue
		}
		fixed := have.DeepCopy()
		fixed.Spec.Selector, fixed.Spec.Ports, fixed.Spec.PublishNotReadyAddresses = s.Spec.Selector,
			s.Spec.Ports, s.Spec.PublishNotReadyAddresses
		maps.Copy(fixed.Labels, s.Labels)
		if !equality.Semantic.DeepEqual(have, fixed) {
			if err := r.Update(ctx, fixed); err != nil {
				return nil, err
			}
		}
	}
	for name, s := range l.services {
		if !wanted[name] {
			if err := r.delete(ctx, s, false); err != nil {
				return nil, err
			}
		}
	}
	refusals := make(chan *status.Reason, len(missing))
	err := each(missing, func(s *corev1.Service) error {
		refused, err := r.make(ctx, l, s)
		if refused != nil {
			refusals <- refused
		}
		return err
	})
	select {
	case x := <-refusals:
		return x, err
	default:
		return nil, err
	}
}

func (r *Reconciler) keepIngresses(ctx context.Context, l *look) (*status.Reason, error) {
	wanted := map[string]*networkingv1.Ingress{}
	for _, x := range l.plan.Ingresses {
		wanted[x.Name] = x
		have := l.ingresses[x.Name]
		if have == nil {
			if refused, err := r.make(ctx, l, x); refused != nil || err != nil {
				return refused, err
			}
			r.event(l.raw, x, corev1.EventTypeNormal, "IngressReady", "Create",
				"Ingress %s leads to the web service at %s%s.",
				x.Name, x.Spec.Rules[0].Host, x.Spec.Rules[0].HTTP.Paths[0].Path)
			continue
		}
		fixed := have.DeepCopy()
		fixed.Spec.Rules, fixed.Spec.TLS = x.Spec.Rules, x.Spec.TLS
		if x.Spec.IngressClassName != nil { // without one the cluster has put in its own
			fixed.Spec.IngressClassName = x.Spec.IngressClassName
		}
		if fixed.Annotations == nil {
			fixed.Annotations = map[string]string{}
		}
		maps.Copy(fixed.Annotations, x.Annotations)
		if !equality.Semantic.DeepEqual(have, fixed) {
			if err := r.Update(ctx, fixed); err != nil {
				return nil, err
			}
		}
	}
	for name, x := range l.ingresses {
		if wanted[name] == nil {
			if err := r.delete(ctx, x, false); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}
