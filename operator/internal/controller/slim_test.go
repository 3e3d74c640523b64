package controller

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/failover"
	"github.com/mars-project/mars-go/operator/internal/metrics"
	"github.com/mars-project/mars-go/operator/internal/status"
)

// What becomes of pods is the same whether they are whole or slim.
func TestSlimDecidesAlike(t *testing.T) {
	w := running(t, exitCode)
	w.status("worker-0", func(s *corev1.PodStatus) {
		s.ContainerStatuses[0].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 137}}
	})
	w.status("worker-1", func(s *corev1.PodStatus) {
		s.Phase, s.InitContainerStatuses = corev1.PodPending, []corev1.ContainerStatus{{Name: "first"}}
	})
	look := func(slim bool) (*api.MarsJobStatus, *fate) {
		r := &Reconciler{
			Client: w.c, Live: w.c, Now: w.r.Now, NodeLost: w.r.NodeLost,
			Metrics: metrics.New(w.c),
		}
		l, err := r.look(t.Context(), w.job())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range l.pods {
			p.Spec.NodeName = "n"
			p.Spec.InitContainers = []corev1.Container{{Name: "first", Image: "i"}}
			p.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "m"}}
			if slim {
				if _, err := Slim(p); err != nil {
					t.Fatal(err)
				}
				if len(p.Spec.Containers) > 0 || p.ManagedFields != nil {
					t.Error("it is not slim")
				}
			}
		}
		f := r.fate(l)
		return status.Next(&status.Seen{
			Job: l.job, Pods: l.byRole, Now: l.now, Lost: f.lost,
			NewLosses: f.counted,
		}), f
	}
	whole, f := look(false)
	slim, g := look(true)
	if !equality.Semantic.DeepEqual(whole, slim) {
		t.Errorf("%+v\n%+v", whole, slim)
	}
	if len(f.remove) != 1 || len(g.remove) != 1 || f.remove[0].counted != failover.Exited ||
		g.remove[0].pod.Name != f.remove[0].pod.Name {
		t.Errorf("%+v, %+v", f.remove, g.remove)
	}
	if n := whole.ReplicaStatuses[api.Worker].Active; n != 1 {
		t.Errorf("%d workers are active", n)
	}
}
