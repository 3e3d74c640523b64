//go:build kube

package level2

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/mars-project/mars-go/operator/internal/certs"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/webhook"
)

// listening is an address where nobody listens yet. The webhooks of config/webhook are told to ask there:
// there is no network of services.
func listening(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := l.Addr().String()
	text, err := os.ReadFile(kubetest.File("config", "webhook", "manifests.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	docs := documents(string(text))
	if len(docs) != 2 {
		t.Fatalf("%d configurations", len(docs))
	}
	m, v := &admissionv1.MutatingWebhookConfiguration{}, &admissionv1.ValidatingWebhookConfiguration{}
	for i, o := range []client.Object{m, v} {
		if err := yaml.UnmarshalStrict([]byte(docs[i]), o); err != nil {
			t.Fatal(err)
		}
	}
	var asked []*admissionv1.WebhookClientConfig
	for i := range m.Webhooks {
		asked = append(asked, &m.Webhooks[i].ClientConfig)
	}
	for i := range v.Webhooks {
		asked = append(asked, &v.Webhooks[i].ClientConfig)
	}
	for _, c := range asked {
		url := "https://" + at + *c.Service.Path
		c.URL, c.Service = &url, nil
	}
	for _, o := range []client.Object{m, v} {
		if err := cluster.Client.Create(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := cluster.Client.Delete(context.Background(), o); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		s := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{
			Namespace: kubetest.Namespace,
			Name:      webhook.Service,
		}}
		if err := client.IgnoreNotFound(cluster.Client.Delete(context.Background(), s)); err != nil {
			t.Error(err)
		}
	})
	return at
}

// wrong is a job that the CRD takes, and that cannot be run.
var wrong = job("x", "marsReplicaSpecs: {Scheduler: {template: {}}, scheduler: {template: {}}, Worker: {template: {}}}")

// refused waits until the webhook is asked: without it the job is taken.
func refused(t *testing.T, ns string) {
	t.Helper()
	kubetest.Wait(t, "the webhook is asked", func() string {
		got := said(strict().Create(t.Context(), object(t, ns, wrong), client.DryRunAll))
		if strings.Contains(got, "Scheduler twice") &&
			strings.Contains(got, "Worker.template has no containers") {
			return ""
		}
		return fmt.Sprintf("the job is not refused: %q", got)
	})
}

func secret(t *testing.T) *corev1.Secret {
	t.Helper()
	s := &corev1.Secret{}
	if err := cluster.Client.Get(t.Context(),
		types.NamespacedName{Namespace: kubetest.Namespace, Name: webhook.Service}, s); err != nil {
		t.Fatal(err)
	}
	return s
}

// expire puts certificates of 91 days ago into the secret: that of the server is valid no more.
func expire(t *testing.T) map[string][]byte {
	t.Helper()
	old, _, _, err := certs.Next(nil, []string{"127.0.0.1"}, time.Now().AddDate(0, 0, -91))
	if err != nil {
		t.Fatal(err)
	}
	s := secret(t)
	s.Data = old
	if err := cluster.Client.Update(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return old
}

// The operator makes its certificates, answers, and after it was away for a long time makes them again.
func TestWebhooks(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	ns, at := cluster.NewNamespace(t), listening(t)
	o := cluster.Operator(t, "--leader-elect", "--webhook-bind-address="+at, "--webhook-names=127.0.0.1")
	refused(t, ns)

	low := "{spec: {containers: [{name: mars, image: i, resources: {limits: {cpu: 2}}}]}}"
	text := job("low", "suspend: true, cronPolicy: {schedule: '* * * * *'}, marsReplicaSpecs: {scheduler: {template: "+low+"}, WORKER: {template: "+low+"}}")
	warnings := cluster.Warned(t, text, "apply", "-n", ns, "-f", "-")
	for _, want := range []string{
		"Warning: cronPolicy has no effect",
		"Warning: workers have no limit of memory",
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("%q lacks %q", warnings, want)
		}
	}
	stored := object(t, ns, text)
	if err := cluster.Client.Get(t.Context(), client.ObjectKeyFromObject(stored), stored); err != nil {
		t.Fatal(err)
	}
	spec, err := yaml.Marshal(stored.Object["spec"])
	if err != nil {
		t.Fatal(err)
	}
	want := `cleanPodPolicy: None
cronPolicy:
  schedule: '* * * * *'
marsReplicaSpecs:
  WORKER:
    replicas: 1
    restartPolicy: ExitCode
    template: &template
      spec:
        containers:
        - image: i
          name: mars
          resources:
            limits:
              cpu: 2
  scheduler:
    replicas: 1
    restartPolicy: Never
    template: *template
suspend: true
`
	if !equal(t, want, string(spec)) {
		t.Errorf("stored is\n%swant\n%s", spec, want)
	}
	if out := cluster.Kubectl(t, text, "apply", "-n", ns, "-f", "-"); !strings.Contains(out, "unchanged") {
		t.Error(out)
	}

	o.Kill()
	old := expire(t)
	o.Restart(t)
	refused(t, ns)
	if s := secret(t); bytes.Equal(s.Data["tls.crt"], old["tls.crt"]) ||
		!bytes.Equal(s.Data["ca.crt"], old["ca.crt"]) {
		t.Error("the certificate was not made again, or who signs was")
	}
}

// equal compares texts in YAML by what they mean.
func equal(t *testing.T, a, b string) bool {
	t.Helper()
	ja, err := yaml.YAMLToJSON([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	jb, err := yaml.YAMLToJSON([]byte(b))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(ja, jb)
}
