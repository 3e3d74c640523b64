//go:build kube

package level2

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// documents are those of a text in YAML that say something.
func documents(text string) (out []string) {
	for _, d := range strings.Split(text, "\n---\n") {
		if d = strings.TrimPrefix(strings.TrimSpace(d), "---"); strings.TrimSpace(d) != "" {
			out = append(out, d)
		}
	}
	return out
}

// live is a job with all that may happen to one.
func live(t *testing.T, o *kubetest.Operator, ns string) {
	t.Helper()
	l := cluster.NewJobIn(t, ns, "life", func(j *api.MarsJob) {
		host, seconds := "mars.org", int32(2)
		j.Spec.WebHost, j.Spec.TTLSecondsAfterFinished = &host, &seconds
	})
	l.State(api.JobCreated)
	l.Starts("scheduler-0")
	l.Starts("webservice-0", "worker-0", "worker-1")
	l.State(api.JobRunning)
	for _, name := range []string{"scheduler-0", "webservice-0", "worker-0", "worker-1"} {
		l.Told("PodCreated", "life-"+name)
	}
	l.Told("IngressReady", "life-webservice-0")
	if out := cluster.Kubectl(t, "", "get", "marsjob", "life", "-n", ns,
		"--no-headers"); strings.Fields(out)[1] != "Running" {
		t.Error(out)
	}

	s := &corev1.Service{}
	if err := cluster.Client.Get(t.Context(), l.Key("worker-1"), s); err != nil {
		t.Fatal(err)
	}
	s.Spec.Selector["replica-index"] = "7"
	if err := cluster.Client.Update(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	kubetest.Wait(t, "the service is put right", func() string {
		if err := cluster.Client.Get(t.Context(), l.Key("worker-1"), s); err != nil {
			return err.Error()
		}
		return strings.TrimPrefix(s.Spec.Selector["replica-index"], "1")
	})

	lost := l.Pod("worker-0", "").UID
	l.Ends("worker-0", 137)
	l.Pod("worker-0", lost)
	l.Told("FailOver", "exit code 137")
	l.Starts("worker-0")
	l.State(api.JobRunning)

	measured(t, o, "mars_operator_failovers_total{reason=\"exited\",role=\"worker\"} 1",
		"mars_operator_jobs{state=\"Running\"} 1",
		"mars_operator_workers{which=\"wanted\"} 2", "mars_operator_workers{which=\"ready\"} 2",
		"mars_operator_first_pod_seconds_count 1", "mars_operator_all_pods_seconds_count 1")

	old := l.Pod("webservice-0", "").UID
	l.Edit(func(j *api.MarsJob) { *j.Spec.WebHost = "other.org" })
	kubetest.Wait(t, "the ingress has the other host", func() string {
		x := &networkingv1.Ingress{}
		if err := cluster.Client.Get(t.Context(), l.Key("webservice-0"), x); err != nil {
			return err.Error()
		}
		return strings.TrimPrefix(x.Spec.Rules[0].Host, "other.org")
	})
	if now := l.Pod("webservice-0", "").UID; now != old {
		t.Error("a web service is made again though its path is the same")
	}
	l.Edit(func(j *api.MarsJob) { j.Spec.WebHost = nil })
	l.Gone(&networkingv1.Ingress{}, "webservice-0")
	l.Pod("webservice-0", old)

	cluster.Kubectl(t, "", "scale", "marsjob/life", "-n", ns, "--replicas=1")
	l.Gone(&corev1.Pod{}, "worker-1")
	l.Gone(&corev1.Service{}, "worker-1")

	l.Ends("scheduler-0", 0)
	l.Gone(&policyv1.PodDisruptionBudget{}, "scheduler")
	l.Deleted()
}

// measured waits until /metrics has these lines.
func measured(t *testing.T, o *kubetest.Operator, lines ...string) {
	t.Helper()
	kubetest.Wait(t, "metrics", func() string {
		text := o.Measured(t)
		for _, want := range lines {
			if !strings.Contains(text, "\n"+want+"\n") {
				return want + " is not in\n" + ours(text)
			}
		}
		return ""
	})
}

// ours are the lines of the operator's own.
func ours(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "mars_operator_") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// foreign are jobs whose names others have: what is theirs stays, and the job says so.
func foreign(t *testing.T, ns string) {
	t.Helper()
	meta := func(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Namespace: ns, Name: name} }
	container := []corev1.Container{{Name: "c", Image: "i"}}
	for name, o := range map[string]client.Object{
		"a": &corev1.Pod{ObjectMeta: meta("a-scheduler-0"), Spec: corev1.PodSpec{Containers: container}},
		"b": &corev1.Service{
			ObjectMeta: meta("b-scheduler-0"),
			Spec:       corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 1}}},
		},
		"c": &corev1.Secret{ObjectMeta: meta("c-secret")},
		"d": &policyv1.PodDisruptionBudget{ObjectMeta: meta("d-scheduler")},
		"e": &networkingv1.Ingress{
			ObjectMeta: meta("e-webservice-0"),
			Spec: networkingv1.IngressSpec{DefaultBackend: &networkingv1.IngressBackend{
				Service: &networkingv1.IngressServiceBackend{
					Name: "s",
					Port: networkingv1.ServiceBackendPort{Number: 80},
				},
			}},
		},
	} {
		if err := cluster.Client.Create(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		l := cluster.NewJobIn(t, ns, name, func(j *api.MarsJob) {
			host := "mars.org"
			j.Spec.WebHost = &host
		})
		l.State(api.JobQueuing)
		l.Told("PodRefused", o.GetName()+" is there and belongs to nobody")
		if name == "a" { // tried again, it is the same event once more
			kubetest.Wait(t, "a series of events", func() string {
				out := cluster.Kubectl(t, "", "get", "events.events.k8s.io", "-n", ns, "-o",
					`jsonpath={range .items[?(@.reason=="PodRefused")]}{.regarding.name} {.series.count}{"\n"}{end}`)
				if strings.Contains(out, name+" 2\n") {
					return ""
				}
				return out
			})
		}
		if err := cluster.Client.Delete(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		cluster.Kubectl(t, "", "annotate", "marsjob/"+name, "-n", ns, "again=now") // it need not wait
		kubetest.Wait(t, "the job has its scheduler", func() string {
			return said(cluster.Client.Get(t.Context(), l.Key("scheduler-0"), &corev1.Pod{}))
		})
	}
}
