package autoscale

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
	"github.com/mars-project/mars-go/operator/internal/plan"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// What a Scaler may do beside what the operator may.
//
// +kubebuilder:rbac:groups=training.kubedl.io,resources=marsjobs/scale,verbs=update

// often is how long until it asks again. An engine sees who is idle when it is asked.
const often = 5 * time.Second

// atOnce is how many engines are asked at a time.
const atOnce = 16

// A Scaler asks the engines of jobs that have spec.autoscaling, and writes the scale of their workers. It is
// a runnable of a manager, which runs in the operator that leads.
type Scaler struct {
	Client client.Client // reads from a cache
	Live   client.Reader // reads from the API server
	Events events.EventRecorder

	mu   sync.Mutex
	said map[types.UID]string // why a job could not be scaled the last time
}

// Start looks again and again, until ctx ends.
func (s *Scaler) Start(ctx context.Context) error {
	every := time.NewTicker(often)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
			s.Look(ctx)
		}
	}
}

// Look looks at all jobs once.
func (s *Scaler) Look(ctx context.Context) {
	var all api.MarsJobList
	if err := s.Client.List(ctx, &all); err != nil {
		return // the cache stops
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	there := map[types.UID]bool{}
	for i := range all.Items {
		job := &all.Items[i]
		there[job.UID] = true
		if !follows(job) {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s.tell(job, s.one(ctx, job.DeepCopy()))
		})
	}
	wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for uid := range s.said {
		if !there[uid] {
			delete(s.said, uid)
		}
	}
}

// follows says whether the workers of a job are to be scaled now.
func follows(job *api.MarsJob) bool {
	by := job.Spec.ManagedBy
	return job.Spec.Autoscaling != nil && job.DeletionTimestamp == nil &&
		(by == nil || *by == api.ManagedBy) &&
		!status.Finished(&job.Status) && (job.Spec.Suspend == nil || !*job.Spec.Suspend)
}

// tell tells of a failure that is not the one of before.
func (s *Scaler) tell(job *api.MarsJob, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.said == nil {
		s.said = map[types.UID]string{}
	}
	if err == nil {
		delete(s.said, job.UID)
	} else if s.said[job.UID] != err.Error() {
		s.said[job.UID] = err.Error()
		s.Events.Eventf(job, nil, corev1.EventTypeWarning, "AutoscalingFailed", "Scale",
			"The number of workers stays as it is: %.800s", err)
	}
}

// one looks at one job, which it may change.
func (s *Scaler) one(ctx context.Context, job *api.MarsJob) error {
	written := job.DeepCopy()
	defaults.Apply(job)
	if len(defaults.Check(job)) > 0 || job.Spec.MarsReplicaSpecs[api.Worker] == nil {
		return nil // the job says so itself
	}
	if others, err := Beside(ctx, s.Client, job); len(others) > 0 || err != nil {
		return err // the job says that another scales it
	}
	base, err := s.address(ctx, job)
	if base == "" || err != nil {
		return err
	}
	token, err := s.token(ctx, job)
	if err != nil {
		return err
	}
	a, err := Ask(ctx, base, token, job.Spec.Autoscaling.IdleTimeoutSeconds)
	if err != nil {
		return err
	}
	leave, err := s.leave(ctx, job, a)
	if err != nil {
		return err
	}
	have := *job.Spec.MarsReplicaSpecs[api.Worker].Replicas
	n, why := Decide(job.Spec.Autoscaling, a, have, func(i int32) bool { return leave[i] })
	if n == have {
		return nil
	}
	scale := &autoscalingv1.Scale{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: job.Namespace, Name: job.Name,
			ResourceVersion: job.ResourceVersion,
		},
		Spec: autoscalingv1.ScaleSpec{Replicas: n},
	}
	if err := s.Client.SubResource("scale").Update(ctx, written,
		client.WithSubResourceBody(scale)); err != nil {
		if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
			return nil // it has changed: the next look sees how
		}
		return err
	}
	word := "ScaledUp"
	if n < have {
		word = "ScaledDown"
	}
	s.Events.Eventf(written, nil, corev1.EventTypeNormal, word, "Scale", "%d workers instead of %d: %.800s.",
		n, have, why)
	return nil
}

// address is where to ask: the scheduler, or a web service where there are several; empty: nobody is ready.
func (s *Scaler) address(ctx context.Context, job *api.MarsJob) (string, error) {
	role := api.Scheduler
	if *job.Spec.MarsReplicaSpecs[api.Scheduler].Replicas > 1 {
		if role = api.WebService; job.Spec.MarsReplicaSpecs[role] == nil {
			return "", fmt.Errorf("of %d schedulers each knows a part: add a WebService, which asks all",
				*job.Spec.MarsReplicaSpecs[api.Scheduler].Replicas)
		}
	}
	p := &corev1.Pod{}
	err := s.Client.Get(ctx, types.NamespacedName{
		Namespace: job.Namespace,
		Name:      plan.Name(job.Name, role, 0),
	}, p)
	if err != nil || !status.Ready(p) || p.Status.PodIP == "" || !metav1.IsControlledBy(p, job) {
		return "", client.IgnoreNotFound(err)
	}
	return "http://" + net.JoinHostPort(p.Status.PodIP, strconv.Itoa(int(plan.WebPort(job, role)))) +
		p.Annotations[plan.PrefixAnnotation], nil
}

// token is that of the web port, where the template gives one.
func (s *Scaler) token(ctx context.Context, job *api.MarsJob) (string, error) {
	for _, c := range job.Spec.MarsReplicaSpecs[api.Scheduler].Template.Spec.Containers {
		for _, e := range c.Env {
			if e.Name != "MARS_WEB_TOKEN" {
				continue
			}
			if e.ValueFrom == nil || e.ValueFrom.SecretKeyRef == nil {
				return e.Value, nil
			}
			at, from := &corev1.Secret{}, e.ValueFrom.SecretKeyRef
			if err := s.Live.Get(ctx, types.NamespacedName{Namespace: job.Namespace, Name: from.Name},
				at); err != nil {
				return "", fmt.Errorf("the token of the web port: %w", err)
			}
			return string(at.Data[from.Key]), nil
		}
	}
	return "", nil
}

// leave are the numbers of workers that may leave.
func (s *Scaler) leave(ctx context.Context, job *api.MarsJob, a Advice) (map[int32]bool, error) {
	var pods corev1.PodList
	if err := s.Client.List(ctx, &pods, client.InNamespace(job.Namespace),
		client.MatchingLabels(plan.WorkerLabels(job.Name))); err != nil {
		return nil, err
	}
	free := map[string]bool{}
	for _, at := range a.Retire {
		host, _, err := net.SplitHostPort(at)
		if err != nil {
			host = at
		}
		free[strings.Trim(host, "[]")] = true
	}
	out := map[int32]bool{}
	for _, p := range pods.Items {
		i, err := strconv.ParseInt(p.Labels[plan.LabelIndex], 10, 32)
		if err == nil && metav1.IsControlledBy(&p, job) && p.Status.PodIP != "" && free[p.Status.PodIP] {
			out[int32(i)] = true
		}
	}
	return out, nil
}
