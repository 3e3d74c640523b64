package controller

import (
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Slim takes from a pod or an autoscaler, before a cache keeps it, what nobody here looks at: that is most of
// it. The operator changes neither, so what is left never goes back.
func Slim(o any) (any, error) {
	if h, ok := o.(*autoscalingv2.HorizontalPodAutoscaler); ok {
		return &autoscalingv2.HorizontalPodAutoscaler{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: h.Namespace, Name: h.Name, UID: h.UID,
				ResourceVersion: h.ResourceVersion,
			},
			Spec: autoscalingv2.HorizontalPodAutoscalerSpec{ScaleTargetRef: h.Spec.ScaleTargetRef},
		}, nil
	}
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
