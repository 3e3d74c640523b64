//go:build kube

// Package level2 is what etcd and the API server alone can show: what they take, what they refuse and why,
// what people see, and what the operator's account may do.
package level2

import (
	"os"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
)

var cluster *kubetest.Cluster

func TestMain(m *testing.M) {
	os.Exit(kubetest.Main(m, kubetest.Options{}, &cluster))
}
