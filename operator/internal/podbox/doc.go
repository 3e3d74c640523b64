// Package podbox plays a node of Kubernetes and an ingress controller for tests: pods that are bound to the
// node run as containers of podman, which has no need of a kubelet, and have a network with names of their
// own.
//
// It does what pods of Mars ask for, and refuses others: one container a pod, environment from values,
// fields and secrets, volumes of type emptyDir, probes by HTTP and TCP, limits, restarts in place, a first
// process of another, names of services, and ports of the node.
package podbox
