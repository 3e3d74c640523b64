package controller

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/metrics"
)

// kubelet is the finalizer of pods on a node: they go when the node says so.
const kubelet = "test/kubelet"

// A world is an API server in memory, a clock, and an operator that can be started again.
type world struct {
	t     *testing.T
	c     client.WithWatch
	key   types.NamespacedName
	now   time.Time
	wake  time.Time // when the operator wants to look again
	r     *Reconciler
	rec   *events.FakeRecorder
	mu    sync.Mutex // of uids and calls: the operator makes some calls at a time
	uids  int
	calls int
	// fault says what a call of the operator comes to. done: the call is made all the same.
	fault func(call int, verb string, o client.Object) (err error, done bool)
	ours  bool // calls are those of the operator
}

// newWorld holds one job, of a sample that change may change.
func newWorld(t *testing.T, sample string, change func(*api.MarsJob)) *world {
	t.Helper()
	text, err := os.ReadFile("../../config/samples/" + sample)
	if err != nil {
		t.Fatal(err)
	}
	job := &api.MarsJob{}
	if err := yaml.UnmarshalStrict(text, job); err != nil {
		t.Fatal(err)
	}
	job.Namespace, job.UID, job.Generation = "default", "job", 1
	if change != nil {
		change(job)
	}
	s := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(s); err != nil {
		t.Fatal(err)
	}
	if err := api.AddToScheme(s); err != nil {
		t.Fatal(err)
	}
	w := &world{
		t: t, key: client.ObjectKeyFromObject(job),
		now: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC),
	}
	w.c = fake.NewClientBuilder().WithScheme(s).WithObjects(job).WithStatusSubresource(&api.MarsJob{},
		&corev1.Pod{}).
		WithInterceptorFuncs(interceptor.Funcs{
			Create: w.create, Delete: w.delete, Update: w.update,
			SubResourceUpdate: w.updateStatus,
		}).Build()
	w.restart()
	return w
}

// restart is a new operator, which knows nothing.
func (w *world) restart() {
	w.rec = events.NewFakeRecorder(10000)
	w.r = &Reconciler{
		Client: w.c, Live: w.c, Events: w.rec, Now: func() time.Time { return w.now },
		NodeLost: time.Minute, Metrics: metrics.New(w.c),
	}
}

func (w *world) failing(verb string, o client.Object, do func() error) error {
	if !w.ours || w.fault == nil {
		return do()
	}
	w.mu.Lock()
	w.calls++
	err, done := w.fault(w.calls, verb, o)
	w.mu.Unlock()
	if err == nil {
		return do()
	}
	if done {
		if err := do(); err != nil {
			return err
		}
	}
	return err
}

func (w *world) create(ctx context.Context, c client.WithWatch, o client.Object,
	opts ...client.CreateOption,
) error {
	return w.failing("create", o, func() error {
		w.mu.Lock()
		w.uids++
		o.SetUID(types.UID(fmt.Sprint("uid", w.uids)))
		w.mu.Unlock()
		o.SetCreationTimestamp(metav1.NewTime(w.now))
		return c.Create(ctx, o, opts...)
	})
}

// delete looks at the UID, and leaves pods that a node holds.
func (w *world) delete(ctx context.Context, c client.WithWatch, o client.Object,
	opts ...client.DeleteOption,
) error {
	return w.failing("delete", o, func() error {
		x := client.DeleteOptions{}
		x.ApplyOptions(opts)
		have := o.DeepCopyObject().(client.Object)
		if err := c.Get(ctx, client.ObjectKeyFromObject(o), have); err != nil {
			return err
		}
		if p := x.Preconditions; p != nil && p.UID != nil && *p.UID != have.GetUID() {
			return apierrors.NewConflict(schema.GroupResource{Resource: "pods"}, o.GetName(),
				fmt.Errorf("of another uid"))
		}
		if x.GracePeriodSeconds != nil && *x.GracePeriodSeconds == 0 {
			have.SetFinalizers(nil)
			if err := c.Update(ctx, have); err != nil {
				return err
			}
			return client.IgnoreNotFound(c.Delete(ctx, have))
		}
		return c.Delete(ctx, have)
	})
}

func (w *world) update(ctx context.Context, c client.WithWatch, o client.Object,
	opts ...client.UpdateOption,
) error {
	return w.failing("update", o, func() error { return c.Update(ctx, o, opts...) })
}

func (w *world) updateStatus(ctx context.Context, c client.Client, _ string, o client.Object,
	opts ...client.SubResourceUpdateOption,
) error {
	return w.failing("status", o, func() error { return c.Status().Update(ctx, o, opts...) })
}

// look has the operator look once.
func (w *world) look() error {
	w.ours = true
	defer func() { w.ours = false }()
	res, err := w.r.Reconcile(context.Background(), ctrl.Request{NamespacedName: w.key})
	w.wake = time.Time{}
	if res.RequeueAfter > 0 {
		w.wake = w.now.Add(res.RequeueAfter)
	}
	return err
}

// settle has the operator look until nothing changes any more, without time passing.
func (w *world) settle() {
	w.t.Helper()
	last := ""
	for range 20 {
		if err := w.look(); err != nil {
			w.t.Fatal(err)
		}
		if s := w.String(); s == last {
			return
		} else {
			last = s
		}
	}
	w.t.Fatalf("it does not come to rest:\n%s", last)
}

// sleep lets time pass until the operator wants to look, and for d at most.
func (w *world) sleep(d time.Duration) {
	w.t.Helper()
	end := w.now.Add(d)
	for !w.wake.IsZero() && !w.wake.After(end) {
		w.now = w.wake
		w.settle()
		if w.wake.Equal(w.now) {
			w.t.Fatal("it looks again and again")
		}
	}
	w.now = end
}

