//go:build kube

package level2

import (
	"fmt"
	"strings"
	"testing"

	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

// looks says whether an operator has ever looked at a job.
func looks(t *testing.T, o *kubetest.Operator) bool {
	t.Helper()
	for _, line := range strings.Split(o.Measured(t), "\n") {
		if strings.HasPrefix(line, `controller_runtime_reconcile_total{controller="marsjob"`) &&
			!strings.HasSuffix(line, " 0") {
			return true
		}
	}
	return false
}

// acts waits until an operator has looked at a job to the end: the pods of it may be there before.
func acts(t *testing.T, o *kubetest.Operator) {
	t.Helper()
	kubetest.Wait(t, "the operator acts", func() string {
		if !looks(t, o) {
			return "it has not looked at a job"
		}
		return ""
	})
}

func holder(t *testing.T) string {
	t.Helper()
	l := &coordinationv1.Lease{}
	err := cluster.Client.Get(t.Context(), types.NamespacedName{
		Namespace: kubetest.Namespace,
		Name:      "mars-operator.training.kubedl.io",
	}, l)
	if err != nil || l.Spec.HolderIdentity == nil {
		return ""
	}
	return *l.Spec.HolderIdentity
}

// Of two operators one acts. When it is killed, or ends, the other does.
func TestLeader(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	ns := cluster.NewNamespace(t)
	a := cluster.Operator(t, "--leader-elect")
	kubetest.Wait(t, "the first leads", func() string {
		if holder(t) == "" {
			return "nobody does"
		}
		return ""
	})
	first := holder(t)
	b := cluster.Operator(t, "--leader-elect")
	l := cluster.NewJobIn(t, ns, "led", nil)
	lost := l.Pod("scheduler-0", "").UID
	acts(t, a)
	if looks(t, b) || holder(t) != first {
		t.Errorf("the second looks: %v, %s leads after %s", looks(t, b), holder(t), first)
	}

	a.Kill()
	cluster.Kubectl(t, "", "delete", "pod", "led-scheduler-0", "-n", ns, "--wait=false")
	lost = l.Pod("scheduler-0", lost).UID
	acts(t, b)
	if holder(t) == first {
		t.Errorf("%s leads", first)
	}

	a.Restart(t)
	second := holder(t)
	if s := b.Stop(); s.ExitCode() != 0 {
		t.Errorf("the second ends with %s", s)
	}
	cluster.Kubectl(t, "", "delete", "pod", "led-scheduler-0", "-n", ns, "--wait=false")
	l.Pod("scheduler-0", lost)
	kubetest.Wait(t, "the first leads again", func() string {
		if h := holder(t); h == "" || h == second {
			return fmt.Sprintf("%q does", h)
		}
		return ""
	})
}
