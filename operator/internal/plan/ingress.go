package plan

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
)

func host(job *api.MarsJob) string {
	if h := job.Spec.WebHost; h != nil {
		return *h
	}
	return ""
}

// prefix is the path below which a web service is seen from outside. It serves there by itself, so no
// controller of ingresses has to rewrite a path.
func prefix(job *api.MarsJob, index int) string {
	return "/mars/" + job.Namespace + "/" + Name(job.Name, api.WebService, index)
}

// ingress leads from the host of a job to one of its web services.
func ingress(job *api.MarsJob, to *corev1.Service) *networkingv1.Ingress {
	below := networkingv1.PathTypePrefix
	x := &networkingv1.Ingress{
		TypeMeta:   metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "Ingress"},
		ObjectMeta: meta(job, to.Name, maps.Clone(to.Labels)),
		Spec: networkingv1.IngressSpec{Rules: []networkingv1.IngressRule{{
			Host: host(job),
			IngressRuleValue: networkingv1.IngressRuleValue{HTTP: &networkingv1.HTTPIngressRuleValue{
				Paths: []networkingv1.HTTPIngressPath{{
					Path: "/mars/" + job.Namespace + "/" + to.Name, PathType: &below,
					Backend: networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{
						Name: to.Name, Port: networkingv1.ServiceBackendPort{Name: defaults.PortName},
					}},
				}},
			}},
		}}},
	}
	if o := job.Spec.Ingress; o != nil {
		x.Annotations = maps.Clone(o.Annotations)
		x.Spec.IngressClassName = o.IngressClassName
		if o.TLSSecretName != "" {
			x.Spec.TLS = []networkingv1.IngressTLS{{Hosts: []string{host(job)}, SecretName: o.TLSSecretName}}
		}
	}
	return x
}
