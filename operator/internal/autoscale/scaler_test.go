package autoscale

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/plan"
)

// A world is a job of some workers, an engine that says what is to be said, and a Scaler.
type world struct {
	*Scaler
	scaled []int32
	asked  []string // what the engine was asked, and with which token
	events *events.FakeRecorder
	fail   error // of the scale
}

func newWorld(t *testing.T, workers int, says string, change func(*api.MarsJob), others ...client.Object) *world {
	t.Helper()
	w := &world{events: events.NewFakeRecorder(10)}
	engine := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, q *http.Request) {
		w.asked = append(w.asked, q.URL.String()+" "+q.Header.Get("Authorization"))
		if says == "" {
			http.Error(out, "nobody knows", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(out, says)
	}))
	t.Cleanup(engine.Close)
	host, text, err := net.SplitHostPort(engine.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	yes, n := true, int32(workers) //nolint:gosec // a few
	template := corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{
		Name: "mars", Image: "mars", Env: []corev1.EnvVar{{Name: "MARS_WEB_PORT", Value: text}},
		Ports: []corev1.ContainerPort{{Name: "mars-port", ContainerPort: int32(port)}}, //nolint:gosec // a port
	}}}}
	job := &api.MarsJob{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: "x", UID: "u"}}
	job.Spec.Autoscaling = &api.Autoscaling{
		MinReplicas: 1, MaxReplicas: 8, IdleTimeoutSeconds: 30,
		UpscaleFactor: 2,
	}
	job.Spec.MarsReplicaSpecs = map[api.ReplicaType]*api.ReplicaSpec{
		api.Scheduler: {Template: *template.DeepCopy()}, api.WebService: {Template: *template.DeepCopy()},
		api.Worker: {Replicas: &n, Template: *template.DeepCopy()},
	}
	if change != nil {
		change(job)
	}
	s := runtime.NewScheme()
	if err := errors.Join(clientgoscheme.AddToScheme(s), api.AddToScheme(s)); err != nil {
		t.Fatal(err)
	}
	b := fake.NewClientBuilder().WithScheme(s).WithObjects(job, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: "token"},
		Data:       map[string][]byte{"t": []byte("of the secret")},
	})
	pod := func(role api.ReplicaType, i int, ip string) {
		p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
			Namespace: "n", Name: plan.Name("x", role, i),
			Labels: map[string]string{plan.LabelIndex: strconv.Itoa(i)},
		}}
		p.OwnerReferences = []metav1.OwnerReference{{
			APIVersion: api.GroupVersion.String(), Kind: "MarsJob",
			Name: "x", UID: "u", Controller: &yes,
		}}
		if role == api.Worker {
			for k, v := range plan.WorkerLabels("x") {
				p.Labels[k] = v
			}
		}
		if role == api.WebService {
			p.Annotations = map[string]string{plan.PrefixAnnotation: "/below"}
		}
		p.Status.Phase, p.Status.PodIP = corev1.PodRunning, ip
		p.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
		b.WithObjects(p)
	}
	pod(api.Scheduler, 0, host)
	pod(api.WebService, 0, host)
	for i := range workers {
		pod(api.Worker, i, fmt.Sprintf("10.0.0.%d", i))
	}
	b.WithObjects(others...)
	b.WithInterceptorFuncs(interceptor.Funcs{SubResourceUpdate: func(_ context.Context, _ client.Client,
		sub string, o client.Object, opts ...client.SubResourceUpdateOption,
	) error {
		u := client.SubResourceUpdateOptions{}
		u.ApplyOptions(opts)
		x := u.SubResourceBody.(*autoscalingv1.Scale)
		if sub != "scale" || o.GetName() != "x" || x.ResourceVersion == "" ||
			x.ResourceVersion != o.GetResourceVersion() {
			t.Errorf("%s of %s: %+v", sub, o.GetName(), x)
		}
		w.scaled = append(w.scaled, x.Spec.Replicas)
		return w.fail
	}})
	c := b.Build()
	w.Scaler = &Scaler{Client: c, Live: c, Events: w.events}
	return w
}

