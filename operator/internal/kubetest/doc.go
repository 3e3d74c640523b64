// Package kubetest is a Kubernetes control plane for tests: the real etcd and kube-apiserver; where a test
// asks for them the real kube-controller-manager and kube-scheduler, with nodes that kwok plays or with one
// real node in namespaces of its own; and the operator as a process of its own, with the rights that
// config/rbac gives it and no others.
//
// Programs come from scripts/kube-assets.sh. scripts/kube.sh says where they are; a test that does not find
// them fails.
package kubetest
