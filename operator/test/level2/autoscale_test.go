//go:build kube

package level2

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// scaled is a job whose engine, which the test plays, wants more workers and then fewer.
func scaled(t *testing.T, ns string) {
	t.Helper()
	var want atomic.Int32
	want.Store(3)
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"workers":3,"want":%d,"retire":["127.0.0.12:11111"],"why":"the test says so"}`,
			want.Load())
	}))
	t.Cleanup(engine.Close)
	host, port, err := net.SplitHostPort(engine.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	l := cluster.NewJobIn(t, ns, "scaled", func(j *api.MarsJob) {
		j.Spec.Autoscaling = &api.Autoscaling{
			MinReplicas: 1, MaxReplicas: 5, IdleTimeoutSeconds: 1,
			UpscaleFactor: 2,
		}
		c := &j.Spec.MarsReplicaSpecs[api.Scheduler].Template.Spec.Containers[0]
		c.Env = append(c.Env, corev1.EnvVar{Name: "MARS_WEB_PORT", Value: port})
	})
	at := func(ip string) func(*corev1.PodStatus) {
		return func(s *corev1.PodStatus) { s.PodIP, s.PodIPs = ip, []corev1.PodIP{{IP: ip}} }
	}
	l.Starts("scheduler-0")
	l.Says("scheduler-0", at(host))
	l.Pod("worker-2", "")
	l.Told("ScaledUp", "3 workers instead of 2: the test says so.")
	l.Says("worker-2", at("127.0.0.12"))
	want.Store(2)
	l.Gone(&corev1.Pod{}, "worker-2")
	l.Told("ScaledDown", "2 workers instead of 3")
	out := cluster.Kubectl(t, "", "get", "marsjob", "scaled", "-n", ns, "-o",
		"jsonpath={.spec.marsReplicaSpecs.Worker.replicas}")
	if strings.TrimSpace(out) != "2" {
		t.Errorf("%s workers", out)
	}
	engine.Close()
	l.Told("AutoscalingFailed", "The number of workers stays as it is")
}
