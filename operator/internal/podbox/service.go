package podbox

import (
	"context"
	"fmt"
	"net"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// names are those of the services that lead to a pod. They are there before it: names of containers are given
// when they start.
func (b *Box) names(ctx context.Context, p *corev1.Pod) (out []string, err error) {
	var all corev1.ServiceList
	if err := b.Client.List(ctx, &all, client.InNamespace(p.Namespace)); err != nil {
		return nil, err
	}
	for _, s := range all.Items {
		if leads(&s, p) {
			out = append(out, s.Name)
		}
	}
	return out, nil
}

func leads(s *corev1.Service, p *corev1.Pod) bool {
	return len(s.Spec.Selector) > 0 && labels.SelectorFromSet(s.Spec.Selector).Matches(labels.Set(p.Labels))
}

// behind is where a port of a service leads to: the address of a pod that is ready.
func behind(ctx context.Context, c client.Client, s *corev1.Service, port corev1.ServicePort) (string, error) {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(s.Namespace)); err != nil {
		return "", err
	}
	n := port.Port
	if port.TargetPort.Type == intstr.Int && port.TargetPort.IntVal != 0 {
		n = port.TargetPort.IntVal
	}
	for _, p := range pods.Items {
		if !leads(s, &p) {
			continue
		}
		for _, x := range p.Status.Conditions {
			if x.Type == corev1.PodReady && x.Status == corev1.ConditionTrue {
				return net.JoinHostPort(p.Status.PodIP, strconv.Itoa(int(n))), nil
			}
		}
	}
	return "", fmt.Errorf("service %s has no pod that is ready", s.Name)
}
