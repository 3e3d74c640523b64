package plan

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// probe adds the probes that the template leaves out. Ready is what the process says; that it lives is that
// its port can be reached, for one that is busy answers late and must not be killed for it.
func probe(job *api.MarsJob, role api.ReplicaType, c *corev1.Container) {
	if c.ReadinessProbe == nil {
		ready := corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{
			Path: "/readyz",
			Port: intstr.FromInt32(WebPort(job, role)),
		}}
		if encrypted(c) {
			ready = reached(WebPort(job, role))
		}
		c.ReadinessProbe = &corev1.Probe{
			ProbeHandler: ready, PeriodSeconds: 2, TimeoutSeconds: 5,
			FailureThreshold: 3,
		}
	}
	if c.LivenessProbe == nil && role != api.Scheduler {
		c.LivenessProbe = &corev1.Probe{
			ProbeHandler: reached(marsPort(job, role)), InitialDelaySeconds: 30, PeriodSeconds: 10,
			TimeoutSeconds: 5, FailureThreshold: 6,
		}
	}
}

func reached(port int32) corev1.ProbeHandler {
	return corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(port)}}
}

// encrypted says whether the template turns on TLS, of which a probe does not know the certificates.
func encrypted(c *corev1.Container) bool {
	return slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool {
		return strings.HasPrefix(e.Name, "MARS_NODE_TLS_") || strings.HasPrefix(e.Name, "MARS_WEB_TLS_")
	})
}
