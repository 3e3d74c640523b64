package controller

import (
	corev1 "k8s.io/api/core/v1"
)

// Slim takes from a pod, before a cache keeps it, what nobody here looks at: that is most of it. The operator
// changes no pod, so what is left never goes back.
func Slim(o any) (any, error) {
	p, ok := o.(*corev1.Pod)
	if !ok {
		return o, nil
	}
	p.ManagedFields = nil
	s := corev1.PodSpec{NodeName: p.Spec.NodeName, RestartPolicy: p.Spec.RestartPolicy}
	for _, c := range p.Spec.InitContainers { // they are counted
		s.InitContainers = append(s.InitContainers, corev1.Container{Name: c.Name})
	}
	p.Spec = s
	return p, nil
}
