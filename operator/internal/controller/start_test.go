package controller

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func TestStartOrder(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", nil)
	w.settle()
	w.want("Created", "scheduler-0")
	w.status("scheduler-0", func(s *corev1.PodStatus) { s.Phase = corev1.PodRunning }) // but not ready
	w.settle()
	w.want("Created", "scheduler-0")
	w.run("scheduler-0")
	w.want("Created", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	w.run("worker-0")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	w.run("worker-1", "webservice-0")
	if got, want := w.String(), "Created=True WebReady=True Scaled=True Running=True ; scheduler-0 Running, webservice-0 Running, worker-0 Running, worker-1 Running, 4 services, 1 secrets"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	j := w.job()
	if a := j.Status.WebServiceAddresses; len(a) != 1 ||
		a[0] != "mars.domain.com/mars/default/mars-test-demo-webservice-0" {
		t.Error(a)
	}
	if s := j.Status.ReplicaStatuses[api.Worker]; s.Active != 2 || j.Status.StartTime == nil {
		t.Error(s, j.Status.StartTime)
	}
	if told := w.told(); strings.Count(told, "PodCreated") != 4 || strings.Count(told, "IngressReady") != 1 {
		t.Error(told)
	}
	secret := &corev1.Secret{}
	if err := w.c.Get(context.Background(), client.ObjectKey{
		Namespace: "default",
		Name:      "mars-test-demo-secret",
	}, secret); err != nil || len(secret.Data["node-secret"]) < 16 {
		t.Error(err, secret.Data)
	}
}

// At rest the operator writes nothing, however often it looks, and a new one makes nothing again.
func TestRest(t *testing.T) {
	w := running(t, nil)
	w.told()
	w.fault = func(_ int, verb string, o client.Object) (error, bool) {
		t.Errorf("%s of %s", verb, o.GetName())
		return nil, false
	}
	w.now = w.now.Add(time.Hour)
	w.restart()
	w.settle()
	if told := w.told(); told != "" {
		t.Error(told)
	}
}

func TestTemplateIsWrong(t *testing.T) {
	var good corev1.PodSpec
	w := newWorld(t, "tutorial.yaml", func(j *api.MarsJob) {
		p := &j.Spec.MarsReplicaSpecs[api.Worker].Template.Spec
		good = *p.DeepCopy()
		p.Containers[0].Name = "main"
	})
	w.settle()
	w.want("Queuing")
	if c := w.last(); c.Reason != "InvalidTemplate" ||
		!strings.Contains(c.Message, "no container of the name mars, but main") {
		t.Errorf("%+v", c)
	}
	if !strings.HasSuffix(w.String(), "0 services, 0 secrets") {
		t.Error(w)
	}
	w.edit(func(j *api.MarsJob) { j.Spec.MarsReplicaSpecs[api.Worker].Template.Spec = good })
	w.settle()
	w.run("scheduler-0")
	w.run("worker-0")
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
}

func TestNoScheduler(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", func(j *api.MarsJob) { delete(j.Spec.MarsReplicaSpecs, api.Scheduler) })
	w.settle()
	w.want("Queuing")
}

// What the API server refuses leaves nothing half made, is said, and is tried again.
func TestRefused(t *testing.T) {
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "x",
		errors.New("exceeded quota: pods=0"))
	invalid := apierrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "x", nil)
	for reason, refusal := range map[string]error{"PodRefused": forbidden, "InvalidTemplate": invalid} {
		w := newWorld(t, "tutorial.yaml", nil)
		w.fault = func(_ int, verb string, o client.Object) (error, bool) {
			if _, ok := o.(*corev1.Pod); ok && verb == "create" && strings.Contains(o.GetName(), "worker") {
				return refusal, false
			}
			return nil, false
		}
		w.settle()
		w.want("Queuing")
		if c := w.last(); c.Reason != reason || !strings.Contains(c.Message, refusal.Error()) {
			t.Errorf("%+v", c)
		}
		if !strings.HasSuffix(w.String(), "0 services, 0 secrets") {
			t.Error(w)
		}
		w.fault = nil
		w.sleep(afterRefusal)
		w.want("Queuing", "scheduler-0")
		w.run("scheduler-0")
		w.run("worker-0")
		w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1")
	}
}