// job is as it is stored, nil when it is gone.
func (w *world) job() *api.MarsJob {
	j := &api.MarsJob{}
	if err := w.c.Get(context.Background(), w.key, j); err != nil {
		return nil
	}
	return j
}

// edit changes the spec, as a person does.
func (w *world) edit(change func(*api.MarsJob)) {
	w.t.Helper()
	j := w.job()
	change(j)
	j.Generation++
	if err := w.c.Update(context.Background(), j); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) pod(name string) *corev1.Pod {
	p := &corev1.Pod{}
	if err := w.c.Get(context.Background(), types.NamespacedName{
		Namespace: "default",
		Name:      w.key.Name + "-" + name,
	}, p); err != nil {
		return nil
	}
	return p
}

// status changes what a pod says.
func (w *world) status(name string, change func(*corev1.PodStatus)) {
	w.t.Helper()
	p := w.pod(name)
	if p == nil {
		w.t.Fatalf("no pod %s in\n%s", name, w)
	}
	change(&p.Status)
	if err := w.c.Status().Update(context.Background(), p); err != nil {
		w.t.Fatal(err)
	}
}

// run starts pods, and has the operator look.
func (w *world) run(names ...string) {
	w.t.Helper()
	w.start(names...)
	w.settle()
}

// start starts pods and makes them ready.
func (w *world) start(names ...string) {
	w.t.Helper()
	for _, n := range names {
		w.status(n, func(s *corev1.PodStatus) {
			s.Phase = corev1.PodRunning
			s.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
			s.ContainerStatuses = []corev1.ContainerStatus{{
				Name:  "mars",
				State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}},
			}}
		})
	}
}

// end ends the process of a pod.
func (w *world) end(name string, code int32) {
	w.t.Helper()
	w.status(name, func(s *corev1.PodStatus) {
		s.Phase, s.Conditions = corev1.PodFailed, nil
		if code == 0 {
			s.Phase = corev1.PodSucceeded
		}
		s.ContainerStatuses = []corev1.ContainerStatus{{
			Name: "mars",
			State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
				ExitCode: code,
				Message:  "last words",
			}},
		}}
	})
	w.settle()
}

// kubectlDelete deletes a pod as a person does.
func (w *world) kubectlDelete(name string) {
	w.t.Helper()
	if err := w.c.Delete(context.Background(), w.pod(name)); err != nil {
		w.t.Fatal(err)
	}
	w.settle()
}

// String is the state of the job, then its pods with their phases, then how many other objects there are.
func (w *world) String() string {
	ctx := context.Background()
	var b strings.Builder
	j := w.job()
	if j == nil {
		b.WriteString("no job; ")
	} else {
		for _, c := range j.Status.Conditions {
			fmt.Fprintf(&b, "%s=%s ", c.Type, c.Status)
		}
		b.WriteString("; ")
	}
	pods := &corev1.PodList{}
	if err := w.c.List(ctx, pods); err != nil {
		w.t.Fatal(err)
	}
	for _, p := range pods.Items {
		fmt.Fprintf(&b, "%s", strings.TrimPrefix(p.Name, w.key.Name+"-"))
		if p.DeletionTimestamp != nil {
			b.WriteString(" leaving")
		} else if p.Status.Phase != "" {
			fmt.Fprintf(&b, " %s", p.Status.Phase)
		}
		b.WriteString(", ")
	}
	services, secrets := &corev1.ServiceList{}, &corev1.SecretList{}
	if err := w.c.List(ctx, services); err != nil {
		w.t.Fatal(err)
	}
	if err := w.c.List(ctx, secrets); err != nil {
		w.t.Fatal(err)
	}
	fmt.Fprintf(&b, "%d services, %d secrets", len(services.Items), len(secrets.Items))
	return b.String()
}

// want compares the state of the job and its pods: "Running: scheduler-0 Running, worker-0".
func (w *world) want(state string, pods ...string) {
	w.t.Helper()
	j := w.job()
	if j == nil {
		w.t.Fatal("the job is gone")
	}
	if n := len(j.Status.Conditions); n == 0 || string(j.Status.Conditions[n-1].Type) != state {
		w.t.Errorf("state is not %s: %s", state, w)
	}
	list := &corev1.PodList{}
	if err := w.c.List(context.Background(), list); err != nil {
		w.t.Fatal(err)
	}
	var got []string
	for _, p := range list.Items {
		got = append(got, strings.TrimPrefix(p.Name, w.key.Name+"-"))
	}
	slices.Sort(got)
	slices.Sort(pods)
	if !slices.Equal(got, pods) {
		w.t.Errorf("pods are %s, want %s", got, pods)
	}
}

// told are the events so far, and forgets them.
func (w *world) told() string {
	var b strings.Builder
	for {
		select {
		case e := <-w.rec.Events:
			b.WriteString(e + "\n")
		default:
			return b.String()
		}
	}
}

// running is a world in which all pods of the sample run: a scheduler, a web service, two workers.
func running(t *testing.T, change func(*api.MarsJob)) *world {
	t.Helper()
	w := newWorld(t, "tutorial.yaml", change)
	w.settle()
	w.run("scheduler-0")
	w.run("webservice-0", "worker-0", "worker-1")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	return w
}

// exitCode gives workers the policy under which the operator makes new pods.
func exitCode(j *api.MarsJob) {
	j.Spec.MarsReplicaSpecs[api.Worker].RestartPolicy = api.RestartExitCode
}

// last is the newest condition.
func (w *world) last() api.JobCondition {
	cs := w.job().Status.Conditions
	return cs[len(cs)-1]
}
