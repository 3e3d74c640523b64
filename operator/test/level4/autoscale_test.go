//go:build kube

package level4

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// Workers come when there is much to do and leave when there is nothing, and nothing is lost by either.
func TestAutoscaling(t *testing.T) {
	w := open(t)
	j := cluster.NewJobIn(t, "default", "elastic", func(x *api.MarsJob) {
		host, one := "elastic.domain.com", int32(1)
		x.Spec.WebHost = &host
		x.Spec.MarsReplicaSpecs[api.Worker].Replicas = &one
		for _, r := range x.Spec.MarsReplicaSpecs { // without a token functions are to be allowed
			c := &r.Template.Spec.Containers[0]
			c.Env = append(c.Env, corev1.EnvVar{Name: "MARS_SECURITY_FUNCTIONS", Value: "on"})
		}
		x.Spec.Autoscaling = &api.Autoscaling{
			MinReplicas: 1, MaxReplicas: 3, IdleTimeoutSeconds: 3,
			UpscaleFactor: 2,
		}
	})
	t.Cleanup(func() { cluster.Kubectl(t, "", "delete", "marsjob", "elastic", "-n", "default", "--ignore-not-found") })
	j.Running(3)
	p := w.start(t, "sleeps.py", "http://elastic.domain.com/mars/default/elastic-webservice-0")
	replicas := func(n int) {
		t.Helper()
		kubetest.Wait(t, fmt.Sprintf("%d workers are wanted", n), func() string {
			out := cluster.Kubectl(t, "", "get", "marsjob", "elastic", "-n", "default", "-o",
				"jsonpath={.spec.marsReplicaSpecs.Worker.replicas}")
			return strings.TrimPrefix(out, fmt.Sprint(n))
		})
	}
	replicas(3)
	j.Running(5)
	if got := p.Said(t); got != "4324" { // the sum of i * i for i below 24
		t.Errorf("the sum is %s", got)
	}
	replicas(1)
	j.Running(3)
}