// A pod of the name that belongs to somebody else is left alone.
func TestForeignPod(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", nil)
	foreign := &corev1.Pod{}
	foreign.Namespace, foreign.Name = "default", "mars-test-demo-scheduler-0"
	if err := w.c.Create(context.Background(), foreign); err != nil {
		t.Fatal(err)
	}
	w.settle()
	w.want("Queuing", "scheduler-0")
	if c := w.last(); c.Reason != "PodRefused" || !strings.Contains(c.Message, "belongs to nobody") {
		t.Errorf("%+v", c)
	}
	w.kubectlDelete("scheduler-0")
	w.sleep(afterRefusal)
	w.want("Queuing", "scheduler-0")
	if p := w.pod("scheduler-0"); len(p.OwnerReferences) != 1 {
		t.Error("it is not ours")
	}
}

func TestManagedByAnother(t *testing.T) {
	w := newWorld(t, "tutorial.yaml", func(j *api.MarsJob) {
		other := "kueue.x-k8s.io/multikueue"
		j.Spec.ManagedBy = &other
	})
	w.settle()
	if s := w.String(); s != "; 0 services, 0 secrets" {
		t.Error(s)
	}
}

func TestWebHostChanges(t *testing.T) {
	w := running(t, nil)
	old := w.pod("webservice-0").UID
	w.edit(func(j *api.MarsJob) { j.Spec.WebHost = nil })
	w.settle()
	list := &networkingv1.IngressList{}
	if err := w.c.List(context.Background(), list); err != nil || len(list.Items) != 0 {
		t.Error(err, list.Items)
	}
	if p := w.pod("webservice-0"); p == nil || p.UID == old {
		t.Error("the web service serves below a path that nobody asks for")
	}
	if a := w.job().Status.WebServiceAddresses; len(a) != 0 {
		t.Error(a)
	}
	w.edit(func(j *api.MarsJob) { host := "b.org"; j.Spec.WebHost = &host })
	w.settle()
	if err := w.c.List(context.Background(), list); err != nil || len(list.Items) != 1 ||
		list.Items[0].Spec.Rules[0].Host != "b.org" {
		t.Error(err, list.Items)
	}
}

// Somebody turns a service elsewhere and deletes another.
func TestDrift(t *testing.T) {
	w := running(t, nil)
	ctx := context.Background()
	s := &corev1.Service{}
	key := client.ObjectKey{Namespace: "default", Name: "mars-test-demo-worker-0"}
	if err := w.c.Get(ctx, key, s); err != nil {
		t.Fatal(err)
	}
	s.Spec.Selector = map[string]string{"a": "b"}
	if err := w.c.Update(ctx, s); err != nil {
		t.Fatal(err)
	}
	w.settle()
	if err := w.c.Get(ctx, key, s); err != nil || s.Spec.Selector["replica-index"] != "0" {
		t.Error(err, s.Spec.Selector)
	}
	if err := w.c.Delete(ctx, s); err != nil {
		t.Fatal(err)
	}
	w.settle()
	if err := w.c.Get(ctx, key, s); err != nil {
		t.Error(err)
	}
}

func TestScale(t *testing.T) {
	w := running(t, nil)
	scale := func(n int32) {
		w.edit(func(j *api.MarsJob) { *j.Spec.MarsReplicaSpecs[api.Worker].Replicas = n })
		w.settle()
	}
	scale(3)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0", "worker-1", "worker-2")
	w.told()
	scale(1)
	w.want("Running", "scheduler-0", "webservice-0", "worker-0")
	if a, b := w.told(), "worker-2"; !strings.Contains(a, b) || strings.Contains(a, "worker-0") {
		t.Error(a)
	}
	scale(0)
	w.want("Running", "scheduler-0", "webservice-0")
	if !strings.Contains(w.String(), "2 services") {
		t.Error(w)
	}
}