// told is the next event, empty where there is none.
func (w *world) told() string {
	select {
	case e := <-w.events.Events:
		return e
	default:
		return ""
	}
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		what, says, told string
		workers          int
		scaled           string
	}{
		{
			"up", `{"workers":2,"want":6,"retire":[],"why":"5 subtasks"}`,
			"ScaledUp 4 workers instead of 2: 5 subtasks", 2, "[4]",
		},
		{
			"down", `{"workers":3,"want":1,"retire":["10.0.0.2:11111","10.0.0.0:11111"],"why":"2 idle"}`,
			"ScaledDown 2 workers instead of 3", 3, "[2]",
		},
		{"the last works", `{"workers":3,"want":2,"retire":["10.0.0.1:11111"],"why":"1 idle"}`, "", 3, "[]"},
		{"as it is", `{"workers":3,"want":3,"retire":[],"why":""}`, "", 3, "[]"},
		{"nonsense", `{"workers":`, "AutoscalingFailed", 3, "[]"},
		{"nobody", "", "nobody knows", 3, "[]"},
	} {
		w := newWorld(t, c.workers, c.says, nil)
		w.Look(t.Context())
		told := w.told()
		if got := fmt.Sprint(w.scaled); got != c.scaled || !strings.Contains(told, c.told) ||
			(c.told == "") != (told == "") {
			t.Errorf("%s: scaled %s, told %q", c.what, got, told)
		}
		if len(w.asked) != 1 || w.asked[0] != "/api/v1/autoscale?idle=30 " {
			t.Errorf("%s: asked %q", c.what, w.asked)
		}
		w.Look(t.Context())
		if again := w.told(); strings.Contains(again, "AutoscalingFailed") {
			t.Errorf("%s: told again: %s", c.what, again)
		}
	}
}

// Several schedulers are asked by a web service, below its prefix; tokens are those of the template.
func TestWhomItAsks(t *testing.T) {
	const says = `{"workers":2,"want":2,"retire":[],"why":""}`
	two := int32(2)
	token := func(e corev1.EnvVar) func(*api.MarsJob) {
		return func(job *api.MarsJob) {
			c := &job.Spec.MarsReplicaSpecs[api.Scheduler].Template.Spec.Containers[0]
			c.Env = append(c.Env, e)
		}
	}
	for want, change := range map[string]func(*api.MarsJob){
		"/below/api/v1/autoscale?idle=30 ": func(job *api.MarsJob) { job.Spec.MarsReplicaSpecs[api.Scheduler].Replicas = &two },
		"/api/v1/autoscale?idle=30 Bearer of the template": token(corev1.EnvVar{
			Name:  "MARS_WEB_TOKEN",
			Value: "of the template",
		}),
		"/api/v1/autoscale?idle=30 Bearer of the secret": token(corev1.EnvVar{
			Name: "MARS_WEB_TOKEN",
			ValueFrom: &corev1.EnvVarSource{
				SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: "token"}, Key: "t"},
			},
		}),
	} {
		w := newWorld(t, 2, says, change)
		if w.Look(t.Context()); len(w.asked) != 1 || w.asked[0] != want {
			t.Errorf("asked %q, want %q; told %q", w.asked, want, w.told())
		}
	}
}

// Jobs that do not want it, or that run nothing, are left alone.
func TestLeftAlone(t *testing.T) {
	yes := true
	other := "kueue.x-k8s.io/multikueue"
	for what, change := range map[string]func(*api.MarsJob){
		"none":      func(job *api.MarsJob) { job.Spec.Autoscaling = nil },
		"suspended": func(job *api.MarsJob) { job.Spec.Suspend = &yes },
		"another's": func(job *api.MarsJob) { job.Spec.ManagedBy = &other },
		"over": func(job *api.MarsJob) {
			job.Status.Conditions = []api.JobCondition{{Type: api.JobSucceeded, Status: corev1.ConditionTrue}}
		},
	} {
		w := newWorld(t, 2, `{"want":8}`, change)
		if w.Look(t.Context()); len(w.asked)+len(w.scaled) > 0 {
			t.Errorf("%s: asked %q, scaled %v", what, w.asked, w.scaled)
		}
	}
}

// Where another scales the job nothing is done: each would undo what the other does.
func TestAnotherScalesIt(t *testing.T) {
	other := func(version, kind, name string) *autoscalingv2.HorizontalPodAutoscaler {
		h := &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: "h"}}
		h.Spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{
			APIVersion: version, Kind: kind,
			Name: name,
		}
		return h
	}
	const says = `{"workers":2,"want":6,"retire":[],"why":"5 subtasks"}`
	for _, h := range []*autoscalingv2.HorizontalPodAutoscaler{
		other("apps/v1", "MarsJob", "x"), other("training.kubedl.io/v1alpha1", "TFJob", "x"),
		other("training.kubedl.io/v1alpha1", "MarsJob", "y"),
	} {
		w := newWorld(t, 2, says, nil, h)
		if w.Look(t.Context()); len(w.scaled) != 1 {
			t.Errorf("%+v is taken for one of the job", h.Spec.ScaleTargetRef)
		}
	}
	w := newWorld(t, 2, says, nil, other("training.kubedl.io/v1alpha1", "MarsJob", "x"))
	if w.Look(t.Context()); len(w.asked)+len(w.scaled) > 0 || w.told() != "" {
		t.Errorf("asked %q, scaled %v", w.asked, w.scaled)
	}
}
