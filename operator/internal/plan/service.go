package plan

import (
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/defaults"
)

// service gives a pod its name. A scheduler has it before it is ready, for that is when others dial.
func service(job *api.MarsJob, role api.ReplicaType, index int) *corev1.Service {
	labels := podLabels(job.Name, role, index)
	port := marsPort(job, role)
	ports := []corev1.ServicePort{{
		Name: defaults.PortName, Port: port, TargetPort: intstr.FromInt32(port),
		Protocol: corev1.ProtocolTCP,
	}}
	if web := WebPort(job, role); role == api.Scheduler && web != port {
		ports = append(ports, corev1.ServicePort{
			Name: "web", Port: web, TargetPort: intstr.FromInt32(web),
			Protocol: corev1.ProtocolTCP,
		})
	}
	return &corev1.Service{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
		ObjectMeta: meta(job, Name(job.Name, role, index), labels),
		Spec: corev1.ServiceSpec{
			ClusterIP: corev1.ClusterIPNone, Selector: podLabels(job.Name, role, index), Ports: ports,
			PublishNotReadyAddresses: role != api.WebService,
		},
	}
}

// SecretName is that of the secret of a job.
func SecretName(job string) string { return job + "-secret" }

// SecretKey is where in it the secret of the nodes stands.
const SecretKey = "node-secret"

func secret(job *api.MarsJob) *corev1.Secret {
	return &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"},
		ObjectMeta: meta(job, SecretName(job.Name), Selector(job.Name)),
		Type:       corev1.SecretTypeOpaque,
	}
}

// budget keeps drains of nodes from taking a scheduler: with it goes what the job has in memory.
func budget(job *api.MarsJob) *policyv1.PodDisruptionBudget {
	none := intstr.FromInt32(0)
	return &policyv1.PodDisruptionBudget{
		TypeMeta:   metav1.TypeMeta{APIVersion: "policy/v1", Kind: "PodDisruptionBudget"},
		ObjectMeta: meta(job, job.Name+"-"+lower(api.Scheduler), roleLabels(job.Name, api.Scheduler)),
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable: &none,
			Selector:       &metav1.LabelSelector{MatchLabels: roleLabels(job.Name, api.Scheduler)},
		},
	}
}
