package controller

import (
	"context"
	"errors"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// parallel is how many calls for one job are under way at a time.
const parallel = 16

// act makes and deletes. It says what the API server does not take, if that is so.
func (r *Reconciler) act(ctx context.Context, l *look, f *fate) (*status.Reason, error) {
	if len(l.pods) == 0 && !l.suspended() {
		if refused, err := r.rehearse(ctx, l); refused != nil || err != nil {
			return refused, err
		}
	}
	if refused, err := r.keep(ctx, l, f); refused != nil || err != nil {
		return refused, err
	}
	err := each(f.remove, func(x removal) error { return r.remove(ctx, l, x) })
	refused, made := r.all(f.create, func(p *corev1.Pod) (*status.Reason, error) {
		refused, err := r.make(ctx, l, p)
		if p.UID != "" { // else it was there
			r.event(l.raw, p, corev1.EventTypeNormal, "PodCreated", "Create", "Pod %s is created.", p.Name)
		}
		return refused, err
	})
	return refused, errors.Join(err, made)
}

// rehearse asks the API server whether it would take a pod of each role. So nothing is left half made.
func (r *Reconciler) rehearse(ctx context.Context, l *look) (*status.Reason, error) {
	roles := map[string]bool{}
	for _, p := range l.plan.Pods {
		if role := p.Labels[plan.LabelRole]; !roles[role] {
			roles[role] = true
			err := r.Create(ctx, p.DeepCopy(), client.DryRunAll)
			if apierrors.IsAlreadyExists(err) {
				continue
			}
			if refused := refusal(p, err); refused != nil || err != nil &&
				!apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
				if refused != nil {
					return refused, nil
				}
				return nil, err
			}
		}
	}
	return nil, nil
}

// make makes an object. 1. It is there now, or was and is ours. 2. It cannot be: why. 3. Nobody knows: an
// error, to be tried again.
func (r *Reconciler) make(ctx context.Context, l *look, o client.Object) (*status.Reason, error) {
	err := r.Create(ctx, o)
	switch {
	case err == nil, apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		return nil, nil
	case !apierrors.IsAlreadyExists(err):
		if refused := refusal(o, err); refused != nil {
			return refused, nil
		}
		return nil, err
	}
	have := o.DeepCopyObject().(client.Object)
	if err := r.Live.Get(ctx, client.ObjectKeyFromObject(o), have); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	if metav1.IsControlledBy(have, l.raw) { // the cache has not heard of it yet
		return nil, nil
	}
	return &status.Reason{
		Word: "PodRefused",
		Text: fmt.Sprintf("%s %s is there and belongs to %s: delete it, or give the job another name.",
			kind(o), o.GetName(), owner(have)),
	}, nil
}

// refusal is what the API server says of an object that it does not take, nil for other errors.
func refusal(o client.Object, err error) *status.Reason {
	switch {
	case apierrors.IsInvalid(err), apierrors.IsBadRequest(err):
		return &status.Reason{
			Word: "InvalidTemplate",
			Text: fmt.Sprintf("%s %s: %v: change the template.", kind(o), o.GetName(), err),
		}
	case apierrors.IsForbidden(err):
		return &status.Reason{
			Word: "PodRefused",
			Text: fmt.Sprintf("%s %s: %v: it is tried again.", kind(o), o.GetName(), err),
		}
	}
	return nil
}

func kind(o client.Object) string { return o.GetObjectKind().GroupVersionKind().Kind }

func owner(o client.Object) string {
	if c := metav1.GetControllerOf(o); c != nil {
		return fmt.Sprintf("%s %s (uid %s)", c.Kind, c.Name, c.UID)
	}
	return "nobody"
}

// remove deletes the pod that was seen, no other of its name.
func (r *Reconciler) remove(ctx context.Context, l *look, x removal) error {
	if err := r.delete(ctx, x.pod, x.force); err != nil {
		return err
	}
	if x.counted != "" {
		r.Metrics.FailOver(x.pod.Labels[plan.LabelRole], string(x.counted))
	}
	r.event(l.raw, x.pod, x.kind, x.reason, "Delete", "Pod %s is deleted: %s.", x.pod.Name, x.why)
	return nil
}

func (r *Reconciler) delete(ctx context.Context, o client.Object, force bool) error {
	uid := o.GetUID()
	opts := []client.DeleteOption{
		client.Preconditions{UID: &uid},
		client.PropagationPolicy(metav1.DeletePropagationBackground),
	}
	if force {
		opts = append(opts, client.GracePeriodSeconds(0))
	}
	if err := r.Delete(ctx, o, opts...); err != nil && !apierrors.IsNotFound(err) &&
		!apierrors.IsConflict(err) {
		return err
	}
	return nil
}

// each calls f for all items, a few at a time, and joins the errors.
func each[T any](items []T, f func(T) error) error {
	errs := make([]error, len(items))
	var wg sync.WaitGroup
	free := make(chan struct{}, parallel)
	for i, x := range items {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			errs[i] = f(x)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// all makes pods, a few at a time. The first alone where it is refused: the others would be too.
func (r *Reconciler) all(pods []*corev1.Pod, f func(*corev1.Pod) (*status.Reason, error)) (refused *status.Reason, err error) {
	for len(pods) > 0 && refused == nil && err == nil {
		n := min(len(pods), parallel)
		said := make([]*status.Reason, n)
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		err = each(places, func(i int) (err error) {
			said[i], err = f(pods[i])
			return err
		})
		for _, x := range said {
			if x != nil && refused == nil {
				refused = x
			}
		}
		pods = pods[n:]
	}
	return refused, err
}
