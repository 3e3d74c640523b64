//go:build kube

// Package level3 is what a whole control plane shows: pods are placed and run on nodes that kwok plays, nodes
// are lost, what a job owned is collected, and the operator is killed in the midst of it.
package level3

import (
	"os"
	"testing"
	"time"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

var cluster *kubetest.Cluster

func TestMain(m *testing.M) {
	os.Exit(kubetest.Main(m, kubetest.Options{Controllers: true, Nodes: 2, NodeGrace: 10 * time.Second},
		&cluster))
}

// operate installs what the operator needs, and starts it.
func operate(t *testing.T, args ...string) *kubetest.Operator {
	t.Helper()
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	return cluster.Operator(t, args...)
}
